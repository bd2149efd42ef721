// A key or secret that somebody puts where it doesn't belong.
import { expect, test } from 'bun:test';
import { newSecret } from '../../modules/auth/index.ts';
import { conceal, createLog } from '../../shared/log.ts';
import { commandsOn } from '../commands/terminal.ts';
import { tokenFrom } from '../runtime/main-job.ts';
import { ids } from '../support/city.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';

onBothDatabases('A secret in the wrong place', (kind) => {
  test('in a path stands in no line of the log', async () => {
    const lines: string[] = [];
    const log = createLog('trace', false, (line) => void lines.push(line));
    const { get, url } = await startTestService(kind, { log });
    for (const prefix of ['trk_', 'trp_', 'trs_'] as const) {
      const secret = newSecret(prefix);
      for (const path of [
        '/v1/players/',
        '/v1/matches/',
        '/v1/',
        '/',
        '/docs/assets/',
        '/desk/open/',
      ]) {
        await (await get(path + secret)).text();
      }
      expect(lines.filter((line) => line.includes(secret.slice(4)))).toEqual([]);
    }
    expect(lines.filter((line) => line.includes('trk_…')).length).toBeGreaterThan(0);
    const [secret, token] = [newSecret('trk_').slice(4), await tokenFrom(url)];
    for (const written of [`key_trk_${secret}`, `trk%5F${secret}`, `TRK_${secret}`, token]) {
      await (await get(`/v1/players/${written}`)).text();
    }
    const [, , signature = ''] = token.split('.');
    expect(signature.length).toBeGreaterThan(20);
    expect(lines.filter((line) => line.includes('eyJ…'))).not.toEqual([]);
    expect(lines.filter((line) => line.includes(secret) || line.includes(signature))).toEqual([]);
  });

  test('given to a command is not repeated, and can be no label', async () => {
    const { workbench } = await startTestService(kind);
    for (const secret of [newSecret('trk_'), newSecret('trp_')]) {
      for (const line of [
        'players show',
        'matches show',
        'organizers remove',
        'keys add --label',
        `passes add --organizer ${ids.organizer} --label`,
        '',
      ]) {
        const { status, out, err } = await commandsOn(workbench)([...line.split(' '), secret]);
        expect([line, status === 0, (out + err).includes(secret.slice(4))]).toEqual([
          line,
          false,
          false,
        ]);
      }
    }
  });
});

test('what looks like the beginning of a secret stays, and costs nothing, however often it comes', () => {
  for (const text of ['eyJ'.repeat(100_000), 'mistrs_league-2026.ndjson', 'TRS_2026-05-01.pdf']) {
    expect(conceal(text)).toBe(text);
  }
});
