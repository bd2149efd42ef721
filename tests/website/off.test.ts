// Without the setting there is no page for people, whatever pages there are.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { exampleId, type IdType } from '../../shared/ids.ts';
import { textOf } from '../docs/markdown.ts';
import { ids } from '../support/city.ts';
import {
  cleanUp,
  json,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';

afterAll(cleanUp);

/** Who there is, by the names of parameters. */
const those: Readonly<Record<string, string | undefined>> = {
  player_id: ids.players[0],
  opponent_id: ids.players[1],
  competition_id: ids.league,
};

const exampleOf = (parameter: string) => {
  const kinds: readonly IdType[] = ['match', 'venue'];
  const kind = kinds.find((kind) => parameter === `${kind}_id`);
  return those[parameter] ?? (kind ? exampleId(kind) : '');
};

/** The address of every page, as the routes have it. */
const routes = [...textOf('modules/website/routes.ts').matchAll(/\.get\(\s*'([^']+)'/g)].map(
  ([, path = '']) => path,
);
const addresses = routes.map((path) =>
  path.replaceAll(/:(\w+)/g, (_, parameter: string) => exampleOf(parameter)),
);

onBothDatabases('WEBSITE=off', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  const ask = (path: string, accept: string) =>
    fetch(service.url + path, { headers: { accept, 'accept-language': 'pl' } });

  test('makes every page but the start 404', async () => {
    expect(routes).toEqual(expect.arrayContaining(['/', '/rules', '/players/:player_id']));
    for (const path of addresses.filter((path) => path !== '/')) {
      expect(path).toMatch(/^(\/[a-z-]+|\/\w{3}_\w+)+$/);
      for (const accept of ['text/html', '*/*']) {
        const answer = await ask(path, accept);
        const { type, detail } = await json(answer);
        expect([path, answer.status, type]).toEqual([
          path,
          404,
          expect.stringMatching(/#not-found$/),
        ]);
        expect(detail).toContain(path);
      }
    }
  });

  test('leaves the start as it was, which calls nothing fictional', async () => {
    const text = await (await ask('/', 'text/html')).text();
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('The API lives at');
    expect(text).not.toMatch(/fictional|zmyślone/);
    expect(await json(await ask('/', 'application/json'))).toHaveProperty('base_url');
  });
});

test('what is 404 without the setting is there with it', async () => {
  const service = await startTestService('embedded', { settings: { WEBSITE: 'public' } });
  for (const path of addresses.filter((path) => !path.startsWith('/matches/'))) {
    const answer = await fetch(service.url + path, { headers: { accept: 'text/html' } });
    const text = await answer.text();
    expect([path, answer.status]).toEqual([path, 200]);
    expect(text).not.toMatch(/fictional|zmyślone/);
  }
});
