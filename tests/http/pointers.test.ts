import { beforeAll, expect, test } from 'bun:test';
import { completed, ids, walkover } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

onBothDatabases('errors[] of a submission', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });

  const pointersOf = async (body: unknown) => {
    const { errors = [] } = await json(await service.submit(body));
    return errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  const sets = (...games: unknown[]) => ({
    score: { sets: games.map((pair) => ({ games: pair })) },
  });

  // rules 8.1: one item per invalid field
  test.each([
    ['a number that is wrong in two ways', { court_number: -1.5 }, ['#/court_number']],
    ['a game count that is', sets([-1.5, 6], [6, 0]), ['#/score/sets/0/games/0']],
    ['a time that is', { played_at: '9999-01-01T00:00:00Z' }, ['#/played_at']],
    ['a list for an object', { score: [{}] }, ['#/score']],
    // What the schema doesn't know comes last.
    [
      'each member too many',
      { court: 1, constructor: 2, venue_id: null },
      ['#/venue_id', '#/court', '#/constructor'],
    ],
    [
      'whatever else is wrong beside the status',
      { court: 1, status: 'lost', venue_id: null },
      ['#/venue_id', '#/court', '#/status'],
    ],
  ])('%s is one item', async (_, more, expected) => {
    expect(await pointersOf(completed(more))).toEqual(expected);
  });

  test('a long value is told by its begin', async () => {
    const { errors } = await json(
      await service.submit(completed({ court_number: 'x'.repeat(999) })),
    );
    expect(errors[0].detail).toMatch(/^Expected a number, not "x{59}…\.$/);
  });

  test.each([
    [{ score: null }, 'Expected an object, not null.'],
    [{ score: { sets: {} } }, 'Expected an array, not an object.'],
    [{ score: { sets: 'Object' } }, 'Expected an array, not "Object".'],
    [{ played_at: [] }, 'Expected a string, not an array.'],
    [{ court_number: '2' }, 'Expected a number, not "2".'],
  ])('%j is told in words', async (more, expected) => {
    const { errors } = await json(await service.submit(completed(more)));
    expect(errors[0].detail).toBe(expected);
  });

  test('the summary names a member as it was sent, however its pointer is written', async () => {
    for (const [name, pointer] of [
      ['ź', '#/%C5%BA'],
      ['a/b', '#/a~1b'],
    ] as const) {
      const body = await json(await service.submit(completed({ [name]: 1 })));
      expect(body.detail).toBe(`There is no member "${name}" here.`);
      expect(body.errors[0].pointer).toBe(pointer);
    }
    const within = { score: { sets: [{ games: [6, 4], 'ź/': 1 }] } };
    const { detail } = await json(await service.submit(completed(within)));
    expect(detail).toContain('There is no member "ź/" here.');
  });

  test('its begin is cut between characters, and not within one', async () => {
    const begin = 'x'.repeat(58);
    for (const [more, expected] of [
      [{ court_number: `${begin}🎾🎾` }, `Expected a number, not "${begin}….`],
      [{ [`x${begin}🎾`]: 1 }, `There is no member "x${begin}…" here.`],
      [{ [`${begin}🎾🎾`]: 1 }, `There is no member "${begin}🎾…" here.`],
    ] as const) {
      const { errors } = await json(await service.submit(completed(more)));
      expect(errors[0].detail).toBe(expected);
    }
  });

  // rules 5.1
  test('a wrong score that leaves the winner open comes before a sent winner', async () => {
    const body = completed({ ...sets([6, 4], [6, 5]), winner_id: ids.players[1] });
    expect(await pointersOf(body)).toEqual(['#/score/sets/1']);
    const clear = completed({ ...sets([6, 4], [6, 3], [6, 2]), winner_id: ids.players[1] });
    expect(await pointersOf(clear)).toEqual(['#/winner_id']);
  });

  test('the summary names the place where the item does not', async () => {
    const body = await json(await service.submit(completed(sets([-1, 6], [6, 0]))));
    expect(body.detail).toStartWith('score.sets.0.games.0: ');
  });

  test('a walkover in the last hour of the year 9999 does not come before its competition', async () => {
    const response = await service.submit(walkover({ played_at: '9999-12-31T23:30:00Z' }));
    expect(response.status).toBe(201);
  });
});
