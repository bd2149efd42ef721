// How the options of a command make a record, and what is wrong with it becomes a matter of the options.
import { type Command, Option } from 'commander';
import type * as v from 'valibot';
import { Failure } from '../../shared/console/console.ts';
import { fieldAt, put } from '../../shared/exchange/fields.ts';
import type { Field } from '../../shared/exchange/kind.ts';
import { type FieldError, Problem, placeOf, wordsOf } from '../../shared/problem.ts';
import { validate } from '../../shared/validation.ts';

/** An option, `--name <name>`, and the member of the record that it gives. */
export type Flag = Field & {
  /** Whether it can't be changed afterwards. */
  readonly fixed?: true;
};

export type Options = Readonly<Record<string, unknown>>;
/** The names of options where a command gives them others: `--name` as `--venue`. */
export type Renamed = Readonly<Record<string, string>>;

const mostShown = 60;

/** Declares the options; those that a record needs must be given for a new one. */
export function addFlags(command: Command, flags: readonly Flag[], isNew: boolean): Command {
  for (const { name, help, needed, many, fixed } of flags) {
    if (fixed && !isNew) continue;
    const option = new Option(name, help);
    if (many) option.argParser(repeated);
    command.addOption(option.makeOptionMandatory(isNew && needed === true));
  }
  return command;
}

/** Collects the values of an option that may be given several times. */
export function repeated(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

/** The failure of an option, with the value that was given, if one was. */
export function wrongOption(
  flag: string,
  given: unknown,
  reason: string,
  exitCode: 1 | 2 = 2,
): Failure {
  if (given === undefined) return new Failure(`${flag}: ${reason}`, exitCode);
  const text = String(given);
  const shown = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  return new Failure(`${flag} ${JSON.stringify(shown)}: ${reason}`, exitCode);
}

/**
 * What the schema makes of the members that the options give, on top of `before`. Throws a Failure that
 * names every option that is wrong.
 */
export function readRecord<S extends v.GenericSchema>(
  schema: S,
  flags: readonly Flag[],
  options: Options,
  before: object = {},
  renamed: Renamed = {},
): v.InferOutput<S> {
  const record: Record<string, unknown> = { ...structuredClone(before) };
  for (const flag of flags) {
    const given = givenFor(flag, options);
    if (given === undefined) continue;
    const values = [given].flat().map((text) => memberOf(flag, text, renamed));
    put(record, flag.member, flag.many ? values : values[0]);
  }
  try {
    return validate(schema, record);
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    const inWords = (fault: FieldError) => {
      const place = placeOf(fault.pointer);
      const said = wrongMember(flags, options, place, fault.detail, { renamed });
      return said?.message ?? wordsOf(fault);
    };
    throw new Failure([...new Set(error.errors.map(inWords))].join(' '), 2);
  }
}

/** The failure of the option that gave the place of a record; undefined where none did. */
export function wrongMember(
  flags: readonly Flag[],
  options: Options,
  place: string,
  reason: string,
  { renamed = {}, exitCode = 2 }: { readonly renamed?: Renamed; readonly exitCode?: 1 | 2 } = {},
): Failure | undefined {
  const flag = fieldAt(flags, place);
  if (!flag) return undefined;
  const given = givenFor(flag, options);
  const index = Number(place.split('/')[1]);
  const value = Array.isArray(given) ? given[index] : given;
  return wrongOption(nameOf(flag, renamed), value, reason, exitCode);
}

function memberOf(flag: Flag, given: unknown, renamed: Renamed): unknown {
  const cell = flag.read?.(String(given)) ?? { value: given };
  if ('fault' in cell) throw wrongOption(nameOf(flag, renamed), given, cell.fault);
  return cell.value;
}

function givenFor({ name }: Flag, options: Options): unknown {
  return options[new Option(name).attributeName()];
}

function nameOf({ name }: Flag, renamed: Renamed): string {
  const [flag = name] = name.split(' ');
  return renamed[flag] ?? flag;
}
