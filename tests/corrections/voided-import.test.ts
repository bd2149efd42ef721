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
const kept = (player: 0 | 1, more: object = {}) => ({
  kind: 'voided_history',
  id: `rtg_vvvvvvvvv${player}`,
  player_id: ids.players[player],
  occurred_at: created_at,
  reason: { code: 'match_result', match_id: 'mat_vvvvvvvvvv', explanation: 'x' },
  inactive_days: null,
  value_before: 1400,
  value_after: 1424,
  change: 24,
  confidence_before: 20,
  confidence_after: 30,
  calculation: {
    opponent_id: ids.players[1 - player],
    opponent_rating: 1400,
    expected_score: 0.5,
    actual_score: 1,
    k_factor: 48,
  },
  voided_match_id: 'mat_vvvvvvvvvv',
  as_of: null,
  after: null,
  nth: player + 1,
  ...more,
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

  const rated = voided({ rating_status: 'rated' });
  const other = { code: 'match_result', match_id: 'mat_wwwwwwwwww', explanation: 'x' };
  const lacking = [1, 'rating_status: a rated match needs its history in the file'] as const;

  test.each<[string, object[], readonly (readonly [number, string])[]]>([
    ['nothing', [rated], [lacking]],
    ['one entry', [rated, kept(0)], [lacking]],
    ['entries of one player', [rated, kept(0), kept(0, { id: 'rtg_vvvvvvvvv9' })], [lacking]],
    [
      'an entry of somebody else',
      [rated, kept(0), kept(1, { player_id: ids.players[2] })],
      [lacking],
    ],
    [
      'an entry of another match',
      [rated, kept(0), kept(1, { reason: other })],
      [[3, 'reason/match_id: is not mat_vvvvvvvvvv']],
    ],
    [
      'entries, though it waited',
      [voided({}), kept(0), kept(1)],
      [[1, 'rating_status: a match that was not rated has no history in the file']],
    ],
  ])('one that was rated can be restored: with %s it is refused', async (_, lines, faults) => {
    expect(await importInto(service.workbench, lines)).toEqual({ ok: false, faults });
  });

  test.each<[string, object, string]>([
    [
      'a moment that there is',
      { occurred_at: '2026-02-30T10:00:00Z' },
      'occurred_at: Expected a date',
    ],
    ['a look that there was', { as_of: '2026-02-31T10:00:00Z' }, 'as_of: Expected a date'],
    [
      'a rating that can be stored',
      { value_after: 2 ** 31 },
      'value_after: Expected at most 2147483647.',
    ],
    [
      'such a rating of the opponent',
      { calculation: { ...kept(1).calculation, opponent_rating: 2 ** 31 } },
      'calculation/opponent_rating: Expected at most 2147483647.',
    ],
    ['a rating before', { value_before: null }, 'value_before: must not be null'],
    ['days of a drop', { inactive_days: 60 }, 'inactive_days: A drop of confidence has this'],
    ['a confidence before', { confidence_before: null }, 'confidence_before: must not be null'],
    ['a calculation', { calculation: null }, 'calculation: a match_result has one'],
    [
      'a reason that comes of a match',
      { reason: { code: 'initial_assessment', match_id: null, explanation: 'x' } },
      'reason/code: does not come with a match',
    ],
  ])('an entry that could not be restored is refused: without %s', async (_, more, reason) => {
    const { ok, faults } = await importInto(service.workbench, [rated, kept(0), kept(1, more)]);
    expect(ok).toBe(false);
    expect(faults).toContainEqual([3, expect.stringContaining(reason)]);
  });

  test('a sound one comes in, also by the rules of another format', async () => {
    const short = voided({ id: 'mat_ssssssssss', score: sets([4, 2], [4, 1]) });
    const none = voided({ id: 'mat_nnnnnnnnnn', ...walkover, rating_status: 'not_rated' });
    const taken = await importInto(service.workbench, [rated, kept(0), kept(1), short, none]);
    expect(taken).toEqual({ ok: true, faults: [] });
  });

  test('nothing more is kept of one that is in already', async () => {
    expect(await importInto(service.workbench, [kept(0, { id: 'rtg_vvvvvvvvv9' })])).toEqual({
      ok: false,
      faults: [[1, 'voided_match_id: its voided match is no part of the file']],
    });
  });
});
