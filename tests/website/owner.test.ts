// Whose pages they are: a name, whom to ask and a logo; and what others show of a page that is shared.
import { expect, test } from 'bun:test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings } from '../../shared/config.ts';
import { createAssets } from '../../shared/http/pages/assets.ts';
import { freePort } from '../support/raw-http.ts';
import { onDatabase, type TestService, temporaryFolder } from '../support/service.ts';
import { elementsOf, linksOf } from './html.ts';
import { fillSite, now, pages } from './site.ts';
import { ask, look, startSite } from './visitor.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script></svg>';
const name = 'Klub "Ósemka" <Łódź>';

onDatabase('embedded', 'an installation that says whose it is', () => {
  async function start(SITE_CONTACT: string): Promise<TestService> {
    const SITE_LOGO = join(await temporaryFolder(), 'logo.svg');
    await writeFile(SITE_LOGO, svg);
    const PORT = await freePort();
    const PUBLIC_URL = `http://localhost:${PORT}/tennis`;
    const settings = { PORT, PUBLIC_URL, SITE_NAME: name, SITE_CONTACT, SITE_LOGO };
    const service = await startSite('embedded', { records: [], clock: () => now, settings });
    await fillSite(service);
    return service;
  }

  test('says so on every page, in both languages', async () => {
    const service = await start('help@club.example');
    for (const { path } of [...pages, { path: '/nothing' }]) {
      for (const language of ['en', 'pl']) {
        const { html, address } = await look(service, path, language);
        const title = /<title>(.*)<\/title>/.exec(html)?.[1];
        expect([path, title]).toEqual([
          path,
          expect.stringContaining('· Klub &quot;Ósemka&quot; &lt;Łódź'),
        ]);
        expect([path, linksOf(html, address).map(String)]).toEqual([
          path,
          expect.arrayContaining(['mailto:help@club.example']),
        ]);
        const [logo] = elementsOf(html).filter(({ tag }) => tag === 'img');
        const file = await ask(service, new URL(logo?.attributes.src ?? '', address).pathname);
        expect([file.headers.get('content-type'), await file.text()]).toEqual([
          'image/svg+xml',
          svg,
        ]);
        expect(file.headers.get('content-security-policy')).toContain('sandbox');
      }
    }
  });

  test('speaks its language to whoever asks for none', async () => {
    const settings = { SITE_LANGUAGE: 'pl' as const };
    const service = await startSite('embedded', { records: [], settings });
    const languageOf = async (accepted: string) =>
      /<html lang="(..)"/.exec((await look(service, '/', accepted)).html)?.[1];
    expect(await Promise.all(['', '*', 'de', 'en', 'pl'].map(languageOf))).toEqual([
      ...['pl', 'pl', 'pl', 'en', 'pl'],
    ]);
  });

  test('is shown by others with its name, its address and a description', async () => {
    const { html } = await look(await start('https://club.example/contact?a=1'), '/?lang=pl');
    const facts = elementsOf(html)
      .filter(({ tag }) => tag === 'meta')
      .map(({ attributes }) => [attributes.property, attributes.content]);
    expect(Object.fromEntries(facts)).toMatchObject({
      'og:title': 'Ranking · Klub &quot;Ósemka&quot; &lt;Łódź>',
      'og:site_name': 'Klub &quot;Ósemka&quot; &lt;Łódź>',
      'og:url': expect.stringMatching(/^http:\/\/localhost:\d+\/tennis\/\?lang=pl$/),
      'og:description': expect.stringContaining('wyniki'),
    });
    expect(html).toContain('href="https://club.example/contact?a=1"');
  });
});

test('a logo that can not be shown, and other wrong settings, stop the start with one line', async () => {
  const path = join(await temporaryFolder(), 'logo.png');
  expect(() => createAssets(path)).toThrow(`SITE_LOGO is "${path}": `);
  await writeFile(path, svg);
  expect(() => createAssets(path)).toThrow('that is no PNG file');
  await writeFile(path, Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(300_000)]));
  expect(() => createAssets(path)).toThrow('expected at most 256 KB');
  for (const [setting, value] of [
    ['SITE_NAME', ' '],
    ['SITE_NAME', 'a\nb'],
    ['SITE_CONTACT', 'javascript:alert(1)'],
    ['SITE_CONTACT', 'nobody'],
    ['SITE_LOGO', 'logo.gif'],
  ] as const) {
    expect(() => readSettings({ [setting]: value })).toThrow(`${setting} is `);
  }
});
