// A file's voided matches are judged as its matches are, so that each can be restored or stay voided.
import { beforeAll, expect, test } from 'bun:test';
import { importInto } from '../commands/exchange.ts';
import { completed, ids } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const created_at = '2026-05-01T20:00:00Z';

const voided = (more: object) => ({
  kind: 'voided_match',
  id: 'mat_vvvvvvvvvv',
  ...completed({ played_at: '2026-05-01T18:00:00+02:00' }),
  created_at,
  rating_status: 'pending',
  voided_at: '2026-05-02T20:00:00Z',
  ...more,
});
const sets = (...games: (readonly [number, number])[]) => ({
  sets: games.map((pair) => ({ games: pair })),
});
const walkover = { status: 'walkover', score: null, winner_id: ids.players[0] };

onBothDatabases('importing voided matches', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });

  test.each<[string, object, string]>([
    ['without a winner', { score: sets([6, 4]) }, 'score/sets'],
    ['no set ever ends like that', { score: sets([60, 4], [7, 9], [7, 1]) }, 'score/sets/0'],
    ['of somebody else', { winner_id: ids.players[7] }, 'winner_id: winner_id is none of'],
    [
      'never to be rated, though played',
      { rating_status: 'not_rated' },
      "rating_status: a completed match can't be not_rated",
    ],
    [
      'a walkover that is rated',
      { ...walkover, rating_status: 'rated' },
      "rating_status: a walkover match can't be rated",
    ],
  ])('%s: is refused at its line', async (_, more, reason) => {
    const { ok, faults } = await importInto(service.workbench, [voided(more)]);
    expect([ok, faults.length > 0]).toEqual([false, true]);
    expect(faults[0]).toEqual([1, expect.stringContaining(reason)]);
  });

  test('the id of a match that counts is refused, stored or in the same file', async () => {
    const { id } = await json(await service.submit(completed()));
    const stored = await importInto(service.workbench, [voided({ id })]);
    expect(stored).toEqual({ ok: false, faults: [[1, `id: taken: ${id}`]] });

    const played_at = '2026-05-03T18:00:00+02:00';
    const match = { kind: 'match', id: 'mat_wwwwwwwwww', ...completed({ played_at }), created_at };
    const both = [match, voided({ id: match.id })];
    const taken = 'id: taken: mat_wwwwwwwwww, in line 1';
    expect(await importInto(service.workbench, both)).toEqual({ ok: false, faults: [[2, taken]] });
    const turned = await importInto(service.workbench, both.toReversed());
    expect(turned).toEqual({ ok: false, faults: [[2, taken]] });
  });

  test('one that was rated has its run in the file', async () => {
    const rated = voided({ rating_status: 'rated' });
    expect(await importInto(service.workbench, [rated])).toEqual({
      ok: false,
      faults: [[1, 'run: a rated match has the run that rated it, no other match has one']],
    });
    const away = await importInto(service.workbench, [{ ...rated, run: 'run_99' }]);
    expect(away).toEqual({ ok: false, faults: [[1, 'run: the rating run run_99 does not exist']] });
  });

  test('a sound one comes in, also by the rules of another format', async () => {
    const short = voided({ id: 'mat_ssssssssss', score: sets([4, 2], [4, 1]) });
    const none = voided({ id: 'mat_nnnnnnnnnn', ...walkover, rating_status: 'not_rated' });
    const taken = await importInto(service.workbench, [short, none]);
    expect(taken).toEqual({ ok: true, faults: [] });
  });
});
