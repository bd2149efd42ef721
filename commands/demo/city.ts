import { seasonOf } from '../../modules/competitions/index.ts';
import { weekdays } from '../../modules/players/index.ts';
import { hourMs, utc, warsawDay } from '../../shared/time.ts';
import { createDraw, inPairs } from './draw.ts';
import * as tables from './tables.ts';

export type Town = ReturnType<typeof buildTown>;
export type TownCompetition = Town['competitions'][number];
export type TownPlayer = Town['players'][number];

/** A fictional city before anybody plays, in the exchange format of `import`. rules 9 */
export function buildTown(seed: number, today: Date) {
  const draw = createDraw(seed, 'town');
  const day = Temporal.PlainDate.from(warsawDay(today.getTime()));
  const monday = day.subtract({ days: day.dayOfWeek - 1 });
  const record = <const K>(kind: K, prefix: string) => ({ kind, id: draw.id(prefix) });
  const organizers = tables.organizerNames.map((name) => ({ ...record('organizer', 'org'), name }));
  const venues = tables.venueRows.map(([name, district, street, surface, all, open]) => ({
    ...record('venue', 'ven'),
    name,
    district,
    address: `${street}, Warszawa`,
    courts: Array.from({ length: all }, (_, n) => ({ number: n + 1, surface, indoor: n >= open })),
  }));
  const venueIds = venues.map(({ id }) => id);
  const competitions = tables.competitionRows.map(
    ([name, type, organizer, firstDay, lastDay, games_per_set, final_set]) => {
      const startsOn = monday.add({ days: firstDay });
      return {
        ...record('competition', 'cmp'),
        name,
        type,
        organizer_id: organizers[organizer]?.id ?? '',
        season: seasonOf(startsOn),
        starts_on: String(startsOn),
        ends_on: String(monday.add({ days: lastDay })),
        match_format: { games_per_set, no_ad: games_per_set === 4, final_set },
        venue_ids: draw.some(venueIds, 7),
      };
    },
  );
  const levels = tables.playersAtLevel.flatMap((n, at) => Array<number>(n).fill(1.5 + at / 2));
  const names = tables.firstNames.flatMap((one) => tables.initials.map((two) => `${one} ${two}.`));
  const given = draw.some(names, levels.length);
  const players = inPairs(levels, given).map(([self_assessed_ntrp, display_name]) => ({
    ...record('player', 'plr'),
    display_name,
    self_assessed_ntrp,
    preferred_venue_ids: draw.some(venueIds, draw.integer(1, 3)),
    availability: draw.some(weekdays, draw.integer(1, 4)).map((day) => {
      const start = day.startsWith('s') ? draw.integer(10, 16) : draw.integer(16, 18);
      return { day, start: `${start}:30`, end: `${start + draw.integer(2, 4)}:00` };
    }),
    // In the three months before the first competition.
    created_at: utc(today.getTime() - draw.integer(280 * 24, 370 * 24) * hourMs),
  }));
  return { organizers, venues, competitions, players };
}
