// What a rebuild puts right, and how it tells; what is damaged otherwise, verify names. rules 11.6
import { beforeAll, describe, expect, test } from 'bun:test';
import { day, type League, startLeague } from '../ratings/league.ts';
import { onBothDatabases } from '../support/service.ts';
import { commandsIn } from './commands.ts';

/** What is changed by hand: A won four matches against B; where verify and a rebuild begin to name it. */
const faults: [
  name: string,
  plant: (player: string, match: string) => string,
  told: (player: string, match: string) => string,
][] = [
  [
    'a value that follows from nothing',
    (a, match) =>
      `update rating_history set value_after = 2000 where match_id = '${match}' and player_id = '${a}'`,
    (a) => `${a}: entry`,
  ],
  [
    'a result that is gone',
    (a, match) => `delete from rating_history where match_id = '${match}' and player_id = '${a}'`,
    (a, match) => `${a}: lacks the result of ${match}`,
  ],
  [
    'a first entry that is gone',
    (a) => `delete from rating_history where run = 0 and player_id = '${a}'`,
    (a) => `${a}: lacks the first entry`,
  ],
  [
    'a drop that is gone',
    (a) => `delete from rating_history where reason = 'inactivity' and player_id = '${a}'`,
    (a) => `${a}: lacks a drop of confidence to 55`,
  ],
  [
    'a drop of a look that gave none',
    (a) =>
      `insert into rating_history select 'rtg_aaaaaaaaaa', player_id, run, at, sent_at, null, 98, occurred_at,
        reason, explanation, value_before, value_after, confidence_before, confidence_after,
        null, null, null, null, null, rated_matches, last_rated_match_at, drops_applied
        from rating_history where reason = 'inactivity' and player_id = '${a}'`,
    (a) => `${a}: entry rtg_aaaaaaaaaa follows from nothing`,
  ],
  [
    'a match that lost its run',
    (_, match) => `update match set rating_status = 'pending', run = null where id = '${match}'`,
    (a) => `${a}: entry`,
  ],
];

onBothDatabases('a rebuild', (kind) => {
  let league: League;
  let commands: ReturnType<typeof commandsIn>;
  beforeAll(async () => {
    league = await startLeague(kind);
    commands = commandsIn(league);
  });
  const lines = async (...words: string[]) =>
    (await league.command(...words)).out.join('\n').split('\n');

  test.each(faults)('puts right %s, which verify names', async (_, plant, told) => {
    league.clock.now = day(400);
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const matches = [-3, -2, -1, 0].map((n) => league.won(a, b, day(400 + n)));
    await league.play(...matches);
    league.clock.now = day(460);
    await league.service.workbench.decay();
    const before = await league.history(a);
    const first = matches[0]?.id ?? '';
    await league.execute(plant(a, first));
    const begins = (line: string) => line.startsWith(told(a, first));
    expect((await lines('ratings', 'verify')).some(begins)).toBe(true);
    expect((await lines('ratings', 'rebuild', '--yes')).some(begins)).toBe(true);
    await commands.expectVerified();
    if ((await league.rate()).rated > 0) return;
    expect(await league.history(a)).toHaveLength(before.length);
    expect((await lines('ratings', 'rebuild', '--yes'))[0]).toStartWith('No rating changed;');
  });

  test('leaves to a backup what no history tells, which verify names', async () => {
    const own = await startLeague(kind);
    const [a = '', b = '', c = ''] = await own.newPlayers(4, 3.5, 3);
    const match = own.won(a, b, day(-1));
    await own.play(match);
    await own.execute(`update player set rating_value = 1 where id = '${a}'`);
    await own.execute(`delete from rating where player_id = '${c}'`);
    await own.execute(`update match set run = 99 where id = '${match.id}'`);
    const told = (await own.command('ratings', 'verify')).out.join('\n').split('\n');
    expect(told).toContain(`${match.id}: is rated by 99, which is no run`);
    expect(told).toContain(`${c}: has no rating`);
    expect(told.some((line) => line.startsWith(`${a}: value in the player's copy is 1`))).toBe(
      true,
    );
  });

  test('names a match that can’t be rated any more, and goes no further', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const match = league.won(a, b, league.clock.now - 1_000);
    await league.play(match);
    const to = (columns: string) =>
      league.execute(`update match set ${columns} where id = '${match.id}'`);
    await to(
      `status = 'retired', retired_player_id = '${b}', score = '{"sets":[{"games":[0,0]}]}'`,
    );
    const reason = 'A retired match without a completed game has no score';
    const refusal = `1 The match ${match.id} can't be rated: ${reason}`;
    const verified = await league.command('ratings', 'verify');
    expect(`${verified.status} ${verified.err.join('')}`).toBe(refusal);
    expect(await commands.refusal('ratings', 'rebuild')).toBe(refusal);
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

    test('behind a match that came late', async () => {
      const { now } = league.clock;
      const ago = (days: number) => now - days * 86_400_000;
      const [a, b, c] = await league.newPlayers(4, 3.5, 3);
      const [voided, late] = [league.won(a, b, ago(10)), league.won(b, c, ago(70))];
      await league.play(league.won(a, c, ago(100)), voided);
      await voidIt(voided.id);
      await league.play(late);
      await restoreInOrder(voided.id);
      expect(await commands.order(b)).toEqual([late.id, voided.id]);
      await commands.expectVerified();
    });
  });

  test('takes back drops of a look of a clock that was ahead', async () => {
    const own = await startLeague(kind, day(20));
    const { corrections, decay } = own.service.workbench;
    const [a, b] = await own.newPlayers(3, 3);
    await own.play(own.won(a, b, day(-3)));
    own.clock.now = day(70);
    expect(await decay()).toEqual({ drops: 2, players: 2 });
    own.clock.now = day(21);
    const asked = { actor: { user: 'test' }, reason: 'a test' };
    expect((await corrections.rebuild('applied', { ...asked, dryRun: true })).entries.removed).toBe(
      2,
    );
    await corrections.rebuild('applied', asked);
    expect((await own.history(a)).map(({ reason }) => reason.code)).toEqual([
      'initial_assessment',
      'match_result',
    ]);
    own.clock.now = day(57);
    expect(await decay()).toMatchObject({ drops: 2 });
    await commandsIn(own).expectVerified();
  });

  test('of however many players tells the first hundred differences, and how many more', async () => {
    const own = await startLeague(kind);
    await own.newPlayers(...Array<number>(140).fill(3.5));
    const { length } = (await own.command('players', 'list', '--json')).out;
    expect(length).toBeGreaterThan(0);
    await own.execute(`update rating_history set value_after = value_after + 1`);
    const { out } = await own.command('ratings', 'rebuild', '--yes');
    const told = out.join('\n').split('\n');
    expect(told.filter((line) => line.includes(': entry '))).toHaveLength(100);
    expect(told.some((line) => /^and \d+ more$/.test(line))).toBe(true);
    await commandsIn(own).expectVerified();
  });
});
