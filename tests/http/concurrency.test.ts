import { beforeAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { completed, ids, secrets, walkover } from '../support/city.ts';
import { rows } from '../support/rows.ts';
import {
  freshDatabase,
  json,
  onDatabase,
  runService,
  type TestService,
  testSettings,
} from '../support/service.ts';
import { until } from '../support/waiting.ts';

const crowd = 50;

type Answer = {
  status: number;
  replayed: boolean;
  location: string | null;
  text: string;
  type: string;
};

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    replayed: response.headers.get('idempotent-replayed') === 'true',
    location: response.headers.get('location'),
    text,
    type: String(JSON.parse(text).type).split('#')[1] ?? '',
  };
}

const places = [
  ['at one service', 'embedded', 1],
  ['at two services', 'server', 2],
] as const;

for (const [place, kind, size] of places) {
  onDatabase(kind, `Submissions at the same moment, ${place}`, () => {
    const services: TestService[] = [];
    beforeAll(async () => {
      const settings = testSettings(await freshDatabase(kind));
      services.push(await runService(settings));
      while (services.length < size) services.push(await runService(settings, { records: [] }));
      // Both know their tokens before the race.
      for (const service of services) await service.submit(completed());
    });

    const service = (n = 0): TestService => {
      const found = services[n % size];
      if (!found) throw new Error('The service was not started.');
      return found;
    };
    const race = (submission: (n: number) => [key: string, body: unknown]): Promise<Answer[]> =>
      Promise.all(
        Array.from({ length: crowd }, async (_, n) => {
          const [key, body] = submission(n);
          return answerOf(await service(n).submit(body, { 'idempotency-key': key }));
        }),
      );
    const matchesBetween = async (player: string) =>
      (await json(await service().get(`/v1/matches?player_id=${player}&limit=100`))).data;
    const pair = (first: number) => ({ player_ids: [ids.players[first], ids.players[first + 1]] });
    const parted = (answers: readonly Answer[]) => {
      const [made = [], refused = []] = [true, false].map((good) =>
        answers.filter(({ status }) => (status === 201) === good),
      );
      return { made, refused };
    };

    test('50 times one submission: one match, and 50 equal answers', async () => {
      const body = completed(pair(2));
      const answers = await race(() => ['one', body]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ text, location }) => `${location} ${text}`)).size).toBe(1);
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(await matchesBetween(ids.players[2] ?? '')).toHaveLength(1);
    });

    test('50 bodies with one key: one 201, and 49 conflicts', async () => {
      const { made, refused } = parted(await race(() => ['two', completed(pair(4))]));
      expect(made).toHaveLength(1);
      expect(refused.filter(({ type }) => type === 'idempotency-conflict')).toHaveLength(crowd - 1);
      expect(await matchesBetween(ids.players[4] ?? '')).toHaveLength(1);
    });

    test('50 keys for one match: one 201, and 49 duplicates that name it', async () => {
      const { played_at } = completed();
      const turned = { player_ids: [ids.players[7], ids.players[6]], played_at };
      const answers = await race((n) => [
        `three ${n}`,
        n % 2 === 0
          ? completed({ ...pair(6), played_at })
          : walkover({ ...turned, winner_id: ids.players[6] }),
      ]);
      const { made, refused } = parted(answers);
      expect(made).toHaveLength(1);
      const { id } = JSON.parse(made[0]?.text ?? '');
      const named = refused.filter(
        ({ text, type }) => type === 'duplicate-match' && text.includes(id),
      );
      expect(named).toHaveLength(crowd - 1);
      expect(await matchesBetween(ids.players[6] ?? '')).toHaveLength(1);
    });

    test('50 matches of the same two players: 50 times 201', async () => {
      const answers = await race((n) => [`four ${n}`, completed(pair(8))]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(await matchesBetween(ids.players[8] ?? '')).toHaveLength(crowd);
    });

    test('a request whose body breaks off leaves its key usable', async () => {
      const body = completed();
      const token = await service().token(ids.client, secrets.client);
      const socket = connect(Number(new URL(service().url).port), '127.0.0.1');
      await once(socket, 'connect');
      const lines = [
        'POST /v1/matches HTTP/1.1',
        'host: localhost',
        `authorization: Bearer ${token}`,
      ];
      socket.write(
        [...lines, 'idempotency-key: broken', 'content-length: 1000', '', '{"st'].join('\r\n'),
      );
      await delay(50);
      socket.destroy();
      const answer = await answerOf(await service(1).submit(body, { 'idempotency-key': 'broken' }));
      expect(answer).toMatchObject({ status: 201, replayed: false });
    });

    if (kind === 'embedded') return;

    /** Statements on the database, beside the services. */
    const ask = <Row>(statement: RawBuilder<Row>) =>
      rows(service().workbench.database.db, statement);
    type Session = { pid: number };
    /** The sessions that wait for one to end its transaction. */
    const waitingFor = (session: Session | undefined) =>
      ask(sql<Session>`select pid from pg_stat_activity where wait_event_type = 'Lock'
      and ${session?.pid}::int = any(pg_blocking_pids(pid))`);

    test('a request that dies in the middle leaves its key usable, and a waiting one becomes the first', async () => {
      const first = completed();
      const second = completed();
      const submit = (n: number, body: unknown) =>
        service(n).submit(body, { 'idempotency-key': 'dying' }).then(answerOf);
      let answers: Promise<Answer>[] = [];
      // While somebody holds a player, the first request has taken the key and can't go on.
      await service().workbench.database.transaction(async (tx) => {
        await sql`select from player where id = ${ids.players[1]} for update`.execute(tx.db);
        const [holder] = await rows(tx.db, sql<Session>`select pg_backend_pid() as pid`);
        answers = [submit(0, first)];
        await until(async () => (await waitingFor(holder)).length === 1);
        const [dying] = await waitingFor(holder);
        answers.push(submit(1, second));
        await until(async () => (await waitingFor(dying)).length === 1);
        await ask(sql`select pg_terminate_backend(${dying?.pid})`);
        // The waiting request has the key now, and is held up where the first one was.
        await until(async () => {
          const [held] = await waitingFor(holder);
          return held !== undefined && held.pid !== dying?.pid;
        });
      });
      const [died, became] = await Promise.all(answers);
      expect(died).toMatchObject({ status: 503, type: 'service-unavailable' });
      expect(became).toMatchObject({ status: 201, replayed: false });
      const { location, text } = became ?? {};
      expect(await submit(0, second)).toMatchObject({
        status: 201,
        replayed: true,
        location,
        text,
      });
      expect((await submit(1, first)).type).toBe('idempotency-conflict');
    });

    test('connections that break within transactions are replaced, more than the pool has', async () => {
      const { database } = service().workbench;
      const suicide = sql`select pg_terminate_backend(pg_backend_pid())`;
      for (let n = 0; n < 12; n += 1) {
        const broken = database.transaction(({ db }) => suicide.execute(db));
        expect(
          await broken.then(
            () => 'done',
            () => 'broken',
          ),
        ).toBe('broken');
      }
      expect((await service().submit(completed())).status).toBe(201);
    });
  });
}
