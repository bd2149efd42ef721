import { defineEntity, p } from '@mikro-orm/postgresql';
import { checks, fits, id, indexes, isBetween, timestamp } from '../../shared/database/columns.ts';
import { idPattern, type PlayerId, type VenueId } from '../../shared/ids.ts';
import { Venue } from '../venues/index.ts';
import type { AvailabilityWindow } from './availability.ts';
import { levelRange } from './starting-rating.ts';

/**
 * A player. `rating_value` and `rating_confidence` are this module's copy of what the ratings module
 * computes, so that lists can filter and sort by them; `week` is the availability as ranges of
 * minutes of the week, so that the database can tell whether two players' windows overlap. Who is
 * `unlisted` has no page and no name on the public ones.
 */
export const Player = defineEntity({
  name: 'player',
  properties: {
    id: id<PlayerId>().primary(),
    display_name: p.text(),
    self_assessed_ntrp: p.decimal('number').columnType('numeric(2,1)'),
    preferred_venue_ids: p
      .array((text) => text as VenueId)
      .columnType('text[]')
      .defaultRaw(`'{}'`),
    availability: p.json().columnType('json').$type<AvailabilityWindow[]>(),
    week: p.string().columnType('int4multirange'),
    created_at: timestamp(),
    rating_value: p.integer(),
    rating_confidence: p.smallint(),
    unlisted: p.boolean().default(false),
  },
  checks: checks({
    player_id_pattern: fits('id', idPattern('player')),
    player_ntrp_on_scale: `${isBetween('self_assessed_ntrp', ...levelRange)} and self_assessed_ntrp * 2 = trunc(self_assessed_ntrp * 2)`,
    player_rating_not_negative: 'rating_value >= 0',
    player_confidence_in_range: isBetween('rating_confidence', 0, 100),
  }),
  indexes: indexes('index', 'player', {
    player_by_name: '("display_name" collate "und-x-icu", "id")',
    player_by_rating: '("rating_value", "id") include ("week")',
    player_by_rating_down: '("rating_value" desc, "id") include ("week")',
    player_unlisted: '("id") where unlisted',
  }),
});

/**
 * A venue at which a player prefers to play, for whoever seeks by venue. `display_name` and `rating_value`
 * are the player's, so that one index holds a venue's players in the order of a list, and another one by
 * rating.
 */
export const PlayerVenue = defineEntity({
  name: 'player_venue',
  properties: {
    player: () => p.manyToOne(Player).primary().ref().deleteRule('cascade').updateRule('no action'),
    venue: () => p.manyToOne(Venue).primary().ref().deleteRule('no action').updateRule('no action'),
    display_name: p.text(),
    rating_value: p.integer(),
  },
  indexes: indexes('index', 'player_venue', {
    player_venue_by_name: '("venue_id", "display_name" collate "und-x-icu", "player_id")',
    player_venue_by_rating: '("venue_id", "rating_value", "player_id")',
  }),
});

/**
 * A player's name as it is searched for: without accents and case, as `fold_name` writes it. A table of
 * its own, since each rating rewrites the player's row and its entries in all indexes.
 */
export const PlayerName = defineEntity({
  name: 'player_name',
  properties: {
    player: () => p.manyToOne(Player).primary().ref().deleteRule('cascade').updateRule('no action'),
    folded: p.text().collation('C'),
  },
  indexes: indexes('index', 'player_name', {
    player_name_grams: 'using gin (name_grams("folded"))',
  }),
});
