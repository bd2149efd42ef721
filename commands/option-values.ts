// Readers for the texts of options and arguments; they throw where a text is wrong.
import { InvalidArgumentError, Option } from 'commander';
import * as v from 'valibot';
import { LevelSchema, readLevel } from '../modules/players/index.ts';
import { Failure } from '../shared/console/console.ts';
import { type Db, missingIds, noSuchRow, type Table } from '../shared/database/db.ts';
import { exampleId, type Id, type IdType, isId } from '../shared/ids.ts';
import { expectedDate, isCalendarDate, warsawHours } from '../shared/time.ts';

const most = 10_000;

/** The option that says how many are listed. */
export const limitOption = (what = 'how many', usual = 20) =>
  new Option('--limit <number>', `${what}, up to ${most}`)
    .argParser(readWholeNumber(1, most))
    .default(usual);

/** Reads a whole number within the bounds, of at most nine digits. */
export const readWholeNumber = (lowest: number, highest: number) => (text: string) => {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= lowest && number <= highest) return number;
  throw new InvalidArgumentError(`Expected a whole number from ${lowest} to ${highest}.`);
};

/** When a day in Warsaw begins and ends, in milliseconds since the epoch. */
export function date(text: string): ReturnType<typeof warsawHours> {
  if (isCalendarDate(text)) return warsawHours(text);
  throw new InvalidArgumentError(expectedDate);
}

/** The option that narrows a list by an id, named after what the id belongs to. */
export const idOption = (kind: IdType, about: string) =>
  new Option(`--${kind} <id>`, about).argParser((text) => {
    if (isId(kind, text)) return text;
    throw new InvalidArgumentError(`Expected an id such as ${exampleId(kind)}.`);
  });

/** The argument as an id of that kind; throws for a malformed id as for an unknown one. */
export function knownId<R extends 'match' | 'player'>(kind: R, text: string): Id<R> {
  if (isId(kind, text)) return text;
  throw noSuchRow(kind, text);
}

/** Throws a Failure if no row, in the table or `elsewhere`, has the well-formed id that its option gives. */
export async function checkIsThere(
  db: Db,
  table: 'competition' | 'match' | 'player' | 'venue',
  id: string | undefined,
  elsewhere: Table = table,
): Promise<void> {
  if (!id || !isId(table, id)) return;
  for (const each of new Set([table, elsewhere]))
    if ((await missingIds(db, each, [id])).length === 0) return;
  throw new Failure(`--${table} "${id}": there is no such ${table}.`);
}

/** A level on its scale, as `players add` takes it. */
export function level(text: string): number {
  const read = readLevel(text);
  if ('fault' in read) throw new InvalidArgumentError(read.fault);
  const { issues } = v.safeParse(LevelSchema, read.value);
  if (issues) throw new InvalidArgumentError(issues[0].message);
  return read.value;
}
