// The page on how ratings work.
import { beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { lexer, type Token } from 'marked';
import { expectedScore, kFactor, ratingChange } from '../../modules/ratings/rating.ts';
import { answersWords } from '../../modules/website/rules-answers.tsx';
import { exampleWords } from '../../modules/website/rules-example.tsx';
import { textOf } from '../docs/markdown.ts';
import { completed, ids, retired, testCity } from '../support/city.ts';
import { json, onBothDatabases, type TestService } from '../support/service.ts';
import { elementsOf, readable } from './html.ts';
import { languages } from './site.ts';
import { look, startSite } from './visitor.ts';

/** The texts of a part of a document as a page has them: of each rule, or of it all. */
function wordsOf(block: Token): string[] {
  const items: string[] =
    block.type === 'list' ? block.items.map(({ raw }: { raw: string }) => raw) : [block.raw];
  return items.map((raw) =>
    raw
      .replace(/^(- |#+ )/, '')
      .replaceAll(/\]\([^)]*\)|[*[`]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

const documents = { en: 'docs/rules.md', pl: 'docs/rules.pl.md' };

async function page(
  service: TestService,
  language: (typeof languages)[number] = 'en',
  path = '/rules',
) {
  const { status, html } = await look(service, path, language);
  expect(status).toBe(200);
  return html;
}

onBothDatabases('the page on ratings', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const records = [
      { kind: 'match', ...completed({ played_at: '2026-05-10T10:00:00Z' }) },
      { kind: 'match', ...completed({ played_at: '2026-05-11T10:00:00Z' }) },
    ];
    service = await startSite(kind, { records: [...testCity(), ...records] });
  });

  describe.each(languages)('in %s', (language) => {
    const all = '/rules/all';
    const source = textOf(documents[language]);
    const anchorsOf = (html: string) =>
      elementsOf(html).flatMap(({ attributes: { id } }) => id ?? []);

    test('has every rule word by word on a page of its own, each with its anchor', async () => {
      const html = await page(service, language, all);
      const anchors = anchorsOf(html);
      const rules = [...source.matchAll(/^- \*\*([\d.]+)\*\*/gm)].map(([, rule]) => rule);
      expect(rules.length).toBeGreaterThan(50);
      for (const rule of rules) expect(anchors).toContain(`rule-${rule}`);
      const text = readable(html);
      for (const block of lexer(source))
        for (const words of wordsOf(block)) expect(text).toContain(words);
    });

    test('has the sections about players, and leads to each other one', async () => {
      const html = await page(service, language);
      const text = readable(html);
      let section = '';
      let shown = 0;
      for (const block of lexer(source)) {
        if (block.type === 'heading') section = block.text.split(' ')[0] ?? '';
        const isForPlayers = ['1', '2', '3', '10', '13'].includes(section);
        if (block.type === 'list') {
          for (const words of wordsOf(block))
            expect([words, text.includes(words)]).toEqual([words, isForPlayers]);
          shown += isForPlayers ? 1 : 0;
        } else if (block.type === 'heading' && block.depth === 2) {
          expect(anchorsOf(html)).toContain(`rule-${section}`);
          expect(html.includes(`href="./rules/all#rule-${section}"`)).toBe(!isForPlayers);
        }
      }
      expect(shown).toBe(5);
    });

    test('leads to rules only where they are', async () => {
      const places = new Map<string, string[]>();
      for (const path of ['/rules', all])
        places.set(path, anchorsOf(await page(service, language, path)));
      for (const [path, anchors] of places) {
        expect(new Set(anchors).size).toBe(anchors.length);
        const targets = elementsOf(await page(service, language, path)).flatMap(
          ({ attributes: { href = '' } }) =>
            href.includes('#') ? [new URL(href, `http://x${path}`)] : [],
        );
        expect(targets.length).toBeGreaterThan(40);
        const lost = targets.filter(
          ({ pathname, hash }) => !places.get(pathname)?.includes(hash.slice(1)),
        );
        expect(lost.map(String)).toEqual([]);
      }
    });

    test('begins with what players ask, and is light', async () => {
      const html = await page(service, language);
      const [first] = elementsOf(html).filter(({ tag }) => tag === 'h2');
      expect(first?.attributes.id).toBe('questions');
      expect(Buffer.byteLength(html)).toBeLessThan(50_000);
    });
  });

  test('has the K-factor of each range of confidence, and what a win brings by it', async () => {
    const text = readable(await page(service));
    for (const confidence of [20, 40, 70]) expect(text).toContain(`${kFactor(confidence)}`);
    expect(text).toContain('under 40 | matches 1 and 2 | 48');
    expect(text).toContain('40–69 | matches 3 to 5 | 32');
    expect(text).toContain('from 70 | from match 6 on | 16');
    const gain = ratingChange(32, expectedScore(1500, 1600), 1, 1500);
    expect(text).toContain(`+${gain} / −${32 - gain}`);
  });

  test('first answers whoever lost, with every K-factor of a rating that is not sure yet', async () => {
    const [first] = elementsOf(await page(service)).filter(({ tag }) => tag === 'section');
    expect(first?.attributes.id).toBe('why-loss');
    for (const language of languages) {
      const { question, answer } = answersWords[language].loss;
      for (const confidence of [20, 40]) expect(answer).toContain(` ${kFactor(confidence)}`);
      expect(readable(await page(service, language))).toContain(`${question} ${answer} `);
    }
  });

  test('an answer leads to the rules that say more on it', async () => {
    const text = readable(await page(service));
    expect(text).toContain('More in rule 1.4.');
    expect(text).toContain('More in rules 1.2, 1.3, 1.5.');
  });

  test('without a match calculates one that is made up, and says so', async () => {
    const text = readable(await page(service));
    expect(text).toContain(exampleWords.en.madeUpMatch);
    expect(text).toContain('1400 + 20 = 1420');
    expect(readable(await page(service, 'pl'))).toContain(exampleWords.pl.madeUpMatch);
  });

  test('calculates the match that was played last, as it is stored', async () => {
    await service.rate();
    const html = await page(service);
    const text = readable(html);
    expect(text).not.toContain(exampleWords.en.madeUpMatch);
    expect(text).toContain('played on 11 May 2026.');
    for (const player of ids.players.slice(0, 2)) {
      const path = `/v1/players/${player}/rating-history?limit=1`;
      const [entry] = (await json(await service.get(path))).data;
      const { calculation, change, confidence_before, value_before, value_after } = entry;
      const { expected_score, actual_score, opponent_rating, k_factor } = calculation;
      const exact = `${Math.round(k_factor * (actual_score - expected_score) * 1000) / 1000}`;
      const sign = change < 0 ? '−' : '+';
      for (const step of [
        `the rating is ${value_before}. Its confidence is ${confidence_before}`,
        `so that K is ${k_factor}.`,
        `1 / (1 + 10^((${opponent_rating} − ${value_before}) / 400)) = ${expected_score}`,
        `The actual score is ${actual_score}`,
        `${k_factor} × (${actual_score} − ${expected_score}) = ${exact.replace('-', '−')}`,
        `that is ${sign}${Math.abs(change)}.`,
        `${value_before} ${sign} ${Math.abs(change)} = ${value_after}`,
        `’s rating ${change < 0 ? 'fell' : 'rose'} by ${Math.abs(change)} points to ${value_after}.`,
      ]) {
        expect(text).toContain(step);
      }
      expect(html).toContain(`href="./players/${player}"`);
    }
  });

  test.each([
    [10, false],
    [9, true],
  ])(
    'says of a loss of 10 that it is cut short only where it is, at %i points',
    async (rating, isCut) => {
      const { db } = service.workbench.database;
      const [entry] = (
        await json(await service.get(`/v1/players/${ids.players[1]}/rating-history`))
      ).data;
      await sql`update rating_history set value_before = ${rating}, opponent_rating = ${rating + 225},
      confidence_before = 20, value_after = 0 where id = ${entry.id}`.execute(db);
      const text = readable(await page(service));
      expect(text).toContain('48 × (0 − 0.215) = −10.32');
      expect(text).toContain('Rounded, that is −10.');
      expect(text.includes(exampleWords.en.steps.floor)).toBe(isCut);
    },
  );

  test('takes no match that waits, was a walkover or ended early', async () => {
    const later = { played_at: '2026-05-12T10:00:00Z', score: undefined };
    await service.submit({ ...completed(later), status: 'walkover', winner_id: ids.players[0] });
    await service.submit(completed({ played_at: '2026-05-13T10:00:00Z' }));
    expect(readable(await page(service))).toContain('played on 11 May 2026.');
  });

  test('an example is called neither the only match nor the last one where it is not', async () => {
    const brokenOff = { kind: 'match', ...retired({ played_at: '2026-05-11T10:00:00Z' }) };
    const other = await startSite(kind, { records: [...testCity(), brokenOff] });
    await other.rate();
    const text = readable(await page(other));
    expect(text).not.toContain('No match is rated');
    expect(text).toContain('step by step These two players and their match are made up.');
    await other.submit(completed({ played_at: '2026-05-10T10:00:00Z' }));
    await other.rate();
    expect(readable(await page(other))).toContain(
      'step by step A match that was rated here, played on 10 May 2026.',
    );
  });

  test('a search engine that may list the pages is not said to be kept away', async () => {
    expect(readable(await page(service))).toContain('search engines are asked not to list');
    const listed = await startSite(kind, { settings: { WEBSITE_INDEX: '1' } });
    expect(readable(await page(listed))).toContain('search engines may list');
  });
});
