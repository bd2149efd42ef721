import { expect } from 'bun:test';
import { completed, ids, secrets, testCity } from '../support/city.ts';
import { json } from '../support/service.ts';
import type { Environment, Outcome, Program, Server } from './programs.ts';

export const cityFile = testCity()
  .map((record) => `${JSON.stringify(record)}\n`)
  .join('');

/** What the command printed; throws with what it said where it failed. */
export async function succeed(outcome: Promise<Outcome>): Promise<string> {
  const { status, out, err } = await outcome;
  if (status !== 0) throw new Error(`The command ended with ${status}: ${err}`);
  return out;
}

/** A token of the city's first organizer. */
export async function tokenFrom(url: string): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${ids.client}:${secrets.client}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  expect(response.status).toBe(200);
  return String((await json(response)).access_token);
}

/** Submits a result; gives the response. */
export function submit(url: string, token: string, body: object = completed()): Promise<Response> {
  return fetch(`${url}/v1/matches`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
}

/** What the API answers to a read with the city's key. */
export async function read(url: string, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': secrets.key } });
  expect(response.status).toBe(200);
  return json(response);
}

/**
 * The main job with commands beside the running server: a city comes in, a result is submitted and
 * rated, the rating is read, and everything is backed up, as it gives it.
 */
export async function doMainJob(
  program: Program,
  { url }: Server,
  settings: Environment,
): Promise<string> {
  await succeed(program.run(['import', '-'], settings, cityFile));
  const token = await tokenFrom(url);
  const submitted = await submit(url, token);
  expect(submitted.status).toBe(201);
  const { id } = await json(submitted);

  const run = await succeed(program.run(['ratings', 'run', '--json'], settings));
  expect(JSON.parse(run)).toEqual({ rated: 1, unrateable: 0 });
  expect(await read(url, `/v1/matches/${id}`)).toMatchObject({ rating_status: 'rated' });
  expect(await read(url, `/v1/players/${ids.players[0]}/rating`)).toMatchObject({
    value: 1324,
    confidence: 30,
    rated_matches: 1,
  });

  const backup = await succeed(program.run(['backup', '-'], settings));
  expect(backup).toContain(`"id":"${id}"`);
  return backup;
}

/** A server of the city draws the picture of a player. */
export async function expectPicture({ url }: Server): Promise<void> {
  const answer = await fetch(`${url}/players/${ids.players[0]}/card.png`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, bytes.toString('latin1', 1, 4)]).toEqual([200, 'PNG']);
  expect(bytes.length).toBeGreaterThan(10_000);
}
