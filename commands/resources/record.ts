import type { Command } from 'commander';
import type * as v from 'valibot';
import { Failure } from '../../shared/console/console.ts';
import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import { type FieldError, Problem, wordsOf } from '../../shared/problem.ts';
import { validate } from '../../shared/validation.ts';
import type { Thing } from '../output.ts';

/** What commands can do with one kind of thing; `Stored` is how it is read and shown. */
export type Resource<Stored extends object, New> = {
  /** Its name for one, as in the exchange format; the command is its plural. */
  readonly one: 'organizer' | 'venue' | 'competition' | 'player';
  readonly about: string;
  readonly schema: v.GenericSchema<unknown, New>;
  /** Declares the options of `add`, where `required` ones must be given, and of `update`. */
  readonly options: (command: Command, required: boolean) => Command;
  /** Which option says what a member of the record is. */
  readonly flags: Readonly<Record<string, string>>;
  /** An example of `add`, without the program's name. */
  readonly example: string;
  /** The record that the options make, on top of what is stored. */
  readonly record: (options: Record<string, unknown>, stored?: Stored) => Record<string, unknown>;
  /** What people are shown of it, where its own members don't say it in words. */
  readonly inWords?: (thing: Stored) => Thing;
  readonly all: (on: Db) => AsyncIterable<Stored>;
  readonly find: (on: Db, id: string) => Promise<Stored | undefined>;
  readonly insert: (tx: Transaction, record: New, now: number) => Promise<unknown>;
  readonly update: (tx: Transaction, after: New, before: Stored) => Promise<unknown>;
};

const mostShown = 60;

type Options = Readonly<Record<string, unknown>>;

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
 * The record that the options make, on top of what is stored. Throws a Failure that names every
 * option that is wrong, under its other name where a command has `renamed` it.
 */
export function readRecord<Stored extends object, New>(
  resource: Resource<Stored, New>,
  options: Options,
  stored?: Stored,
  renamed: Readonly<Record<string, string>> = {},
): New {
  try {
    return validate(resource.schema, resource.record(options, stored));
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    const inWords = (fault: FieldError) => wordsOfOption(fault, resource.flags, options, renamed);
    throw new Failure([...new Set(error.errors.map(inWords))].join(' '), 2);
  }
}

function wordsOfOption(
  fault: FieldError,
  flags: Readonly<Record<string, string>>,
  options: Options,
  renamed: Readonly<Record<string, string>>,
): string {
  const path = fault.pointer.split('/').slice(1);
  const member = Object.keys(flags).find((name) => `${path.join('/')}/`.startsWith(`${name}/`));
  const flag = member && flags[member];
  if (!flag) return wordsOf(fault);
  const given = options[optionOf(flag)];
  const value = Array.isArray(given) ? given[Number(path[1])] : given;
  return wrongOption(renamed[flag] ?? flag, value, fault.detail).message;
}

/** Under which name commander keeps an option: `--starts-on` as `startsOn`. */
function optionOf(flag: string): string {
  return flag.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
