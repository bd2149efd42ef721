import { sql } from 'kysely';
import { anyOf, type Db, givenRows } from '../../shared/database/db.ts';
import type { VenueId } from '../../shared/ids.ts';
import { hourMs, utc } from '../../shared/time.ts';
import { type Appearance, appearancesOf, comparedOf } from './compared.ts';
import { mostApart } from './doubt.ts';

/**
 * The stored results that those of some players must be compared with: the same players' within a few days,
 * and, of who gave up, all that weren't completed. Each player is looked up once per day of play, however many
 * results there are.
 */
export async function resultsAround(
  db: Db,
  appearances: readonly Appearance[],
): Promise<Appearance[]> {
  const players = new Set(appearances.map(({ player }) => player));
  const stored = new Map(
    [...(await resultsNear(db, appearances)), ...(await givenUpBy(db, appearances))].map((one) => [
      one.id,
      one,
    ]),
  );
  const results = [...stored.values()].map(
    ({ id, played_at, first_player_id, second_player_id, games_per_set, ...match }) => {
      const player_ids = [first_player_id, second_player_id];
      const result = { ...match, player_ids, instant: Date.parse(played_at) };
      return comparedOf(result, id, { games_per_set });
    },
  );
  return appearancesOf(results).filter(({ player }) => players.has(player));
}

const columns = [
  ...(['match.id', 'match.competition_id', 'match.venue_id', 'match.played_at'] as const),
  ...(['match.first_player_id', 'match.second_player_id', 'match.score'] as const),
  ...(['match.winner_id', 'match.retired_player_id'] as const),
];

function resultsNear(db: Db, appearances: readonly Appearance[]) {
  const days = new Map(
    appearances.map(({ player: first_player_id, result: { instant } }) => {
      const played_at = `${utc(instant).slice(0, 'YYYY-MM-DD'.length)}T00:00:00Z`;
      return [`${first_player_id} ${played_at}`, { first_player_id, played_at }];
    }),
  );
  const hours = mostApart / hourMs;
  return db
    .selectFrom(givenRows('match', [...days.values()]))
    .innerJoinLateral(
      ({ ref, selectFrom }) => {
        const day = ref('given.played_at');
        const side = (column: 'match.first_player_id' | 'match.second_player_id') =>
          selectFrom('match')
            .select(columns)
            .whereRef(column, '=', 'given.first_player_id')
            .where('match.played_at', '>=', sql<string>`${day} - interval '1 hour' * ${hours}`)
            .where('match.played_at', '<', sql<string>`${day} + interval '1 hour' * ${hours + 24}`);
        return side('match.first_player_id').unionAll(side('match.second_player_id')).as('near');
      },
      (join) => join.onTrue(),
    )
    .innerJoin('competition', 'competition.id', 'near.competition_id')
    .distinctOn('near.id')
    .selectAll('near')
    .select('games_per_set')
    .orderBy('near.id')
    .execute();
}

async function givenUpBy(db: Db, appearances: readonly Appearance[]) {
  const players = anyOf(
    appearances.flatMap(({ player, result }) => (result.gave_up === player ? [player] : [])),
  );
  return db
    .selectFrom('match')
    .innerJoin('competition', 'competition.id', 'match.competition_id')
    .select(columns)
    .select('games_per_set')
    .where('status', '<>', sql.lit('completed' as const))
    .where(({ eb, or }) =>
      or([eb('first_player_id', '=', players), eb('second_player_id', '=', players)]),
    )
    .execute();
}

/** The courts of those venues that exist. */
export function courtsOf(db: Db, ids: readonly VenueId[]) {
  return db.selectFrom('venue').select(['id', 'courts']).where('id', '=', anyOf(ids)).execute();
}
