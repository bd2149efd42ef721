import { describe, expect, test } from 'bun:test';
import { buildCity, type Result, roundOfToday, startsOf } from '../../commands/demo/season.ts';
import { scoreFaults, winnerOf } from '../../modules/matches/score.ts';
import type { FieldError } from '../../shared/problem.ts';
import { dayMs, minuteMs, parseDateTime, warsawDay } from '../../shared/time.ts';

/** Summer time as it was published, so that the test asks no time zone database. */
const summers = [
  ['2025-03-30T01:00:00Z', '2025-10-26T01:00:00Z'],
  ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  ['2027-03-28T01:00:00Z', '2027-10-31T01:00:00Z'],
] as const;
const cities = [
  { seed: 1, today: new Date('2026-11-20T09:14:00Z') },
  { seed: 2, today: new Date('2026-04-02T22:30:00Z') },
  { seed: 77, today: new Date('2026-12-31T23:59:59Z') },
].map((options) => ({ ...options, city: buildCity(options) }));

type Demo = (typeof cities)[number];
type MatchRecord = Result & { readonly id?: string; readonly created_at?: string };

const daysAgo = (match: MatchRecord, today: Date) =>
  (today.getTime() - Date.parse(match.played_at)) / dayMs;
const keyOf = ({ player_ids, competition_id, played_at }: MatchRecord) =>
  [...player_ids.toSorted(), competition_id, Date.parse(played_at)].join(' ');
const distinct = <T>(items: readonly T[]) => [...new Set(items)].sort();

function formatOf({ city }: Demo, { competition_id }: MatchRecord) {
  const format = city.competitions.find(({ id }) => id === competition_id)?.match_format;
  if (!format) throw new Error(`No competition ${competition_id}.`);
  return format;
}

function faultsOf(demo: Demo, match: MatchRecord): FieldError[] {
  return scoreFaults(match, formatOf(demo, match));
}

