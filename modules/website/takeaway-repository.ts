import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../../shared/database/db.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { CompetitionId, PlayerId } from '../../shared/ids.ts';
import { opponentOf } from '../matches/index.ts';
import { type HistoryPlace, publicNameOf } from '../ratings/index.ts';
import { startOfList } from './changes-list.ts';
import { changes } from './changes-repository.ts';

const { eb, ref } = expressionBuilder<Tables, 'audit_entry'>();
const isCorrection = eb('action', 'in', ['match corrected', 'match restored', 'player erased']);

/** Whether an update gave a player another name, or none on the public pages. */
const isOtherName = sql<boolean>`${ref('action')} = 'player updated' and (
  ${ref('before')} ->> 'display_name' is distinct from ${ref('after')} ->> 'display_name'
  or ${ref('before')} ->> 'unlisted' is distinct from ${ref('after')} ->> 'unlisted')`;

type Sought = { readonly competition: CompetitionId | undefined };

/**
 * Up to `limit` results, the last played first, of all or of a competition; `changed_at` is when one was last
 * corrected or restored, or a player's name changed, hidden or erased.
 */
export const latestResults = prepared((db, { competition }: Sought, limit) => {
  const latest = db
    .selectFrom('match')
    .selectAll()
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit));
  const those = competition ? latest.where('competition_id', '=', competition) : latest;
  return db
    .selectFrom(those.as('match'))
    .innerJoin('competition', 'competition.id', 'match.competition_id')
    .innerJoin('player as winner', 'winner.id', 'match.winner_id')
    .innerJoin('player as loser', (join) =>
      join.on(({ eb, ref }) => eb('loser.id', '=', opponentOf(ref('winner_id')))),
    )
    .select(['match.id', 'played_at', 'match.created_at', 'status', 'score'])
    .select(['competition.name as competition'])
    .select([publicNameOf('winner').as('winner_name'), publicNameOf('loser').as('loser_name')])
    .select(({ eb, ref, selectFrom }) => [
      eb('winner_id', '=', ref('first_player_id')).$castTo<boolean>().as('first_won'),
      selectFrom('audit_entry')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('subject', 'in', [ref('match.id'), ref('winner.id'), ref('loser.id')])
        .where(({ or }) => or([isCorrection, isOtherName]))
        .as('changed_at'),
    ])
    .orderBy('match.played_at', 'desc')
    .orderBy('match.id', 'desc');
});

/** A result as a feed tells it. */
export type LatestResult = Awaited<ReturnType<typeof latestResults>>[number];

type History = { readonly id: PlayerId; readonly entry: HistoryPlace };

/** Up to `limit` of the changes of a player's rating, the last applied first, before the place. */
export const historyOfPlayer = prepared((db, { id, entry }: History, limit) =>
  db.selectNoFrom(jsonArrayFrom(changes({ ...startOfList, id, entry }, limit)).as('changes')),
);
