// The quality of ratings, against the same computed plainly.
import { beforeAll, expect, test } from 'bun:test';
import {
  keptQuality,
  measureQuality,
  type Quality,
  refreshQuality,
} from '../../modules/quality/index.ts';
import { commandsOn } from '../commands/terminal.ts';
import { createDraw, randomSeason } from '../ratings/random-season.ts';
import { completed, retired, testCity } from '../support/city.ts';
import { load, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { many } from '../support/tier.ts';
import * as twin from './twin.ts';

const seed = Number(process.env.SEASON_SEED ?? 20_261_201);
const dayMs = 86_400_000;

/** Rounds every number of a thing to four decimals. */
const toFour = (thing: unknown) =>
  JSON.parse(JSON.stringify(thing), (_, value) =>
    typeof value === 'number' ? Math.round(value * 1e4) / 1e4 + 0 : value,
  );
/** Two things whose numbers are alike to four decimals: a half of the fifth may round either way. */
function expectAlike(found: unknown, wanted: unknown, where = ''): void {
  if (typeof wanted === 'number')
    expect([where, found]).toEqual([where, expect.closeTo(wanted, 4)]);
  else if (wanted === null || typeof wanted !== 'object')
    expect([where, found]).toEqual([where, wanted]);
  else {
    for (const [name, value] of Object.entries(wanted)) {
      expectAlike(Object(found)[name], value, `${where}.${name}`);
    }
  }
}

onBothDatabases(`the quality of a random season (SEASON_SEED=${seed})`, (kind) => {
  let service: TestService;
  let rows: Awaited<ReturnType<typeof twin.rowsOf>>;
  const season = randomSeason(seed, 80, many(1_500, 4_000), 600);

  beforeAll(async () => {
    service = await startTestService(kind, { records: [] });
    await load(service.workbench, season.records);
    // Some results are forgotten until the next run, so that they are late for one of their players, or both.
    const draw = createDraw(seed);
    const inOrder = season.matches.toSorted((a, b) => a.match.playedAt - b.match.playedAt);
    const size = Math.ceil(inOrder.length / 20);
    let forgotten: object[] = [];
    for (let start = 0; start < inOrder.length; start += size) {
      const sent = forgotten;
      forgotten = [];
      for (const { record } of inOrder.slice(start, start + size)) {
        (draw.chance(0.05) ? forgotten : sent).push(record);
      }
      await load(service.workbench, sent);
      await service.rate();
    }
    rows = await twin.rowsOf(service.workbench.database.db);
  });
  const measured = async (asked = {}) => {
    const quality = await measureQuality(service.workbench.database, asked);
    if (!quality) throw new Error('It was stopped.');
    return quality;
  };
  const inTime = () => rows.filter(({ late, status }) => status === 'completed' && !late);

  test('is that of the plain computation: all of it, and by confidence, gap and month', async () => {
    const quality = await measured();
    const counted = inTime();
    expect(counted.length).toBeGreaterThan(many(1_000, 3_000));
    expectAlike(quality, twin.figuresOf(counted));
    expectAlike(quality, twin.slopeOf(counted));
    const lower = ({ sure: [one, other] }: (typeof rows)[number]) => Math.min(one, other);
    const gap = ({ before: [one, other] }: (typeof rows)[number]) => Math.abs(one - other);
    const within = (of: (row: (typeof rows)[number]) => number, from: number, to = Infinity) =>
      twin.figuresOf(counted.filter((row) => of(row) >= from && of(row) < to));
    expectAlike(quality.by_confidence, {
      below_40: within(lower, 0, 40),
      below_70: within(lower, 40, 70),
      from_70: within(lower, 70),
    });
    expectAlike(quality.by_gap, {
      below_50: within(gap, 0, 50),
      below_100: within(gap, 50, 100),
      below_200: within(gap, 100, 200),
      below_300: within(gap, 200, 300),
      from_300: within(gap, 300),
    });
    for (const [month, figures] of Object.entries(quality.by_month)) {
      expectAlike(figures, twin.figuresOf(counted.filter(({ at }) => twin.monthOf(at) === month)));
    }
    const months = Object.values(quality.by_month).reduce((sum, { matches }) => sum + matches, 0);
    expect(months).toBe(counted.length);
  });

  test('has the baselines, what is late, and what was retired', async () => {
    const { baselines, retired: broken, late, apart } = await measured();
    const counted = inTime();
    expectAlike(baselines, {
      coin: { log_loss: Math.log(2), brier: 0.25, favourite_won: 0.5 },
      level: twin.scoresOf(counted, ({ level }) => level),
      wins: twin.scoresOf(counted, ({ wins }) => wins),
      elo32: twin.scoresOf(counted, ({ elo32 }) => elo32),
    });
    const completedLate = rows.filter((row) => row.status === 'completed' && row.late);
    expect(completedLate.length).toBeGreaterThan(30);
    expectAlike(apart.late, twin.figuresOf(completedLate));
    expectAlike(apart.retired, twin.figuresOf(rows.filter(({ status }) => status === 'retired')));
    expect([broken, late]).toEqual([apart.retired.matches, apart.late.matches]);
  });

  test('follows the pool month by month, and newcomers through ten matches', async () => {
    const { pool } = await measured();
    expectAlike(pool.months, twin.poolOf(rows));
    expect(pool.months.some(({ floor }) => floor > 0)).toBe(
      rows.some(({ after }) => after.includes(0)),
    );
    const played = season.players.filter(({ id }) => rows.some((row) => row.ids.includes(id)));
    for (const { level, players, ...sums } of pool.newcomers) {
      const own = played
        .filter(({ ntrp }) => ntrp === level)
        .map(({ id }) => twin.firstTenOf(rows, id));
      const sum = (name: keyof (typeof own)[number]) =>
        own.reduce((all, one) => all + one[name], 0);
      expect(players).toBe(own.length);
      expect(sums).toEqual({
        matches: sum('matches'),
        own_change: sum('own_change'),
        others_change: sum('others_change'),
      });
    }
    expect(pool.newcomers.reduce((sum, { players }) => sum + players, 0)).toBe(played.length);
  });

  test('can be had of a time and a competition, while baselines know all that came before', async () => {
    const middle = rows[Math.floor(rows.length / 2)]?.at ?? 0;
    const competition = rows[0]?.competition;
    const counted = inTime().filter(
      (row) => row.at >= middle && row.at < middle + 90 * dayMs && row.competition === competition,
    );
    expect(counted.length).toBeGreaterThan(5);
    const quality = await measured({ since: middle, until: middle + 90 * dayMs, competition });
    expectAlike(quality, twin.figuresOf(counted));
    expectAlike(
      quality.baselines.elo32,
      twin.scoresOf(counted, ({ elo32 }) => elo32),
    );
  });

  test('is given by the command, in JSON and in words', async () => {
    const run = commandsOn(service.workbench);
    const { status, out, err } = await run(['ratings', 'quality', '--json']);
    expect([status, err]).toEqual([0, '']);
    expect(toFour(JSON.parse(out))).toEqual(toFour(await measured()));
    const words = await run(['ratings', 'quality']);
    expect(words.out).toContain('Against simpler forecasts of the same matches:');
    const wrong = await run([
      'ratings',
      'quality',
      '--since',
      '2026-02-01',
      '--until',
      '2026-01-01',
    ]);
    expect(wrong.status).toBe(2);
  });

  test('is kept for an hour, and computed by one process at a time', async () => {
    const { database } = service.workbench;
    let now = Date.parse('2027-01-01T00:00:00Z');
    const refresh = () => refreshQuality({ database, clock: () => now });
    await Promise.all([refresh(), refresh()]);
    const { by_month: _, ...first } = await measured();
    expect((await keptQuality(database.db))?.result).toEqual(first);
    now += 3_599_000;
    await refresh();
    expect((await keptQuality(database.db))?.computed_at).toBe('2027-01-01T00:00:00.000Z');
    now += 1_000;
    await refreshQuality({ database, clock: () => now }, () => true); // as the service stops
    expect((await keptQuality(database.db))?.computed_at).toBe('2027-01-01T00:00:00.000Z');
    await refresh();
    expect((await keptQuality(database.db))?.computed_at).toBe('2027-01-01T01:00:00.000Z');
  });
});

onBothDatabases('the quality of very few matches', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: testCity() });
  });
  const quality = async (): Promise<Quality> => {
    const { status, out } = await commandsOn(service.workbench)(['ratings', 'quality', '--json']);
    expect(status).toBe(0);
    return JSON.parse(out);
  };

  test('of none has no figure', async () => {
    const { matches, favourite_won, log_loss, brier, slope, pool, baselines } = await quality();
    expect({ matches, favourite_won, log_loss, brier, slope }).toEqual({
      ...{ matches: 0, favourite_won: null, log_loss: null, brier: null, slope: null },
    });
    expect(pool).toEqual({ months: [], newcomers: [] });
    expect(baselines.wins).toEqual({ log_loss: null, brier: null, favourite_won: null });
  });

  test('of one and two has no slope, and in words no figure but intervals', async () => {
    for (const [count, day] of [
      [1, '10'],
      [2, '11'],
    ] as const) {
      await service.submit(completed({ played_at: `2026-05-${day}T10:00:00Z` }));
      await service.rate();
      const { matches, slope, intercept, bins } = await quality();
      expect([matches, slope, intercept]).toEqual([count, null, null]);
      expect(bins.reduce((sum, bin) => sum + bin.matches, 0)).toBe(count);
    }
    await service.submit(retired({ played_at: '2026-05-12T10:00:00Z' }));
    await service.rate();
    const { matches, retired: broken } = await quality();
    expect([matches, broken]).toEqual([2, 1]);
    const { out } = await commandsOn(service.workbench)(['ratings', 'quality']);
    expect(out).toMatchInlineSnapshot(`
      "2 completed matches, by what was expected.
      Fewer than 200 say little: only intervals are shown.

      Calibration:
      given     matches  expected  won  between
      50–55 %   1        50.0 %    -    20.7 % and 100.0 %
      55–60 %   1        56.9 %    -    20.7 % and 100.0 %
      60–65 %   0        -         -    -
      65–70 %   0        -         -    -
      70–75 %   0        -         -    -
      75–80 %   0        -         -    -
      80–85 %   0        -         -    -
      85–90 %   0        -         -    -
      90–95 %   0        -         -    -
      95–100 %  0        -         -    -

      Against simpler forecasts of the same matches:
                   matches  favourite won  between             log loss  brier  off by  slope  intercept
      this rating  2        -              34.2 % and 100.0 %  -         -      -       -      -
      coin         2        -              -                   -         -      -       -      -
      level        2        -              -                   -         -      -       -      -
      wins         2        -              -                   -         -      -       -      -
      elo32        2        -              -                   -         -      -       -      -

      By the lower confidence:
                matches  favourite won  between             log loss  brier  off by  slope  intercept
      below 40  2        -              34.2 % and 100.0 %  -         -      -       -      -
      below 70  0        -              -                   -         -      -       -      -
      from 70   0        -              -                   -         -      -       -      -

      By the gap in points:
                 matches  favourite won  between             log loss  brier  off by  slope  intercept
      below 50   2        -              34.2 % and 100.0 %  -         -      -       -      -
      below 100  0        -              -                   -         -      -       -      -
      below 200  0        -              -                   -         -      -       -      -
      below 300  0        -              -                   -         -      -       -      -
      from 300   0        -              -                   -         -      -       -      -

      By month:
               matches  favourite won  between             log loss  brier  off by  slope  intercept
      2026-05  2        -              34.2 % and 100.0 %  -         -      -       -      -

      Apart:
               matches  favourite won  between             log loss  brier  off by  slope  intercept
      retired  1        -              20.7 % and 100.0 %  -         -      -       -      -
      late     0        -              -                   -         -      -       -      -

      Of 3 rated matches, 0 cost the winner points.

      The pool: who has a match in 90 days, and the points that matches made and took:
      month    players  mean  median  created  destroyed  kept at 0  newcomers  they began at
      2026-05  2        1300  1300    0        0          0          2          1300

      Newcomers, by the level that they gave: what their first ten matches moved:
      level  players  matches  points each  of opponents
      3.0    2        6        0            0
      "
    `);
  });
});
