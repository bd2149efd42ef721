import { defineEntity, p } from '@mikro-orm/postgresql';
import { checks, id, indexes, timestamp } from '../../shared/database/columns.ts';
import type { CompetitionId, OrganizerId } from '../../shared/ids.ts';
import { Venue } from '../venues/index.ts';
import type { CompetitionRecord, MatchFormat } from './schema.ts';

/** Who runs competitions and submits their results. */
export const Organizer = defineEntity({
  name: 'organizer',
  properties: {
    id: id<OrganizerId>().primary(),
    name: p.text(),
    created_at: timestamp(),
  },
  checks: checks({
    organizer_id_pattern: `id ~ '^org_[A-Za-z0-9_-]{1,60}$'`,
    organizer_name_given: `name <> ''`,
  }),
});

/** A league or tournament and the rules of its matches. */
export const Competition = defineEntity({
  name: 'competition',
  properties: {
    id: id<CompetitionId>().primary(),
    name: p.text(),
    type: p.text().$type<CompetitionRecord['type']>(),
    organizer: () => p.manyToOne(Organizer).ref(),
    season: p.text(),
    starts_on: p.date().columnType('date'),
    ends_on: p.date().columnType('date'),
    games_per_set: p.smallint().$type<MatchFormat['games_per_set']>(),
    no_ad: p.boolean(),
    final_set: p.text().$type<MatchFormat['final_set']>(),
  },
  checks: checks({
    competition_id_pattern: `id ~ '^cmp_[a-z0-9]{10}$'`,
    competition_type_known: `type in ('league', 'tournament')`,
    competition_days_in_order: `starts_on <= ends_on`,
    competition_games_per_set_known: `games_per_set in (4, 6)`,
    competition_final_set_known: `final_set in ('full_set', 'match_tiebreak')`,
  }),
  indexes: indexes('index', 'competition', {
    competition_newest_first: '("starts_on" desc, "id" desc)',
    competition_of_season: '("season", "starts_on" desc, "id" desc)',
  }),
});

/** A venue at which a competition is played; `position` keeps the order in which they were given. */
export const CompetitionVenue = defineEntity({
  name: 'competition_venue',
  properties: {
    competition: () =>
      p.manyToOne(Competition).primary().ref().deleteRule('cascade').updateRule('no action'),
    venue: () => p.manyToOne(Venue).primary().ref().deleteRule('no action').updateRule('no action'),
    position: p.smallint(),
  },
  indexes: [{ properties: 'venue' }],
});
