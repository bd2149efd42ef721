// The page on how ratings work.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { lexer } from 'marked';
import { expectedScore, kFactor, ratingChange } from '../../modules/ratings/rating.ts';
import { answersWords } from '../../modules/website/rules-answers-words.ts';
import { rulesWords } from '../../modules/website/rules-words.ts';
import { textOf } from '../docs/markdown.ts';
import { completed, ids, retired, testCity } from '../support/city.ts';
import {
  cleanUp,
  json,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { elementsOf } from './html.ts';
import { languages } from './site.ts';

afterAll(cleanUp);

const settings = { WEBSITE: 'public' as const };
const documents = { en: 'docs/rules.md', pl: 'docs/rules.pl.md' };

async function page({ url }: TestService, language: (typeof languages)[number] = 'en') {
  const answer = await fetch(`${url}/rules?lang=${language}`, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** What a person reads of a page, without white space at the borders of elements. */
function readable(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

onBothDatabases('the page on ratings', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const records = [
      { kind: 'match', ...completed({ played_at: '2026-05-10T10:00:00Z' }) },
      { kind: 'match', ...completed({ played_at: '2026-05-11T10:00:00Z' }) },
    ];
    service = await startTestService(kind, { settings, records: [...testCity(), ...records] });
  });

  describe.each(languages)('in %s', (language) => {
    test('holds every rule word by word, each with its anchor', async () => {
      const html = await page(service, language);
      const source = textOf(documents[language]);
      const anchors = elementsOf(html).map(({ attributes: { id } }) => id);
      const rules = [...source.matchAll(/^- \*\*([\d.]+)\*\*/gm)].map(([, rule]) => rule);
      expect(rules.length).toBeGreaterThan(50);
      for (const rule of rules) expect(anchors).toContain(`rule-${rule}`);
      const text = readable(html);
      for (const block of lexer(source)) {
        for (const item of block.type === 'list' ? block.items : [block]) {
          const words = item.raw.replace(/^(- |#+ )/, '').replaceAll(/\]\([^)]*\)|[*[`]/g, '');
          expect(text).toContain(words.replaceAll(/\s+/g, ' ').trim());
        }
      }
    });

    test('leads within itself only to what is there', async () => {
      const elements = elementsOf(await page(service, language));
      const anchors = elements.flatMap(({ attributes: { id } }) => id ?? []);
      expect(new Set(anchors).size).toBe(anchors.length);
      const targets = elements.flatMap(({ attributes: { href = '' } }) =>
        href.startsWith('#') ? href.slice(1) : [],
      );
      expect(targets.length).toBeGreaterThan(80);
      expect(targets.filter((target) => !anchors.includes(target))).toEqual([]);
    });

    test('begins with what players ask, and is light', async () => {
      const html = await page(service, language);
      const [first] = elementsOf(html).filter(({ tag }) => tag === 'h2');
      expect(first?.attributes.id).toBe('questions');
      expect(Buffer.byteLength(html)).toBeLessThan(50_000);
    });
  });

  test('has the K-factors, and what a win brings by them', async () => {
    const text = readable(await page(service));
    for (const confidence of [20, 40, 70]) expect(text).toContain(`${kFactor(confidence)}`);
    expect(text).toContain('new20–39matches 1 and 248');
    expect(text).toContain('settling40–69matches 3 to 532');
    expect(text).toContain('settled70–95from match 6 on16');
    const gain = ratingChange(32, expectedScore(1500, 1600), 1, 1500);
    expect(text).toContain(`+${gain} / −${32 - gain}`);
  });

  test('first answers whoever lost, with every K-factor of a rating that is not settled', async () => {
    const [first] = elementsOf(await page(service)).filter(({ tag }) => tag === 'section');
    expect(first?.attributes.id).toBe('why-loss');
    for (const language of languages) {
      const { question, answer } = answersWords[language].loss;
      for (const confidence of [20, 40]) expect(answer).toContain(` ${kFactor(confidence)}`);
      expect(readable(await page(service, language))).toContain(`${question}${answer} `);
    }
  });

  test('an answer leads to the rules that say more on it', async () => {
    const text = readable(await page(service));
    expect(text).toContain('More in rule 1.4.');
    expect(text).toContain('More in rules 1.2, 1.3, 1.5.');
  });

  test('without a match calculates one that is made up, and says so', async () => {
    const text = readable(await page(service));
    expect(text).toContain(rulesWords.en.madeUpMatch);
    expect(text).toContain('1400 + 20 = 1420');
    expect(readable(await page(service, 'pl'))).toContain(rulesWords.pl.madeUpMatch);
  });

  test('calculates the match that was played last, as it is stored', async () => {
    await service.rate();
    const html = await page(service);
    const text = readable(html);
    expect(text).not.toContain(rulesWords.en.madeUpMatch);
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
        entry.reason.explanation,
      ]) {
        expect(text).toContain(step);
      }
      expect(html).toContain(`href="./players/${player}?lang=en"`);
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
      expect(text.includes(rulesWords.en.steps.floor)).toBe(isCut);
    },
  );

  test('takes no match that waits, was a walkover or ended early', async () => {
    const later = { played_at: '2026-05-12T10:00:00Z', score: undefined };
    await service.submit({ ...completed(later), status: 'walkover', winner_id: ids.players[0] });
    await service.submit(completed({ played_at: '2026-05-13T10:00:00Z' }));
    expect(readable(await page(service))).toContain('played on 11 May 2026.');
  });
});

test('an example is called neither the only match nor the last one where it is not', async () => {
  const brokenOff = { kind: 'match', ...retired({ played_at: '2026-05-11T10:00:00Z' }) };
  const records = [...testCity(), brokenOff];
  const service = await startTestService('embedded', { settings, records });
  await service.rate();
  const text = readable(await page(service));
  expect(text).not.toContain('No match is rated');
  expect(text).toContain('step by stepThese two players and their match are made up.');
  await service.submit(completed({ played_at: '2026-05-10T10:00:00Z' }));
  await service.rate();
  expect(readable(await page(service))).toContain(
    'step by stepA match that was rated here, played on 10 May 2026.',
  );
});

test('a search engine that may list the pages is not said to be kept away', async () => {
  const told = async (WEBSITE_INDEX: '0' | '1') => {
    const service = await startTestService('embedded', {
      settings: { ...settings, WEBSITE_INDEX },
    });
    return readable(await page(service));
  };
  expect(await told('0')).toContain('search engines are asked not to list');
  expect(await told('1')).toContain('search engines may list');
});
