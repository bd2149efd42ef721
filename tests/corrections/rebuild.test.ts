// What a rebuild mends, and how it tells. rules 11.6
import { beforeAll, describe, expect, test } from 'bun:test';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { day, iso, type League, startLeague } from '../ratings/league.ts';
import { ids } from '../support/city.ts';
import { onBothDatabases } from '../support/service.ts';
import { commandsIn } from './commands.ts';

/** The players and matches of a faulty database: A and B played each other four times, C nobody. */
type Lot = {
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly matches: string[];
};

const ofOne = ({ a, b, c }: Lot) => `in ('${a}', '${b}', '${c}')`;
const entries = (match: string | undefined, ...of: string[]) =>
  `delete from rating_history where match_id = '${match}' and player_id in ('${of.join("', '")}')`;
const pending = (match: string | undefined) =>
  `update match set rating_status = 'pending' where id = '${match}'`;

/** `told` are ends of lines; `ratedNext` matches wait for their rating then. */
const faults: [
  name: string,
  plant: (lot: Lot) => string[],
  told: (lot: Lot) => string[],
  ratedNext?: number,
][] = [
  [
    'ratings that players show',
    ({ a, b, c }) => [
      `update player set rating_value = 1 where id = '${a}'`,
      `update player set rating_confidence = 1 where id = '${b}'`,
      `update player_venue set rating_value = 1 where player_id = '${c}'`,
    ],
    ({ a, b, c }) => [
      `${a}: showed another rating than 1549 with confidence 60`,
      `${b}: showed another rating than 1351 with confidence 60`,
      `${c}: showed another rating than 1300 with confidence 20`,
    ],
  ],
  [
    'ratings that are gone',
    (lot) => [`delete from rating where player_id ${ofOne(lot)}`],
    ({ a, b, c }) => [a, b, c].map((id) => `${id}: had no rating`),
  ],
  [
    'first entries that are gone',
    (lot) => [
      `delete from rating_history where reason = 'initial_assessment' and player_id ${ofOne(lot)}`,
    ],
    ({ a, b, c }) => [a, b, c].map((id) => `${id}: had no initial assessment`),
  ],
  [
    'a whole history that is gone',
    (lot) => [`delete from rating_history where player_id ${ofOne(lot)}`],
    ({ a, b, c, matches }) => [
      ...[a, b, c].map((id) => `${id}: had no initial assessment`),
      ...matches.map((id) => `${id}: was rated, but the history had 0 entries of it`),
    ],
    4,
  ],
  [
    'a value that follows from nothing',
    ({ a }) => [
      `update rating_history set value_after = value_after + 1
        where sequence = (select max(sequence) from rating_history where player_id = '${a}')`,
    ],
    ({ a }) => [`${a}: entry`],
  ],
  [
    'matches whose entries or status are gone',
    ({ a, b, matches: [first, second, third, fourth] }) => [
      pending(first),
      entries(second, a, b),
      entries(third, a),
      entries(fourth, b),
      pending(fourth),
    ],
    ({ matches: [first, second, third, fourth] }) => [
      `${first}: was pending, but the history had 2 entries of it`,
      `${second}: was rated, but the history had 0 entries of it`,
      `${third}: was rated, but the history had 1 entries of it`,
      `${fourth}: was pending, but the history had 1 entries of it`,
    ],
    3,
  ],
];