/** What any result breaks, of the season or of a round: references, score, offset, first day. */
function breachesOf(demo: Demo, match: MatchRecord): string[] {
  const { city } = demo;
  const competition = city.competitions.find(({ id }) => id === match.competition_id);
  const venue = city.venues.find(({ id }) => id === match.venue_id);
  const court = venue?.courts.find(({ number }) => number === match.court_number);
  const played = Date.parse(match.played_at);
  const isSummer = summers.some(
    ([from, to]) => played >= Date.parse(from) && played < Date.parse(to),
  );
  const named =
    match.status === 'walkover'
      ? match.winner_id
      : match.status === 'retired'
        ? match.retired_player_id
        : match.player_ids[0];
  const rules = {
    'unknown competition': competition !== undefined,
    "not one of the competition's venues": competition?.venue_ids.includes(match.venue_id),
    'unknown court': match.court_number === undefined || court !== undefined,
    'unknown player': match.player_ids.every((id) => city.players.some((one) => one.id === id)),
    'same player twice': match.player_ids[0] !== match.player_ids[1],
    'named player did not play': match.player_ids.some((id) => id === named),
    'wrong winner':
      match.status !== 'completed' ||
      match.winner_id === match.player_ids[winnerOf(match.score) ?? 2],
    'no date-time': parseDateTime(match.played_at) !== undefined,
    'wrong offset': match.played_at.endsWith(isSummer ? '+02:00' : '+01:00'),
    'before the competition': competition && warsawDay(played) >= competition.starts_on,
    'no set': match.status === 'walkover' || match.score.sets.length > 0,
    'invalid score': faultsOf(demo, match).length === 0,
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${rule}: ${match.id}`]));
}

describe('The seed decides the city', () => {
  const today = new Date('2026-11-20T09:14:00Z');

  test('the same seed and day give the same city', () => {
    expect(buildCity({ seed: 1, today })).toEqual(buildCity({ seed: 1, today }));
  });

  test('another seed gives other players, results and ids', () => {
    const [one, other] = [buildCity({ seed: 1, today }), buildCity({ seed: 2, today })];
    const ids = new Set(one.players.map(({ id }) => id));
    expect(other.players.filter(({ id }) => ids.has(id))).toEqual([]);
    expect(other.season.map(({ player_ids }) => player_ids)).not.toEqual(
      one.season.map(({ player_ids }) => player_ids),
    );
  });
});

describe.each(cities)('The city of seed $seed', (demo) => {
  const { city, today, seed } = demo;
  const { organizers, venues, competitions, players, season } = city;
  const courts = venues.flatMap((venue) => venue.courts);

  test('has the size that the demonstration promises', () => {
    expect(organizers).toHaveLength(3);
    expect(venues.length).toBeGreaterThanOrEqual(10);
    expect(competitions).toHaveLength(8);
    expect(players).toHaveLength(200);
    expect(season.length).toBeGreaterThanOrEqual(1_500);
  });

  test('has ids of the right pattern, each once', () => {
    const records = [organizers, venues, competitions, players, season].flat();
    const prefixes = {
      organizer: 'org',
      venue: 'ven',
      competition: 'cmp',
      player: 'plr',
      match: 'mat',
    };
    for (const { id, kind } of records) {
      expect(id).toMatch(new RegExp(`^${prefixes[kind]}_[a-z0-9]{10}$`));
    }
    expect(distinct(records.map(({ id }) => id))).toHaveLength(records.length);
  });

  test('has courts of every surface, indoor and outdoor, numbered from 1', () => {
    const surfaces = ['artificial_grass', 'carpet', 'clay', 'grass', 'hard'] as const;
    expect(distinct(courts.map(({ surface }) => surface))).toEqual([...surfaces]);
    expect(distinct(courts.map(({ indoor }) => indoor))).toEqual([false, true]);
    for (const venue of venues) {
      expect(venue.courts.map(({ number }) => number)).toEqual(venue.courts.map((_, i) => i + 1));
    }
    expect(distinct(venues.map(({ address }) => address))).toHaveLength(venues.length);
  });

  test('has competitions of both types and all four formats, run by all organizers', () => {
    const day = warsawDay(today.getTime());
    const formats = (running: typeof competitions) =>
      distinct(running.map(({ match_format: f }) => `${f.games_per_set} ${f.final_set}`));
    expect(distinct(competitions.map(({ type }) => type))).toEqual(['league', 'tournament']);
    expect(formats(competitions)).toHaveLength(4);
    expect(formats(competitions.filter(({ ends_on }) => ends_on > day))).toHaveLength(4);
    expect(distinct(competitions.map(({ organizer_id }) => organizer_id))).toEqual(
      distinct(organizers.map(({ id }) => id)),
    );
    const venueIds = new Set(venues.map(({ id }) => id));
    for (const { season: name, starts_on, venue_ids } of competitions) {
      expect(name).toMatch(new RegExp(`^${starts_on.slice(0, 4)}-(winter|spring|summer|autumn)$`));
      expect(venue_ids.filter((id) => !venueIds.has(id))).toEqual([]);
    }
  });

  test('has players of all levels with Polish and other names', () => {
    const names = players.map(({ display_name }) => display_name);
    expect(distinct(names)).toHaveLength(200);
    for (const name of names) expect(name).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}\.$/u);
    for (const letter of ['ł', 'ó', 'ż']) {
      expect(names.some((name) => name.toLowerCase().includes(letter))).toBe(true);
    }
    expect(distinct(players.map(({ self_assessed_ntrp }) => self_assessed_ntrp))).toEqual([
      1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5,
    ]);
  });

  test('has players with 1 to 3 preferred venues and 1 to 4 windows, there before the season', () => {
    const days = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
    const venueIds = new Set(venues.map(({ id }) => id));
    const firstDay = Math.min(...competitions.map(({ starts_on }) => Date.parse(starts_on)));
    for (const { preferred_venue_ids: preferred, availability, created_at } of players) {
      expect(preferred.length).toBeWithin(1, 4);
      expect(distinct(preferred.filter((id) => venueIds.has(id)))).toHaveLength(preferred.length);
      expect(availability.length).toBeWithin(1, 5);
      expect(distinct(availability.map(({ day }) => day))).toHaveLength(availability.length);
      for (const { day, start, end } of availability) {
        expect(days).toContain(day);
        expect(`${start} ${end}`).toMatch(/^([01]\d|2[0-3]):[0-5]\d ([01]\d|2[0-3]):[0-5]\d$/);
        expect(end > start).toBe(true);
      }
      expect(Date.parse(created_at)).toBeLessThan(firstDay);
    }
  });

  test('has a season in which every result keeps the rules', () => {
    expect(season.flatMap((match) => breachesOf(demo, match))).toEqual([]);
  });

  test('has a season of about nine months, played before today and submitted soon after', () => {
    for (const match of season) {
      const competition = competitions.find(({ id }) => id === match.competition_id);
      const played = Date.parse(match.played_at);
      const created = Date.parse(match.created_at ?? '');
      expect(daysAgo(match, today)).toBeWithin(0, 275);
      expect(warsawDay(played) <= (competition?.ends_on ?? '')).toBe(true);
      expect((created - played) / minuteMs).toBeWithin(5, 6 * 60);
      expect(created).toBeLessThanOrEqual(today.getTime());
    }
    expect(season.map(({ played_at }) => Date.parse(played_at))).toEqual(
      season.map(({ played_at }) => Date.parse(played_at)).sort((a, b) => a - b),
    );
  });

  test('has knockout tournaments, in which everybody but the winner loses once', () => {
    for (const { id } of competitions.filter(({ type }) => type === 'tournament')) {
      const matches = season.filter(({ competition_id }) => competition_id === id);
      const losers = matches.map((match) => {
        if (match.status === 'retired') return match.retired_player_id;
        const [first, second] = match.player_ids;
        if (match.status === 'walkover') return match.winner_id === first ? second : first;
        return winnerOf(match.score) === 0 ? second : first;
      });
      const entrants = distinct(matches.flatMap(({ player_ids }) => player_ids));
      expect(entrants).toHaveLength(32);
      expect(losers).toHaveLength(31);
      expect(distinct(losers)).toHaveLength(31);
    }
  });

  test('plays in the evening in the week and by day at the weekend', () => {
    for (const { played_at } of season) {
      const hour = Number(played_at.slice(11, 13));
      const isWeekend = [0, 6].includes(new Date(played_at.slice(0, 10)).getUTCDay());
      expect(hour).toBeWithin(isWeekend ? 9 : 17, isWeekend ? 18 : 21);
    }
  });

  test('has no result twice, no player twice a day and no court twice at a time', () => {
    expect(distinct(season.map(keyOf))).toHaveLength(season.length);
    const days = season.flatMap(({ player_ids, played_at }) =>
      player_ids.map((id) => `${id} ${played_at.slice(0, 10)}`),
    );
    expect(distinct(days)).toHaveLength(days.length);
    const uses = season.flatMap(({ venue_id, court_number, played_at }) =>
      court_number === undefined ? [] : [`${venue_id} ${court_number} ${played_at}`],
    );
    expect(distinct(uses)).toHaveLength(uses.length);
  });

  test('has a few retirements and walkovers, and tiebreak points for many 7-6 sets', () => {
    const share = (status: MatchRecord['status']) =>
      season.filter((match) => match.status === status).length / season.length;
    expect(share('retired')).toBeWithin(0.015, 0.05);
    expect(share('walkover')).toBeWithin(0.01, 0.035);
    const sets = season.flatMap((match) => (match.status === 'walkover' ? [] : match.score.sets));
    const tight = sets.filter(({ games }) => games.includes(7) && games.includes(6));
    expect(tight.filter((set) => 'tiebreak' in set).length / tight.length).toBeWithin(0.6, 0.95);
  });

  test('lets the player of the higher level win 60 to 80 of 100 matches', () => {
    const levels = new Map(players.map((player) => [player.id, player.self_assessed_ntrp]));
    const won = season.flatMap((match) => {
      const [first = 0, second = 0] = match.player_ids.map((id) => levels.get(id));
      if (match.status !== 'completed' || first === second) return [];
      return [winnerOf(match.score) === (first > second ? 0 : 1)];
    });
    expect(won.length).toBeGreaterThan(500);
    expect(won.filter(Boolean).length / won.length).toBeWithin(0.6, 0.8);
  });

  test('has players who play on, players who stopped 60 days ago, and some who never played', () => {
    const idleDays = players.map(({ id }) =>
      Math.min(
        ...season
          .filter(({ player_ids, status }) => status !== 'walkover' && player_ids.includes(id))
          .map((match) => daysAgo(match, today)),
      ),
    );
    expect(idleDays.filter((days) => days < 30).length).toBeGreaterThan(100);
    expect(idleDays.filter((days) => days > 60 && days < 300).length).toBeGreaterThan(15);
    expect(idleDays.filter((days) => days === Number.POSITIVE_INFINITY).length).toBeWithin(2, 25);
  });

  const rounds = [0, 1, 2, 3, 4, 5].map((round) => ({
    round,
    matches: roundOfToday(city, seed, round, today),
  }));

  test.each(rounds)('round $round has 16 to 24 results that keep the rules', ({ matches }) => {
    expect(matches.length).toBeWithin(16, 25);
    expect(matches.flatMap((match) => breachesOf(demo, match))).toEqual([]);
    for (const match of matches) {
      expect(match).not.toContainAnyKeys(['kind', 'id', 'created_at']);
      expect(daysAgo(match, today) * 24).toBeWithin(0.1, 5);
    }
    expect(distinct(matches.flatMap(({ player_ids }) => player_ids))).toHaveLength(
      matches.length * 2,
    );
  });

  test.each(rounds)('round $round has all formats and all statuses', ({ matches }) => {
    const formats = matches.map((match) => formatOf(demo, match));
    expect(distinct(formats.map((f) => `${f.games_per_set} ${f.final_set}`))).toHaveLength(4);
    for (const status of ['retired', 'walkover']) {
      expect(matches.filter((match) => match.status === status)).toHaveLength(1);
    }
  });

  test('no round repeats a pair of its league, of the season or of another round', () => {
    const all = [...season, ...rounds.flatMap(({ matches }) => matches)];
    const pairs = all.map(({ player_ids, competition_id }) =>
      [...player_ids.toSorted(), competition_id].join(' '),
    );
    expect(distinct(pairs)).toHaveLength(pairs.length);
    expect(distinct(all.map(keyOf))).toHaveLength(all.length);
  });

  test('a round long after the first start keeps the rules, too', () => {
    const now = new Date(today.getTime() + 200 * dayMs);
    const matches = roundOfToday(city, seed, 60, now);
    expect(matches.length).toBeWithin(16, 25);
    expect(matches.flatMap((match) => breachesOf(demo, match))).toEqual([]);
    for (const match of matches) expect(daysAgo(match, now) * 24).toBeWithin(0.1, 5);
  });

  test('the same round is the same again', () => {
    expect(roundOfToday(city, seed, 3, today)).toEqual(rounds[3]?.matches ?? []);
  });
});

describe("A time is written with Warsaw's offset", () => {
  const seed = 1;
  const city = buildCity({ seed, today: new Date('2026-11-20T09:14:00Z') });

  test.each([
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
    ['2026-12-31T23:30:00Z', '2027-01-01T00:30:00+01:00'],
  ])('%s is %s', (utc, local) => {
    const now = new Date(Date.parse(utc) + 55 * minuteMs);
    const results = [0, 1, 2].flatMap((round) => roundOfToday(city, seed, round, now));
    expect(results.map(({ played_at }) => played_at)).toContain(local);
  });

  test.each([
    ['2026-03-27', '17:30', '2026-03-27T16:30:00Z'],
    ['2026-03-29', '09:00', '2026-03-29T07:00:00Z'],
    ['2026-10-25', '09:00', '2026-10-25T08:00:00Z'],
  ])('%s %s in Warsaw is %s', (starts_on, time, utc) => {
    const starts = city.competitions.flatMap((one) => startsOf({ ...one, starts_on })[0] ?? []);
    const start = starts.find((at) => String(at.toPlainTime()).startsWith(time));
    expect(start?.epochMilliseconds).toBe(Date.parse(utc));
  });
});
