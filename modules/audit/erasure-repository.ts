import { sql } from 'kysely';
import { type Db, updateRows } from '../../shared/database/db.ts';
import { pagesOf } from '../../shared/database/paging.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { comparableName, inEachOrder } from '../../shared/names.ts';
import {
  type Entry,
  entriesOfCommands,
  idsOfPerson,
  readIdsOfPerson,
} from './reading-repository.ts';

/** The names that the log has for a player, and for all who were merged into that player. */
export async function loggedNames(db: Db, player: PlayerId): Promise<string[]> {
  const entries = await db
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('subject', '=', ({ fn }) => fn.any(idsOfPerson(db, player)))
    .execute();
  const states = entries.flatMap(({ before, after }) => [before, after]);
  const names = states.map((state) => state && 'display_name' in state && state.display_name);
  return [...new Set(names)].filter((name) => typeof name === 'string');
}

/**
 * Replaces a player's names: in every reason, in the file names of imports, and in what entries of that
 * player say was before and after, where times and venues to play at are taken out, too.
 */
export async function eraseNames(
  db: Db,
  player: PlayerId,
  names: readonly string[],
  replacement: string,
): Promise<void> {
  if (names.length === 0) return;
  const own = new Set(await readIdsOfPerson(db, player));
  const pattern = patternOf(names);
  const cleaned = (text: string) =>
    names.includes(text) ? replacement : text.replace(pattern, () => replacement);
  // The trigger allows this in a transaction that says whom it erases.
  await sql`select set_config('tennis.erasing', ${player}, true)`.execute(db);
  for await (const page of pagesOf(entriesOfCommands(db), 'sequence')) {
    const changed = page.flatMap((entry) => {
      const clean = cleanedEntry(entry, own, cleaned);
      return statesOf(clean) === statesOf(entry) ? [] : [clean];
    });
    await updateRows(db, 'audit_entry', ['id'], changed);
  }
  await sql`select set_config('tennis.erasing', '', true)`.execute(db);
}

/** What tells when and where somebody plays. */
const habits = new Set(['preferred_venue_ids', 'availability']);

type Cleaned = Pick<Entry, 'id' | 'reason' | 'before' | 'after'>;

const statesOf = ({ reason, before, after }: Cleaned) => JSON.stringify([reason, before, after]);

function cleanedEntry(
  { id, action, subject, reason, before, after }: Entry,
  own: ReadonlySet<string>,
  cleaned: (text: string) => string,
): Cleaned {
  const mayName = action === 'imported' || (subject !== null && own.has(subject));
  // Cleans every text in it, but not the names of members; empties what tells when and where somebody plays.
  const clean = (state: object | null): object | null =>
    mayName
      ? JSON.parse(JSON.stringify(state), (name, value) => {
          if (habits.has(name)) return [];
          return typeof value === 'string' ? cleaned(value) : value;
        })
      : state;
  return {
    id,
    reason: reason === null ? null : cleaned(reason),
    before: clean(before),
    after: clean(after),
  };
}

/** A letter or digit. A name without any, such as "." or "?", could be found within any text. */
const wordSign = /[\p{L}\p{N}]/u;

/**
 * Matches any of the names as whole words, the longest first; a surname that is more than an initial may come first,
 * with a comma or without. A period at the end is optional, and "_" or "-" may stand for a space, as in file names.
 */
function patternOf(names: readonly string[]): RegExp {
  const forms = names
    .map(comparableName)
    .filter((name) => wordSign.test(name))
    .flatMap((name) => (/(?:^|\s)\p{L}\.?$/u.test(name) ? [name] : inEachOrder(name)))
    .toSorted((one, other) => other.length - one.length)
    .map((name) => {
      const words = name.split(/[\s_-]+/).map(RegExp.escape);
      return words.join(',?[\\s_-]+').replace(/\\\.$/, '\\.?');
    });
  const choice = forms.join('|') || '(?!)'; // which matches nothing
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${choice})(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
}
