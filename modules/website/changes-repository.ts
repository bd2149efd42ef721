import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { opponentOf } from '../matches/index.ts';
import { type HistoryPlace, historyKeys, isResult, publicNameOf } from '../ratings/index.ts';

type OfEntry = Tables & { entry: Tables['rating_history'] };

const { selectFrom } = expressionBuilder<OfEntry, 'entry'>();

/** A position in the list of changes: its last change so far, and its last match without one. */
export type ListPosition = {
  readonly entry: HistoryPlace;
  readonly played_at: string;
  readonly match_id: string;
};

export type OfPlayer = ListPosition & { readonly id: PlayerId };

/** Whether the match isn't rated. */
export const isUnrated = expressionBuilder<Tables, 'match'>()('match.rating_status', '<>', 'rated');

/** A match, and who the opponent was. */
export const meeting = [
  'match.id as match_id',
  'match.played_at',
  'match.first_player_id',
  'match.status',
  'match.score',
  'match.winner_id',
  'opponent.id as opponent_id',
  publicNameOf('opponent').as('opponent_name'),
] as const;

/** What an entry of the history changed, and why. */
export const change = [
  'entry.drops_applied',
  'entry.value_before',
  'entry.value_after',
  'entry.confidence_after',
  'entry.opponent_rating',
  'entry.expected_score',
  'entry.actual_score',
] as const;

/** The changes of a rating, the last applied first, each with its match. */
export const changes = ({ id, entry }: OfPlayer, limit: number) => {
  const rows = selectFrom('rating_history as entry')
    .leftJoin('match', (join) =>
      join.onRef('match.id', '=', 'entry.match_id').on(isResult('entry')),
    )
    .leftJoin('player as opponent', 'opponent.id', 'entry.opponent_id')
    .select(['entry.id', 'entry.occurred_at', 'entry.reason', 'entry.last_rated_match_at'])
    .select([...change, ...meeting])
    .select(isNotedLate(id).as('is_noted_late'))
    .select(jsonBuildArray(historyKeys('entry')).as('at'))
    .where('entry.player_id', '=', id)
    .where(beyond(historyKeys('entry'), '<', entry))
    .limit(sql.lit(limit));
  return historyKeys('entry').reduce((ordered, key) => ordered.orderBy(key, 'desc'), rows);
};

/** Whether an entry is the first one and was noted when the player had played already. */
const isNotedLate = (id: PlayerId) => {
  const { and, eb, exists, ref } = expressionBuilder<OfEntry, 'entry'>();
  const playedBefore = (own: 'first_player_id' | 'second_player_id') =>
    selectFrom('match')
      .select('match.id')
      .where(own, '=', id)
      .where('match.played_at', '<', ref('entry.occurred_at'));
  return and([
    eb('entry.reason', '=', sql.lit('initial_assessment' as const)),
    exists(playedBefore('first_player_id').unionAll(playedBefore('second_player_id'))),
  ]);
};

/** A place in the history as JSON. */
const jsonBuildArray = (keys: readonly Expression<unknown>[]) =>
  sql<HistoryPlace>`json_build_array(${sql.join(keys)})`;

/** Up to `limit` of the player's matches of which something is true, the last played first. */
const latest = (id: PlayerId, isMeant: Expression<SqlBool>, limit: number) => {
  const on = (own: 'first_player_id' | 'second_player_id') =>
    selectFrom(
      selectFrom('match')
        .selectAll()
        .where(own, '=', id)
        .where(isMeant)
        .orderBy('played_at', 'desc')
        .orderBy('id', 'desc')
        .limit(sql.lit(limit))
        .as('of_side'),
    ).selectAll();
  return selectFrom(on('first_player_id').unionAll(on('second_player_id')).as('match'))
    .innerJoin('player as opponent', (join) => join.on('opponent.id', '=', opponentOf(id)))
    .select([...meeting])
    .orderBy('match.played_at', 'desc')
    .orderBy('match.id', 'desc')
    .limit(sql.lit(limit));
};

const { and, eb, ref } = expressionBuilder<Tables, 'match'>();

/** The matches that haven't changed the rating (walkovers and pending ones), the last played first. */
export const others = ({ id, played_at, match_id }: OfPlayer, limit: number) => {
  const isAfter = beyond([ref('match.played_at'), ref('match.id')], '<', [played_at, match_id]);
  return latest(id, and([isUnrated, isAfter]), limit);
};

/** The last five matches that were played, the last one first. */
export const form = (id: PlayerId) =>
  latest(id, eb('match.status', '<>', sql.lit('walkover' as const)), 5);

/** Up to `limit` of the changes, and as many of the matches without one, after the position. */
export const changesOfPlayer = prepared((db, position: OfPlayer, limit) =>
  db.selectNoFrom([
    jsonArrayFrom(changes(position, limit)).as('changes'),
    jsonArrayFrom(others(position, limit)).as('others'),
  ]),
);

type Lists = Awaited<ReturnType<typeof changesOfPlayer>>[number];

/** A change of a rating, with its match if it has one. */
export type ChangeRow = Lists['changes'][number];

/** A match that hasn't changed the rating. */
export type OtherRow = Lists['others'][number];
