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
});

describe.each(cities)('The city of seed $seed', (demo) => {
  const { city, today, seed } = demo;
  const { organizers, venues, competitions, players, season } = city;

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

  test('has a season in which every result keeps the rules', () => {
    expect(season.flatMap((match) => breachesOf(demo, match))).toEqual([]);
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
