// The old address of a player who was registered twice: whoever kept it finds the one who remains.
import { beforeAll, expect, test } from 'bun:test';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { ids } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

onBothDatabases('the page of a player who was merged into another one', (kind) => {
  const [first, second, third, fourth] = ids.players as PlayerId[];
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { settings: { WEBSITE: 'public' } });
    const { mergePlayers } = createCorrections(service.workbench);
    const asked = { actor: { user: 'tester' }, reason: 'Registered twice.' };
    if (!first || !second || !third) throw new Error('The city has fewer than three players.');
    await mergePlayers(first, second, asked);
    await mergePlayers(second, third, asked);
  });

  const ask = (path: string, redirect: 'manual' | 'follow') =>
    fetch(service.url + path, { redirect, headers: { accept: 'text/html' } });

  test('leads to the other one’s, in the same language', async () => {
    const { status, headers } = await ask(`/players/${first}?lang=pl`, 'manual');
    expect(status).toBe(301);
    expect(headers.get('location')).toBe(`../players/${second}?lang=pl`);
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('leads there where the id is percent-encoded', async () => {
    const { status, headers } = await ask(`/players/${first?.replace('_', '%5F')}`, 'manual');
    expect([status, headers.get('location')]).toEqual([301, `../players/${second}`]);
  });

  test('leads there through each merge', async () => {
    const { status, url } = await ask(`/players/${first}`, 'follow');
    expect([status, url]).toEqual([200, `${service.url}/players/${third}`]);
  });

  test('leads there from the middle of a list, too', async () => {
    const { status, headers } = await ask(`/players/${first}?cursor=old`, 'manual');
    expect([status, headers.get('location')]).toEqual([301, `../players/${second}`]);
  });

  test.each([
    ['against/FOURTH?lang=pl', `../../../players/${second}/against/FOURTH?lang=pl`],
    ['what-if?retires=own&score=6-4', `../../players/${second}/what-if?retires=own&score=6-4`],
    ['what-if?opponent=FOURTH', `../../players/${second}/what-if?opponent=FOURTH`],
  ])('so does what lies below it: %s', async (path, location) => {
    const named = (text: string) => text.replaceAll('FOURTH', String(fourth));
    const { status, headers } = await ask(`/players/${first}/${named(path)}`, 'manual');
    expect([status, headers.get('location')]).toEqual([301, named(location)]);
  });

  test.each(['against/', 'what-if?opponent='])(
    'so does what names the player after another one: %s',
    async (path) => {
      const { status, url } = await ask(`/players/${fourth}/${path}${first}`, 'follow');
      expect([status, url]).toEqual([200, `${service.url}/players/${fourth}/${path}${third}`]);
    },
  );

  test.each(['against/', 'what-if?opponent='])(
    'and what names both, to that one: %s',
    async (path) => {
      const { status, url } = await ask(`/players/${first}/${path}${second}`, 'follow');
      expect([status, url]).toEqual([200, `${service.url}/players/${third}`]);
    },
  );

  test('of nobody leads nowhere', async () => {
    expect((await ask(`/players/plr_0000000000/against/${fourth}`, 'manual')).status).toBe(404);
  });

  test('is no address of the interface', async () => {
    expect((await service.get(`/v1/players/${first}`)).status).toBe(404);
  });
});
