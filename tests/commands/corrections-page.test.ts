// The commands of docs/corrections.md, as they stand there.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { codesOf, rowsOf, textOf } from '../docs/markdown.ts';
import { ids } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';

const rows = rowsOf(textOf('docs/corrections.md')).map(([, command = '']) => codesOf(command)[0]);

onBothDatabases('docs/corrections.md', (kind) => {
  let service: TestService;
  let match: string;
  beforeAll(async () => {
    service = await startTestService(kind);
    const played = { competition_id: ids.tiebreakLeague, venue_id: ids.venues[0] };
    const submitted = await service.submit({
      ...played,
      ...{ played_at: '2026-05-11T16:00:00Z', player_ids: ids.players.slice(0, 2) },
      ...{ status: 'completed', score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] } },
    });
    match = (await json(submitted)).id;
    await service.rate();
  });
  afterAll(() => service.stop());

  test('has a command for each of nine mistakes', () => {
    expect(rows).toHaveLength(9);
  });

  test.each(rows)('%s', async (line = '') => {
    // A player who was merged is gone.
    const players = line.includes('erase') ? [ids.players[3]] : [ids.players[2], ids.players[3]];
    const words = line
      .replace('mat_…', match)
      .replaceAll('plr_…', () => String(players.shift()))
      .match(/'[^']*'|\S+/g);
    const [program, ...args] = (words ?? []).map((word) => word.replaceAll("'", ''));
    const { status, err } = await commandsOn(service.workbench)([...args, '--yes']);
    expect([program, status, err]).toEqual(['tennis', 0, '']);
  });
});
