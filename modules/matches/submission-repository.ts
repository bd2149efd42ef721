import { sql } from 'kysely';
import { jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';
import {
  arrayOf,
  atMostNow,
  type Db,
  insertRows,
  isForeignKeyViolation,
  isUniqueViolation,
} from '../../shared/database/db.ts';
import { prepared, selected } from '../../shared/database/prepared.ts';
import { Outdated } from '../../shared/database/transaction.ts';
import { type Id, type MatchId, newId, type OrganizerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { type Actor, noteSubmission } from '../audit/index.ts';
import { type StoredMatch, twinsOf } from './repository.ts';
import type { Submission } from './schema.ts';

/** A use of an idempotency key; `now` is its moment, in UTC. */
type Use = { readonly organizer_id: OrganizerId; readonly key: string; readonly now: string };

const answerTo = (on: Pick<Db, 'selectFrom'>, { organizer_id, key, now }: Use) =>
  on
    .selectFrom('submission_key')
    .select(['fingerprint', 'response', 'location'])
    .where('organizer_id', '=', organizer_id)
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .$narrowType<{ response: string; location: string }>(); // none is kept without them

/** The answer that is kept for the key, if there is one. */
export const keptAnswer = prepared((db, use: Use) => answerTo(db, use));

/** The answer that is kept for a key, and the fingerprint of the body that it answers. */
export type KeptAnswer = { readonly [K in 'fingerprint' | 'response' | 'location']: string };

type Named = Pick<Submission, 'competition_id' | 'venue_id' | 'player_ids'>;

const whatIsKnown = prepared((db, { competition_id, venue_id, player_ids, ...use }: Use & Named) =>
  db.selectNoFrom((on) => [
    jsonObjectFrom(answerTo(on, use)).as('earlier'),
    jsonObjectFrom(
      on
        .selectFrom('competition')
        .select(({ ref }) => [
          'name',
          'organizer_id',
          'starts_on',
          jsonBuildObject({
            games_per_set: ref('games_per_set'),
            final_set: ref('final_set'),
          }).as('match_format'),
          sql<string>`xmin::text`.as('version'),
        ])
        .where('id', '=', competition_id),
    ).as('competition'),
    on.exists(on.selectFrom('venue').where('id', '=', venue_id)).as('venue_known'),
    // Not `any(…)` of a list, for which PostgreSQL would make a plan each time.
    arrayOf(on.selectFrom('player').select('id').where('id', 'in', player_ids)).as('known_players'),
  ]),
);

/** The answer that is kept for the key, and what is known of the resources that a result names. */
export async function submissionContext(db: Db, use: Use, named: Named) {
  const { competition_id, venue_id, player_ids } = named;
  const [context] = await whatIsKnown(db, { ...use, competition_id, venue_id, player_ids });
  if (!context) throw new Error('A select without a table gave no row.');
  return context;
}

/**
 * A use of a key with the answer to keep for it, the version of the competition that the result was
 * judged by, and who sent it.
 */
type Keeping = Use &
  KeptAnswer & { readonly expires_at: string; readonly version: string; readonly actor: Actor };

const storing = prepared(
  (db, given: StoredMatch & Keeping & { readonly entry_id: Id<'audit'> }) => {
    const { organizer_id, key, fingerprint, response, location, expires_at, ...rest } = given;
    const { version, now, actor, entry_id, ...match } = rest;
    const answer = selected({ organizer_id, key, fingerprint, response, location, expires_at });
    const row = selected(match);
    const statement = db
      .with('judged_by', (on) =>
        on
          .selectFrom('competition')
          .select('id')
          .where('id', '=', match.competition_id)
          .where(sql`xmin::text`, '=', version)
          .forShare(),
      )
      .with('kept', (on) =>
        on
          .insertInto('submission_key')
          .columns(answer.columns)
          .expression(on.selectFrom('judged_by').select(answer.values))
          .onConflict((conflict) =>
            conflict
              .columns(['organizer_id', 'key'])
              .doUpdateSet({ fingerprint, response, location, expires_at })
              .where('submission_key.expires_at', '<=', now),
          )
          .returning(({ cast }) => cast<object>('response', 'json').as('after')),
      )
      .with('submitted', (on) =>
        on
          .insertInto('match')
          .columns(row.columns)
          .expression(on.selectFrom('kept').select(row.values))
          .returning(({ selectFrom }) => [
            'id as subject',
            selectFrom('kept').select('after').$asScalar().$notNull().as('after'),
          ]),
      );
    return noteSubmission(statement, { id: entry_id, at: now, actor });
  },
);

/**
 * Stores the match, the answer to its key and who sent it, all or nothing; returns the id of the same match
 * if that is stored already. Throws `Outdated` if the key was used meanwhile, or if something that the match
 * was judged by has changed. rules 5.7
 */
export async function storeSubmission(
  db: Db,
  match: StoredMatch,
  keeping: Keeping,
): Promise<MatchId | undefined> {
  try {
    const stored = await storing(db, { ...match, ...keeping, entry_id: newId('audit') });
    if (stored.length > 0) return undefined;
  } catch (error) {
    if (isUniqueViolation(error)) {
      const [same] = await twinsOf(db, [match]);
      if (same) return same.twin;
    } else if (!isForeignKeyViolation(error)) throw error;
  }
  throw new Outdated('What a result was judged by has changed.');
}

/**
 * Stores a match that came without a key; throws `Outdated` if it has meanwhile come in, or what it names has gone.
 */
export async function insertResult(db: Db, match: StoredMatch): Promise<void> {
  try {
    await insertRows(db, 'match', [match]);
  } catch (error) {
    if (!isUniqueViolation(error) && !isForeignKeyViolation(error)) throw error;
    throw new Outdated('What a result was judged by has changed.');
  }
}

/** Forgets the keys that expired by `now`; returns how many. */
export async function purgeKeys(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('submission_key')
    .where('expires_at', '<=', atMostNow(utc(now)))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
