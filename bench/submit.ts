// How long POST /v1/matches takes over real HTTP, one request after the other, on a service in a
// process of its own; in turn with each, a request to an Elysia handler that does nothing.
//
//   bun bench/submit.ts [--requests 1000] [--database embedded|server]
//
// The goal: a median below 10 ms on the embedded database.
import * as v from 'valibot';
import { ids, secrets, testCity } from '../tests/support/city.ts';
import { startProgram, startServe } from './children.ts';
import { fill, numberOption, onDatabase, placesOf, quantile } from './places.ts';

const argv = process.argv.slice(2);
const requests = numberOption(argv, '--requests', 1_000);
const warmUp = 50;

/** The body of the nth result, which no other is like. */
function body(n: number): string {
  return JSON.stringify({
    competition_id: ids.league,
    venue_id: ids.venues[0],
    played_at: new Date(Date.parse('2026-03-02T08:00:00Z') + n * 60_000).toISOString(),
    player_ids: [ids.players[n % 12], ids.players[(n + 1 + (n % 11)) % 12]],
    status: 'completed',
    score: { sets: [{ games: [6, 4] }, { games: [3, 6] }, { games: [7, 5] }] },
  });
}

async function token(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${ids.client}:${secrets.client}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = v.parse(v.object({ access_token: v.string() }), await response.json());
  return access_token;
}

async function post(port: number, bearer: string, n: number): Promise<number> {
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/v1/matches`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'idempotency-key': `bench-${n}`,
    },
    body: body(n),
  });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(answer);
  return performance.now() - start;
}

const results: string[] = [];
for (const kind of placesOf(argv)) {
  await onDatabase(kind, async (settings) => {
    await fill(settings, testCity());
    const service = await startServe(settings);
    const empty = await startProgram('empty.ts');
    const times = { service: [] as number[], empty: [] as number[] };
    const bearer = await token(service.port);
    for (let n = 0; n < warmUp + requests; n += 1) {
      const taken = await post(service.port, bearer, n);
      const floor = await post(empty.port, bearer, n);
      if (n < warmUp) continue;
      times.service.push(taken);
      times.empty.push(floor);
    }
    await Promise.all([service.stop(), empty.stop()]);
    const show = (values: readonly number[]) =>
      `median ${quantile(values, 0.5).toFixed(2)} ms, p95 ${quantile(values, 0.95).toFixed(2)} ms`;
    const ratio = quantile(times.service, 0.5) / quantile(times.empty, 0.5);
    console.log(`${kind}: ${requests} submissions: ${show(times.service)}`);
    console.log(
      `${kind}: an empty handler beside: ${show(times.empty)}; ratio ${ratio.toFixed(1)}`,
    );
    results.push(`${kind} ${show(times.service)}`);
  });
}
console.log(`POST /v1/matches: ${results.join('; ')}`);
