// Lists and records at a terminal of 80 columns.
import { beforeAll, expect, test } from 'bun:test';
import stringWidth from 'string-width';
import { runCommand } from '../../commands/program.ts';
import { completed, ids } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

onBothDatabases('at a terminal of 80 columns', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
    const tiebreaks = {
      sets: [{ games: [7, 6], tiebreak: [7, 5] }, { games: [4, 6] }],
      match_tiebreak: [10, 8],
    };
    const played = completed({ competition_id: ids.tiebreakLeague, score: tiebreaks });
    expect((await service.submit(played)).status).toBe(201);
  });

  async function printed(isTerminal: boolean, ...args: string[]): Promise<string> {
    const said: string[] = [];
    const console = {
      isTerminal,
      canAsk: false,
      columns: 80,
      user: 'anna',
      out: (line: string) => void said.push(line),
      err: (line: string) => void said.push(line),
      status: () => undefined,
      taken: async () => undefined,
      size: async () => undefined,
      writable: async () => undefined,
      async *read() {},
      write: () => Promise.reject(new Error('Nothing is written here.')),
      ask: async () => '',
    };
    const { workbench } = service;
    expect(await runCommand(args, { console, withWorkbench: (work) => work(workbench) })).toBe(0);
    return said.join('\n');
  }

  const commands: string[][] = [
    ['organizers', 'list'],
    ['clients', 'list'],
    ['keys', 'list'],
    ['venues', 'list'],
    ['competitions', 'list'],
    ['players', 'list'],
    ['matches', 'list'],
    ['audit', 'list'],
    ['venues', 'show', ids.venues[0] ?? ''],
    ['players', 'show', ids.players[0] ?? ''],
    ['competitions', 'show', ids.league],
    ['status'],
    ['config'],
  ];
  test.each(commands.map((args) => [args]))(
    '%j has lines that fit, and every word that a file has',
    async (args) => {
      const narrow = await printed(true, ...args);
      for (const line of narrow.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
      const wide = await printed(false, ...args);
      const shown = new Set(narrow.split(/\s+/));
      const [, ...rows] = wide.split('\n'); // headings differ where records stand below each other
      const cut = rows.flatMap((row) => row.split(/\s+/)).filter((word) => !shown.has(word));
      expect(cut).toEqual([]);
    },
  );

  test('a list is a line a record in a file, however wide', async () => {
    const players = await printed(false, 'players', 'list');
    expect(players.split('\n')).toHaveLength(1 + ids.players.length);
  });

  test('cells are written for people', async () => {
    expect(await printed(false, 'players', 'show', ids.players[0] ?? '')).toMatch(
      /^availability +Mon \d\d:\d\d–\d\d:\d\d/m,
    );
    expect(await printed(false, 'venues', 'list')).toMatch(/ 1 (clay|hard)/);
    expect(await printed(false, 'competitions', 'list')).toContain('full sets');
    expect(await printed(false, 'matches', 'list')).toMatch(
      /\d{4}-\d\d-\d\d \d\d:\d\d +Anna K\., Bartek Ł\. +7-6\(5\) 4-6 \[10-8\] +Anna K\. .* completed +pending$/m,
    );
  });
});
