// What is taken away as CSV says what the API says, opens in a spreadsheet, and runs in none.
import { beforeAll, expect, test } from 'bun:test';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { MatchId } from '../../shared/ids.ts';
import { warsawDay } from '../../shared/time.ts';
import { onBothDatabases, type TestService } from '../support/service.ts';
import * as small from './league.ts';
import {
  anna,
  bartek,
  celina,
  cup,
  fill,
  league,
  matchOf,
  mostResults,
  now,
  players,
  unlist,
} from './takeaway.ts';
import { ask, startSite } from './visitor.ts';

const files = [
  '/ranking.csv',
  `/competitions/${league}/table.csv`,
  `/competitions/${league}/results.csv`,
  `/players/${anna}/history.csv`,
];
/** What is added to a name, or left out of it, so that it does nothing. */
const marks = /['\u202a-\u202e\u2066-\u2069]/g;
const asked = { actor: { user: 'tests' }, reason: 'a test' };

/** The rows of a file by RFC 4180, to the letter: any other text throws. */
function rowsOf(text: string, separator: ',' | ';'): string[][] {
  const bare = `[^"\\r\\n${separator}]*`;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|(${bare}))(${separator}|\\r\\n)`, 'y');
  expect(text.codePointAt(0)).toBe(0xfeff);
  cell.lastIndex = 1;
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`This is no cell: ${text.slice(at, at + 50)}`);
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
  return rows;
}

type Rating = { value: number; confidence: number; rated_matches: number };
onBothDatabases('a table that is taken away', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
    await fill(service);
  });

  async function file(path: string, language: 'en' | 'pl' = 'en'): Promise<string[][]> {
    const answer = await ask(service, path, { 'accept-language': language });
    expect([path, answer.status]).toEqual([path, 200]);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return rowsOf(text.decode(await answer.arrayBuffer()), language === 'pl' ? ';' : ',');
  }

  async function read<T>(path: string): Promise<T> {
    return JSON.parse(await (await service.get(path)).text());
  }

  test('has the whole ranking, with what the API says of each', async () => {
    const [headings, ...rows] = await file('/ranking.csv');
    expect(headings?.join()).toBe('Rank,Player,Rating,Confidence,Rated matches,Last match,State');
    expect(rows.length).toBe(players.size);
    const rankedValues: number[] = [];
    for (const [name, id] of players) {
      const { value, confidence, rated_matches } = await read<Rating>(`/v1/players/${id}/rating`);
      const row = rows.find(
        ([, shown]) => shown?.replaceAll(marks, '') === name.replaceAll(marks, ''),
      );
      const facts = [value, confidence, rated_matches].map(String);
      expect([name, ...(row ?? []).slice(2, 5)]).toEqual([name, ...facts]);
      if (confidence >= 40 && rated_matches > 0) rankedValues.push(value);
    }
    const states = rows.map(([rank, , , , , , state]) => [state, rank !== '']);
    const count = rankedValues.length;
    expect(states.slice(0, count)).toEqual(Array(count).fill(['ranked', true]));
    expect(new Set(states.slice(count).map(([state]) => state))).toEqual(
      new Set(['provisional', 'resting']),
    );
    expect(states.slice(count).some(([, hasRank]) => hasRank)).toBe(false);
    for (const [rank, , value] of rows.slice(0, count)) {
      const better = rankedValues.filter((other) => other > Number(value)).length;
      expect(Number(rank)).toBe(better + 1);
    }
  });

  test('has a part of the ranking, as the page has it', async () => {
    const [, ...played] = await file(`/ranking.csv?competition=${cup}`);
    expect(played.map(([, name]) => name).toSorted()).toEqual(['Anna K.', 'Celina Ż.']);
    expect(played[0]?.[0]).toBe('1');
    const [, ...found] = await file('/ranking.csv?q=celina');
    expect(found.map(([rank, name]) => [rank, name])).toEqual([['', 'Celina Ż.']]);
    expect((await ask(service, '/ranking.csv?venue=x')).status).toBe(400);
  });

  test('has every result of a competition, however many', async () => {
    const matches = await Array.fromAsync(
      service.client.all('/matches', { query: { competition_id: league } }),
    );
    const [, ...rows] = await file(`/competitions/${league}/results.csv`);
    expect(rows.length).toBe(matches.length);
    expect(rows.length).toBeGreaterThan(mostResults);
    const days = matches.map(({ played_at }) => warsawDay(Date.parse(played_at)));
    expect(rows.map(([day]) => day)).toEqual(days.toSorted().reverse());
    const words = { completed: 'completed', retired: 'retirement', walkover: 'walkover' };
    const endings = matches.map(({ status }) => words[status]);
    expect(rows.map(([, , , , ending]) => ending).toSorted()).toEqual(endings.toSorted());
    const rated = matches.filter(({ rating_status }) => rating_status === 'rated').length;
    expect(rows.filter(([, , , , , counted]) => counted === 'rated').length).toBe(rated);
    const wins = matches.filter(({ winner_id }) => winner_id === anna).length;
    expect(rows.filter(([, winner]) => winner === 'Anna K.').length).toBe(wins);
    // A score that is one set would else become a date.
    expect(rows.some(([, , , score]) => score?.includes('-'))).toBe(false);
  });

  test('has every change of a rating, however many, the first one first', async () => {
    const entries = await Array.fromAsync(
      service.client.all('/players/{player_id}/rating-history', { path: { player_id: anna } }),
    );
    const [, ...rows] = await file(`/players/${anna}/history.csv`);
    expect(rows.length).toBe(entries.length);
    expect(rows.length).toBeGreaterThan(mostResults);
    const words = { initial_assessment: 'start', match_result: 'match', inactivity: 'drop' };
    const facts = entries
      .reverse()
      .map(({ reason, calculation, change, ...entry }) => [
        words[reason.code],
        String(calculation?.opponent_rating ?? ''),
        String(calculation?.expected_score ?? ''),
        String(change ?? ''),
        String(entry.value_after),
        String(entry.confidence_after),
      ]);
    expect(rows.map(([, what, , rating, , , ...rest]) => [what, rating, ...rest])).toEqual(facts);
    const last = rows.findLast(([, , opponent]) => opponent === 'Celina Ż.');
    expect(last?.slice(0, 2)).toEqual(['2026-05-31', 'match']);
  });

  test('has numbers as Polish spreadsheets read them, and the words of the language', async () => {
    for (const path of files) {
      const [english, polish] = [await file(path), await file(path, 'pl')];
      expect(polish.length).toBe(english.length);
      const [one = [], other = []] = [english[0], polish[0]];
      expect(one.filter((heading) => other.includes(heading))).toEqual([]);
      // In the same places, the same numbers.
      english.slice(1).forEach((row, index) => {
        const numbers = row.map((cell) => (/^-?\d+(\.\d+)?$/.test(cell) ? cell : ''));
        const same = polish[index + 1]?.map((cell) =>
          /^-?\d+(,\d+)?$/.test(cell) ? cell.replace(',', '.') : '',
        );
        expect(same).toEqual(numbers);
      });
    }
    const chosen = await ask(service, '/ranking.csv?lang=pl', { 'accept-language': 'en' });
    expect(await chosen.text()).toContain('Miejsce;Gracz;Punkty;');
  });

  test('holds nothing that a spreadsheet would run, whichever separator it splits at', async () => {
    const all = (await Promise.all(files.map((path) => file(path)))).flat();
    const polish = (await Promise.all(files.map((path) => file(path, 'pl')))).flat();
    for (const row of [...all, ...polish]) {
      for (const part of row.flatMap((cell) => [cell, ...cell.split(/[,;\t]/)])) {
        if (/^-\d+$/.test(part)) continue;
        expect(part).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      }
    }
    const shown = new Set(all.flat());
    for (const name of ['\'=HYPERLINK("http://x.example","Anna")', "'-2+3", "'＝1+1", "'Anna"]) {
      expect(shown).toContain(name);
    }
    expect(shown).toContain("Anna;'=1+1");
    expect(shown).toContain('</title></bdi></a></td><h1>Mine</h1>');
    expect([...shown].join('')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('is a file with a plain name, asked for each time, as a page is', async () => {
    for (const path of files) {
      const whole = await ask(service, path);
      const { headers } = whole;
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('vary')).toBe('accept, accept-language');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('set-cookie')).toBeNull();
      const etag = headers.get('etag') ?? '';
      const again = await ask(service, path, { 'if-none-match': `W/${etag}` });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const polish = { 'if-none-match': etag, 'accept-language': 'pl' };
      expect((await ask(service, path, polish)).status).toBe(200);
      const head = await ask(service, path, {}, 'HEAD');
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
      expect((await ask(service, path, {}, 'POST')).status).toBe(405);
    }
  });

  test.each([
    `/competitions/${cup}/table.csv`, // a tournament has none
    '/competitions/cmp_0000000000/table.csv',
    '/competitions/cmp_0000000000/results.csv',
    '/players/plr_0000000000/history.csv',
    '/players/x/history.csv',
  ])('%s is 404', async (path) => {
    expect((await ask(service, path)).status).toBe(404);
  });

  test('has no name and no file of who is unlisted, nor a rank', async () => {
    await unlist(service, celina);
    try {
      const all = await Promise.all(files.map((path) => file(path)));
      expect(all.flat(2)).not.toContain('Celina Ż.');
      expect(all[0]?.length).toBe(players.size);
      expect(all.slice(1).every((rows) => rows.flat().includes('a player'))).toBe(true);
      expect((await file(`/competitions/${league}/results.csv`, 'pl')).flat()).toContain('gracz');
      expect((await ask(service, `/players/${celina}/history.csv`)).status).toBe(404);
    } finally {
      await unlist(service, celina, false);
    }
  });

  test('has nothing of a voided result, and no name that was erased', async () => {
    const corrections = createCorrections(service.workbench);
    const before = (await file(`/competitions/${league}/results.csv`)).length;
    await corrections.voidMatch(matchOf(0) as MatchId, asked);
    expect((await file(`/competitions/${league}/results.csv`)).length).toBe(before - 1);
    await corrections.erasePlayer(bartek, asked);
    const all = await Promise.all(files.map((path) => file(path)));
    expect(all.flat(2)).not.toContain('Bartek Ł.');
    expect(all.every((rows) => rows.flat().includes('Former player'))).toBe(true);
    expect((await file(`/players/${bartek}/history.csv`)).length).toBeGreaterThan(mostResults);
    expect((await file('/ranking.csv', 'pl')).flat()).toContain('Usunięty profil');
  });

  test('leads to the file of whom a player was merged into', async () => {
    const [, from] = [...players.values()];
    if (!from) throw new Error('The city has too few players.');
    await createCorrections(service.workbench).mergePlayers(from, celina, asked);
    const answer = await ask(service, `/players/${from}/history.csv?lang=pl`);
    expect(answer.status).toBe(301);
    const location = answer.headers.get('location') ?? '';
    expect(new URL(location, `${service.url}/players/x/`).search).toBe('?lang=pl');
    expect(location).toEndWith(`players/${celina}/history.csv?lang=pl`);
  });
});

onBothDatabases('the table of a league that is taken away', (kind) => {
  test('is the one that was worked out by hand', async () => {
    const service = await startSite(kind, { records: [], clock: () => small.now });
    await small.fillLeague(service);
    const answer = await ask(service, `/competitions/${small.ids.league}/table.csv`);
    const [, ...rows] = rowsOf(await bytesAsText(answer), ',');
    expect(rows).toEqual([
      ['1', 'Anna K.', '3', '2', '1', '3', '2', '24', '18'],
      ['2', 'Celina Ż.', '2', '1', '1', '1', '0', '8', '5'],
      ['3', 'Bartek Ł.', '3', '1', '2', '2', '3', '24', '20'],
      ['4', 'Dawid P.', '2', '1', '1', '2', '3', '11', '24'],
    ]);
  });
});

/** The text of an answer with its byte order mark, which `text()` leaves out. */
async function bytesAsText(answer: Response): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
}
