import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { StoredMatch } from '../matches/index.ts';
import { mostDrops } from './confidence.ts';

const own = ['sequence', 'player_id', 'reason', 'occurred_at', 'as_of'] as const;
const result = ['match.id as result_id', 'played_at', 'created_at', 'received_at'] as const;

/** The history, with the order of play of its matches, and whether a drop was given with a match. */
function history(db: Db) {
  const live = db
    .selectFrom('rating_history')
    .leftJoin('match', 'match.id', 'match_id')
    .select(({ selectFrom, exists }) => [
      ...own,
      ...result,
      'match_id',
      exists(
        selectFrom('rating_history as beside')
          .select('beside.id')
          .where('rating_history.as_of', 'is', null)
          .whereRef('beside.player_id', '=', 'rating_history.player_id')
          .whereRef('beside.occurred_at', '=', 'rating_history.occurred_at')
          .where('beside.match_id', 'is not', null),
      ).as('is_along'),
    ]);
  return db.selectFrom(live.as('applied'));
}

type Applied = ReturnType<typeof history>;

/** What is kept of voided matches, in its places, as it was in the history. */
function keptHistory(db: Db): Applied {
  const kept = db
    .selectFrom('voided_entry')
    .leftJoin('voided_match as match', 'match.id', 'match_id')
    .select(({ eb, ref }) => [
      ...own,
      ...result,
      eb.case().when('reason', '=', 'match_result').then(ref('match_id')).end().as('match_id'),
      eb('match_id', 'is not', null).as('is_along'),
    ]);
  return db.selectFrom(kept.as('applied'));
}

/** The applied entries that `meant` selects, in order; each table is read no further than necessary. */
async function appliedEntries(db: Db, meant: (entries: Applied) => Applied) {
  const live = await meant(history(db)).selectAll().execute();
  const kept = await meant(keptHistory(db)).selectAll().execute();
  return [...live, ...kept].sort((one, other) => one.sequence - other.sequence);
}

const firstOf = (entries: Applied) => entries.orderBy('sequence').limit(sql.lit(1));
const lastOf = (entries: Applied) => entries.orderBy('sequence', 'desc').limit(sql.lit(1));

/** The first entry of a match after a place that has this moment or a later one. */
export async function firstRatedSince(db: Db, moment: string, after: number) {
  const [first] = await appliedEntries(db, (entries) =>
    firstOf(entries)
      .where('match_id', 'is not', null)
      .where('occurred_at', '>=', moment)
      .where('sequence', '>', after),
  );
  return first;
}

/**
 * For the entries of matches from a place on whose players came in before it: the earliest moment, and the
 * last place of an entry from before the given moment.
 */
export async function ratedFrom(db: Db, place: number, moment: string) {
  const of = (entries: Applied) =>
    entries
      .innerJoin('rating_history as first', 'first.player_id', 'applied.player_id')
      .select(({ fn }) => [
        fn.min('applied.occurred_at').as('earliest'),
        fn.max('applied.sequence').filterWhere('applied.occurred_at', '<', moment).as('before'),
      ])
      .where('first.reason', '=', 'initial_assessment')
      .where('first.sequence', '<', place)
      .where('applied.match_id', 'is not', null)
      .where('applied.sequence', '>=', place);
  const found = await of(history(db))
    .unionAll(of(keptHistory(db)))
    .execute();
  const [earliest = moment] = found.flatMap(({ earliest }) => earliest ?? []).sort();
  return { earliest, before: Math.max(...found.map(({ before }) => before ?? 0)) };
}

/** A match as a run orders it: by the moment of play, then by that of submission, then by id. rules 3.2 */
type InOrderOfPlay = Pick<StoredMatch, 'id' | 'played_at' | 'created_at'>;

/**
 * The first entry, from a place on, before which a run at the moment `now` would have rated the match: one of
 * a match later in the order or, after all that was rated by then, one of a match that came in later or of a
 * later look. Only a rebuild in the order of play can have put such an entry earlier.
 */
