import { defineEntity, p } from '@mikro-orm/postgresql';
import { checks, fits, id, indexes, isOneOf, timestamp } from '../../shared/database/columns.ts';
import { type CompetitionId, idPattern, type OrganizerId } from '../../shared/ids.ts';
import { Venue } from '../venues/index.ts';
import {
  type CompetitionRecord,
  competitionTypes,
  finalSets,
  type MatchFormat,
  setLengths,
} from './schema.ts';

/** Who runs competitions and submits their results. */
export const Organizer = defineEntity({
  name: 'organizer',
  properties: {
    id: id<OrganizerId>().primary(),
    name: p.text(),
    created_at: timestamp(),
  },
  checks: checks({
    organizer_id_pattern: fits('id', idPattern('organizer')),
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
    competition_id_pattern: fits('id', idPattern('competition')),
    competition_type_known: isOneOf('type', competitionTypes),
    competition_days_in_order: `starts_on <= ends_on`,
    competition_games_per_set_known: isOneOf('games_per_set', setLengths.toReversed()),
    competition_final_set_known: isOneOf('final_set', finalSets),
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
