import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely';
import {
  anyOf,
  changeExactly,
  type Db,
  givenRows,
  insertRows,
  type Tables,
  updateRows,
} from '../../shared/database/db.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { rowOf } from './history-repository.ts';
import type { Look } from './look-repository.ts';
import { firstPlaceOf } from './place-repository.ts';
import type { Rewriting } from './placed.ts';

const people = (db: Db) =>
  db.selectFrom('player').select(['id', 'display_name', 'self_assessed_ntrp', 'created_at']);

/** The players: their names, and how they were assessed. */
export function peopleOf(db: Db, ids: readonly PlayerId[]) {
  return people(db).where('id', '=', anyOf(ids)).execute();
}

/** The players without an initial assessment, as a change by hand leaves them. */
export function unassessed(db: Db) {
  return people(db)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rating_history')
            .select('sequence')
            .whereRef('player_id', '=', 'player.id')
            .where('reason', '=', sql.lit('initial_assessment' as const)),
        ),
      ),
    )
    .orderBy('id')
    .execute();
}

/** Waits for the player's results that are coming in, and lets no more come until the transaction ends. */
export async function holdPlayer(db: Db, id: PlayerId): Promise<void> {
  await db.selectFrom('player').select('id').where('id', '=', id).forUpdate().execute();
}

/** The players' entries, each player's before a place, in order, with what their standings follow from. */
export function pastOf(db: Db, before: ReadonlyMap<PlayerId, number>) {
  const places = [...before].map(([player_id, sequence]) => ({ player_id, sequence }));
  return db
    .selectFrom(givenRows('rating_history', places))
    .innerJoin('rating_history as past', (join) =>
      join
        .onRef('past.player_id', '=', 'given.player_id')
        .onRef('past.sequence', '<', 'given.sequence'),
    )
    .leftJoin('match', 'match.id', 'past.match_id')
    .select(['past.sequence', 'past.player_id', 'past.reason', 'past.occurred_at', 'past.as_of'])
    .select(['past.value_after', 'past.confidence_after', 'match.played_at'])
    .orderBy('past.sequence')
    .execute();
}

/**
 * The players of matches that had come in by a look and weren't rated before it, including those that can't be
 * rated: nobody knows since when they couldn't be. The match that is `gone` doesn't count. rules 2.5
 */
export async function waitingAt(db: Db, look: Look, gone?: MatchId): Promise<PlayerId[]> {
  const { ref } = expressionBuilder<Tables, 'match'>();
  const both = [ref('match.first_player_id'), ref('match.second_player_id')];
  const players = sql<PlayerId>`unnest(array[${sql.join(both)}])`.as('id');
  const hadComeIn = ({ and, eb, fn }: ExpressionBuilder<Tables, 'match'>) =>
    and([
      // As they are now: a result that was corrected may have been played after it was first sent.
      eb(fn<string>('greatest', ['match.created_at', 'match.played_at']), '<=', look.ended_at),
      ...(gone ? [eb('match.id', '<>', gone)] : []),
    ]);
  const ratedSince = db
    .selectFrom('rating_history')
    .innerJoin('match', 'match.id', 'rating_history.match_id')
    .select(players)
    .where('sequence', '>', look.place)
    .where(hadComeIn);
  const waited = await db
    .selectFrom('match')
    .select(players)
    .where('rating_status', '=', sql.lit('pending' as const))
    .where(hadComeIn)
    .union(ratedSince)
    .execute();
  return waited.map(({ id }) => id);
}

/** Writes what became of the history; throws unless all of it is still as it was read. */
export async function rewriteHistory(db: Db, { changed, removed, added }: Rewriting) {
  const gone = removed.map(({ sequence }) => sequence);
  const removal = db.deleteFrom('rating_history').where('sequence', '=', anyOf(gone));
  if (gone.length > 0) await changeExactly(db, gone.length, removal);
  const rows = changed.map(({ before, after }) => ({ sequence: before.sequence, ...rowOf(after) }));
  await updateRows(db, 'rating_history', ['sequence', 'id'], rows);
  // All rows of a statement must have the same columns; those without a place get one at the end.
  for (const some of Map.groupBy(added, (one) => 'sequence' in one).values()) {
    const entries = some.map(({ entry, ...place }) => ({ ...rowOf(entry), ...place }));
    await insertRows(db, 'rating_history', entries);
  }
}

/** Gives one player's entries to the other, whose first entry then comes before all of them. */
export async function moveHistory(db: Db, from: PlayerId, into: PlayerId): Promise<void> {
  const [first, own] = [await firstPlaceOf(db, from), await firstPlaceOf(db, into)];
  await db.deleteFrom('rating_history').where('sequence', '=', first).execute();
  await db
    .updateTable('rating_history')
    .set({ sequence: Math.min(first, own) })
    .where('sequence', '=', own)
    .execute();
  for (const table of ['rating_history', 'voided_entry'] as const) {
    await db.updateTable(table).set({ player_id: into }).where('player_id', '=', from).execute();
    await db
      .updateTable(table)
      .set({ opponent_id: into })
      .where('opponent_id', '=', from)
      .where('match_id', 'in', ({ selectFrom }) =>
        selectFrom(table).select('match_id').where('player_id', '=', into),
      )
      .execute();
  }
}
