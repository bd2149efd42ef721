// How the options of a command make a record, and what is wrong with it becomes a matter of the options.
import { type Command, Option } from 'commander';
import type * as v from 'valibot';
import { Failure } from '../../shared/console/console.ts';
import { type Field, fieldAt, put } from '../../shared/exchange/field.ts';
import { type FieldError, Problem, placeOf, wordsOf } from '../../shared/problem.ts';
import { validate } from '../../shared/validation.ts';
import type { Options } from '../verb.ts';

/** Where a command gives options other names: `--name` as `--venue`. */
export type Renamed = Readonly<Record<string, string>>;

const mostShown = 60;

/** Declares the options; what a record needs must be given for a new one. */
export function addOptions(command: Command, fields: readonly Field[], isNew: boolean): Command {
  for (const { name, help, needed, many, fixed } of fields) {
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
export function wrongOption(flag: string, given: unknown, reason: string, exitCode: 1 | 2 = 2) {
  if (given === undefined) return new Failure(`${flag}: ${reason}`, exitCode);
  const text = String(given);
  const shown = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  return new Failure(`${flag} ${JSON.stringify(shown)}: ${reason}`, exitCode);
}

/** The members that the options give, on top of those before. Throws a Failure for an unreadable one. */
export function membersOf(
  fields: readonly Field[],
  options: Options,
  before: object,
  renamed: Renamed = {},
): object {
  const members: Record<string, unknown> = { ...structuredClone(before) };
  for (const field of fields) {
    const given = givenFor(field, options);
    if (given === undefined) continue;
    const values = [given].flat().map((text) => {
      const cell = field.read?.(String(text)) ?? { value: text };
      if ('fault' in cell) throw wrongOption(flagOf(field, renamed), text, cell.fault);
      return cell.value;
    });
    put(members, field.member, field.many ? values : values[0]);
  }
  return members;
}

/** What the schema makes of the members. Throws a Failure that names every option that is wrong. */
export function judge<S extends v.GenericSchema>(
  schema: S,
  members: object,
  fields: readonly Field[],
  options: Options,
  renamed: Renamed = {},
): v.InferOutput<S> {
  try {
    return validate(schema, members);
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    const inWords = (fault: FieldError) => {
      const wrong = wrongMember(fields, options, placeOf(fault.pointer), fault.detail, 2, renamed);
      return wrong?.message ?? wordsOf(fault);
    };
    throw new Failure([...new Set(error.errors.map(inWords))].join(' '), 2);
  }
}

/** The failure of the option that gave the place of a record; undefined where none did. */
export function wrongMember(
  fields: readonly Field[],
  options: Options,
  place: string,
  reason: string,
  exitCode: 1 | 2,
  renamed: Renamed = {},
): Failure | undefined {
  const field = fieldAt(fields, place);
  if (!field) return undefined;
  const given = givenFor(field, options);
  const value = Array.isArray(given) ? given[Number(place.split('/')[1])] : given;
  return wrongOption(flagOf(field, renamed), value, reason, exitCode);
}

function givenFor({ name }: Field, options: Options): unknown {
  return options[new Option(name).attributeName()];
}

function flagOf({ name }: Field, renamed: Renamed): string {
  const [flag = name] = name.split(' ');
  return renamed[flag] ?? flag;
}
