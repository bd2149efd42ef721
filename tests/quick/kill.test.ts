// One kill -9 under submissions, on the embedded database; many more are in tests/faults.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import * as v from 'valibot';
import { tokenFrom } from '../runtime/main-job.ts';
import { endPrograms, onBun, type Server } from '../runtime/programs.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { cleanUp, freshDatabase } from '../support/service.ts';
import { until } from '../support/waiting.ts';

setDefaultTimeout(180_000);
afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

const results = 60;
const killedAfter = 25;
const Stored = v.object({ id: v.string(), played_at: v.string(), rating_status: v.string() });
const Matches = v.object({ data: v.array(Stored), next_cursor: v.null() });
const History = v.object({
  data: v.array(v.object({ reason: v.object({ match_id: v.nullable(v.string()) }) })),
});
const Verified = v.object({ matches: v.number(), differences: v.array(v.string()) });

test('a service that is killed loses no result that it acknowledged, and rates each once', async () => {
  const settings = {
    ...(await freshDatabase('embedded', 'city')),
    RATING_DELAY_SECONDS: 0,
    RATE_LIMIT_PER_MINUTE: 100_000,
  };
  const sent = Array.from({ length: results }, (_, n) => ({ key: `key-${n}`, body: completed() }));
  /** The id of each match that was acknowledged, by the key. */
  const acknowledged = new Map<string, string>();

  async function submitAll(url: string, whenAcknowledged = (_: number) => {}): Promise<void> {
    const token = await tokenFrom(url);
    const submit = async ({ key, body }: (typeof sent)[number]) => {
      const answer = await fetch(`${url}/v1/matches`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(201);
      const { id } = v.parse(Stored, await answer.json());
      expect(acknowledged.get(key) ?? id).toBe(id);
      acknowledged.set(key, id);
      whenAcknowledged(acknowledged.size);
    };
    const waiting = [...sent];
    const submitSome = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await submit(next);
    };
    await Promise.all(Array.from({ length: 4 }, submitSome));
  }

  const read = async ({ url }: Server, path: string): Promise<unknown> =>
    (await fetch(url + path, { headers: { 'x-api-key': secrets.key } })).json();

  const first = await onBun.serve(settings);
  const interrupted = submitAll(first.url, (count) => {
    if (count === killedAfter) first.signal('SIGKILL');
  });
  // The requests under way have no answer.
  expect(await interrupted.catch((error) => error)).toBeInstanceOf(Error);
  expect((await first.ended).status).toBe(null);
  expect(acknowledged.size).toBeLessThan(results);

  const second = await onBun.serve(settings);
  await submitAll(second.url);
  expect(acknowledged.size).toBe(results);
  const stored = async () => v.parse(Matches, await read(second, '/v1/matches?limit=100')).data;
  await until(async () => (await stored()).every((match) => match.rating_status === 'rated'));
  const matches = [...acknowledged.values()].toSorted();
  expect((await stored()).map(({ id }) => id).toSorted()).toEqual(matches);
  for (const player of ids.players.slice(0, 2)) {
    const path = `/v1/players/${player}/rating-history?limit=100`;
    const { data } = v.parse(History, await read(second, path));
    expect(data.flatMap(({ reason }) => reason.match_id ?? []).toSorted()).toEqual(matches);
  }
  const verified = await onBun.run(['ratings', 'verify', '--json'], settings);
  expect(verified.status).toBe(0);
  expect(v.parse(Verified, JSON.parse(verified.out))).toEqual({
    matches: results,
    differences: [],
  });
  second.signal('SIGTERM');
  expect((await second.ended).status).toBe(0);
});
