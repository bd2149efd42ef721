// The clock is wrong, is put right, or is read in another place.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { day, iso, type League, startLeague } from '../ratings/league.ts';
import { cityFile } from '../runtime/main-job.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { cleanUp, json, startTestService } from '../support/service.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

const hourMs = 3_600_000;
const minuteMs = 60_000;
const yearMs = 365 * 24 * hourMs;

describe('when the clock jumps', () => {
  let league: League;
  const start = day(1_000);
  beforeAll(async () => {
    league = await startLeague('server');
  });

  /** Two new players whose three matches against each other, the last just played, are rated. */
  async function twoPlayers(): Promise<string[]> {
    league.clock.now = start;
    const pair = await league.newPlayers(3, 3);
    const [one, other] = pair;
    const matches = [3, 2, 1].map((hours) => league.won(one, other, start - hours * hourMs));
    await league.import(...matches);
    await league.rate();
    return pair;
  }

  /** The confidences after each of the player's drops. */
  async function drops(player = ''): Promise<number[]> {
    const entries = (await league.history(player)).filter((entry) => entry.change === 0);
    return entries.map(({ confidence_after }) => confidence_after);
  }

  const result = (player_ids: string[], playedAt: number) =>
    completed({ player_ids, played_at: iso(playedAt) });

  async function freshToken(): Promise<string> {
    return league.service.token(ids.client, secrets.client);
  }

  /** What a submission with the token and the idempotency key is answered. */
  async function submit(token: string, body: object, key = crypto.randomUUID()) {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    const response = await league.service.submit(body, headers);
    const { id, type } = await json(response);
    return { status: response.status, id: id ?? String(type).split('#')[1] };
  }

  /** Holds that every rating follows, and that nobody's history goes back in time. */
  async function expectSound(players: readonly string[]): Promise<void> {
    for (const player of players) {
      const times = (await league.history(player)).map(({ occurred_at }) => occurred_at);
      expect(times).toEqual([...times].sort());
    }
    const { differences } = await verifyRatings(league.service.workbench.database.db);
    expect(differences).toEqual([]);
  }

  test('an hour back, tokens, keys and ratings go on, and nothing is doubled', async () => {
    const pair = await twoPlayers();
    const token = await freshToken();
    const first = result(pair, start - 4 * hourMs);
    const key = crypto.randomUUID();
    const { id } = await submit(token, first, key);

    league.clock.now = start - hourMs;
    expect(await submit(token, first, key)).toEqual({ status: 201, id });
    expect(await submit(await freshToken(), result(pair, start - 5 * hourMs))).toMatchObject({
      status: 201,
    });
    const late = result(pair, start - 30 * minuteMs);
    expect(await submit(token, late)).toEqual({ status: 422, id: 'validation-failed' });
    expect(await league.rate()).toEqual({ rated: 2, unrateable: 0 });
    expect(await league.service.workbench.decay()).toEqual({ drops: 0, players: 0 });
    await expectSound(pair);

    league.clock.now = start;
    expect(await submit(token, late)).toMatchObject({ status: 201 });
    expect(await league.rate()).toEqual({ rated: 1, unrateable: 0 });
    await expectSound(pair);
  });

  test('a year ahead and back, what expired is refused once and everything goes on', async () => {
    const pair = await twoPlayers();
    const [one] = pair;
    const token = await freshToken();
    const first = result(pair, start - 4 * hourMs);
    const key = crypto.randomUUID();
    const { id } = await submit(token, first, key);
    await league.rate();
    expect(await league.rating(one)).toMatchObject({ confidence: 60 });

    league.clock.now = start + yearMs;
    expect(await submit(token, first, key)).toEqual({ status: 401, id: 'unauthenticated' });
    const later = await freshToken();
    expect(await submit(later, first, key)).toEqual({ status: 409, id: 'duplicate-match' });
    await league.service.workbench.decay();
    expect(await league.service.workbench.decay()).toEqual({ drops: 0, players: 0 });
    expect(await drops(one)).toEqual([55, 50, 45, 40, 35, 30, 25, 20]);
    await expectSound(pair);

    league.clock.now = start; // what the wrong year brought stays, and stands in nobody's way
    expect((await league.match(id)).rating_status).toBe('rated');
    expect(await submit(token, first, key)).toEqual({ status: 201, id });
    const next = result(pair, start - 5 * hourMs);
    expect(await submit(await freshToken(), next)).toMatchObject({ status: 201 });
    expect(await league.rate()).toEqual({ rated: 1, unrateable: 0 });
    expect(await league.service.workbench.decay()).toEqual({ drops: 0, players: 0 });
    expect(await league.rating(one)).toMatchObject({ confidence: 30, rated_matches: 5 });
    await expectSound(pair);
  });

  /** Two players with a match that was rated after drops of a clock a year ahead, and two without such drops. */
  async function harmedAndUnharmed(): Promise<[string[], string[]]> {
    const [harmed, unharmed] = [await twoPlayers(), await twoPlayers()];
    const play = async ([one, other]: string[]) => {
      await league.import(league.won(one, other, start - minuteMs));
      await league.rate();
    };
    await play(unharmed);
    league.clock.now = start + yearMs;
    await league.service.workbench.decay();
    league.clock.now = start;
    await play(harmed);
    expect(await ratings(harmed)).not.toEqual(await ratings(unharmed));
    return [harmed, unharmed];
  }

  async function ratings(players: readonly string[]) {
    const all = await Promise.all(players.map((id) => league.rating(id)));
    return all.map(({ value, confidence }) => [value, confidence]);
  }

  const rebuild = async (order: 'applied' | 'played') => {
    const { corrections } = league.service.workbench;
    return (await corrections.rebuild(order, { actor: { user: 'tests' } })).differences;
  };

  test('a year ahead and back, the drops go with a rebuild, and what followed from them', async () => {
    const [harmed, unharmed] = await harmedAndUnharmed();
    expect((await rebuild('applied'))?.join()).toContain('follows from nothing');
    expect(await drops(harmed[0])).toEqual([]);
    expect(await ratings(harmed)).toEqual(await ratings(unharmed));
    await expectSound(harmed);
    expect(await league.service.workbench.decay()).toEqual({ drops: 0, players: 0 });
  });

  test.each(['memory', 'database'] as const)(
    'the rate limit (in the %s) is neither freed nor filled for longer than a minute',
    async (RATE_LIMIT_STORE) => {
      const clock = { now: start };
      const settings = { RATE_LIMIT_STORE, RATE_LIMIT_PER_MINUTE: 3 };
      const service = await startTestService('server', { settings, clock: () => clock.now });
      const statuses = [];
      for (const jump of [0, -hourMs, yearMs, 0]) {
        clock.now = start + jump;
        statuses.push((await service.get('/v1/venues')).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
      await service.stop();
    },
  );
});

describe('days are those of Europe/Warsaw', () => {
  const starts = [
    '2026-03-29',
    '2026-03-30',
    '2026-10-25',
    '2026-10-26',
    '2028-02-29',
    '2028-03-01',
  ];
  let league: League;
  beforeAll(async () => {
    league = await startLeague('embedded');
    const [competition] = cityFile.split('\n').filter((line) => line.includes(ids.league));
    const records = starts.map((starts_on, n) => ({
      ...JSON.parse(competition ?? ''),
      id: `cmp_00000000${n}x`,
      starts_on,
      ends_on: '2028-12-31',
    }));
    await league.import(...records);
  });

  test.each([
    // The night in which 02:00 is followed by 03:00 …
    ['2026-03-29', '2026-03-28T22:59:59.999Z', 422],
    ['2026-03-29', '2026-03-28T23:00:00Z', 201],
    ['2026-03-30', '2026-03-29T21:59:59.999Z', 422],
    ['2026-03-30', '2026-03-29T22:00:00Z', 201],
    // … and the one in which 02:59 is followed by 02:00
    ['2026-10-25', '2026-10-24T21:59:59.999Z', 422],
    ['2026-10-25', '2026-10-24T22:00:00Z', 201],
    ['2026-10-25', '2026-10-25T02:30:00+02:00', 201],
    ['2026-10-25', '2026-10-25T02:30:00+01:00', 201],
    ['2026-10-26', '2026-10-25T22:59:59.999Z', 422],
    ['2026-10-26', '2026-10-25T23:00:00Z', 201],
    ['2028-02-29', '2028-02-28T22:59:59.999Z', 422],
    ['2028-02-29', '2028-02-29T00:00:00+01:00', 201],
    ['2028-03-01', '2028-02-29T23:59:59+01:00', 422],
    ['2028-03-01', '2028-02-30T00:00:00+01:00', 422],
    ['2028-03-01', '2027-02-29T12:00:00Z', 422],
  ])('a competition that starts on %s, a match at %s: %d', async (startsOn, played_at, status) => {
    const competition_id = `cmp_00000000${starts.indexOf(startsOn)}x`;
    const response = await league.service.submit(completed({ competition_id, played_at }));
    expect(response.status).toBe(status);
  });

  test.each(['2026-03-01T12:00:00Z', '2026-10-01T00:30:00Z', '2028-02-29T23:30:00Z'])(
    'a match at %s loses confidence after 60 times 24 hours, whatever the nights between',
    async (playedAt) => {
      const [one, other] = await league.newPlayers(3, 3);
      await league.import(league.won(one, other, Date.parse(playedAt)));
      await league.rate();
      const due = Date.parse(playedAt) + 60 * 24 * hourMs;
      await league.service.workbench.decay(due - 1);
      expect(await league.rating(one)).toMatchObject({ confidence: 30 });
      await league.service.workbench.decay(due);
      expect(await league.rating(one)).toMatchObject({ confidence: 25 });
    },
  );
});
