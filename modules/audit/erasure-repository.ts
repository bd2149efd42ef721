import { sql } from 'kysely';
import { type Db, updateRows } from '../../shared/database/db.ts';
import { pagesOf } from '../../shared/database/paging.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { type Entry, entriesOfCommands, idsOfPerson } from './reading-repository.ts';

/** The names that the log knows of a player, and of those who were merged into that one. */
export async function loggedNames(db: Db, player: PlayerId): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct state ->> 'display_name' as name
    from audit_entry cross join lateral unnest(array[before, after]) as state
    where subject = any(${idsOfPerson(db, player)})
      and state ->> 'display_name' is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Puts the replacement in the place of a player's names: in every reason and name of a file, and in what
 * was before and after of the player.
 */
export async function eraseNames(
  db: Db,
  player: PlayerId,
  names: readonly string[],
  replacement: string,
): Promise<void> {
  if (names.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select unnest(${idsOfPerson(db, player)}) as id`.execute(db);
  const own = new Set(rows.map(({ id }) => id));
  const pattern = patternOf(names);
  const cleaned = (text: string) =>
    names.includes(text) ? replacement : text.replace(pattern, () => replacement);
  // The trigger lets it pass for a transaction that says whom it erases.
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

type Cleaned = Pick<Entry, 'id' | 'reason' | 'before' | 'after'>;

const statesOf = ({ reason, before, after }: Cleaned) => JSON.stringify([reason, before, after]);

function cleanedEntry(
  { id, action, subject, reason, before, after }: Entry,
  own: ReadonlySet<string>,
  cleaned: (text: string) => string,
): Cleaned {
  const mayName = action === 'imported' || (subject !== null && own.has(subject));
  // Each text in it, but for the names of members.
  const clean = (state: object | null): object | null =>
    mayName
      ? JSON.parse(JSON.stringify(state), (_, value) =>
          typeof value === 'string' ? cleaned(value) : value,
        )
      : state;
  return {
    id,
    reason: reason === null ? null : cleaned(reason),
    before: clean(before),
    after: clean(after),
  };
}

/** What tells a name from a mark, such as "." or "?", which any text may have within it. */
const wordSign = /[\p{L}\p{N}]/u;

/**
 * Any of the names as whole words, the longest one first, with the period of an initial at the end or without,
 * and with whatever stands for a space in the name of a file; a letter and its accent may be one character or two.
 */
function patternOf(names: readonly string[]): RegExp {
  const escaped = names
    .filter((name) => wordSign.test(name))
    .flatMap((name) => [name, name.normalize('NFC'), name.normalize('NFD')])
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.split(/\s+/).map(RegExp.escape).join('[\\s_-]+').replace(/\.$/, '.?'));
  const choice = escaped.join('|') || '(?!)'; // which nothing is
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${choice})(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
}
