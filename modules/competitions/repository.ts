import { sql } from 'kysely';
import {
  all,
  changeExactly,
  type Db,
  firstRow,
  paged,
  recordset,
  rows,
} from '../../shared/database/db.ts';
import type { Position } from '../../shared/http/cursor.ts';
import type { CompetitionId, OrganizerId, VenueId } from '../../shared/ids.ts';
import type { Competition, CompetitionRecord, MatchFormat, Organizer } from './schema.ts';

const venueIds = sql`array(
  select venue_id from competition_venue where competition_id = c.id order by position)`;
const format = sql`json_build_object(
  'games_per_set', games_per_set, 'no_ad', no_ad, 'final_set', final_set)`;

const shown = sql`c.id, c.name, c.type, json_build_object('id', o.id, 'name', o.name) as organizer,
  c.season, c.starts_on, c.ends_on, ${format} as match_format, ${venueIds} as venue_ids
  from competition c join organizer o on o.id = c.organizer_id`;

const recorded = sql`select c.id, c.name, c.type, c.organizer_id, c.season, c.starts_on,
  c.ends_on, ${format} as match_format, ${venueIds} as venue_ids from competition c`;

/** The competition with the id. */
export function findCompetition(on: Db, id: CompetitionId): Promise<Competition | undefined> {
  return firstRow(on, sql<Competition>`select ${shown} where c.id = ${id}`);
}

export type CompetitionFilters = {
  readonly type?: string | undefined;
  readonly season?: string | undefined;
  readonly venue_id?: VenueId | undefined;
};

/** Up to `limit` competitions, the last to start first, after the position `[starts_on, id]`. */
export function listCompetitions(
  on: Db,
  { type, season, venue_id }: CompetitionFilters,
  limit: number,
  after: Position | undefined,
): Promise<Competition[]> {
  const where = all([
    type === undefined ? undefined : sql`c.type = ${type}`,
    season === undefined ? undefined : sql`c.season = ${season}`,
    venue_id === undefined
      ? undefined
      : sql`exists (select from competition_venue v
          where v.competition_id = c.id and v.venue_id = ${venue_id})`,
    after && sql`(c.starts_on, c.id) < (${after[0]}::date, ${after[1]})`,
  ]);
  return rows(
    on,
    sql<Competition>`select ${shown} where ${where}
      order by c.starts_on desc, c.id desc limit ${limit}`,
  );
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
  on: Db,
  ids: readonly CompetitionId[],
): Promise<CompetitionRules[]> {
  return rows(on, rulesOf(ids));
}

/** The same, held until the transaction ends, so that nothing changes them. */
export function holdCompetitionRules(
  on: Db,
  ids: readonly CompetitionId[],
): Promise<CompetitionRules[]> {
  return rows(on, sql<CompetitionRules>`${rulesOf(ids)} order by id for share`);
}

function rulesOf(ids: readonly CompetitionId[]) {
  return sql<CompetitionRules>`select id, organizer_id, starts_on, ${format} as match_format
    from competition where id = any(${[...new Set(ids)]}::text[])`;
}

/** Adds the organizers; throws unless all of them are new. */
export function insertOrganizers(on: Db, organizers: readonly Organizer[], at: string) {
  return changeExactly(
    on,
    organizers.length,
    sql`insert into organizer (id, name, created_at)
      select id, name, ${at} from ${recordset(organizers, 'id text, name text')}
      on conflict do nothing`,
  );
}

/** Adds the competitions; throws unless all of them are new. */
export async function insertCompetitions(
  on: Db,
  competitions: readonly CompetitionRecord[],
): Promise<void> {
  const flat = competitions.map(({ match_format, ...rest }) => ({ ...rest, ...match_format }));
  await changeExactly(
    on,
    competitions.length,
    sql`insert into competition
        (id, name, type, organizer_id, season, starts_on, ends_on, games_per_set, no_ad, final_set)
      select * from ${recordset(
        flat,
        `id text, name text, type text, organizer_id text, season text,
         starts_on date, ends_on date, games_per_set smallint, no_ad boolean, final_set text`,
      )} on conflict do nothing`,
  );
  await insertLinks(on, competitions);
}

function insertLinks(on: Db, competitions: readonly CompetitionRecord[]): Promise<void> {
  const links = competitions.flatMap(({ id, venue_ids }) =>
    venue_ids.map((venue_id, position) => ({ id, venue_id, position })),
  );
  return changeExactly(
    on,
    links.length,
    sql`insert into competition_venue (competition_id, venue_id, position)
      select * from ${recordset(links, 'id text, venue_id text, position smallint')}`,
  );
}

/** The organizer with the id. */
export function findOrganizer(on: Db, id: string): Promise<Organizer | undefined> {
  return firstRow(on, sql<Organizer>`select id, name from organizer where id = ${id}`);
}

/** Every organizer by id. */
export function exportOrganizers(on: Db): AsyncGenerator<Organizer> {
  return paged(1_000, (last, size) =>
    rows(
      on,
      sql<Organizer>`select id, name from organizer where id > ${last?.id ?? ''}
        order by id limit ${size}`,
    ),
  );
}

/** Every competition by id, as an import takes it. */
export function exportCompetitions(on: Db): AsyncGenerator<CompetitionRecord> {
  return paged(1_000, (last, size) =>
    rows(
      on,
      sql<CompetitionRecord>`${recorded} where c.id > ${last?.id ?? ''} order by c.id limit ${size}`,
    ),
  );
}

/** Stores the organizer's name; throws unless there is one with the id. */
export function updateOrganizer(on: Db, { id, name }: Organizer): Promise<void> {
  return changeExactly(on, 1, sql`update organizer set name = ${name} where id = ${id}`);
}

/** Stores the competition in the place of the one with its id; throws unless there is one. */
export async function updateCompetition(on: Db, record: CompetitionRecord): Promise<void> {
  const { id, name, type, organizer_id, season, starts_on, ends_on, match_format } = record;
  const { games_per_set, no_ad, final_set } = match_format;
  await changeExactly(
    on,
    1,
    sql`update competition set name = ${name}, type = ${type}, organizer_id = ${organizer_id},
      season = ${season}, starts_on = ${starts_on}, ends_on = ${ends_on},
      games_per_set = ${games_per_set}, no_ad = ${no_ad}, final_set = ${final_set}
      where id = ${id}`,
  );
  await sql`delete from competition_venue where competition_id = ${id}`.execute(on);
  await insertLinks(on, [record]);
}

/** The competition with the id, as an import takes it. */
export function findCompetitionRecord(on: Db, id: string): Promise<CompetitionRecord | undefined> {
  return firstRow(on, sql<CompetitionRecord>`${recorded} where c.id = ${id}`);
}
