import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import {
  anyOf,
  arrayOf,
  beyond,
  type Db,
  inPages,
  insertRows,
  type Tables,
} from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { Position } from '../../shared/http/cursor.ts';
import type { CompetitionId, OrganizerId, VenueId } from '../../shared/ids.ts';
import { Competition, Organizer } from './entity.ts';
import type {
  CompetitionRecord,
  Competition as CompetitionShown,
  MatchFormat,
  Organizer as OrganizerShown,
} from './schema.ts';

type Builder = ExpressionBuilder<Tables, 'competition'>;

const matchFormat = ({ ref }: Builder) =>
  jsonBuildObject({
    games_per_set: ref('games_per_set'),
    no_ad: ref('no_ad'),
    final_set: ref('final_set'),
  }).as('match_format');

const venueIds = ({ selectFrom }: Builder) =>
  arrayOf(
    selectFrom('competition_venue')
      .select('venue_id')
      .whereRef('competition_id', '=', 'competition.id')
      .orderBy('position'),
  ).as('venue_ids');

function shownCompetitions(db: Db) {
  return db
    .selectFrom('competition')
    .innerJoin('organizer', 'organizer.id', 'competition.organizer_id')
    .select((eb) => [
      'competition.id',
      'competition.name',
      'type',
      jsonBuildObject({ id: eb.ref('organizer.id'), name: eb.ref('organizer.name') }).as(
        'organizer',
      ),
      'season',
      'starts_on',
      'ends_on',
      matchFormat(eb),
      venueIds(eb),
    ]);
}

function recordedCompetitions(db: Db) {
  return db
    .selectFrom('competition')
    .select((eb) => [
      'id',
      'name',
      'type',
      'organizer_id',
      'season',
      'starts_on',
      'ends_on',
      matchFormat(eb),
      venueIds(eb),
    ]);
}

/** The competition with the id. */
export function findCompetition(db: Db, id: CompetitionId): Promise<CompetitionShown | undefined> {
  return shownCompetitions(db).where('competition.id', '=', id).executeTakeFirst();
}

export type CompetitionFilters = {
  readonly type?: CompetitionRecord['type'] | undefined;
  readonly season?: string | undefined;
  readonly venue_id?: VenueId | undefined;
};

/** Up to `limit` competitions, the last to start first, after the position `[starts_on, id]`. */
export function listCompetitions(
  db: Db,
  { type, season, venue_id }: CompetitionFilters,
  limit: number,
  after: Position | undefined,
): Promise<CompetitionShown[]> {
  let query = shownCompetitions(db)
    .orderBy('starts_on', 'desc')
    .orderBy('competition.id', 'desc')
    .limit(sql.lit(limit));
  if (type !== undefined) query = query.where('type', '=', type);
  if (season !== undefined) query = query.where('season', '=', season);
  if (venue_id !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('competition_venue')
          .whereRef('competition_id', '=', 'competition.id')
          .where('venue_id', '=', venue_id),
      ),
    );
  }
  if (after) {
    query = query.where(({ ref }) => beyond([ref('starts_on'), ref('competition.id')], '<', after));
  }
  return query.execute();
}

/** What the judgement of a result needs to know of its competition. */
export type CompetitionRules = {
  readonly id: CompetitionId;
  readonly organizer_id: OrganizerId;
  readonly starts_on: string;
  readonly match_format: MatchFormat;
};

/** The rules of the competitions with the ids, as far as there are such. */
export function competitionRules(
  db: Db,
  ids: readonly CompetitionId[],
): Promise<CompetitionRules[]> {
  return rulesOf(db, ids).execute();
}

/** The same, held until the transaction ends, so that nothing changes them. */
export function holdCompetitionRules(
  db: Db,
  ids: readonly CompetitionId[],
): Promise<CompetitionRules[]> {
  return rulesOf(db, ids).orderBy('id').forShare().execute();
}

function rulesOf(db: Db, ids: readonly CompetitionId[]) {
  return db
    .selectFrom('competition')
    .select((eb) => ['id', 'organizer_id', 'starts_on', matchFormat(eb)])
    .where('id', '=', anyOf(ids));
}

/** Adds the organizers; throws unless all of them are new. */
export function insertOrganizers(db: Db, organizers: readonly OrganizerShown[], at: string) {
  return insertRows(
    db,
    'organizer',
    organizers.map(({ id, name }) => ({ id, name, created_at: at })),
  );
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
  await insertVenues(db, competitions);
}

function insertVenues(db: Db, competitions: readonly CompetitionRecord[]): Promise<void> {
  const rows = competitions.flatMap(({ id, venue_ids }) =>
    venue_ids.map((venue_id, position) => ({ competition_id: id, venue_id, position })),
  );
  return insertRows(db, 'competition_venue', rows);
}

/** The organizer with the id. */
export function findOrganizer(db: Db, id: OrganizerId): Promise<OrganizerShown | undefined> {
  return db.selectFrom('organizer').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** Every organizer by id. */
export function exportOrganizers(db: Db): AsyncGenerator<OrganizerShown> {
  return inPages(db.selectFrom('organizer').select(['id', 'name']), 'id');
}

/** Every competition by id, as an import takes it. */
export function exportCompetitions(db: Db): AsyncGenerator<CompetitionRecord> {
  return inPages(recordedCompetitions(db), 'id');
}

/** The competition with the id, as an import takes it. */
export function findCompetitionRecord(
  db: Db,
  id: CompetitionId,
): Promise<CompetitionRecord | undefined> {
  return recordedCompetitions(db).where('id', '=', id).executeTakeFirst();
}

/** Stores the organizer's name; throws unless there is one with the id. */
export async function updateOrganizer(
  { em }: Transaction,
  { id, name }: OrganizerShown,
): Promise<void> {
  em.assign(await em.findOneOrFail(Organizer, id), { name });
}

/** Stores the competition in the place of the one with its id; throws unless there is one. */
export async function updateCompetition(
  { em, db }: Transaction,
  record: CompetitionRecord,
): Promise<void> {
  const { organizer_id: organizer, match_format, venue_ids: _, ...rest } = record;
  em.assign(await em.findOneOrFail(Competition, rest.id), { ...rest, ...match_format, organizer });
  await db.deleteFrom('competition_venue').where('competition_id', '=', rest.id).execute();
  await insertVenues(db, [record]);
}
