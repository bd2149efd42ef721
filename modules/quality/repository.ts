import { type NotNull, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { anyOf, type Db } from '../../shared/database/db.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { isResult } from '../ratings/index.ts';
import type { Kept } from './result.ts';

type Place = readonly unknown[];
export type Rated = Awaited<ReturnType<typeof pageBetween>>[number];

/**
 * The rated matches, in pages of a size, in the order in which they were rated, with what each changed; `is_asked_for` where
 * it was played in the competition, if one is given. The next page is read while one is dealt with. rules 11.7
 */
export async function* ratedPages(
  db: Db,
  size: number,
  competition?: string,
): AsyncGenerator<Rated[]> {
  const readAfter = async (place: Place | undefined) => {
    const last = await lastOfPage(db, size, place);
    return { last, matches: await pageBetween(db, size, place, last, competition) };
  };
  for (let reading = readAfter(undefined); ; ) {
    const { last, matches } = await reading;
    if (!last) return yield matches;
    reading = readAfter(last);
    reading.catch(() => undefined); // nobody may wait for it any more
    yield matches;
  }
}

const keys = ['match.run', 'match.played_at', 'match.created_at', 'match.id'] as const;
const isBeyond = (direction: '>' | '<=', place: Place) =>
  sql<boolean>`(${sql.join(keys.map((key) => sql.ref(key)))}) ${sql.raw(direction)} (${sql.join(place)})`;

function inOrder(db: Db, after: Place | undefined) {
  let matches = db.selectFrom('match').where('match.run', 'is not', null);
  for (const key of keys) matches = matches.orderBy(key);
  return after ? matches.where(isBeyond('>', after)) : matches;
}

/** The place of the last match of the page after a place; undefined where no more come after that page. */
async function lastOfPage(
  db: Db,
  size: number,
  after: Place | undefined,
): Promise<Place | undefined> {
  const last = inOrder(db, after)
    .select(keys)
    .limit(1)
    .offset(size - 1);
  const place = await last.executeTakeFirst();
  return place && [place.run, place.played_at, place.created_at, place.id];
}

/** How many points a loss would have taken that weren't there. rules 1.6 */
const missing = (entry: string) => {
  const column = (name: string) => sql.ref(`${entry}.${name}`);
  return sql`greatest(0, -round(${column('k_factor')} * (${column('actual_score')} - ${column('expected_score')})) - ${column('value_before')})`;
};

async function pageBetween(
  db: Db,
  size: number,
  after: Place | undefined,
  last: Place | undefined,
  competition: string | undefined,
) {
  const page = last ? inOrder(db, after).where(isBeyond('<=', last)) : inOrder(db, after);
  let matches = db
    .selectFrom(page.selectAll().limit(sql.lit(size)).as('match'))
    .innerJoin('rating_history as one', (join) =>
      join
        .onRef('one.match_id', '=', 'match.id')
        .onRef('one.player_id', '=', 'match.first_player_id')
        .on(isResult('one')),
    )
    .innerJoin('rating_history as other', (join) =>
      join
        .onRef('other.match_id', '=', 'match.id')
        .onRef('other.player_id', '=', 'match.second_player_id')
        .on(isResult('other')),
    )
    .select(['match.played_at', 'match.status'])
    .select(({ eb, ref, fn }) => [
      eb('match.winner_id', '=', ref('match.first_player_id')).as('first_won'),
      (competition ? sql<boolean>`match.competition_id = ${competition}` : sql<boolean>`true`).as(
        'is_asked_for',
      ),
      fn<number>('least', ['one.confidence_before', 'other.confidence_before']).as(
        'lower_confidence',
      ),
      sql<number>`case when 0 in (one.value_after, other.value_after) then ${missing('one')} + ${missing('other')} else 0 end`.as(
        'floor',
      ),
    ])
    .select([
      ...(['one.player_id as first_id', 'other.player_id as second_id'] as const),
      ...(['one.value_before as first_before', 'other.value_before as second_before'] as const),
      ...(['one.value_after as first_after', 'other.value_after as second_after'] as const),
      ...([
        'one.expected_score as first_expected',
        'other.expected_score as second_expected',
      ] as const),
    ])
    .$narrowType<Given>();
  for (const key of keys) matches = matches.orderBy(key);
  // As one value: the driver would take longer for its many columns than all the rest takes.
  const { rows } = await db
    .selectNoFrom(jsonArrayFrom(matches).as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

/** What the entry of a match always has. */
type Given = { first_won: boolean } & {
  [Name in `${'first' | 'second'}_${'before' | 'expected'}`]: NotNull;
};

/** The level that each of the players gave. */
export async function levelsOf(
  db: Db,
  players: readonly PlayerId[],
): Promise<{ readonly id: PlayerId; readonly level: number }[]> {
  if (players.length === 0) return [];
  return db
    .selectFrom('player')
    .select(['id', 'self_assessed_ntrp as level'])
    .where('id', '=', anyOf(players))
    .execute();
}

const kept = prepared((db, _: Record<never, never>) =>
  db.selectFrom('quality_result').select(['computed_at', 'result']),
);

/** The last result, and when it was computed, if one was. */
export async function keptQuality(db: Db) {
  return (await kept(db, {}))[0];
}

/** Keeps a result in place of the last one; `at` in milliseconds since the epoch. */
export async function keepQuality(db: Db, at: number, result: Kept): Promise<void> {
  const row = { computed_at: utc(at), result };
  await db
    .insertInto('quality_result')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
