// No page speaks the other language.
import { beforeAll, expect, test } from 'bun:test';
import { erasedName } from '../../modules/ratings/index.ts';
import { commandsOn } from '../commands/terminal.ts';
import { onBothDatabases, type TestService } from '../support/service.ts';
import { decoded, elementsOf } from './html.ts';
import { fillSite, ids, now, pages, sameInBoth, variants } from './site.ts';
import { look, startSite } from './visitor.ts';

/**
 * What a visitor reads or hears of a page, each piece by itself; names of the interface and of
 * places to choose from are no words.
 */
function piecesOf(html: string): string[] {
  const names = /<code>.*?<\/code>|<option value="(?:cmp|ven)_.*?<\/option>/g;
  const [, body = ''] = html.replaceAll(names, '').split('<body>');
  const texts = body.split(/<(?:[^>"]|"[^"]*")*>/);
  const heard = elementsOf(html).flatMap(({ attributes }) =>
    ['aria-label', 'title', 'alt', 'placeholder'].flatMap((name) => attributes[name] ?? []),
  );
  return [...texts, ...heard].map((text) => decoded(text).trim());
}

/** At least four letters that follow one another: what a person would call a word. */
const isWord = (text: string) => /\p{L}{4}/u.test(text);

onBothDatabases('both languages of a page', (kind) => {
  let service: TestService;
  let data: string[];
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
    await fillSite(service);
    const erase = ['players', 'erase', ids.bartek, '--yes', '--reason', 'asked for'];
    expect((await commandsOn(service.workbench)(erase)).status).toBe(0);
    const { db } = service.workbench.database;
    const rows = [
      await db.selectFrom('player').select('display_name as name').execute(),
      await db.selectFrom('competition').select(['name', 'season']).execute(),
      await db.selectFrom('venue').select(['name', 'district', 'address']).execute(),
      await db.selectFrom('organizer').select('name').execute(),
    ].flat();
    data = rows.flatMap((row) => Object.values(row)).filter((name) => name !== erasedName);
    // The pages leave out what turns the direction of a text.
    data.push(...data.map((name) => name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')));
  });

  const addresses = [...pages, ...variants].map(({ path }) => path);
  test.each([...addresses, `/players/${ids.bartek}`, '/nowhere', '/?cursor=x'])(
    'have no words in common but names: %s',
    async (path) => {
      const [en, pl] = [await look(service, path), await look(service, path, 'pl')];
      const polish = new Set(piecesOf(pl.html));
      const both = piecesOf(en.html).filter((text) => isWord(text) && polish.has(text));
      const names = [...data, ...sameInBoth];
      expect(both.filter((text) => !names.includes(text))).toEqual([]);
    },
  );
});
