import { expressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { anyOf, collated, type Tables } from '../../shared/database/db.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';
import { opponentOf } from '../matches/index.ts';
import { isPublic, publicNameOf } from '../ratings/index.ts';

const { selectFrom } = expressionBuilder<Tables, never>();

type Chosen = {
  readonly venue?: VenueId | undefined;
  readonly competition?: CompetitionId | undefined;
};

/** How many venues and competitions are offered; there are lists of all. */
const mostChoices = sql.lit(30);

const venues = selectFrom('venue').select(['venue.id', 'venue.name']);
const competitions = selectFrom('competition').select([
  'competition.id',
  'competition.name',
  'competition.season',
]);

/** What tells one state of the ranking from another. */
const lastChange = selectFrom('audit_entry').select(({ fn }) => fn.max('sequence').as('sequence'));
const lastRun = selectFrom('run')
  .select(({ fn }) => fn.max('number').as('number'))
  .where('done', '=', true);

/**
 * What a ranking can be narrowed by, in one row: venues by name, and competitions, the last to start first;
 * besides these, the chosen venue and the chosen competition, if they exist.
 */
const choices = ({ venue, competition }: Chosen) =>
  [
    jsonArrayFrom(
      venues
        .orderBy(({ ref }) => collated(ref('venue.name')))
        .orderBy('venue.id')
        .limit(mostChoices),
    ).as('venues'),
    jsonArrayFrom(venues.where('venue.id', '=', venue ?? null)).as('chosen_venue'),
    jsonArrayFrom(
      competitions
        .orderBy('competition.starts_on', 'desc')
        .orderBy('competition.id', 'desc')
        .limit(mostChoices),
    ).as('competitions'),
    jsonArrayFrom(competitions.where('competition.id', '=', competition ?? null)).as(
      'chosen_competition',
    ),
    lastChange.as('last_change'),
    lastRun.as('last_run'),
  ] as const;

export const rankingChoices = prepared((db, chosen: Chosen) => db.selectNoFrom(choices(chosen)));

/** The results that were played last. */
const latest = selectFrom(
  selectFrom('match')
    .selectAll()
    .select(({ ref }) => opponentOf(ref('winner_id')).as('loser_id'))
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(6))
    .as('match'),
)
  .innerJoin('player as winner', 'winner.id', 'match.winner_id')
  .innerJoin('player as loser', 'loser.id', 'match.loser_id')
  .where(({ or }) => or([isPublic('winner'), isPublic('loser')]))
  .select(['match.id', 'match.played_at', 'match.status', 'match.score'])
  .select(['winner.id as winner_id', publicNameOf('winner').as('winner_name')])
  .select(['loser.id as loser_id', publicNameOf('loser').as('loser_name')])
  .select(({ eb, ref }) => eb('match.first_player_id', '=', ref('winner.id')).as('first_won'))
  .orderBy('match.played_at', 'desc')
  .orderBy('match.id', 'desc');

/** The competitions that begin or end next. */
const coming = (today: string) =>
  selectFrom('competition')
    .select(['id', 'name', 'starts_on', 'ends_on'])
    .where(({ eb, cast, val }) => eb('ends_on', '>=', cast<string>(val(today), 'date')))
    .orderBy(({ eb, ref, cast, val }) =>
      eb
        .case()
        .when('starts_on', '>', cast<string>(val(today), 'date'))
        .then(ref('starts_on'))
        .else(ref('ends_on'))
        .end(),
    )
    .orderBy('id')
    .limit(sql.lit(4));

type Start = { readonly today: string; readonly climbers: readonly PlayerId[] };

/** The same, and what is new: the latest results, the names of who has climbed most, what begins or ends next. */
export const startFacts = prepared((db, { today, climbers }: Start) =>
  db.selectNoFrom([
    ...choices({}),
    jsonArrayFrom(latest).as('latest'),
    jsonArrayFrom(
      selectFrom('player')
        .select(['id', publicNameOf('player').as('display_name')])
        .where('id', '=', anyOf(climbers))
        .where(isPublic('player')),
    ).as('climbers'),
    jsonArrayFrom(coming(today)).as('coming'),
  ]),
);

export type StartFacts = Awaited<ReturnType<typeof startFacts>>[number];
