// The results as people read them, and those of one player, competition or day.
import { beforeAll, describe, expect, test } from 'bun:test';
import { completed, ids, retired, walkover } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';

const [anna = '', bartek = '', celina = '', lukasz = ''] = ids.players;
const score = {
  sets: [{ games: [6, 4] }, { games: [6, 7], tiebreak: [5, 7] }],
  match_tiebreak: [10, 8],
};
/** At the edges of a day in Warsaw, and where clocks go forward. */
const played = {
  evening: { played_at: '2026-05-01T23:59:59+02:00', player_ids: [anna, bartek] },
  midnight: { played_at: '2026-05-01T22:00:00Z', player_ids: [celina, anna] },
  later: { played_at: '2026-05-03T00:00:00+02:00', player_ids: [celina, lukasz] },
  short: { played_at: '2026-03-29T23:59:00+02:00', player_ids: [bartek, lukasz] },
};

onBothDatabases('the list of results', (kind) => {
  let service: TestService;
  const matches = new Map<string, Record<string, unknown>>();
  beforeAll(async () => {
    service = await startTestService(kind);
    const bodies = {
      evening: completed({ ...played.evening, competition_id: ids.tiebreakLeague, score }),
      midnight: retired({ ...played.midnight, retired_player_id: anna }),
      later: completed(played.later),
      short: walkover({ ...played.short, winner_id: lukasz }),
    };
    for (const [name, body] of Object.entries(bodies)) {
      matches.set(name, await json(await service.submit(body)));
    }
  });

  const run = (...args: string[]) => commandsOn(service.workbench)(['matches', ...args]);
  const idOf = (name: string) => String(matches.get(name)?.id);

  test('has names, the winner, and the score as people write it', async () => {
    const { out } = await run('list');
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/).map((cell) => cell.trim()))).toEqual([
      ['id', 'played at', 'players', 'score', 'winner', 'competition', 'status', 'rating'],
      [
        idOf('later'),
        '2026-05-03 00:00',
        'Celina Ż., Łukasz W.',
        '6-4 6-3',
        'Celina Ż.',
        'League',
        'completed',
        'pending',
      ],
      [
        idOf('midnight'),
        '2026-05-02 00:00',
        'Celina Ż., Anna K.',
        '6-4 2-1',
        'Celina Ż.',
        'League',
        'retired',
        'pending',
      ],
      [
        idOf('evening'),
        '2026-05-01 23:59',
        'Anna K., Bartek Ł.',
        '6-4 6-7(5) [10-8]',
        'Anna K.',
        'Tiebreak League',
        'completed',
        'pending',
      ],
      [
        idOf('short'),
        '2026-03-29 23:59',
        'Bartek Ł., Łukasz W.',
        '-',
        'Łukasz W.',
        'League',
        'walkover',
        'not rated',
      ],
    ]);
  });

  test('is for programs what the interface gives', async () => {
    const { out } = await run('list', '--json');
    const { data } = await json(await service.get('/v1/matches'));
    expect(JSON.parse(out)).toEqual(data);
  });

  test.each<[args: string[], names: string[]]>([
    [
      ['--player', anna],
      ['midnight', 'evening'],
    ],
    [
      ['--player', lukasz],
      ['later', 'short'],
    ],
    [['--competition', ids.tiebreakLeague], ['evening']],
    [['--day', '2026-05-01'], ['evening']],
    [['--day', '2026-05-02'], ['midnight']],
    [['--day', '2026-03-29'], ['short']],
    [['--day', '2026-03-30'], []],
    [
      ['--since', '2026-05-02'],
      ['later', 'midnight'],
    ],
    [
      ['--until', '2026-05-02'],
      ['midnight', 'evening', 'short'],
    ],
    [
      ['--since', '2026-05-01', '--until', '2026-05-02'],
      ['midnight', 'evening'],
    ],
    [['--player', celina, '--competition', ids.league, '--day', '2026-05-03'], ['later']],
    [['--day', '2026-05-01', '--status', 'retired'], []],
  ])('%j are some of them', async (args, names) => {
    const { out } = await run('list', '--json', ...args);
    expect(JSON.parse(out)).toEqual(names.map((name) => matches.get(name)));
  });

  test.each<[args: string[], line: RegExp]>([
    [['--player', 'Anna K.'], /--player <id>.*'Anna K\.'.*plr_/],
    [['--day', '2026-02-29'], /--day <date>.*2026-02-29.*such as/],
    [['--since', 'yesterday'], /--since <date>.*yesterday/],
    [['--day', '2026-05-01', '--until', '2026-05-02'], /--day.*--until/],
    [['--since', '2026-05-02', '--until', '2026-05-01'], /^--until is before --since\.$/],
  ])('%j is a mistake that one line names', async (args, line) => {
    expect(await run('list', ...args)).toMatchObject({
      status: 2,
      out: '',
      lines: [expect.stringMatching(line)],
    });
  });

  describe('shows one', () => {
    test('with the names beside the ids, and the score as people write it', async () => {
      const { out } = await run('show', idOf('evening'));
      expect(out).toMatch(/^score +6-4 6-7\(5\) \[10-8\]$/m);
      expect(out).toMatch(
        new RegExp(`^players +Anna K\\. \\(${anna}\\), Bartek Ł\\. \\(${bartek}\\)$`, 'm'),
      );
      expect(out).toMatch(new RegExp(`^winner +Anna K\\. \\(${anna}\\)$`, 'm'));
      expect(out).toMatch(/^retired_player +-$/m);
      const other = await run('show', idOf('midnight'));
      expect(other.out).toMatch(new RegExp(`^retired_player +Anna K\\. \\(${anna}\\)$`, 'm'));
    });

    test('for programs as the interface does, and who submitted it', async () => {
      const { out } = await run('show', idOf('short'), '--json');
      const submitted_by = { client_id: ids.client, organizer_id: ids.organizer };
      expect(JSON.parse(out)).toEqual({ ...matches.get('short'), submitted_by });
    });
  });
});
