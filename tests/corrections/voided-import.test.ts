// A file's voided matches are judged as its matches are, so that each can be restored or stay voided.
import { beforeAll, expect, test } from 'bun:test';
import { createCorrections, verifyRatings } from '../../modules/ratings/index.ts';
import { exportFrom, importInto, recordsIn } from '../commands/exchange.ts';
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

  test('what is kept of one tells moments that there are', async () => {
    const entry = {
      kind: 'voided_history',
      id: 'rtg_vvvvvvvvvv',
      player_id: ids.players[0],
      occurred_at: '2026-02-30T10:00:00Z',
      reason: { code: 'inactivity', match_id: null, explanation: 'x' },
      value_before: 1400,
      value_after: 1400,
      change: 0,
      confidence_before: 30,
      confidence_after: 25,
      calculation: null,
      voided_match_id: 'mat_vvvvvvvvvv',
      as_of: '2026-02-31T10:00:00Z',
      after: null,
      nth: 1,
    };
    const { ok, faults } = await importInto(service.workbench, [voided({}), entry]);
    const wrong = (place: string) =>
      [2, expect.stringContaining(`${place}: Expected a date`)] as const;
    expect<object>({ ok, faults }).toEqual({
      ok: false,
      faults: [wrong('occurred_at'), wrong('as_of')],
    });
  });

  test('what is kept of one has ratings that can be stored', async () => {
    const most = 2 ** 31;
    const { calculation } = kept(1);
    const lines = [
      rated,
      kept(0, { value_before: most, value_after: most }),
      kept(1, { calculation: { ...calculation, opponent_rating: most } }),
    ];
    const tooLarge = (line: number, place: string): [number, string] => [
      line,
      `${place}: Expected at most 2147483647.`,
    ];
    const { ok, faults } = await importInto(service.workbench, lines);
    expect(ok).toBe(false);
    expect(faults).toContainEqual(tooLarge(2, 'value_before'));
    expect(faults).toContainEqual(tooLarge(2, 'value_after'));
    expect(faults).toContainEqual(tooLarge(3, 'calculation/opponent_rating'));
  });

  test.each<[string, object, string]>([
    ['a rating before', { value_before: null }, 'value_before: must not be null'],
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

  const asked = { actor: { user: 'tests' }, reason: 'x' };
  /** The records of a service that has rated and voided a match. */
  async function recordsOfOne() {
    const source = await startTestService(kind);
    const { id } = await json(await source.submit(completed()));
    await source.rate();
    await createCorrections(source.workbench).voidMatch(id, asked);
    return { id, records: recordsIn(await exportFrom(source.workbench)) };
  }

  test('entries that say the same place come back beside each other', async () => {
    const { id, records } = await recordsOfOne();
    const file = records.map((record) => ('nth' in record ? { ...record, nth: 1 } : record));
    const { workbench } = await startTestService(kind, { records: file });
    await createCorrections(workbench).restoreMatch(id, asked);
    expect((await verifyRatings(workbench.database.db)).differences).toEqual([]);
  });

  test('any number of them may follow each other', async () => {
    const { records } = await recordsOfOne();
    const [match] = records.filter((record) => record.kind === 'voided_match');
    const entries = records.filter((record) => record.kind === 'voided_history');
    const lots = Array.from({ length: 600 }, (_, n) => `${1_000_000_000 + n}`);
    const many = lots.flatMap((number, n) => [
      {
        ...match,
        id: `mat_${number}`,
        played_at: new Date(Date.UTC(2026, 4, 1) + n).toISOString(),
      },
      ...entries.map((entry, side) => ({
        ...entry,
        id: `rtg_${side}${number.slice(1)}`,
        reason: { ...entry.reason, match_id: `mat_${number}` },
        voided_match_id: `mat_${number}`,
        nth: 2 * n + side + 1,
      })),
    ]);
    const isKept = (kind: unknown) => String(kind).startsWith('voided');
    const file = [...records.filter((record) => !isKept(record.kind)), ...many];
    const copy = await startTestService(kind, { records: file });
    const kept = async () =>
      recordsIn(await exportFrom(copy.workbench)).flatMap((record) =>
        record.kind === 'voided_history' ? [[record.id, record.after, record.nth]] : [],
      );
    const stood = many.flatMap((record) =>
      'nth' in record ? [[record.id, entries[0]?.after, record.nth]] : [],
    );
    expect(await kept()).toEqual(stood.toSorted());
    // What is rated from then on comes after all of them.
    await copy.submit(completed());
    await copy.rate();
    expect(await kept()).toEqual(stood.toSorted());
  });

  test('nothing more is kept of one that is in already', async () => {
    expect(await importInto(service.workbench, [kept(0, { id: 'rtg_vvvvvvvvv9' })])).toEqual({
      ok: false,
      faults: [[1, 'voided_match_id: its voided match is no part of the file']],
    });
  });
});
