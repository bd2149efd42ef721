import type { Selectable } from 'kysely';
import { type Db, givenRows, noSuchRow, type Tables } from '../../shared/database/db.ts';
import type { MatchId } from '../../shared/ids.ts';
import { type Problem, refusal } from '../../shared/problem.ts';
import type { StoredMatch } from './repository.ts';

type Voided = Selectable<Tables['voided_match']>;

/** All that is stored of voided matches. */
export const voidedMatches = (db: Db) => db.selectFrom('voided_match').selectAll();

/** The voided match with the id. */
export function findVoided(db: Db, id: MatchId): Promise<Voided | undefined> {
  return voidedMatches(db).where('id', '=', id).executeTakeFirst();
}

/** Why there is no match with the id: it is voided, or there never was one. */
export async function whyMissing(db: Db, id: MatchId): Promise<Problem> {
  if (!(await findVoided(db, id))) return noSuchRow('match', id);
  return refusal(`${id} is voided; "tennis matches restore" lets it count again.`);
}

/** Which of the matches have the id, or the players, competition and moment, of a voided one. */
export function voidedLike(
  db: Db,
  matches: readonly StoredMatch[],
): Promise<{ readonly id: MatchId; readonly like: MatchId }[]> {
  return db
    .selectFrom(givenRows('match', matches))
    .innerJoin('voided_match as voided', (join) =>
      join.on(({ and, eb, or, ref }) => {
        const players = [ref('given.first_player_id'), ref('given.second_player_id')];
        return or([
          eb('voided.id', '=', ref('given.id')),
          and([
            eb('voided.competition_id', '=', ref('given.competition_id')),
            eb('voided.played_at', '=', ref('given.played_at')),
            eb('voided.first_player_id', 'in', players),
            eb('voided.second_player_id', 'in', players),
          ]),
        ]);
      }),
    )
    .select(['given.id', 'voided.id as like'])
    .execute();
}
