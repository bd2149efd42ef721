// `tennis ratings show`: where a player stands, and why.
import { beforeAll, expect, test } from 'bun:test';
import { dayMs } from '../../shared/time.ts';
import { completed, ids, testCity } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn, type Outcome } from './terminal.ts';

const [anna = '', , unplayed = ''] = ids.players;
const first = Date.parse('2026-03-10T10:00:00Z');

onBothDatabases('tennis ratings show', (kind) => {
  let service: TestService;
  let show: (...args: string[]) => Promise<Outcome>;
  beforeAll(async () => {
    const matches = [0, 1, 2].map((day) => ({
      kind: 'match',
      ...completed({ played_at: new Date(first + day * dayMs).toISOString() }),
    }));
    const records = [...testCity(), ...matches];
    service = await startTestService(kind, { records, clock: () => first + 70 * dayMs });
    await service.rate();
    await service.workbench.decay();
    show = (...args) => commandsOn(service.workbench)(['ratings', 'show', ...args]);
  });

  test('says who it is, where the rating stands, and how settled it is in a word', async () => {
    const { status, out, err } = await show(anna);
    expect([status, err]).toEqual([0, '']);
    const stands = await (await service.get(`/v1/players/${anna}/rating`)).json();
    expect(out).toMatch(/^name +Anna K\.$/m);
    expect(out).toMatch(new RegExp(`^rating +${stands.value}$`, 'm'));
    expect(out).toMatch(/^confidence +45 of 100, settling$/m);
    expect(out).toMatch(/^rated_matches +3$/m);
    expect(out).toMatch(/^last_rated_match +2026-03-12 11:00$/m);
  });

  test('lists the last changes, the newest first, each with its day, size and sentence', async () => {
    const { out } = await show(anna);
    const history = await (await service.get(`/v1/players/${anna}/rating-history`)).json();
    expect(history.data).toHaveLength(5);
    const [, list = ''] = out.split('\n\n');
    const [head = '', ...rows] = list.trimEnd().split('\n');
    expect(head).toMatch(/^day +change +rating +why$/);
    expect(rows).toHaveLength(5);
    for (const [place, row] of rows.entries()) {
      const { change, value_after, reason } = history.data[place];
      expect(row).toContain(reason.explanation);
      const size = change > 0 ? `\\+${change}` : (change ?? '-');
      expect(row).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d +${size} +${value_after} +\\w`));
    }
    expect(rows[0]).toContain('You went 60 days without a rated match');
    expect(rows[4]).toContain('You assessed yourself at NTRP');
  });

  test('--limit lists fewer, and --json prints it all for programs', async () => {
    const { out } = await show(anna, '--limit', '2', '--json');
    const history = await (await service.get(`/v1/players/${anna}/rating-history?limit=2`)).json();
    expect(JSON.parse(out)).toMatchObject({
      player_id: anna,
      display_name: 'Anna K.',
      standing: 'settling',
      confidence: 45,
      rated_matches: 3,
      changes: history.data,
    });
    expect((await show(anna, '--limit', '2')).out.match(/^\d{4}-/gm)).toHaveLength(2);
  });

  test('somebody who has not played has the first entry alone', async () => {
    const { out } = await show(unplayed);
    expect(out).toMatch(/^confidence +20 of 100, new$/m);
    expect(out).toMatch(/^last_rated_match +-$/m);
    expect(out.match(/^\d{4}-/gm)).toHaveLength(1);
  });

  test.each(['plr_none', 'plr_nobody0000', ids.league, 'Anna K.'])(
    'for %s there is nobody, which is one line',
    async (name) => {
      const { status, out, lines } = await show(name);
      expect([status, out, lines]).toEqual([1, '', [`There is no player with the id ${name}.`]]);
    },
  );
});
