import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { idsOfPerson } from './reading-repository.ts';

/**
 * Puts the replacement in the place of a player's names, those given and those that the log knows of the
 * player, wherever the log has them: in every reason, and in what was before and after, unless that is of
 * another player. Gives all of the names.
 */
export async function eraseName(
  db: Db,
  player: PlayerId,
  given: readonly string[],
  replacement: string,
): Promise<string[]> {
  const { rows: ids } = await sql<{ id: string }>`
    select unnest(${idsOfPerson(db, player)}) as id`.execute(db);
  const own = ids.map(({ id }) => id);
  const { rows: known } = await sql<{ name: string }>`
    select distinct state ->> 'display_name' as name
    from audit_entry cross join lateral unnest(array[before, after]) as state
    where subject = any(${own}) and state ->> 'display_name' is not null`.execute(db);
  const names = [...new Set([...given, ...known.map(({ name }) => name)])];
  if (names.length === 0) return names;
  const [inText, inJson] = [patternOf(names), patternOf(names.map(asInJson))];
  const instead = replacement.replaceAll('\\', '\\\\');
  const insteadInJson = asInJson(replacement).replaceAll('\\', '\\\\');
  // The trigger lets it pass for a transaction that says whom it erases.
  await sql`select set_config('tennis.erasing', ${player}, true)`.execute(db);
  await sql`
    update audit_entry set
      reason = regexp_replace(reason, ${inText}, ${instead}, 'gi'),
      before = case when is_own
        then regexp_replace(before::text, ${inJson}, ${insteadInJson}, 'gi')::json else before end,
      after = case when is_own
        then regexp_replace(after::text, ${inJson}, ${insteadInJson}, 'gi')::json else after end
    from (select sequence as place, subject is null or subject !~ '^plr_' or subject = any(${own})
      as is_own from audit_entry where action <> 'match submitted') as entry
    where sequence = place
      and (reason ~* ${inText} or is_own and concat(before, after) ~* ${inJson})`.execute(db);
  await sql`select set_config('tennis.erasing', '', true)`.execute(db);
  return names;
}

/** A text as it stands within the quotes of JSON. */
const asInJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** A regular expression of PostgreSQL that any of the texts matches, the longest one first. */
function patternOf(texts: readonly string[]): string {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length);
  return longestFirst.map((text) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&')).join('|');
}
