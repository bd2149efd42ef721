import { type NotNull, sql } from 'kysely';
import { anyOf, type Db } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { isResult } from '../ratings/index.ts';
import type { Kept } from './result.ts';

/** How many matches are read at once: requests wait for each page on the embedded database. */
const pageSize = 2_000;

export type Rated = Awaited<ReturnType<typeof pageAfter>>[number];

/** The rated matches, page by page, in the order in which they were rated, with what each changed. rules 11.7 */
export async function* ratedPages(db: Db): AsyncGenerator<Rated[]> {
  for (let rows = await pageAfter(db, undefined); ; ) {
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    rows = await pageAfter(db, [last.run, last.played_at, last.created_at, last.id]);
  }
}

const keys = ['match.run', 'match.played_at', 'match.created_at', 'match.id'] as const;

function pageAfter(db: Db, place: readonly unknown[] | undefined) {
  let page = db.selectFrom('match').selectAll().where('match.run', 'is not', null);
  for (const key of keys) page = page.orderBy(key);
  if (place) {
    const columns = keys.map((key) => sql.ref(key));
    page = page.where(beyond(columns, '>', place));
  }
  let matches = db
    .selectFrom(page.limit(sql.lit(pageSize)).as('match'))
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
    .select([...keys, 'match.competition_id', 'match.status'])
    .select(({ eb, ref }) =>
      eb('match.winner_id', '=', ref('match.first_player_id')).as('first_won'),
    )
    .select([
      ...(['one.player_id as first_id', 'other.player_id as second_id'] as const),
      ...(['one.value_before as first_before', 'other.value_before as second_before'] as const),
      ...(['one.value_after as first_after', 'other.value_after as second_after'] as const),
      ...([
        'one.confidence_before as first_sure',
        'other.confidence_before as second_sure',
      ] as const),
      ...([
        'one.expected_score as first_expected',
        'other.expected_score as second_expected',
      ] as const),
      ...(['one.actual_score as first_actual', 'other.actual_score as second_actual'] as const),
      ...(['one.k_factor as first_k', 'other.k_factor as second_k'] as const),
    ])
    .$narrowType<Given>();
  for (const key of keys) matches = matches.orderBy(key);
  return matches.execute();
}

/** What the entry of a match always has. */
type Given = {
  [Name in `${'first' | 'second'}_${'before' | 'sure' | 'expected' | 'actual' | 'k'}`]: NotNull;
} & { first_won: boolean };

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
