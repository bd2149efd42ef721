// The statements of requests are prepared on each connection, and well planned all the same.
import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { benchCity, client, seasonKey } from '../../bench/city.ts';
import { prepared } from '../../shared/database/prepared.ts';
import { requestPatience, workPatience } from '../../shared/database/server.ts';
import { isStale } from '../../shared/database/statement-names.ts';
import { failureOf } from '../support/failure.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const city = benchCity(1_000, 1_500);
const [first, second] = city.playerIds;
let hour = 0;
const flush = 'select pg_stat_force_next_flush()';

const { connections, readers: shared = 0 } = requestPatience;

onBothDatabases('prepared statements', (kind) => {
  let service: TestService;
  let bearer: string;

  const get = (path: string) => service.get(path, { 'x-api-key': seasonKey });
  const read = (path: string) => async () => (await get(path)).status;
  /** The last page of each list. */
  const ends: Record<string, string> = {};
  const readEnd = (list: string) => async () => (await get(ends[list] ?? '')).status;
  /** Each gives the status of its answer. */
  const operations: Record<string, () => Promise<number>> = {
    'one player': read(`/v1/players/${first}`),
    'a list of players': read('/v1/players'),
    'the end of the players': readEnd('/v1/players'),
    'the end of the matches': readEnd('/v1/matches'),
    'a rating history': read(`/v1/players/${first}/rating-history`),
    'match suggestions': read(`/v1/players/${first}/match-suggestions`),
    'a player’s matches': read(`/v1/matches?player_id=${first}`),
    'a submission': async () => {
      const answer = await fetch(`${service.url}/v1/matches`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({
          competition_id: city.competitionId,
          venue_id: city.venueId,
          played_at: new Date(Date.UTC(2025, 0, 1) + hour++ * 3_600_000).toISOString(),
          player_ids: [first, second],
          status: 'completed',
          score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] },
        }),
      });
      return answer.status;
    },
  };
  /** What is asked on each connection that a request may have had. */
  async function ask<Row>(text: string): Promise<Row[]> {
    const { direct } = service.requests.db;
    if (!direct) throw new Error('It has no connections.');
    const asked = [
      ...Array.from({ length: connections }, () => direct.query(text)),
      ...Array.from({ length: shared }, () => direct.read(text)),
    ];
    return (await Promise.all(asked)).flatMap(({ rows }) => rows);
  }

  beforeAll(async () => {
    service = await startTestService(kind, { records: [...city.records, ...city.matches] });
    bearer = await service.token(client.id, client.secret);
    await service.rate();
    await service.workbench.decay();
    await sql`vacuum analyze`.execute(service.requests.db);
    for (const list of ['/v1/players', '/v1/matches']) {
      let cursor: string | null = '';
      do {
        ends[list] = `${list}${cursor && `?cursor=${cursor}`}`;
        cursor = (await json(await get(ends[list]))).next_cursor;
      } while (cursor);
    }
    // PostgreSQL may count what these connections have read ten seconds later, among what is asked by then.
    const { direct } = service.workbench.database.db;
    const flushed = Array.from({ length: workPatience.connections }, () => direct?.query(flush));
    await Promise.all(flushed);
  });

  test.each(Object.keys(operations))('%s reads no table from end to end', async (name) => {
    const rowsRead = async () => {
      await ask(flush);
      const [row] = await ask<{ count: string }>(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as count from pg_stat_user_tables`,
      );
      return Number(row?.count);
    };
    // PostgreSQL may keep a plan for any parameters from the sixth time on.
    for (let time = 0; time < 10; time += 1) await operations[name]?.();
    const before = await rowsRead();
    for (let time = 0; time < 10; time += 1) await operations[name]?.();
    expect((await rowsRead()) - before).toBeLessThan(10 * 250);
  });

  test('a statement is built once for each limit and set of values, and looks at none', async () => {
    const db = service.requests.db;
    let built = 0;
    const some = prepared((on, { ids, level }: { ids: string[]; level?: number }, limit) => {
      built += 1;
      const rows = on.selectFrom('player').select('id').limit(sql.lit(limit)).orderBy('id');
      const named = rows.where(sql<boolean>`id = any(${ids})`);
      return level === undefined ? named : named.where('self_assessed_ntrp', '>', level);
    });
    const ids = [first, second].map(String);
    const found = await some(db, { ids }, 5);
    expect(found.map(({ id }) => String(id))).toEqual(ids.toSorted());
    expect(await some(db, { ids: ids.toReversed() }, 5)).toHaveLength(2);
    expect(await some(db, { ids: ['plr_0', 'plr_1'] }, 5)).toEqual([]);
    expect(built).toBe(1);
    expect(await some(db, { ids }, 1)).toHaveLength(1);
    expect(await some(db, { ids, level: 9 }, 1)).toEqual([]);
    expect(await some(db, { ids, level: 0 }, 1)).toHaveLength(1);
    expect(built).toBe(3);
    const looking = prepared((on, { level }: { level: number }) =>
      on
        .selectFrom('player')
        .select('id')
        .where('rating_value', '>', level + 100),
    );
    expect(await failureOf(looking(db, { level: 3 }))).toContain('can not look at one');
  });

  test('a statement that fails once it is prepared works the next time', async () => {
    const { direct } = service.requests.db;
    const divide = (by: number) => direct?.read('select 12 / $1::int as quotient', [by]);
    const faults = await Promise.allSettled([divide(0), divide(0)]);
    expect(faults.map((fault) => 'reason' in fault && fault.reason.code)).toEqual([
      '22012',
      '22012',
    ]);
    const answers = await Promise.all([divide(3), divide(4)]);
    expect(answers.map((answer) => answer?.rows)).toEqual([[{ quotient: 4 }], [{ quotient: 3 }]]);
  });

  test('a request finds columns that another process has changed', async () => {
    for (const column of ['player.display_name', 'match.status', 'match.rating_status']) {
      const [table, name] = column.split('.');
      const change = `alter table ${table} alter column ${name} type varchar(100)`;
      await sql.raw(change).execute(service.workbench.database.db);
      for (const operation of Object.values(operations)) {
        expect(await operation()).toBeOneOf([200, 201]);
      }
    }
  });

  test('a transaction finds them, too', async () => {
    const { db } = service.workbench.database;
    await sql`create table changed as select 1 as n`.execute(db);
    const read = () =>
      service.requests.transaction((tx) =>
        sql<{ n: unknown }>`select * from changed`.execute(tx.db),
      );
    const readOnEach = () => Promise.all(Array.from({ length: connections }, read));
    await readOnEach();
    await sql`alter table changed alter column n type text`.execute(db);
    for (const { rows } of await readOnEach()) expect(rows).toEqual([{ n: '1' }]);
  });
});

test.each([
  ['0A000', 'RevalidateCachedQuery', true],
  ['0A000', 'transformLockingClause', false],
  ['26000', undefined, true],
])('an error %p out of %p is of a stale statement, in any language: %p', (code, routine, isSo) => {
  const error = Object.assign(new Error('in other words'), { code, routine });
  expect(isStale(error)).toBe(isSo);
});