onBothDatabases('a rebuild', (kind) => {
  let league: League;
  let commands: ReturnType<typeof commandsIn>;
  beforeAll(async () => {
    league = await startLeague(kind);
    commands = commandsIn(league);
  });
  const rebuild = async () => {
    const { status, out } = await league.command('ratings', 'rebuild', '--yes');
    expect(status).toBe(0);
    return out.join('\n').split('\n');
  };

  test.each(faults)('mends and tells %s', async (_, plant, told, ratedNext = 0) => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    await league.command('players', 'update', c, '--venue', ids.venues[0] ?? '');
    const matches = [0, 1, 2, 3].map((n) => league.won(a, b, day(n)));
    await league.play(...matches);
    const lot = { a, b, c, matches: matches.map(({ id }) => id) };
    const values = async () =>
      Promise.all([a, b, c].map(async (id) => (await league.rating(id)).value));
    const before = await values();
    for (const statement of plant(lot)) await league.execute(statement);
    expect((await league.command('ratings', 'verify')).status).toBe(1);
    const lines = await rebuild();
    const missing = told(lot).filter((told) => !lines.some((line) => line.startsWith(told)));
    expect(missing).toEqual([]);
    await commands.expectVerified();
    expect(await league.rate()).toEqual({ rated: ratedNext, unrateable: 0 });
    expect(await values()).toEqual(before);
    const [again] = await commands.done('ratings', 'rebuild');
    expect(again).toStartWith('No rating changed;');
  });

  test('takes away the entries of a match that was made a walkover by hand', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const [wrong, right] = [league.won(a, b), league.won(a, b, day(100))];
    await league.play(wrong, right);
    await league.execute(`update match set status = 'walkover', score = null,
      rating_status = 'not_rated' where id = '${wrong.id}'`);
    const found = (await league.command('ratings', 'verify')).out.join('\n');
    expect(found.match(/is of a match that can't be rated: A walkover/g)).toHaveLength(2);
    expect(found).toContain(`${wrong.id}: is not_rated, but the history has 2 entries of it`);
    const told = `${wrong.id}: was not_rated, but the history had 2 entries of it`;
    expect(await rebuild()).toContain(told);
    expect(await league.moves(a)).toEqual([[1500, 1517]]);
    await commands.expectVerified();
  });

  test('names a match that can’t be rated any more, and goes no further', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const match = league.won(a, b);
    await league.play(match);
    const to = (columns: string) =>
      league.execute(`update match set ${columns} where id = '${match.id}'`);
    await to(
      `status = 'retired', retired_player_id = '${b}', score = '{"sets":[{"games":[0,0]}]}'`,
    );
    const reason = 'A retired match without a completed game has no score';
    const found = (await league.command('ratings', 'verify')).out.join('\n').split('\n');
    expect(found.filter((line) => line.endsWith(`can't be rated: ${reason}`))).toHaveLength(2);
    expect(await commands.refusal('ratings', 'rebuild')).toBe(
      `1 The match ${match.id} can't be rated: ${reason}`,
    );
    await to(
      `status = 'completed', retired_player_id = null, score = '${JSON.stringify(match.score)}'`,
    );
    await commands.done('ratings', 'rebuild');
  });

  describe('in the order of play takes what is voided along', () => {
    const voidIt = (id: string) => commands.done('matches', 'void', id, '--reason', 'x');
    const restoreInOrder = async (id: string) => {
      await commands.done('ratings', 'rebuild', '--order', 'played');
      await commands.done('matches', 'restore', id);
    };
    const codes = async (id = '') => (await league.history(id)).map(({ reason }) => reason.code);

    test('behind a match that came late', async () => {
      const [a, b, c] = await league.newPlayers(4, 3.5, 3);
      const [voided, late] = [league.won(a, b, day(90)), league.won(b, c, day(30))];
      await league.play(league.won(a, c, day(0)), voided);
      await voidIt(voided.id);
      await league.play(late);
      await restoreInOrder(voided.id);
      expect(await commands.order(b)).toEqual([late.id, voided.id]);
    });

    test('with a drop before the match that brings it now', async () => {
      const [wrong, right] = [await league.newPlayers(4, 3.5), await league.newPlayers(4, 3.5)];
      const played = (days: number) => [wrong, right].map(([a, b]) => league.won(a, b, day(days)));
      const [voided, ...first] = played(0);
      if (!voided) throw new Error('There is no match.');
      await league.import(voided, ...first, ...played(70));
      await league.rate();
      await voidIt(voided.id);
      league.clock.now += 60_000;
      await league.import(...played(6));
      await league.rate();
      await restoreInOrder(voided.id);
      expect(await codes(wrong[0])).toEqual(await codes(right[0]));
      expect(await league.moves(wrong[0])).toEqual(await league.moves(right[0]));
    });

    test('without a drop that is not due there any more', async () => {
      const [a, b, c] = await league.newPlayers(4, 3.5, 3);
      const [voided, other] = [league.won(a, b, day(0)), league.won(a, c, day(70))];
      await league.import(voided, other);
      await league.rate();
      await voidIt(voided.id);
      const earlier = ['--played-at', iso(day(-10)), '--reason', 'x'];
      await commands.done('matches', 'correct', other.id, ...earlier);
      await restoreInOrder(voided.id);
      // What looks have given comes after both.
      expect((await codes(a)).slice(0, 3)).toEqual([
        'initial_assessment',
        'match_result',
        'match_result',
      ]);
    });
  });

  test('that meets a player too soon names the order that puts it right', async () => {
    const own = await startLeague(kind);
    await own.play(own.won(...(await own.newPlayers(4, 3.5))));
    // As if the places had begun again from below.
    await own.execute(
      `update rating_history set sequence = sequence + 1000000 where reason = 'initial_assessment'`,
    );
    const { status, err } = await own.command('ratings', 'rebuild', '--yes');
    expect([status, err.join(' ')]).toEqual([
      1,
      expect.stringMatching(
        /^The player \w+ is met before the initial assessment: see what "tennis ratings rebuild --order played --dry-run" would change\.$/,
      ),
    ]);
    expect((await own.command('ratings', 'rebuild', '--order', 'played', '--yes')).status).toBe(0);
    expect((await own.command('ratings', 'verify')).status).toBe(0);
  });

  test('of however many players tells the first hundred differences, whatever they are, and how many more', async () => {
    const own = await startLeague(kind);
    const players = await own.newPlayers(...Array<number>(1_010).fill(3.5));
    const some = (count: number) => `in ('${players.slice(0, count).join("', '")}')`;
    await own.execute(`update rating_history set explanation = 'x' where player_id ${some(70)}`);
    await own.execute(`delete from rating where player_id ${some(70)}`);
    const told = async () => {
      const { status, out } = await own.command('ratings', 'rebuild', '--yes');
      expect(status).toBe(0);
      const { db } = own.service.workbench.database;
      expect((await verifyRatings(db)).differences).toEqual([]);
      return out.join('\n').split('\n');
    };
    const first = await told();
    expect(first.filter((line) => line.endsWith(': had no rating'))).toHaveLength(70);
    expect(first.filter((line) => line.endsWith('otherwise than by its inputs'))).toHaveLength(30);
    expect(first).toContain('and 40 more');
    await own.execute('update rating set value = value + 1');
    await told();
    // Exactly a hundred are all.
    await own.execute(`update player set rating_value = 1 where id ${some(100)}`);
    const last = await told();
    expect(last.filter((line) => line.includes('showed another rating'))).toHaveLength(100);
    expect(last.join('\n')).not.toContain(' more');
  });
});
