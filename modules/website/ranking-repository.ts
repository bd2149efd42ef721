import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { collated } from '../../shared/database/db.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { CompetitionId, VenueId } from '../../shared/ids.ts';

type Chosen = {
  readonly venue?: VenueId | undefined;
  readonly competition?: CompetitionId | undefined;
};

/**
 * What a ranking can be narrowed by, in one row: up to `limit` venues by name, and competitions, the last
 * to start first; besides these, the chosen venue and the chosen competition, if they exist.
 */
export const rankingChoices = prepared((db, { venue, competition }: Chosen, limit) => {
  const venues = db.selectFrom('venue').select(['venue.id', 'venue.name']);
  const competitions = db
    .selectFrom('competition')
    .select(['competition.id', 'competition.name', 'competition.season']);
  return db.selectNoFrom([
    jsonArrayFrom(
      venues
        .orderBy(({ ref }) => collated(ref('venue.name')))
        .orderBy('venue.id')
        .limit(sql.lit(limit)),
    ).as('venues'),
    jsonArrayFrom(venues.where('venue.id', '=', venue ?? null)).as('chosen_venue'),
    jsonArrayFrom(
      competitions
        .orderBy('competition.starts_on', 'desc')
        .orderBy('competition.id', 'desc')
        .limit(sql.lit(limit)),
    ).as('competitions'),
    jsonArrayFrom(competitions.where('competition.id', '=', competition ?? null)).as(
      'chosen_competition',
    ),
  ]);
});
