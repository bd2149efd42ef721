// What correction commands print and refuse: one snapshot for each, in a league of its own, whose ids are known.
import { beforeAll, expect, test } from 'bun:test';
import { runCommand } from '../../commands/program.ts';
import { processConsole } from '../../shared/console/console.ts';
import { day, iso, type League, startLeague } from '../ratings/league.ts';
import { onBothDatabases } from '../support/service.ts';
import { commandsIn } from './commands.ts';

const [a, b, c, d, e] = [1, 2, 3, 4, 5].map((n) => `plr_x00000000${n}`) as [
  string,
  string,
  string,
  string,
  string,
];

onBothDatabases('what a command says of a correction', (kind) => {
  let league: League;
  let commands: ReturnType<typeof commandsIn>;
  const [first, second, third] = ['mat_0000000001', 'mat_0000000002', 'mat_0000000003'] as const;
  beforeAll(async () => {
    league = await startLeague(kind);
    commands = commandsIn(league);
    await league.newPlayers(3.5, 3, 3, 4, 4);
    await league.command('players', 'update', c, '--name', 'Ada W.');
    await league.play(league.won(a, b), league.won(a, b, day(1)), league.won(c, b));
  });

  const dry = async (...argv: string[]) => {
    const { status, out } = await league.command(...argv, '--dry-run');
    expect(status).toBe(0);
    return out.join('\n');
  };

  test('matches void', async () => {
    expect(await dry('matches', 'void', first, '--reason', 'x')).toMatchInlineSnapshot(`
      "It is about mat_0000000001: 2026-04-01 14:00, Player 001 A. – Player 002 A., 6-4 6-3, won by Player 001 A., League.
      id              name           rating       confidence
      plr_x000000003  Ada W.         1322 → 1323  30 → 30
      plr_x000000001  Player 001 A.  1432 → 1417  40 → 30
      plr_x000000002  Player 002 A.  1253 → 1260  50 → 40
      The ratings of 3 players would change; 4 entries of the history would be changed, 2 removed, 0 added."
    `);
  });

  test('matches correct', async () => {
    const later = ['--played-at', '2026-07-05 18:00', '--reason', 'x'];
    expect(await dry('matches', 'correct', first, ...later)).toMatchInlineSnapshot(`
      "It is about mat_0000000001: 2026-04-01 14:00, Player 001 A. – Player 002 A., 6-4 6-3, won by Player 001 A., League.
      It becomes: 2026-07-05 18:00, Player 001 A. – Player 002 A., 6-4 6-3, won by Player 001 A., League.
      No rating would change; 5 entries of the history would be changed, 0 removed, 0 added.
      It looks wrong: after the competition's last day, 2026-06-30."
    `);
    const asked = await league.command(
      'matches',
      'correct',
      first,
      ...later,
      '--dry-run',
      '--json',
    );
    expect(JSON.parse(asked.out.join('')).doubts).toEqual([
      { member: 'played_at', reason: "after the competition's last day, 2026-06-30" },
    ]);
  });

  test('matches restore', async () => {
    await commands.done('matches', 'void', first, '--reason', 'x');
    expect(await dry('matches', 'restore', first)).toMatchInlineSnapshot(`
      "It is about mat_0000000001: 2026-04-01 14:00, Player 001 A. – Player 002 A., 6-4 6-3, won by Player 001 A., League.
      id              name           rating       confidence
      plr_x000000003  Ada W.         1323 → 1322  30 → 30
      plr_x000000001  Player 001 A.  1417 → 1432  30 → 40
      plr_x000000002  Player 002 A.  1260 → 1253  40 → 50
      The ratings of 3 players would change; 4 entries of the history would be changed, 0 removed, 2 added.
      It looks wrong: sent twice? the match mat_0000000002 is of the same players and competition, at 2026-04-02 14:00.
      It looks wrong: in two places at once: the match mat_0000000003 began at 2026-04-01 14:00."
    `);
    const [json = ''] = await commands.done('matches', 'restore', first, '--json');
    const { dry_run, players, history_entries } = JSON.parse(json);
    expect([dry_run, history_entries]).toEqual([false, { changed: 4, removed: 0, added: 2 }]);
    expect(players.slice(1, 2)).toEqual([
      {
        player_id: a,
        display_name: 'Player 001 A.',
        before: { value: 1417, confidence: 30 },
        after: { value: 1432, confidence: 40 },
      },
    ]);
  });

  test('players update --ntrp', async () => {
    expect(await dry('players', 'update', d, '--ntrp', '4,5')).toMatchInlineSnapshot(`
      "id              name           rating       confidence
      plr_x000000004  Player 004 A.  1500 → 1600  20 → 20
      The rating of 1 player would change; 1 entry of the history would be changed, 0 removed, 0 added."
    `);
  });

  test('players merge', async () => {
    expect(await dry('players', 'merge', c, d)).toMatchInlineSnapshot(`
      "Ada W. (plr_x000000003) becomes Player 004 A. (plr_x000000004), for good.
      id              name           rating       confidence
      plr_x000000002  Player 002 A.  1253 → 1261  50 → 50
      plr_x000000004  Player 004 A.  1500 → 1510  20 → 30
      The ratings of 2 players would change; 2 entries of the history would be changed, 1 removed, 0 added."
    `);
    // A name that turns the direction of what follows it is told with its signs.
    await league.execute(`update player set display_name = U&'Ewa \\202EK.' where id = '${e}'`);
    expect(await dry('players', 'merge', e, d)).toStartWith(`Ewa \\u202eK. (${e}) becomes Player `);
  });

  test('players erase', async () => {
    expect(await dry('players', 'erase', c)).toMatchInlineSnapshot(`
      "The name of Ada W. (plr_x000000003) goes, for good.
      No rating would change; 1 entry of the history would be changed, 0 removed, 0 added."
    `);
  });

  test('ratings rebuild', async () => {
    expect(await dry('ratings', 'rebuild')).toMatchInlineSnapshot(
      `"No rating would change; 0 entries of the history would be changed, 0 removed, 0 added."`,
    );
  });

  test('what a submission refuses, in words of the options', async () => {
    const correct = ['matches', 'correct', first, '--reason', 'x'];
    const refused: string[][] = [
      ['--winner', b],
      ['--winner', c],
      ['--played-at', iso(day(-100))],
      ['--played-at', iso(day(2_000))],
      ['--played-at', iso(day(1))],
      ['--court', '1001'],
      ['--court', 'one'],
      ['--venue', 'x'],
      ['--status', 'retired'],
      ['--status', 'retired', '--retired', b],
      ['--status', 'walkover', '--swap'],
      ['--retired', b],
      ['--score', '6-5 6-3', '--winner', c],
      ['--score', '6-5 6-3'],
      ['--score', 'six four'],
      ['--score', '6-4 6-3'],
      ['--swap', '--score', '6-4 6-3'],
    ];
    const said: string[] = [];
    for (const options of refused) {
      said.push(`${options.join(' ')}: ${await commands.refusal(...correct, ...options)}`);
    }
    expect(said.join('\n')).toMatchInlineSnapshot(`
      "--winner plr_x000000002: 2 --winner can't be plr_x000000002: the score says otherwise.
      --winner plr_x000000003: 2 --winner is none of the two players.
      --played-at 2025-12-22T12:00:00.000Z: 2 --played-at comes before the competition starts, on 2026-03-01.
      --played-at 2031-09-22T12:00:00.000Z: 2 --played-at lies in the future.
      --played-at 2026-04-02T12:00:00.000Z: 2 This match is in already: its id is mat_0000000002.
      --court 1001: 2 --court "1001": Expected at most 1000.
      --court one: 2 --court "one": Expected the number of a court, or none.
      --venue x: 2 --venue "x": Expected a venue id: ven_ and 10 characters of a-z and 0-9.
      --status retired: 2 --retired is missing.
      --status retired --retired plr_x000000002: 2 --score: The sets already decide the match: nobody can retire after that.
      --status walkover --swap: 2 A walkover has no score to swap; name its winner.
      --retired plr_x000000002: 2 --retired "plr_x000000002": Only a match with the status "retired" has one; leave it out.
      --score 6-5 6-3 --winner plr_x000000003: 2 --winner is none of the two players.
      --score 6-5 6-3: 2 --score "6-5 6-3": Set 1 can't end 6-5: a set is won at 6 games with a lead of 2, at 7-5, or 7-6 by a tiebreak.
      --score six four: 2 --score "six four": "six" is no set: expected a score such as 6-4 7-6(5) or 6-4 3-6 [10-8]; the only words in it may say that somebody retired or did not play, such as ret or wo.
      --score 6-4 6-3: 2 mat_0000000001 is so already: nothing would change.
      --swap --score 6-4 6-3: 2 error: option '--swap' cannot be used with option '--score <sets>'"
    `);
  });

  test('what is done already, can’t be, or is not there', async () => {
    await commands.done('matches', 'void', second, '--reason', 'x');
    const refused: string[][] = [
      ['matches', 'void', second, '--reason', 'x'],
      ['matches', 'correct', second, '--swap', '--reason', 'x'],
      ['matches', 'correct', first, '--swap'],
      ['matches', 'restore', first],
      ['matches', 'void', first],
      ['matches', 'void', first, '--reason', ' '],
      ['matches', 'void', first, '--reason', 'two\nlines'],
      ['matches', 'void', 'mat_nowhere000', '--reason', 'x'],
      ['players', 'update', a, '--ntrp', '3.5'],
      ['players', 'update', a, '--ntrp', '3.7'],
      ['players', 'update', a, '--ntrp', '3', '--name', 'B C.'],
      ['players', 'update', a, '--name', 'B C.'],
      ['players', 'update', 'plr_nowhere000', '--ntrp', '3'],
      ['players', 'merge', a, a],
      ['players', 'merge', a, b],
      ['players', 'merge', a, c],
      ['players', 'erase', 'plr_nowhere000'],
    ];
    const said: string[] = [];
    for (const argv of refused) {
      said.push(`${argv.join(' ')}: ${await commands.refusal(...argv)}`);
    }
    expect(said.join('\n')).toMatchInlineSnapshot(`
      "matches void mat_0000000002 --reason x: 2 mat_0000000002 is voided; "tennis matches restore" lets it count again.
      matches correct mat_0000000002 --swap --reason x: 2 mat_0000000002 is voided; "tennis matches restore" lets it count again.
      matches correct mat_0000000001 --swap: 2 error: required option '--reason <text>' not specified
      matches restore mat_0000000001: 2 mat_0000000001 is not voided.
      matches void mat_0000000001: 2 error: required option '--reason <text>' not specified
      matches void mat_0000000001 --reason  : 2 error: option '--reason <text>' argument ' ' is invalid. Expected why, in words. Holds nothing that can be seen.
      matches void mat_0000000001 --reason two
      lines: 2 error: option '--reason <text>' argument 'two lines' is invalid. Expected why, in words. Holds a control character or a line break.
      matches void mat_nowhere000 --reason x: 1 There is no match with the id mat_nowhere000.
      players update plr_x000000001 --ntrp 3.5: 2 plr_x000000001 has the level 3.5 already.
      players update plr_x000000001 --ntrp 3.7: 2 error: option '--ntrp <level>' argument '3.7' is invalid. Expected a level in steps of 0.5.
      players update plr_x000000001 --ntrp 3 --name B C.: 2 --reason, --dry-run and --yes go with --ntrp or --joined, and nothing else goes with it.
      players update plr_x000000001 --name B C.: 2 --reason, --dry-run and --yes go with --ntrp or --joined, and nothing else goes with it.
      players update plr_nowhere000 --ntrp 3: 1 There is no player with the id plr_nowhere000.
      players merge plr_x000000001 plr_x000000001: 2 plr_x000000001 can't be merged into itself.
      players merge plr_x000000001 plr_x000000002: 2 plr_x000000001 and plr_x000000002 played each other, in mat_0000000001.
      players merge plr_x000000001 plr_x000000003: 2 mat_0000000001 and mat_0000000003 would be the same match: void the one that is wrong first.
      players erase plr_nowhere000: 1 There is no player with the id plr_nowhere000."
    `);
  });

  test('is shown first, and asked', async () => {
    const argv = ['matches', 'void', third, '--reason', 'x'];
    const silent = await league.command(...argv);
    expect([silent.status, ...silent.err]).toEqual([2, expect.stringContaining('--yes')]);
    const [questions, shown, results]: [string[], string[], string[]] = [[], [], []];
    const asking = (answer: string) =>
      runCommand(argv, {
        console: {
          ...processConsole(),
          out: (line) => void results.push(line),
          err: (line) => void shown.push(line),
          columns: 40,
          canAsk: true,
          async ask(question) {
            questions.push(question);
            return answer;
          },
        },
        withWorkbench: (work) => work(league.service.workbench),
      });
    for (const answer of ['', 'yikes']) {
      expect(await asking(answer)).toBe(1);
      expect([results, shown.join('\n')]).toEqual([[], expect.stringContaining('would change')]);
      expect((await league.match(third)).rating_status).toBe('rated');
    }
    // As wide as the terminal, wherever the result goes.
    const table = shown.flatMap((text) => text.split('\n')).filter((line) => line.includes('→'));
    expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(await asking('y')).toBe(0);
    expect(await commands.statusOf(`/matches/${third}`)).toBe(404);
    expect(questions).toHaveLength(3);
  });
});
