import { type Expression, expressionBuilder, type QueryCreator, type SqlBool, sql } from 'kysely';
import { arrayOf, type Tables } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';
import {
  type AskedName,
  askedName,
  type Finder,
  ofCompetition,
  ofName,
  ofVenue,
} from './finder-repository.ts';
import {
  playedSince,
  type RankingPage,
  shownPlayers,
  type Walked,
  walk,
} from './ranking-repository.ts';

/** What players are sought by: all that is given has to apply. */
export type Sought = {
  /** The competition in which they have a match. */
  readonly competition_id?: CompetitionId | undefined;
  /** The venue that they prefer. */
  readonly venue_id?: VenueId | undefined;
  /** A part of the name. */
  readonly name?: string | undefined;
};

/** Up to so many found players are fetched and sorted; of more, a walk by rating meets enough. */
const few = 6_000;

/** How many players are looked at before those with the sought name are counted, and how many after. */
const [firstSteps, mostSteps] = [500, 20_000];

type Few = `few_of_${'competition' | 'venue' | 'name'}`;
type Steps = 'first_steps' | 'more_steps';

/** The named rows of the statement. */
type Rows = Record<Few, { ids: PlayerId[] }> & Record<Steps, Walked> & { asked: AskedName };

const { and, exists, fn, lit, not, parens, selectFrom } = expressionBuilder<Tables & Rows, never>();

type Condition = Expression<SqlBool>;

/** Whether all that is given applies to the player. */
const apply = (finders: readonly Finder[], id: Expression<PlayerId>) =>
  and(finders.map(({ applies }) => applies(id)));

/** One row with the ids that a finder finds, if they are few and the condition holds; else no row. */
function ifFew({ ids }: Finder, condition: Condition) {
  const some = selectFrom(parens(ids).as('some'))
    .select('player_id')
    .limit(sql.lit(few + 1));
  const found = sql<{ ids: PlayerId[] }>`(
    select case when ${condition} then ${arrayOf(some)} end as ids offset 0)`; // found only once
  return selectFrom(found.as('found'))
    .select('found.ids')
    .where(({ eb, fn }) => eb(fn('cardinality', ['ids']), '<=', lit(few)));
}

/** The first `limit` by rating of the players to whom all that is given applies, if the condition holds. */
function fetched(
  { since, after }: RankingPage,
  ids: Expression<PlayerId[]>,
  finders: readonly Finder[],
  limit: number,
  condition: Condition,
) {
  let rows = selectFrom('rating')
    .select(['rating.player_id', 'rating.value'])
    .where(condition)
    // An array keeps the planner from reading all standings, whatever it expects.
    .where('rating.player_id', '=', fn.any(ids))
    .where(({ ref }) => apply(finders, ref('rating.player_id')))
    .orderBy('rating.value', 'desc')
    .orderBy('rating.player_id', 'desc')
    .limit(sql.lit(limit));
  if (since !== undefined) rows = rows.where(playedSince(since));
  if (after) {
    rows = rows.where(({ ref }) =>
      beyond([ref('rating.value'), ref('rating.player_id')], '<', after),
    );
  }
  return selectFrom(rows.as('fetched')).select(['fetched.player_id', 'fetched.value']);
}

/**
 * Up to `limit` of those sought, by rating. If a competition or venue has few players, those are fetched.
 * Otherwise a walk meets players by rating; if its first steps don't meet enough, the players with the name
 * are fetched, if they are few. If the walk gets too long, all are fetched.
 */
export const soughtPlayers = prepared((db, given: RankingPage & Sought, limit) => {
  const { competition_id, venue_id, name } = given;
  const places: [Few, Finder][] = [];
  if (competition_id !== undefined) {
    places.push(['few_of_competition', ofCompetition(competition_id)]);
  }
  if (venue_id !== undefined) places.push(['few_of_venue', ofVenue(venue_id)]);
  const byName: [Few, Finder][] = name === undefined ? [] : [['few_of_name', ofName()]];
  const finders = [...places, ...byName].map(([, finder]) => finder);

  let on: QueryCreator<Tables & Rows> = db
    .withTables<Rows>()
    .with('asked', () => askedName(name === undefined ? sql`null::text` : sql.val(name)));
  let found = selectFrom('rating').select(['player_id', 'value']).where(lit(false));

  const fetch = (finder: Finder, ids: Expression<PlayerId[]>, condition: Condition) => {
    const others = finders.filter((other) => other !== finder);
    found = found.unionAll(fetched(given, ids, others, limit, condition));
  };
  /** Fetches those whom a finder finds, if they are few; returns whether there is more to do. */
  const fetchFew = ([name, finder]: [Few, Finder], condition: Condition) => {
    on = on.with(
      (cte) => cte(name).materialized(),
      () => ifFew(finder, condition),
    );
    const these = selectFrom(name);
    fetch(finder, sql`${these.select('ids')}::text[]`, exists(these));
    return and([condition, not(exists(these))]);
  };
  /** Walks if the condition holds; returns whether that took too long: then what was met doesn't count. */
  const meet = (name: Steps, steps: number, condition: Condition) => {
    const met = selectFrom(walk(db, given, steps))
      .select(['walk.player_id', 'walk.value', 'walk.is_last'])
      .where(condition)
      .where(({ or, ref }) => or([ref('walk.is_last'), apply(finders, ref('walk.player_id'))]))
      .orderBy('walk.value', 'desc')
      .orderBy('walk.player_id', 'desc')
      .limit(sql.lit(limit));
    on = on.with(
      (cte) => cte(name).materialized(),
      () => met,
    );
    const these = selectFrom(name);
    const isCut = exists(these.where('is_last', '=', lit(true)));
    found = found.unionAll(these.select(['player_id', 'value']).where(not(isCut)));
    return isCut;
  };

  let goesOn: Condition = lit(true);
  for (const place of places) goesOn = fetchFew(place, goesOn);
  goesOn = meet('first_steps', firstSteps, goesOn);
  for (const place of byName) goesOn = fetchFew(place, goesOn);
  goesOn = meet('more_steps', mostSteps, goesOn);
  for (const first of finders.slice(0, 1)) fetch(first, arrayOf(first.ids), goesOn);
  return shownPlayers(on, found.as('place'), given.month);
});
