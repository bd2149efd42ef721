// How the options of a command make a record, and how the record's faults are told as faults of options.
import { isDeepStrictEqual } from 'node:util';
import { Option } from 'commander';
import type * as v from 'valibot';
import { Failure } from '../../shared/console/console.ts';
import { type Field, fieldAt, put } from '../../shared/exchange/field.ts';
import { Problem, placeOf, wordsOf } from '../../shared/problem.ts';
import { shortened } from '../../shared/text.ts';
import { validate } from '../../shared/validation.ts';
import type { Options } from '../verb.ts';

/** The options of a new record; those that it needs are mandatory. */
export function optionsOfNew(fields: readonly Field[]): Option[] {
  return fields.map((field) => optionOf(field).makeOptionMandatory(field.needed === true));
}

/** The options of the members that can be changed. */
export function optionsOf(fields: readonly Field[]): Option[] {
  return fields.filter(({ fixed }) => !fixed).map(optionOf);
}

function optionOf({ name, help, many, conflicts }: Field): Option {
  if (conflicts) return new Option(name, help).conflicts(conflicts);
  if (!many) return new Option(name, help);
  return new Option(name, `${help}; once for each, "" for none`).argParser(repeated);
}

/** Collects the values of an option that may be given several times. */
function repeated(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

/** The members of a record, as they were given. */
export type Given = Record<string, unknown>;

/** Options that make no record, and what is wrong with each. */
export class WrongOptions extends Failure {
  readonly faults: readonly (readonly [field: Field | undefined, reason: string])[];

  constructor(faults: WrongOptions['faults']) {
    super([...new Set(faults.map(([, reason]) => reason))].join(' '), 2);
    this.faults = faults;
  }
}

/**
 * The record that the options make, on top of the members before, and its members as they were given.
 * Throws WrongOptions.
 */
export function readRecord<S extends v.GenericSchema>(
  schema: S,
  fields: readonly Field[],
  options: Options,
  before: object,
): { readonly record: v.InferOutput<S>; readonly given: Given } {
  const given = membersIn(fields, options, before);
  try {
    return { record: validate(schema, given), given };
  } catch (error) {
    throw inOptions(error, fields, options);
  }
}

/** The members that the options give, on top of those before. Throws WrongOptions. */
export function membersIn(fields: readonly Field[], options: Options, before: object = {}): Given {
  const given: Given = { ...structuredClone(before) };
  for (const field of fields) {
    const text = options[attributeOf(field)];
    if (text === undefined) continue;
    const texts = field.many && isDeepStrictEqual(text, ['']) ? [] : [text].flat();
    const values = texts.map((one) => valueIn(field, one));
    put(given, field.member, field.many ? values : values[0]);
  }
  return given;
}

/** A problem with members as WrongOptions; anything else as it is. */
export function inOptions(error: unknown, fields: readonly Field[], options: Options): unknown {
  if (!(error instanceof Problem) || !error.errors) return error;
  const faults = error.errors.map((fault) => {
    const place = placeOf(fault.pointer);
    const wrong = wrongMember(fields, options, place, fault.detail);
    return [fieldAt(fields, place), wrong ?? wordsOf(fault)] as const;
  });
  return new WrongOptions(faults);
}

/** What is wrong at a place of the record, in words of the option that gave it, if one did. */
export function wrongMember(
  fields: readonly Field[],
  options: Options,
  place: string,
  reason: string,
): string | undefined {
  const field = fieldAt(fields, place);
  if (!field) return undefined;
  const given = options[attributeOf(field)];
  const value = Array.isArray(given) ? given[Number(place.split('/')[1])] : given;
  const words = reason.replaceAll(/"?\b([a-z]+_\w+)\b"?/g, (text, member) => {
    const named = fieldAt(fields, member);
    return named ? flagOf(named) : text;
  });
  return words.startsWith(`${flagOf(field)} `) ? words : wrongOption(field, value, words);
}

function wrongOption(field: Field, given: unknown, reason: string): string {
  if (given === undefined) return `${flagOf(field)}: ${reason}`;
  return `${flagOf(field)} ${JSON.stringify(shortened(String(given)))}: ${reason}`;
}

function valueIn(field: Field, given: unknown): unknown {
  const cell = field.read?.(String(given)) ?? { value: given };
  if ('value' in cell) return cell.value;
  throw faultOf(field, given, cell.fault);
}

/** What is wrong with the value of one option. */
export function faultOf(field: Field, given: unknown, reason: string): WrongOptions {
  return new WrongOptions([[field, wrongOption(field, given, reason)]]);
}

/** The name under which commander keeps what is given. */
function attributeOf({ name }: Field): string {
  return new Option(name).attributeName();
}

/** The option without its value: `--starts-on`. */
function flagOf({ name }: Field): string {
  return name.split(' ', 1).join();
}
