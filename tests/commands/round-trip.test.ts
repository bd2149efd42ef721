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
  now += 20 * dayMs;
  await service.workbench.decay(); // at which the late one waits, and a drop is due
  await service.rate();
  now += 70 * dayMs;
  // Before which drops are due that no look gave.
  const again = completed({ ...others, played_at: new Date(now - dayMs).toISOString() });
  await importInto(service.workbench, [{ kind: 'match', ...again }]);
  await service.rate();
  const pending = completed({ played_at: '2026-08-01T10:00:00+02:00' });
  const mistaken = completed({ id: 'mat_yyyyyyyyyy', played_at: '2026-08-02T10:00:00+02:00' });
  await importInto(
    service.workbench,
    [pending, mistaken].map((one) => ({ kind: 'match', ...one })),
  );
  await service.workbench.decay();
  const run = commandsOn(service.workbench);
  for (const line of [
    'keys add --label gone',
    'keys revoke gone',
    'keys add --label kept',
    `passes add --organizer ${ids.organizer} --label gone`,
    'passes revoke gone',
    `passes add --organizer ${ids.organizer} --label lent --competition ${ids.league} --correct --until 2027-01-31`,
    'passes rotate lent',
    `passes add --organizer ${ids.organizer} --label desk`,
    'matches void mat_zzzzzzzzzz --reason mistake --yes',
    'matches void mat_yyyyyyyyyy --reason mistake --yes',
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

  test('tells of each match the run that rated it, the looks at which it waited, and what it came after', () => {
    const matches = recordsIn(text).filter(({ kind }) => kind.endsWith('match'));
    const places = matches.map(({ kind, status, run, waited, came_after }) => [
      ...[kind, status, run, waited?.join(), came_after],
    ]);
    expect(places.sort()).toEqual(
      [
        ['match', 'retired', 'run_1', undefined, null],
        ['match', 'walkover', undefined, undefined, null],
        ['match', 'completed', 'run_1', undefined, null],
        ['match', 'completed', 'run_4', 'run_3', 'run_2'],
        ['match', 'completed', 'run_5', undefined, 'run_4'],
        ['match', 'completed', undefined, 'run_6', 'run_5'],
        ['voided_match', 'completed', 'run_1', undefined, null],
        ['voided_match', 'completed', undefined, 'run_6', 'run_5'],
      ].sort(),
    );
  });

  test('comes back with the ids that a restored match had', async () => {
    const { workbench } = await emptyService(kind);
    await importInto(workbench, text.split('\n'));
    const former = recordsIn(text).filter(({ kind }) => kind === 'former_history');
    const restored = ['matches', 'restore', 'mat_zzzzzzzzzz', '--reason', 'right', '--yes'];
    expect(await commandsOn(workbench)(restored)).toMatchObject({ status: 0 });
    const records = recordsIn(await exportFrom(workbench));
    const back = records.filter(
      ({ kind, reason }) => kind === 'history' && reason.match_id === 'mat_zzzzzzzzzz',
    );
    const ofMatch = former.filter(({ match_id }) => match_id === 'mat_zzzzzzzzzz');
    expect(back.map(({ id }) => id).sort()).toEqual(ofMatch.map(({ id }) => id).sort());
    expect(back).toHaveLength(2);
    const { differences } = await workbench.database.atOneMoment(verifyRatings);
    expect(differences).toEqual([]);
  });

  test('is all known where it came from, runs, voided matches and former ids included', async () => {
    const now = await exportFrom(lived.workbench);
    const skip = ['import', '-', '--skip-known', '--json'];
    const { status, out } = await commandsOn(lived.workbench)(skip, now);
    const { imported, left_out } = JSON.parse(out);
    const counts = Object.groupBy(recordsIn(now), ({ kind }) => kind);
    const each = Object.entries(counts).map(([name, some]) => [name, some?.length]);
    expect([status, left_out]).toEqual([0, Object.fromEntries(each)]);
    expect(new Set(Object.values(imported))).toEqual(new Set([0]));
    expect(await exportFrom(lived.workbench)).toBe(now);
  });

  test('is refused beside runs that are there already, with one line', async () => {
    const { workbench } = await startTestService(kind);
    const { player_ids } = completed();
    await importInto(workbench, [{ kind: 'match', ...completed({ player_ids }) }]);
    await workbench.run();
    const before = await exportFrom(workbench);
    const about = recordsIn(text).filter(({ kind }) => kind === 'run');
    expect(await importInto(workbench, about)).toEqual({
      ok: false,
      faults: [[1, expect.stringContaining('this database has a history of its own')]],
    });
    expect(await exportFrom(workbench)).toBe(before);
  });

  test('writes the kinds in the documented order, each but the logs by id, and ends its last line', () => {
    const records = recordsIn(text);
    const names = kinds.map(({ name }) => name);
    const order = records.map(({ kind }) => names.indexOf(kind));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(names));
    for (const kind of names.filter((name) => !['run', 'history', 'audit'].includes(name))) {
      const own = records.filter((record) => record.kind === kind);
      const found = own.map(({ id, client_id }) => id ?? client_id);
      expect(found).toEqual(found.toSorted());
    }
    expect(text).toEndWith('}\n');
    expect(text).not.toMatch(/\n\n|\r/);
  });

  test('writes each player’s history in the order in which it was applied, newest last', async () => {
    const records = recordsIn(text).filter(({ kind }) => kind === 'history');
    for (const player of [anna, bartek, celina]) {
      const { data } = await json(
        await lived.get(`/v1/players/${player}/rating-history?limit=100`),
      );
      const own = records.filter(({ player_id }) => player_id === player);
      const shown = data.toReversed().slice(0, own.length);
      expect(own.map(shownOf)).toEqual(shown);
    }
    for (const { reason, look, with_match } of records) {
      const given = [look, with_match].filter((one) => one !== undefined);
      expect(given).toHaveLength(reason.code === 'inactivity' ? 1 : 0);
    }
    expect(records.some(({ with_match }) => with_match)).toBe(true);
    expect(records.some(({ look }) => look)).toBe(true);
    const reasons = new Set(records.map(({ reason }) => reason.code));
    expect(reasons).toEqual(new Set(['initial_assessment', 'match_result', 'inactivity']));
  });

  test('leaves out what is revoked, and holds hashes alone', () => {
    const records = recordsIn(text);
    const labels = records.flatMap(({ kind, label }) => (kind === 'api_key' ? [label] : []));
    expect(labels.toSorted()).toEqual(['kept', 'more tests', 'tests']);
    const passes = records.flatMap(({ kind, label }) => (kind === 'pass' ? [label] : []));
    expect(passes.toSorted()).toEqual(['desk', 'lent']);
    expect(records.filter(({ kind }) => kind === 'client')).toHaveLength(3);
    for (const hidden of Object.values(secrets)) expect(text).not.toContain(hidden);
    for (const { kind, ...record } of records) {
      if (kind === 'client') expect(record.client_secret_hash).toMatch(/^[0-9a-f]{64}$/);
      if (kind === 'pass') expect(record.pass_hash).toMatch(/^[0-9a-f]{64}$/);
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
    /** What the import of the changed records is refused with. */
    async function refused(changed: readonly object[]): Promise<string> {
      const told = await importInto(empty.workbench, changed).then(
        ({ faults }) => faults.map(([, reason]) => reason).join('\n'),
        (error: Error) => error.message,
      );
      expect((await exportFrom(empty.workbench)).length).toBe(0);
      return told;
    }
    const replaced = (index: number, record: object) => lines.with(index, { ...record });

    const names = [
      ...['value_before', 'value_after', 'change', 'confidence_before', 'confidence_after'],
      ...['nth', 'rated_matches', 'last_rated_match_at', 'drops_applied'],
    ];
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
      const changes: Record<string, unknown> = {
        k_factor: value === 48 ? 32 : 48,
        actual_score: 0.5,
        nth: value - 1 || 2,
        last_rated_match_at: '2026-01-01T00:00:00.000Z',
      };
      Reflect.set(
        target,
        member,
        changes[member] ?? (value ?? 0) + (member === 'expected_score' ? 0.001 : 1),
      );
      const told = await refused(replaced(index, record));
      if (told.startsWith('The history')) {
        expect(told).toStartWith(
          'The history does not follow from its own inputs; nothing was imported: plr_',
        );
        expect(told).toContain(`${record.id}`);
        expect(told).toContain(member === 'nth' ? 'follows from nothing' : `${member} is `);
      } else
        expect(told).toMatch(
          /^(change|value_before|confidence_before): |another entry has its place, in line /,
        );
    });

    const first = () => lineOf('match_result');
    const another = (code: string) => ({ ...lines[lineOf(code)], id: 'rtg_aaaaaaaaaa' });
    const without = (code: string) => lines.toSpliced(lineOf(code), 1);
    const last = (kind: string) =>
      lines.toSorted((a, b) => Number(a.kind === kind) - Number(b.kind === kind));
    const result = (members: object) => changed('match_result', members);
    const drop = (members: object) => changed('inactivity', members);
    test.each([
      ['a missing first entry', 'lacks the first entry', () => without('initial_assessment')],
      ['a missing result', 'lacks the result of mat_', () => without('match_result')],
      ['a missing drop', 'lacks a drop of confidence to ', () => without('inactivity')],
      [
        'an entry twice',
        'id: taken: rtg_',
        () => lines.toSpliced(first(), 0, lines[first()] ?? {}),
      ],
      [
        'an entry twice under another id',
        'another entry has its place',
        () => lines.toSpliced(first(), 0, another('match_result')),
      ],
      [
        'a drop that was not due',
        'rtg_aaaaaaaaaa follows from nothing',
        () => lines.toSpliced(first() + 2, 0, { ...another('inactivity'), nth: 90 }),
      ],
      [
        'a second first entry, of an earlier moment',
        'rtg_aaaaaaaaaa follows from nothing',
        () =>
          lines.toSpliced(first() + 2, 0, {
            ...another('initial_assessment'),
            nth: 2,
            occurred_at: '2025-01-01T00:00:00.000Z',
          }),
      ],
      [
        'a drop at another moment than its look',
        'occurred_at is 2026-05-11T00:00:00.000Z, its inputs',
        () => drop({ occurred_at: '2026-05-11T00:00:00Z' }),
      ],
      ['a drop of another look', 'follows from nothing', () => drop({ look: 'run_6' })],
      ['a drop of a rating run', 'follows from nothing', () => drop({ look: 'run_1' })],
      [
        'a drop of a look that is not there',
        'the rating run run_7 does',
        () => drop({ look: 'run_7' }),
      ],
      [
        'a drop that nothing gave',
        'look: a drop of confidence has this',
        () => drop({ look: undefined }),
      ],
      [
        'an entry at another moment than its run',
        'occurred_at is 2025-01-01T00:00:00.000Z, its inputs',
        () => result({ occurred_at: '2025-01-01T00:00:00Z' }),
      ],
      [
        'an entry of the future',
        'occurred_at: lies in the future',
        () => result({ occurred_at: '2999-01-01T00:00:00Z' }),
      ],
      [
        'a look in what no look gave',
        'look: a drop of confidence has this',
        () => result({ look: 'run_2' }),
      ],
      [
        'a start at another time',
        'follows from nothing, and 1 more',
        () => changed('initial_assessment', { occurred_at: '2026-01-01T10:00:01Z' }),
      ],
      [
        'an entry of somebody else',
        'follows from nothing, and 1 more',
        () => result({ player_id: ids.players[8] }),
      ],
      [
        'a pending match',
        'follows from nothing',
        () => match(() => ({ rating_status: 'pending', run: undefined })),
      ],
      ['a rated match without its run', 'run: ', () => match(() => ({ run: undefined }))],
      ['a pending match with a run', 'run: ', () => match(() => ({ rating_status: 'pending' }))],
      ['a match of a look', 'which is no run', () => match(() => ({ run: 'run_2' }))],
      ['a match of a run that is not there', 'run_7', () => match(() => ({ run: 'run_7' }))],
      ['a match of another run', 'rated_matches is ', () => match(() => ({ run: 'run_4' }))],
      [
        'a look that was not waited at',
        'confidence_before is 30, its inputs give 25',
        () => ofKind('match', { waited: [] }, ({ run, waited }) => run && waited),
      ],
      [
        'a look that gave more',
        'lacks a drop of confidence',
        () => ofKind('run', { as_of: '2027-01-31T00:00:00Z' }, ({ id }) => id === 'run_6'),
      ],
      [
        'a missing look',
        'id: expected run_2 here',
        () => lines.filter(({ kind, id }) => kind !== 'run' || id !== 'run_2'),
      ],
      [
        'another level at the start',
        'value_after is 1300, its inputs give 1100',
        () => ofKind('player', { self_assessed_ntrp: 2 }),
      ],
      [
        'another result of the match',
        'actual_score is ',
        () => match(([own, other]) => ({ player_ids: [other, own], winner_id: other })),
      ],
      [
        'another day of the match',
        'The history does not follow',
        () => match(() => ({ played_at: '2026-07-02T10:00:00Z' })),
      ],
      ['its players after it', 'is defined only in line', () => last('player')],
      ['its matches after it', 'is defined only in line', () => last('match')],
      ['its runs after it', 'is defined only in line', () => last('run')],
    ])('%s', async (_, reason, change) => {
      expect(await refused(change())).toContain(reason);
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
    function ofKind(
      kind: string,
      members: object,
      isMeant: (record: Record<string, unknown>) => unknown = () => true,
    ) {
      const index = lines.findIndex((record) => record.kind === kind && isMeant(record));
      if (index < 0) throw new Error('nothing to tamper with');
      return replaced(index, { ...lines[index], ...members });
    }

    test('and untouched it is taken', async () => {
      expect(await importInto(empty.workbench, lines)).toEqual({ ok: true, faults: [] });
    });
  });
});

/** A record of the history as it is shown. */
function shownOf(record: Record<string, unknown>) {
  const { kind, look, with_match, nth, rated_matches, ...rest } = record;
  const { last_rated_match_at, drops_applied, ...entry } = rest;
  return entry;
}

function codeOf({ reason }: Record<string, unknown>): unknown {
  return typeof reason === 'object' && reason !== null ? Reflect.get(reason, 'code') : undefined;
}
