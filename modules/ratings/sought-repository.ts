import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { arrayOf, type Db, type Tables } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';
import { type Finder, ofCompetition, ofVenue } from './finder-repository.ts';
import { askedName, ofName } from './name-finder-repository.ts';
import { type Order, playedSince, shownPlayers, type Walked, walk } from './ranking-repository.ts';

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

const { selectFrom } = expressionBuilder<Tables, never>();

type Condition = Expression<SqlBool>;
const no = sql<boolean>`false`;

/** Whether all that is given applies to the player. */
const apply = (finders: readonly Finder[], id: Expression<PlayerId>) =>
  finders.reduce((all, { applies }) => sql<boolean>`${all} and ${applies(id)}`, sql<boolean>`true`);

/** One row with the ids that a finder finds, if they are few and the condition holds; else no row. */
function ifFew({ ids }: Finder, condition: Condition) {
  const some = sql`select player_id from ${ids} as found limit ${sql.lit(few + 1)}`;
  const found = sql<{
    ids: PlayerId[];
  }>`(select case when ${condition} then array(${some}) end as ids offset 0)`; // found only once
  return selectFrom(found.as('found'))
    .select('found.ids')
    .where(sql<number>`cardinality(ids)`, '<=', sql.lit(few));
}

/** The first `limit` by rating of the players to whom all that is given applies, if the condition holds. */
function fetched(
  { since, after }: Order,
  ids: Expression<PlayerId[]>,
  finders: readonly Finder[],
  limit: number,
  condition: Condition,
) {
  const keys = [sql.ref<number>('rating.value'), sql.ref<PlayerId>('rating.player_id')] as const;
  let rows = selectFrom('rating')
    .select(['rating.player_id', 'rating.value'])
    .where(condition)
    // An array keeps the planner from reading all standings, whatever it expects.
    .where(keys[1], '=', sql<PlayerId>`any(${ids})`)
    .where(apply(finders, keys[1]))
    .orderBy(keys[0], 'desc')
    .orderBy(keys[1], 'desc')
    .limit(sql.lit(limit));
  if (since !== undefined) rows = rows.where(playedSince(since));
  if (after) rows = rows.where(beyond(keys, '<', after));
  return selectFrom(rows.as('fetched')).select(['fetched.player_id', 'fetched.value']);
}

/**
 * Up to `limit` of those sought, by rating. If a competition or venue has few players, those are fetched.
 * Otherwise a walk meets players by rating; if its first steps don't meet enough, the players with the name
 * are fetched, if they are few. If the walk gets too long, all are fetched.
 */
export const soughtPlayers = prepared((db, given: Order & Sought, limit) => {
  const { competition_id, venue_id, name } = given;
  const places = [
    ...(competition_id === undefined ? [] : [ofCompetition(competition_id)]),
    ...(venue_id === undefined ? [] : [ofVenue(venue_id)]),
  ];
  const byName = name === undefined ? undefined : ofName();
  const finders = byName ? [...places, byName] : places;
  const text = name === undefined ? sql`null::text` : sql`${name}`;

  const rows = [sql`asked as (${askedName(text)})`];
  let found = selectFrom(sql<Walked>`(select null as player_id, 0 as value)`.as('nobody'))
    .select(['player_id', 'value'])
    .where(no);

  const fetch = (finder: Finder, ids: Expression<PlayerId[]>, condition: Condition) => {
    const others = finders.filter((other) => other !== finder);
    found = found.unionAll(fetched(given, ids, others, limit, condition));
  };
  /** Fetches those whom a finder finds, if they are few; returns whether there is more to do. */
  const fetchFew = (name: string, finder: Finder, condition: Condition) => {
    const these = sql.table(name);
    rows.push(sql`${these} as materialized ${ifFew(finder, condition)}`);
    fetch(finder, sql`(select ids from ${these})::text[]`, sql`exists (select from ${these})`);
    return sql<boolean>`(${condition} and not exists (select from ${these}))`;
  };
  /** Walks if the condition holds; returns whether that took too long: then what was met doesn't count. */
  const meet = (name: string, steps: number, condition: Condition) => {
    const these = sql.table(name);
    const isCut = sql<boolean>`exists (select from ${these} where is_last)`;
    const met = selectFrom(walk(db, given, steps))
      .select(['walk.player_id', 'walk.value', 'walk.is_last'])
      .where(condition)
      .where(({ or, ref }) => or([ref('walk.is_last'), apply(finders, ref('walk.player_id'))]))
      .orderBy('walk.value', 'desc')
      .orderBy('walk.player_id', 'desc')
      .limit(sql.lit(limit));
    rows.push(sql`${these} as materialized ${met}`);
    const all = selectFrom(sql<Walked>`${these}`.as('met')).select(['player_id', 'value']);
    found = found.unionAll(all.where(({ not }) => not(isCut)));
    return isCut;
  };

  let goesOn: Condition = sql`true`;
  for (const [n, place] of places.entries()) goesOn = fetchFew(`few_${n}`, place, goesOn);
  goesOn = meet('first_steps', firstSteps, goesOn);
  if (byName) goesOn = fetchFew('few_of_name', byName, goesOn);
  goesOn = meet('more_steps', mostSteps, goesOn);
  for (const first of finders.slice(0, 1)) fetch(first, arrayOf(first.ids), goesOn);
  return following(db, rows, shownPlayers(db, found.as('place'), given.month));
});

/** A statement after the named rows that it refers to. */
function following<Row>(db: Db, rows: readonly Expression<unknown>[], statement: Expression<Row>) {
  return { compile: () => sql<Row>`with ${sql.join(rows)} ${statement}`.compile(db) };
}
