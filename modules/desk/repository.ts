import { type Expression, expressionBuilder, sql } from 'kysely';
import { closestMatch } from 'leven';
import { anyOf, collated, type Db, type Tables } from '../../shared/database/db.ts';
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';
import type { DeskPass } from '../auth/index.ts';
import { erasedName, named } from '../ratings/index.ts';

/** How many competitions a desk offers, the newest ones. */
const mostCompetitions = 100;

/** The competitions that a pass is for, up to `limit` of them, the last to start first. */
export function competitionsOf(
  db: Db,
  { organizer_id, competition_id }: DeskPass,
  limit = mostCompetitions,
) {
  const all = db
    .selectFrom('competition')
    .select(['id', 'name', 'season', 'starts_on', 'ends_on'])
    .where('organizer_id', '=', organizer_id)
    .orderBy('starts_on', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit));
  return (competition_id ? all.where('id', '=', competition_id) : all).execute();
}

/** How many names a form offers: with more its page would be long to load. */
const mostNames = 300;

/** The players' names that a form offers: who played in the competition, in the city, and others. */
export async function namesOffered(db: Db, competition: CompetitionId): Promise<string[]> {
  const playedLast = (matches: number, only?: CompetitionId) =>
    db
      .selectFrom(({ selectFrom }) =>
        selectFrom('match')
          .select(['first_player_id', 'second_player_id'])
          .where(({ and, eb }) => (only ? eb('competition_id', '=', only) : and([])))
          .orderBy('played_at', 'desc')
          .orderBy('id', 'desc')
          .limit(sql.lit(matches))
          .as('match'),
      )
      .innerJoin('player', (join) =>
        join.on(({ eb, ref }) =>
          eb('player.id', 'in', [ref('match.first_player_id'), ref('match.second_player_id')]),
        ),
      )
      .select('display_name')
      .distinct()
      .execute();
  const byName = db
    .selectFrom('player')
    .select('display_name')
    .orderBy(({ ref }) => collated(ref('display_name')))
    .limit(sql.lit(mostNames))
    .execute();
  const rows = await Promise.all([playedLast(400, competition), playedLast(200), byName]);
  const names = new Set(rows.flat().map(({ display_name }) => display_name));
  names.delete(erasedName);
  return [...names].slice(0, mostNames);
}

/** A player as somebody at the desk tells namesakes apart. */
export type Candidate = Awaited<ReturnType<typeof candidates>>[number];

/** How many of the players who may be meant are shown. */
const mostCandidates = 10;

const { fn, ref } = expressionBuilder<Tables, 'player_name'>();

/** The ids of the players who are called so, whatever the accents and case, also with the surname first. */
const calledSo = (name: string) => {
  const isWhole = sql<boolean>`'%' || ${ref('folded')} || '%' = any(${fn<string[]>('name_patterns', [sql.val(name)])})`;
  return named(name).where(isWhole);
};

/** The players who are called so, as they are told apart; else those whose name has that part. */
export async function playersMeant(db: Db, name: string) {
  const exact = await candidates(db, calledSo(name));
  if (exact.length > 0) return { exact, similar: [] };
  const similar = await candidates(db, named(name));
  return { exact, similar: similar.length > 0 ? similar : await playersLike(db, name) };
}

/** The players whose name is one or two letters away. */
async function playersLike(db: Db, name: string): Promise<Candidate[]> {
  const names = db.selectFrom('player_name').select('folded').distinct();
  const folded = sql<string>`fold_name(${name})`;
  const [given] = await db.selectNoFrom(folded.as('folded')).execute();
  const all = (
    await names.where('folded', '<>', sql<string>`fold_name(${erasedName})`).execute()
  ).map((row) => row.folded);
  const nearest = given && closestMatch(given.folded, all, { maxDistance: 2 });
  if (!nearest) return [];
  const ids = db.selectFrom('player_name').select('player_id').where('folded', '=', nearest);
  return candidates(db, sql`(${ids})`);
}

/** The player with the id, as a candidate. */
export async function candidateWith(db: Db, id: PlayerId): Promise<Candidate | undefined> {
  return (await candidates(db, sql<PlayerId>`(select ${id}::text)`))[0];
}

function candidates(db: Db, ids: Expression<unknown>) {
  const lastAs = (side: 'first_player_id' | 'second_player_id') =>
    expressionBuilder<Tables, 'player'>()
      .selectFrom('match')
      .select('played_at')
      .whereRef(side, '=', 'player.id')
      .orderBy('played_at', 'desc')
      .limit(sql.lit(1));
  return db
    .selectFrom('player')
    .leftJoin('venue', (join) => join.on(sql<boolean>`venue.id = player.preferred_venue_ids[1]`))
    .select(['player.id', 'display_name', 'self_assessed_ntrp', 'venue.name as club'])
    .select(
      sql<string | null>`greatest(${lastAs('first_player_id')}, ${lastAs('second_player_id')})`.as(
        'last_played',
      ),
    )
    .where(sql<boolean>`player.id in ${ids}`)
    .orderBy(({ ref }) => collated(ref('display_name')))
    .orderBy('player.id')
    .limit(sql.lit(mostCandidates))
    .execute();
}

/** The names of the venues, the given ones first. */
export async function venuesOffered(db: Db, first: readonly VenueId[]) {
  const venues = db.selectFrom('venue').select(['id', 'name']);
  const own = await venues.where('id', '=', anyOf<VenueId>(first)).execute();
  const others = await venues
    .where('id', '<>', sql<VenueId>`all(${[...first]})`)
    .orderBy(({ ref }) => collated(ref('name')))
    .limit(sql.lit(100))
    .execute();
  const inOrder = first.flatMap((id) => own.find((venue) => venue.id === id) ?? []);
  return [...inOrder, ...others];
}
