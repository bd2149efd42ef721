// Somebody who is unlisted is on no public page, and nothing else has changed. rules 13.5
import { beforeAll, expect, test } from 'bun:test';
import { commandsOn } from '../commands/terminal.ts';
import { secrets } from '../support/city.ts';
import { json, load, onBothDatabases, type TestService } from '../support/service.ts';
import { decoded, elementsOf } from './html.ts';
import { fillLeague, ids, now } from './league.ts';
import { ask, startSite } from './visitor.ts';

const { a, b, d } = ids.players;
/** Of whom the first one has times in common with others, and the second one caused an upset. */
const hidden = [
  { id: b, name: 'Bartek Ł.' },
  { id: d, name: 'Dawid P.' },
];

/** Whatever a page leads to or loads, and what its forms would find by these words. */
function addressesIn(text: string, address: string): string[] {
  let action = '';
  return elementsOf(text).flatMap(({ tag, attributes }) => {
    const { href, src, content, name = '', type } = attributes;
    if (tag === 'form') action = attributes.action ?? address;
    const isTyped = tag === 'input' && /^(search|text)$/.test(type ?? 'text');
    return [
      ...[href, src].map((given) => given !== undefined && URL.parse(decoded(given), address)),
      URL.parse(decoded(content ?? '')), // of a picture for those who share the page
      ...words.map((word) => isTyped && withQuery(new URL(action, address), { [name]: word })),
    ].flatMap((url) => (url ? withoutHash(url).href : []));
  });
}

const words = hidden.map(({ name }) => name.split(' ')[0]?.toLowerCase() ?? '');

const withoutHash = (url: URL) => Object.assign(url, { hash: '' });
const withQuery = (url: URL, query: Record<string, string>) =>
  Object.assign(url, { search: `${new URLSearchParams(query)}` });

onBothDatabases('an unlisted player', (kind) => {
  let service: TestService;
  let api: Awaited<ReturnType<typeof fromApi>>;
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
    await load(service.workbench, [{ kind: 'api_key', key: secrets.key, label: 'tests' }]);
    await fillLeague(service);
    api = await fromApi();
  });

  /** What a program with a key reads of them, and who is suggested to another player. */
  async function fromApi() {
    const paths = [
      '/v1/players?limit=100',
      '/v1/matches?limit=100',
      ...[b, d].flatMap((id) =>
        ['', '/rating', '/rating-history'].map((part) => `/v1/players/${id}${part}`),
      ),
      `/v1/players/${a}/match-suggestions?max_rating_gap=500`,
    ];
    return Promise.all(paths.map(async (path) => json(await service.get(path))));
  }

  /** Every address that can be reached from the start, in both languages, with what is there. */
  async function everything() {
    const found = new Map<string, string>();
    const open = ['', '?lang=en', '?lang=pl'].map(
      (query) => new URL(`/${query}`, service.url).href,
    );
    for (let address = open.pop(); address !== undefined; address = open.pop()) {
      if (found.has(address) || new URL(address).origin !== service.url) continue;
      const answer = await ask(service, address);
      const text = await answer.text();
      found.set(address, text);
      open.push(...addressesIn(text, address));
      const location = answer.headers.get('location');
      if (location) open.push(new URL(location, address).href);
    }
    return found;
  }

  /** Where something tells one of them: by the name as it is written, or by the id. */
  const telling = (pages: ReadonlyMap<string, string>) =>
    [...pages].flatMap(([address, text]) => {
      const signs = hidden.flatMap(({ id, name }) => [id, name]);
      return signs.some((sign) => text.includes(sign) || address.includes(sign)) ? address : [];
    });

  test('was on pages of every kind, and is on none then, in neither language', async () => {
    const before = await everything();
    const kinds = ['', 'players', 'competitions', 'matches', 'rules'];
    for (const query of ['', '?lang=pl']) {
      const paths = telling(before).map((address) => new URL(address));
      const seen = paths.filter(({ search }) => search === query).map(({ pathname }) => pathname);
      expect(kinds.filter((kind) => !seen.some((path) => path.split('/')[1] === kind))).toEqual([]);
    }

    for (const { id } of hidden) {
      const { status } = await commandsOn(service.workbench)([
        'players',
        'update',
        id,
        '--unlisted',
      ]);
      expect(status).toBe(0);
    }
    const after = await everything();
    expect(telling(after)).toEqual([]);
    expect(after.size).toBeGreaterThan(before.size / 2);
    expect(after.get(`${service.url}/matches/${ids.surprise}`)).toContain('a player');
    expect(after.get(`${service.url}/matches/${ids.surprise}?lang=pl`)).toContain('gracz');
  });

  test('has no page of their own', async () => {
    const merged = 'plr_unlistedx1';
    await load(service.workbench, [
      {
        kind: 'player',
        id: merged,
        display_name: 'Dwa D.',
        self_assessed_ntrp: 2.5,
        preferred_venue_ids: [],
        availability: [],
        created_at: '2026-01-01T10:00:00Z',
      },
    ]);
    const { status } = await commandsOn(service.workbench)([
      'players',
      'merge',
      merged,
      d,
      '--yes',
    ]);
    expect(status).toBe(0);
    const paths = [b, d, merged].flatMap((id) => [
      id,
      `${id}/what-if`,
      `${id}/what-if?opponent=${a}`,
      `${id}/against/${a}`,
      `${a}/against/${id}`,
      `${a}/what-if?opponent=${id}`,
    ]);
    for (const path of paths) {
      expect([path, (await ask(service, `/players/${path}`)).status]).toEqual([path, 404]);
    }
  });

  test('is the same as before to a program with a key', async () => {
    expect(await fromApi()).toEqual(api);
    expect(JSON.stringify(api)).toContain(`"player":{"id":"${b}"`);
  });
});
