// Which results, ranks and players a list has, and what programs get of it.
import { beforeAll, describe, expect, test } from 'bun:test';
import { ids } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';
import { now, playedCity } from './world.ts';

const [anna = '', , celina = '', lukasz = ''] = ids.players;

onBothDatabases('for programs', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: playedCity(), clock: () => now });
    await service.rate();
  });

  const run = (line: string, ...more: string[]) =>
    commandsOn(service.workbench)([...line.split(' '), ...more]);
  const listed = async (line: string, ...more: string[]) =>
    JSON.parse((await run(`${line} --json`, ...more)).out);
  const shown = async (path: string) => json(await service.get(path));

  test('the results are what the interface gives', async () => {
    expect(await listed('matches list')).toEqual((await shown('/v1/matches')).data);
    const one = await shown('/v1/matches/mat_evening000');
    expect(await listed('matches show mat_evening000')).toEqual({ ...one, submitted_by: null });
  });

  test.each([
    [`--player ${anna}`, 'evening midnight'],
    [`--player ${lukasz}`, 'nobody'],
    [`--competition ${ids.tiebreakLeague}`, 'evening'],
    ['--day 2026-05-10', 'evening'],
    ['--day 2026-05-11', ''],
    ['--day 2026-05-02', 'midnight'],
    ['--day 2026-05-01', ''],
    ['--day 2026-03-29', 'nobody'], // when clocks go forward
    ['--since 2026-05-02', 'evening midnight'],
    ['--until 2026-05-02', 'midnight cup nobody'],
    ['--since 2026-05-02 --until 2026-05-09', 'midnight'],
    [`--player ${celina} --competition ${ids.league} --day 2026-05-02`, 'midnight'],
    ['--status retired', 'midnight'],
    ['--day 2026-05-10 --status retired', ''],
    ['--rating not_rated', 'nobody'],
    ['--limit 2', 'evening midnight'],
  ])('matches list %s', async (options, names) => {
    const found: { id: string }[] = await listed(`matches list ${options}`);
    expect(found.map(({ id }) => /mat_([a-z]+)/.exec(id)?.[1]).join(' ')).toBe(names);
  });

  test.each([
    ['', '1 Celina Ż., 2 Anna K., 3 Bartek Ł.'],
    [` --competition ${ids.shortCup}`, '1 Celina Ż., 2 Bartek Ł.'],
    [` --venue ${ids.venues[1]}`, '1 Bartek Ł.'],
    [' --limit 1', '1 Celina Ż.'],
    [` --competition ${ids.foreignCup}`, ''],
  ])('ranking%s', async (options, ranks) => {
    const found: { rank: number | null; display_name: string }[] = await listed(
      `ranking${options}`,
    );
    const ranked = found.filter(({ rank }) => rank !== null);
    expect(ranked.map(({ rank, display_name }) => `${rank} ${display_name}`).join(', ')).toBe(
      ranks,
    );
  });

  test('a rank has all that a page shows', async () => {
    const [first] = await listed('ranking');
    expect(first).toEqual({
      rank: 1,
      state: 'ranked',
      matches_missing: 0,
      player_id: celina,
      display_name: 'Celina Ż.',
      rating: { value: 1415, confidence: 40 },
      rated_matches: 2,
      change: null,
      last_rated_match_at: '2026-05-01T22:00:00.000Z',
    });
  });

  test('a rating says whether its player is ranked, and the changes that the interface gives', async () => {
    const { data } = await shown(`/v1/players/${anna}/rating-history?limit=2`);
    expect(await listed(`ratings show ${anna} --limit 2`)).toMatchObject({
      player_id: anna,
      display_name: 'Anna K.',
      state: 'ranked',
      confidence: 40,
      rated_matches: 2,
      changes: data,
    });
    expect((await run(`ratings show ${anna} --limit 2`)).out.match(/^\d{4}-/gm)).toHaveLength(2);
  });

  describe('players are listed', () => {
    const namesBy = async (...options: string[]) => {
      const found: { display_name: string }[] = await listed('players list', ...options);
      return found.map(({ display_name }) => display_name);
    };

    test('by id, or by name in Polish if asked for', async () => {
      const players: { id: string }[] = await listed('players list');
      expect(players.map(({ id }) => id)).toEqual([...ids.players]);
      const names = await namesBy('--sort', 'name');
      expect(names).toEqual(names.toSorted(new Intl.Collator('pl').compare));
      expect(names).toContain('Łukasz W.');
    });

    test.each([
      ['bartek l', ['Bartek Ł.']],
      ['Ł. BARTEK', ['Bartek Ł.']],
      ['nobody', []],
      ['', []],
    ])('by a part of the name: %j', async (part, names) => {
      expect(await namesBy('--name', part)).toEqual(names);
    });
  });

  test('a list that ends at its limit says so, to people', async () => {
    const all = (await listed('audit list')).length;
    const said = async (options: string) => (await run(`audit list ${options}`)).lines;
    expect(await said(`--limit ${all}`)).toEqual([
      `Listed up to --limit ${all}; there may be more.`,
    ]);
    expect(await said(`--limit ${all} --json`)).toEqual([]);
    expect(await said(`--limit ${all + 1}`)).toEqual([]);
  });
});
