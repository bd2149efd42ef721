// rules 9.2: export, then import into an empty database, then export: the same bytes.
import { beforeAll, describe, expect, test } from 'bun:test';
import { kinds } from '../../modules/exchange/index.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { dayMs } from '../../shared/time.ts';
import { completed, ids, retired, secrets, testCity, walkover } from '../support/city.ts';
import {
  type DatabaseKind,
  json,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { exportFrom, importInto, recordsIn } from './exchange.ts';
import { commandsOn } from './terminal.ts';

const emptyService = (kind: DatabaseKind) => startTestService(kind, { records: [] });
const [anna = '', bartek, celina = ''] = ids.players;

/** A service on which results came in by every way, were rated, and players then paused. */
async function livedService(kind: DatabaseKind): Promise<TestService> {
  let now = Date.parse('2026-05-10T12:00:00Z');
  const service = await startTestService(kind, { records: testCity(), clock: () => now });
  const others = { player_ids: [celina, anna] };
  const records = [
    completed({
      id: 'mat_zzzzzzzzzz',
      court_number: 3,
      played_at: '2026-05-01T10:01:00Z',
      created_at: '2026-05-03T10:00:00.5Z',
    }),
    retired({ played_at: '2026-05-02T23:30:00.120+05:30' }),
    walkover(),
  ];
  await importInto(
    service.workbench,
    records.map((record) => ({ kind: 'match', ...record })),
  );
  const offset = { played_at: '2026-05-04t18:00:00.123456-03:00' };
  expect((await service.submit(completed({ ...others, ...offset }))).status).toBe(201);
  await service.rate();
  now += 100 * dayMs;
  await service.workbench.decay();
  const late = completed({ ...others, played_at: '2026-05-09T10:00:00Z' });
  await importInto(service.workbench, [{ kind: 'match', ...late }]);
  await service.rate();
  const pending = completed({ played_at: '2026-08-01T10:00:00+02:00' });
  await importInto(service.workbench, [{ kind: 'match', ...pending }]);
  const run = commandsOn(service.workbench);
  for (const line of [
    'keys add --label gone',
    'keys revoke gone',
    'keys add --label kept',
    'matches void mat_zzzzzzzzzz --reason mistake --yes',
  ]) {
    expect(await run(line.split(' '))).toMatchObject({ status: 0 });
  }
  const added = await run(['clients', 'add', '--organizer', ids.organizer, '--json']);
  await run(['clients', 'revoke', JSON.parse(added.out).client_id]);
  return service;
}

onBothDatabases('an export', (kind) => {
  let lived: TestService;
  let text: string;
  beforeAll(async () => {
    lived = await livedService(kind);
    text = await exportFrom(lived.workbench);
  });

  test('is the same bytes after it went to the other database and back', async () => {
    const other = kind === 'embedded' ? 'server' : 'embedded';
    for (const next of [other, kind] as const) {
      const { workbench } = await emptyService(next);
      expect(await importInto(workbench, text.split('\n'))).toEqual({ ok: true, faults: [] });
      expect(await exportFrom(workbench)).toBe(text);
      const { differences } = await workbench.database.atOneMoment(verifyRatings);
      expect(differences).toEqual([]);
    }
  });

  test('leaves an installation that goes on as the first one does, with old keys and secrets', async () => {
    const { workbench, get, submit } = await emptyService(kind);
    await importInto(workbench, text.split('\n'));
    expect(await workbench.run()).toEqual({ rated: 1, unrateable: 0 });
    expect(await lived.workbench.run()).toEqual({ rated: 1, unrateable: 0 });
    const entries = async (at: TestService['workbench']) =>
      recordsIn(await exportFrom(at))
        .filter(({ kind }) => kind === 'history')
        .map(({ id: _, occurred_at: __, ...entry }) => entry);
    expect(await entries(workbench)).toEqual(await entries(lived.workbench));
    expect((await get('/v1/players')).status).toBe(200);
    expect((await submit(completed())).status).toBe(201);
  });

  test('writes the kinds in the documented order, each but the logs by id, and ends its last line', () => {
    const records = recordsIn(text);
    const names = kinds.map(({ name }) => name);
    const order = records.map(({ kind }) => names.indexOf(kind));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(names));
    for (const kind of names.filter((name) => name !== 'history' && name !== 'audit')) {
      const own = records.filter((record) => record.kind === kind);
      const found = own.map(({ id, client_id }) => id ?? client_id);
      expect(found).toEqual(found.toSorted());
    }
    expect(text).toEndWith('}\n');
    expect(text).not.toMatch(/\n\n|\r/);
  });

  test('writes the history in the order in which it happened, newest last', async () => {
    const records = recordsIn(text).filter(({ kind }) => kind === 'history');
    for (const player of [anna, bartek, celina]) {
      const { data } = await json(
        await lived.get(`/v1/players/${player}/rating-history?limit=100`),
      );
      const own = records.filter(({ player_id }) => player_id === player);
      const shown = data.toReversed().slice(0, own.length);
      expect(own.map(({ kind: _, inactive_days: __, ...entry }) => entry)).toEqual(shown);
    }
    for (const { reason, inactive_days } of records) {
      const days = reason.code === 'inactivity' ? expect.any(Number) : null;
      expect(inactive_days).toEqual(days);
    }
    const reasons = new Set(records.map(({ reason }) => reason.code));
    expect(reasons).toEqual(new Set(['initial_assessment', 'match_result', 'inactivity']));
  });

  test('leaves out what is revoked, and holds hashes alone', () => {
    const records = recordsIn(text);
    const labels = records.flatMap(({ kind, label }) => (kind === 'api_key' ? [label] : []));
    expect(labels.toSorted()).toEqual(['kept', 'more tests', 'tests']);
    expect(records.filter(({ kind }) => kind === 'client')).toHaveLength(3);
    for (const hidden of Object.values(secrets)) expect(text).not.toContain(hidden);
    for (const { kind, ...record } of records) {
      if (kind === 'client') expect(record.client_secret_hash).toMatch(/^[0-9a-f]{64}$/);
      if (kind === 'api_key') expect(record.key_hash).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  describe('whose history doesn’t follow from its own inputs is refused', () => {
    let empty: TestService;
    let lines: Record<string, unknown>[];
    beforeAll(async () => {
      empty = await emptyService(kind);
      lines = recordsIn(text);
    });
    const lineOf = (code: string, nth = 0) => {
      const found = lines.flatMap((record, index) =>
        record.kind === 'history' && codeOf(record) === code ? [index] : [],
      );
      return found.at(nth) ?? -1;
    };
    async function refused(
      changed: readonly object[],
    ): Promise<readonly (readonly [number, string])[]> {
      const { ok, faults } = await importInto(empty.workbench, changed);
      expect(ok).toBe(false);
      expect((await exportFrom(empty.workbench)).length).toBe(0);
      return faults;
    }
    const replaced = (index: number, record: object) => lines.with(index, { ...record });

    const names = 'value_before value_after change confidence_before confidence_after'.split(' ');
    const inputs = 'opponent_rating expected_score actual_score k_factor'.split(' ');
    test.each([
      ...['match_result', 'inactivity', 'initial_assessment'].flatMap((code) =>
        names.map((name): [string, string] => [code, name]),
      ),
      ...inputs.map((name): [string, string] => ['match_result', `calculation.${name}`]),
    ])('%s: %s', async (code, name) => {
      const index = lineOf(code, -1);
      const record = structuredClone(lines[index] ?? {});
      const [outer = '', inner] = name.split('.');
      const target = inner ? record[outer] : record;
      if (typeof target !== 'object' || target === null) throw new Error('nothing to tamper with');
      const member = inner ?? outer;
      const value = Reflect.get(target, member);
      const changes: Record<string, number> = {
        k_factor: value === 48 ? 32 : 48,
        actual_score: 0.5,
      };
      Reflect.set(
        target,
        member,
        changes[member] ?? (value ?? 0) + (member === 'expected_score' ? 0.001 : 1),
      );
      const faults = await refused(replaced(index, record));
      expect(faults.map(([line]) => line)).toContain(index + 1);
      expect(faults.find(([line]) => line === index + 1)?.[1]).toContain(member);
    });

    const first = () => lineOf('match_result');
    const another = (code: string) => ({ ...lines[lineOf(code)], id: 'rtg_aaaaaaaaaa' });
    const without = (code: string) => lines.toSpliced(lineOf(code), 1);
    const last = (kind: string) =>
      lines.toSorted((a, b) => Number(a.kind === kind) - Number(b.kind === kind));
    const result = (members: object) => changed('match_result', members);
    test.each([
      [
        'a missing first entry',
        'before the initial assessment',
        () => without('initial_assessment'),
      ],
      ['a missing result', 'a rated match needs its history', () => without('match_result')],
      [
        'a missing drop',
        'confidence_before is 25, its inputs give 30',
        () => without('inactivity'),
      ],
      [
        'an entry twice',
        'id: taken: rtg_',
        () => lines.toSpliced(first(), 0, lines[first()] ?? {}),
      ],
      [
        'an entry twice under another id',
        'does not stand beside the other entry',
        () => lines.toSpliced(first(), 0, another('match_result')),
      ],
      [
        'a drop that was not due',
        'is a drop that was not due',
        () => lines.toSpliced(first() + 2, 0, another('inactivity')),
      ],
      [
        'a drop that came too early',
        'is a drop that was not due',
        () => changed('inactivity', { occurred_at: '2026-05-11T00:00:00Z' }),
      ],
      [
        'an entry before the one before it',
        'occurred_at is before that of the previous entry',
        () => result({ occurred_at: '2025-01-01T00:00:00Z' }),
      ],
      [
        'an entry of the future',
        'occurred_at: lies in the future',
        () => result({ occurred_at: '2999-01-01T00:00:00Z' }),
      ],
      [
        'the moment of a look in what no look gave',
        'as_of: Only a drop of confidence has this',
        () => result({ as_of: '2026-05-11T00:00:00Z' }),
      ],
      [
        'a start at another time',
        'occurred_at is 2026-01-01T10:00:01.000Z, its inputs',
        () => changed('initial_assessment', { occurred_at: '2026-01-01T10:00:01Z' }),
      ],
      [
        'an entry of somebody else',
        'of a player who did not play the match',
        () => result({ player_id: ids.players[8] }),
      ],
      ['a pending match', 'has no such match', () => match(() => ({ rating_status: 'pending' }))],
      [
        'another level at the start',
        'value_after is 1300, its inputs give 1100',
        () => ofKind('player', { self_assessed_ntrp: 2 }),
      ],
      [
        'another result of the match',
        'actual_score is 1, its inputs give 0',
        () => match(([own, other]) => ({ player_ids: [other, own], winner_id: other })),
      ],
      [
        'another day of the match',
        'lacks a drop of confidence',
        () => match(() => ({ played_at: '2026-07-02T10:00:00Z' })),
      ],
      ['its players after it', 'is defined only in line', () => last('player')],
      ['its matches after it', 'has no such match', () => last('match')],
    ])('%s', async (_, reason, change) => {
      const reasons = (await refused(change())).map(([, said]) => said);
      expect(reasons).toContainEqual(expect.stringContaining(reason));
    });

    function changed(code: string, members: object) {
      const index = lineOf(code);
      return replaced(index, { ...lines[index], ...members });
    }
    /** Changes the submitted match, which was rated, and won by the player named first. */
    function match(change: (players: [string, string]) => object) {
      const played_at = '2026-05-04T18:00:00.123-03:00';
      return ofKind('match', change([celina, anna]), (match) => match.played_at === played_at);
    }
    function ofKind(kind: string, members: object, isMeant = (_: Record<string, unknown>) => true) {
      const index = lines.findIndex((record) => record.kind === kind && isMeant(record));
      if (index < 0) throw new Error('nothing to tamper with');
      return replaced(index, { ...lines[index], ...members });
    }

    test('and untouched it is taken', async () => {
      expect(await importInto(empty.workbench, lines)).toEqual({ ok: true, faults: [] });
    });
  });
});

function codeOf({ reason }: Record<string, unknown>): unknown {
  return typeof reason === 'object' && reason !== null ? Reflect.get(reason, 'code') : undefined;
}
