// The ranking on the terminal: what the page shows, as a table and for programs.
import { beforeAll, expect, test } from 'bun:test';
import { completed, ids, testCity } from '../support/city.ts';
import { load, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';

const now = Date.parse('2026-06-01T10:00:00Z');
const [anna = '', bartek = '', celina = ''] = ids.players;

onBothDatabases('the ranking on the terminal', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: testCity(), clock: () => now });
    const matches = [
      completed({ played_at: '2026-05-10T22:30:00Z', created_at: '2026-05-11T08:00:00Z' }),
      completed({
        played_at: '2026-04-10T10:00:00Z',
        created_at: '2026-04-11T08:00:00Z',
        competition_id: ids.shortCup,
        venue_id: ids.venues[1],
        player_ids: [celina, bartek],
        score: { sets: [{ games: [4, 1] }, { games: [4, 2] }] },
      }),
    ];
    await load(
      service.workbench,
      matches.map((match) => ({ kind: 'match', ...match })),
    );
    await service.rate();
  });

  const run = (...args: string[]) => commandsOn(service.workbench)(args);
  const cells = (out: string) =>
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/).map((cell) => cell.trim()));

  test('is a table with rank, name, rating, confidence, matches, change and last match', async () => {
    const { out } = await run('ranking');
    expect(cells(out)).toEqual([
      ['rank', 'player', 'rating', 'confidence', 'matches', 'last 30 days', 'last match', 'id'],
      ['1', 'Celina Ż.', '1417', 'new', '1', '-', '2026-04-10', celina],
      ['2', 'Anna K.', '1323', 'new', '1', '+23', '2026-05-11', anna],
      ['3', 'Bartek Ł.', '1260', 'settling', '2', '-23', '2026-05-11', bartek],
    ]);
  });

  test('is that of a competition or venue, and as long as asked for', async () => {
    const names = async (...args: string[]) =>
      JSON.parse((await run('ranking', '--json', ...args)).out).map(
        (player: { display_name: string; rank: number }) => [player.rank, player.display_name],
      );
    expect(await names('--competition', ids.shortCup)).toEqual([
      [1, 'Celina Ż.'],
      [2, 'Bartek Ł.'],
    ]);
    expect(await names('--venue', ids.venues[1])).toEqual([[1, 'Bartek Ł.']]);
    expect(await names('--limit', '1')).toEqual([[1, 'Celina Ż.']]);
  });

  test('has all of it for programs', async () => {
    const [first] = JSON.parse((await run('ranking', '--json')).out);
    expect(first).toEqual({
      rank: 1,
      player_id: celina,
      display_name: 'Celina Ż.',
      rating: { value: 1417, confidence: 30, standing: 'new' },
      rated_matches: 1,
      change: null,
      last_rated_match_at: '2026-04-10T10:00:00.000Z',
    });
  });

  test.each([
    [['--venue', 'x'], 'Expected an id such as'],
    [['--limit', '0'], 'from 1 to 10000'],
  ])('%j is refused', async (args, reason) => {
    const { status, err } = await run('ranking', ...args);
    expect([status, err]).toEqual([2, expect.stringContaining(reason)]);
  });

  test('players are listed with their ratings, by rating if asked for', async () => {
    const listed = async (...args: string[]) =>
      JSON.parse((await run('players', 'list', '--json', ...args)).out);
    const byId = await listed();
    expect(byId.map(({ id }: { id: string }) => id)).toEqual([...ids.players]);
    const values = (await listed('--sort', 'rating')).map(
      ({ rating }: { rating: { value: number } }) => rating.value,
    );
    expect(values).toEqual(
      byId
        .map(({ rating }: { rating: { value: number } }) => rating.value)
        .toSorted((one: number, other: number) => other - one),
    );
    const names = (await listed('--sort', 'name')).map(
      ({ display_name }: { display_name: string }) => display_name,
    );
    expect(names).toEqual(names.toSorted(new Intl.Collator('pl').compare));
    expect(names).toContain('Łukasz W.');
    const [head, first] = cells((await run('players', 'list', '--sort', 'rating')).out);
    expect(head?.slice(0, 4)).toEqual(['id', 'display name', 'rating', 'confidence']);
    expect(first?.slice(1, 4)).toEqual(['Maria D.', '1800', '20']);
  });

  test.each([
    ['bartek l', ['Bartek Ł.']],
    ['Ł. BARTEK', ['Bartek Ł.']],
    ['nobody', []],
    ['', []],
  ])('players are listed by a part of the name: %j', async (part, names) => {
    const { out } = await run('players', 'list', '--json', '--name', part);
    const found: { display_name: string }[] = JSON.parse(out);
    expect(found.map(({ display_name }) => display_name)).toEqual(names);
  });

  test('where nobody is ranked, it says why', async () => {
    const said =
      /^None: nobody has a rated match within the last 365 days there\. "tennis players list"/;
    const { out } = await run('ranking', '--competition', ids.tiebreakLeague);
    expect(out).toMatch(said);
    expect((await run('ranking', '--competition', ids.tiebreakLeague, '--json')).out).toBe('[]\n');
  });
});