export async function firstFollowing(db: Db, from: number, match: InOrderOfPlay, now: string) {
  const order = [match.played_at, match.created_at, match.id];
  const ratedByThen = await appliedEntries(db, (entries) =>
    lastOf(entries)
      .where('match_id', 'is not', null)
      .where('occurred_at', '<=', now)
      // An imported history has moments of its own.
      .where('player_id', 'in', ({ selectFrom }) =>
        selectFrom('rating_history as own')
          .select('own.player_id')
          .where('own.reason', '=', 'initial_assessment')
          .where('own.sequence', '<', from),
      ),
  );
  const end = ratedByThen.at(-1)?.sequence ?? 0;
  const [first] = await appliedEntries(db, (entries) =>
    firstOf(entries)
      .where('sequence', '>=', from)
      .where(({ and, or, not, eb, ref }) =>
        or([
          and([
            eb('sequence', '>', end),
            or([
              and([
                eb('reason', '=', 'inactivity'),
                eb('occurred_at', '>', now),
                not(ref('is_along')),
              ]),
              eb('created_at', '>', now),
              // If the whole history was imported, its entries occurred before its matches were received.
              and([eb('received_at', '>', now), eb('occurred_at', '>=', ref('received_at'))]),
            ]),
          ]),
          beyond([ref('played_at'), ref('created_at'), ref('result_id')], '>', order),
        ]),
      ),
  );
  return first;
}

/** The first place that is taken, by an entry or by what is kept of a voided match; 0 if there is none. */
export async function firstPlace(db: Db): Promise<number> {
  const first = (table: 'rating_history' | 'voided_entry') =>
    db.selectFrom(table).select(({ fn }) => fn.min('sequence').as('sequence'));
  const rows = await first('rating_history').unionAll(first('voided_entry')).execute();
  const places = rows.flatMap(({ sequence }) => sequence ?? []);
  return places.length === 0 ? 0 : Math.min(...places);
}

/**
 * The last place, before the given one if there is one, at which something was applied or is kept of a voided
 * match; 0 if there is none.
 */
export async function placeBefore(db: Db, sequence = Number.MAX_SAFE_INTEGER): Promise<number> {
  const lastOf = (table: 'rating_history' | 'voided_entry') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.max('sequence').as('last'))
      .where('sequence', '<', sequence);
  const last = await lastOf('rating_history').unionAll(lastOf('voided_entry')).execute();
  return Math.max(...last.map(({ last }) => last ?? 0));
}

/** The places of what is kept of voided matches, from a place on, in order. */
export async function keptPlaces(db: Db, from: number): Promise<number[]> {
  const kept = db.selectFrom('voided_entry').select('sequence').where('sequence', '>=', from);
  return (await kept.orderBy('sequence').execute()).map(({ sequence }) => sequence);
}

/** A place after all entries. */
export async function newPlace(db: Db): Promise<number> {
  const next = sql<number>`nextval('rating_history_sequence_seq')`.as('place');
  return (await db.selectNoFrom(next).executeTakeFirstOrThrow()).place;
}

/** The match's entries, in order. */
export function entriesOf(db: Db, id: MatchId) {
  return appliedEntries(db, (entries) => entries.where('match_id', '=', id));
}

/** The player's last entries before a place, in order: more of them than drops can follow each other. */
export function entriesBefore(db: Db, player: PlayerId, before: number) {
  return appliedEntries(db, (entries) =>
    entries
      .where('player_id', '=', player)
      .where('sequence', '<', before)
      .orderBy('sequence', 'desc')
      .limit(sql.lit(mostDrops + 1)),
  );
}

const places = (db: Db) => db.selectFrom('rating_history').select('sequence').orderBy('sequence');

/** The place of the match's first entry, if it has any. */
export async function firstPlaceOfMatch(db: Db, id: MatchId): Promise<number | undefined> {
  return (await places(db).where('match_id', '=', id).executeTakeFirst())?.sequence;
}

/** The place of the player's first entry. */
export async function firstPlaceOf(db: Db, id: PlayerId): Promise<number> {
  const first = places(db).where('player_id', '=', id).limit(sql.lit(1));
  return (await first.executeTakeFirstOrThrow()).sequence;
}
