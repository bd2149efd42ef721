import { dayMs, minuteMs, utc, warsawDay } from '../../shared/time.ts';
import { competitionPlans } from './competitions.ts';
import { createDraw, createIds, type Draw } from './draw.ts';
import { firstNames, initials, organizerNames, playersAtLevel } from './names.ts';
import type { City, CompetitionRecord, PlayerRecord, VenueRecord } from './records.ts';
import { playSeason } from './season.ts';
import { venuePlans } from './venues.ts';
import { addDays, seasonOf } from './warsaw.ts';

export type { City } from './records.ts';
export { roundOfToday } from './round.ts';

/** A fictional city with about nine months of results before `today`; the seed decides it. */
export function buildCity({ seed, today }: { seed: number; today: Date }): City {
  const newId = createIds(createDraw(seed, 'ids'));
  const organizers = organizerNames.map((name) => ({
    kind: 'organizer' as const,
    id: newId('org'),
    name,
  }));
  const venues = venuePlans.map(
    ([name, district, street, courts]): VenueRecord => ({
      kind: 'venue',
      id: newId('ven'),
      name,
      district,
      address: `${street}, Warszawa`,
      courts: courts.map((court, index) => ({ number: index + 1, ...court })),
    }),
  );
  const venueIds = venues.map(({ id }) => id);
  const competitions = competitionPlans.map(
    ({ name, type, organizer, days, format, venues }): CompetitionRecord => {
      const startsOn = addDays(warsawDay(today.getTime()), days[0]);
      return {
        kind: 'competition',
        id: newId('cmp'),
        name,
        type,
        organizer_id: at(organizers, organizer).id,
        season: seasonOf(startsOn),
        starts_on: startsOn,
        ends_on: addDays(startsOn, days[1] - days[0]),
        match_format: { ...format },
        venue_ids: venues.map((place) => at(venueIds, place)),
      };
    },
  );
  const players = registerPlayers(createDraw(seed, 'players'), newId, venueIds, today.getTime());
  const city = { organizers, venues, competitions, players };
  return { ...city, season: playSeason(city, { seed, today, newId }) };
}

function at<T>(items: readonly T[], place: number): T {
  const item = items[place];
  if (item === undefined) throw new RangeError(`Nothing at place ${place}.`);
  return item;
}

function registerPlayers(
  draw: Draw,
  newId: (prefix: string) => string,
  venueIds: readonly string[],
  today: number,
): PlayerRecord[] {
  const taken = new Set<string>();
  const levels = Object.entries(playersAtLevel).flatMap(([level, count]) =>
    Array.from({ length: count }, () => Number(level)),
  );
  return draw.some(levels).map((level) => ({
    kind: 'player',
    id: newId('plr'),
    display_name: newName(draw, taken),
    self_assessed_ntrp: level,
    preferred_venue_ids: draw.some(venueIds, draw.integer(1, 3)),
    availability: drawAvailability(draw),
    // In the three months before the first competition.
    created_at: utc(today - 280 * dayMs - draw.integer(0, 90 * dayMs)),
  }));
}

function newName(draw: Draw, taken: Set<string>): string {
  for (;;) {
    const origin = draw.chance(0.85) ? 'polish' : 'other';
    const name = `${draw.one(firstNames[origin])} ${draw.one(initials[origin])}.`;
    if (!taken.has(name)) {
      taken.add(name);
      return name;
    }
  }
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function drawAvailability(draw: Draw): PlayerRecord['availability'] {
  const days = draw.some([0, 1, 2, 3, 4, 5, 6], draw.integer(1, 4)).sort();
  return days.map((day) => {
    const start = day < 5 ? draw.integer(34, 38) : draw.integer(16, 32);
    const length = day < 5 ? draw.integer(4, 6) : draw.integer(4, 10);
    return { day: at(weekdays, day), start: halfHour(start), end: halfHour(start + length) };
  });
}

/** The clock after so many half hours of a day, `HH:MM`. */
function halfHour(count: number): string {
  return utc(count * 30 * minuteMs).slice(11, 16);
}
