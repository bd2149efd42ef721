import type { ExpressionBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import {
  anyOf,
  arrayOf,
  type Db,
  filled,
  insertRows,
  type Tables,
} from '../../shared/database/db.ts';
import { type Filters, listBy } from '../../shared/database/paging.ts';
import { preparedById } from '../../shared/database/prepared.ts';
import type { Transaction } from '../../shared/events.ts';
import type { CompetitionId, VenueId } from '../../shared/ids.ts';
import { Competition, Organizer } from './entity.ts';
import type { CompetitionRecord, CompetitionShown, OrganizerRecord } from './schema.ts';

/** What is shown of a competition and what is exported of it; they differ in the organizer. */
function members<const O>(
  { ref, selectFrom }: ExpressionBuilder<Tables, 'competition'>,
  organizer: O,
) {
  const venueIds = selectFrom('competition_venue')
    .select('venue_id')
    .whereRef('competition_id', '=', 'competition.id')
    .orderBy('position');
  return [
    'competition.id',
    'competition.name',
    'type',
    organizer,
    'season',
    'starts_on',
    'ends_on',
    jsonBuildObject({
      games_per_set: ref('games_per_set'),
      no_ad: ref('no_ad'),
      final_set: ref('final_set'),
    }).as('match_format'),
    arrayOf(venueIds).as('venue_ids'),
  ] as const;
}

function shownCompetitions(db: Db) {
  return db
    .selectFrom('competition')
    .innerJoin('organizer', 'organizer.id', 'competition.organizer_id')
    .select((eb) => {
      const organizer = { id: eb.ref('organizer.id'), name: eb.ref('organizer.name') };
      return members(eb, jsonBuildObject(organizer).as('organizer'));
    });
}

/** Competitions, as an import takes them. */
export function recordedCompetitions(db: Db) {
  return db.selectFrom('competition').select((eb) => members(eb, 'organizer_id'));
}

/** The competition with the id. */
export const findCompetition = preparedById<CompetitionId, CompetitionShown>((db, id) =>
  shownCompetitions(db).where('competition.id', '=', id),
);

type CompetitionFilters = Filters<
  Pick<CompetitionRecord, 'type' | 'season'> & { venue_id: VenueId }
>;

/** Up to `limit` competitions, the last to start first, after the position `[starts_on, id]`. */
export const listCompetitions = listBy(
  (db, { type, season, venue_id }: CompetitionFilters) => {
    const competitions = shownCompetitions(db).where(({ and }) => and(filled({ type, season })));
    if (venue_id === undefined) return competitions;
    return competitions.where('competition.id', 'in', ({ selectFrom }) =>
      selectFrom('competition_venue').select('competition_id').where('venue_id', '=', venue_id),
    );
  },
  ({ ref }) => [ref('starts_on'), ref('competition.id')],
  'desc',
);

/**
 * What the judging of results needs to know of the competitions with the ids, if they exist; `hold`
 * locks it against changes until the transaction ends.
 */
export function competitionRules(db: Db, ids: readonly CompetitionId[], hold = false) {
  const rules = recordedCompetitions(db).where('id', '=', anyOf(ids)).orderBy('id');
  return (hold ? rules.forShare() : rules).execute();
}

/** Adds the competitions; throws unless all of them are new. */
export async function insertCompetitions(
  db: Db,
  competitions: readonly CompetitionRecord[],
): Promise<void> {
  const rows = competitions.map(({ match_format, venue_ids: _, ...rest }) => ({
    ...rest,
    ...match_format,
  }));
  await insertRows(db, 'competition', rows);
  await insertCompetitionVenues(db, competitions);
}

function insertCompetitionVenues(
  db: Db,
  competitions: readonly CompetitionRecord[],
): Promise<void> {
  const rows = competitions.flatMap(({ id, venue_ids }) =>
    venue_ids.map((venue_id, position) => ({ competition_id: id, venue_id, position })),
  );
  return insertRows(db, 'competition_venue', rows);
}

/** Organizers, as an import takes them. */
export function recordedOrganizers(db: Db) {
  return db.selectFrom('organizer').select(['id', 'name']);
}

/** Stores the organizer's name; throws if there is no organizer with the id. */
export async function updateOrganizer(
  { em }: Transaction,
  { id, name }: OrganizerRecord,
): Promise<void> {
  em.assign(await em.findOneOrFail(Organizer, id), { name });
}

/** Replaces the stored competition that has its id; throws if there is none. */
export async function updateCompetition(
  { em, db }: Transaction,
  record: CompetitionRecord,
): Promise<void> {
  const { organizer_id: organizer, match_format, venue_ids: _, ...rest } = record;
  em.assign(await em.findOneOrFail(Competition, rest.id), { ...rest, ...match_format, organizer });
  await db.deleteFrom('competition_venue').where('competition_id', '=', rest.id).execute();
  await insertCompetitionVenues(db, [record]);
}
