import { sql } from 'kysely';
import { anyOf, type Db, updateRows } from '../../shared/database/db.ts';
import { inPages, pagesOf } from '../../shared/database/paging.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { ratedBy } from '../matches/index.ts';
import { allLooks } from '../runs/index.ts';
import type { Made, Place } from './entries.ts';
import {
  entriesOfMatches,
  entryOf,
  historyKeys,
  insertEntries,
  removeEntries,
  rowOf,
  storedHistory,
} from './history-repository.ts';
import { peopleOf } from './people-repository.ts';
import type { Rewriting, Source } from './walk.ts';

/** How many matches the walk reads at once: fewer cost more statements, many more follow more players for nothing. */
const pageSize = 1_000;

/** After everything. */
export const end: Place = [2 ** 31 - 1, '', '', ''];

const numberIn = (number: number) => Math.min(number, end[0]);

/** A place as statements compare it: nothing comes before '-infinity'. */
const momentIn = (moment: string) => moment || '-infinity';

/** What the walk reads, from the database. */
export function sourceOn(db: Db): Source {
  return {
    pageSize,
    looks: () => allLooks(db),
    page: ([run, played_at, created_at, id]) =>
      db
        .selectFrom('match')
        .innerJoin('run', 'run.number', 'match.run')
        .select(ratedBy.map((name) => `match.${name}` as const))
        .select(['match.created_at', 'run.number as run', 'run.began_at'])
        .where(
          sql<boolean>`match.run is not null and (match.run, match.played_at, match.created_at, match.id)
            > (${run}::int, ${momentIn(played_at)}::timestamptz, ${momentIn(created_at)}::timestamptz, ${id})`,
        )
        .orderBy('match.run')
        .orderBy('match.played_at')
        .orderBy('match.created_at')
        .orderBy('match.id')
        .limit(sql.lit(pageSize))
        .execute(),
    entriesOf: (matches) => entriesOfMatches(db, matches),
    async dropsOf(players, from, before) {
      let drops = storedHistory(db)
        .where('match_id', 'is', null)
        .where('run', '>', 0)
        .where('run', '>=', from)
        .where('run', '<', numberIn(before))
        .orderBy('run')
        .orderBy('nth');
      if (players !== 'all') drops = drops.where('player_id', '=', anyOf(players));
      return (await drops.execute()).map(entryOf);
    },
    lastBefore: (places) => lastEntries(db, places),
    people: (players) => peopleOf(db, players),
  };
}

/** Each player's last entry before the place. */
async function lastEntries(db: Db, places: ReadonlyMap<PlayerId, Place>): Promise<Made[]> {
  if (places.size === 0) return [];
  const given = [...places].map(([id, [run, at, sent_at, match]]) => ({
    player_id: id,
    run: numberIn(run),
    at: momentIn(at),
    sent_at: momentIn(sent_at),
    match,
  }));
  const keys = historyKeys('entry');
  const last = sql<Parameters<typeof entryOf>[0]>`
    select last.* from json_to_recordset(${JSON.stringify(given)}::json) as given(
      player_id text, run int, at timestamptz, sent_at timestamptz, match text)
    cross join lateral (
      select * from rating_history as entry where entry.player_id = given.player_id
        and (${sql.join(keys)}) < (given.run, given.at, given.sent_at, given.match, 0)
      order by ${sql.join(keys.map((key) => sql`${key} desc`))} limit 1) as last`;
  return (await last.execute(db)).rows.map(entryOf);
}

/** Writes what became of the history; throws unless all of it is still as it was read. */
export async function rewrite(db: Db, { changed, removed, added }: Rewriting): Promise<void> {
  await removeEntries(
    db,
    removed.map(({ entry }) => entry.id),
  );
  await updateRows(
    db,
    'rating_history',
    ['id'],
    changed.map(({ after }) => rowOf(after)),
  );
  await insertEntries(db, added);
}

/** Entries that the walk doesn't meet: with a match that isn't rated, of no look, and a first one of another moment. */
export function strayEntries(db: Db) {
  const entries = db
    .selectFrom('rating_history')
    .select(['rating_history.id', 'rating_history.player_id']);
  const looks = db.selectFrom('run').select('number').where('as_of', 'is not', null);
  const others = entries
    .innerJoin('player', 'player.id', 'rating_history.player_id')
    .where('match_id', 'is', null)
    .where(({ and, eb, or, ref }) =>
      or([
        and([eb('run', '>', 0), eb('run', 'not in', looks)]),
        and([eb('run', '=', 0), eb('at', '<>', ref('player.created_at'))]),
      ]),
    );
  return entries
    .innerJoin('match', 'match.id', 'rating_history.match_id')
    .where('match.run', 'is', null)
    .unionAll(others)
    .execute();
}

/** Matches that the walk doesn't meet, since there is no run that could have rated them. */
export function unseenMatches(db: Db) {
  return db
    .selectFrom('match')
    .select(['id', 'run'])
    .where('run', 'is not', null)
    .where('run', 'not in', ({ selectFrom }) =>
      selectFrom('run').select('number').where('as_of', 'is', null),
    )
    .execute();
}

/** Every match by id: when it was played, as a moment and as it was written. */
export function matchTexts(db: Db) {
  return inPages(db.selectFrom('match').select(['id', 'played_at', 'played_at_text']), 'id');
}

/** The rated matches, or those that were rated when they were voided, page by page. */
export function ratedMatches(db: Db, table: 'match' | 'voided_match') {
  const rated = (name: typeof table) =>
    db.selectFrom(name).select(['id', 'played_at']).where('run', 'is not', null);
  return table === 'match' ? pagesOf(rated('match'), 'id') : pagesOf(rated('voided_match'), 'id');
}
