// The requests that are measured, and their right answers: those on which both servers agree.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { client } from './city.ts';

/** The requests of an operation: paths to read, or results to submit (at a moment TIME). */
export type Operation = { readonly name: string; readonly requests: readonly string[] };

type City = {
  readonly playerIds: readonly string[];
  readonly competitionId: unknown;
  readonly venueId: unknown;
};

/** How many players are asked for. */
const mostPlayers = 2_000;

/** The six operations; the one that writes comes last. */
export function operationsOf({ playerIds, competitionId, venueId }: City): Operation[] {
  const some = playerIds.slice(0, mostPlayers);
  const result = (first: string, place: number) => ({
    competition_id: competitionId,
    venue_id: venueId,
    played_at: 'TIME',
    player_ids: [first, some[(place + 1) % some.length]],
    status: 'completed',
    score: { sets: [{ games: [6, 4] }, { games: [3, 6] }, { games: [7, 6], tiebreak: [7, 5] }] },
  });
  return [
    { name: 'player', requests: some.map((id) => `/v1/players/${id}`) },
    { name: 'list', requests: ['/v1/players'] },
    { name: 'history', requests: some.map((id) => `/v1/players/${id}/rating-history`) },
    { name: 'suggestions', requests: some.map((id) => `/v1/players/${id}/match-suggestions`) },
    { name: 'matches', requests: some.map((id) => `/v1/matches?player_id=${id}`) },
    {
      name: 'submission',
      requests: some.map((first, place) => JSON.stringify(result(first, place))),
    },
  ];
}

/** The credentials of the requests, which take turns. */
export type Callers = { readonly keys: readonly string[]; readonly tokens: readonly string[] };

/** An answer as it was sent, and as it is compared: without the parts that differ each time. */
export type Answer = { readonly text: string; readonly shown: unknown };

const together = 8;

/** The server's answers to the operation's requests. Throws where one is refused. */
export async function answersOf(
  port: number,
  { requests }: Operation,
  { keys, tokens }: Callers,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const next = requests.entries();
  const work = async () => {
    for (const [turn, request] of next) {
      const key = keys[turn % keys.length] ?? '';
      const token = tokens[turn % tokens.length] ?? '';
      answers[turn] = await ask(port, request, key, token);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return answers;
}

/** Throws unless the servers have answered alike. */
export function requireEqual({ requests }: Operation, floor: Answer[], service: Answer[]): void {
  for (const [turn, request] of requests.entries()) {
    const [ours, theirs] = [service[turn]?.shown, floor[turn]?.shown];
    if (isDeepStrictEqual(ours, theirs)) continue;
    throw new Error(`${request}: ${JSON.stringify(ours)}, by hand ${JSON.stringify(theirs)}`);
  }
}

const comparedHeaders = [
  'content-type',
  'cache-control',
  'ratelimit-policy',
  'x-content-type-options',
];

async function ask(port: number, request: string, key: string, token: string): Promise<Answer> {
  const isRead = request.startsWith('/');
  const answer = await fetch(`http://127.0.0.1:${port}${isRead ? request : '/v1/matches'}`, {
    method: isRead ? 'GET' : 'POST',
    keepalive: false, // the server may be about to close an idle connection
    headers: {
      'x-api-key': key,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    ...(!isRead && { body: request.replace('TIME', '2025-01-01T00:00:00Z') }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${request}: ${answer.status} ${body}`);
  // A new match differs in its id and times, a page in the signature of its cursor.
  const text = isRead ? body : body.replace(/"(id|played_at|created_at)":"[^"]*"/g, '"$1":""');
  const value = JSON.parse(text, (name, member) =>
    name === 'next_cursor' && member ? 'its own' : member,
  );
  const headers = comparedHeaders.map((name) => answer.headers.get(name));
  return { text, shown: [answer.status, headers, value] };
}

/** An access token of the bench's client. */
export async function newToken(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
  return v.parse(v.object({ access_token: v.string() }), await answer.json()).access_token;
}

/** The files that wrk reads. */
export type Load = {
  readonly requests: string;
  readonly headers: string;
  readonly answers: string;
};

/** Writes what wrk reads to the folder, under the name. */
export async function writeLoad(
  folder: string,
  name: string,
  { requests }: Operation,
  { keys, tokens }: Callers,
  answers: readonly Answer[],
): Promise<Load> {
  const write = async (part: string, lines: readonly string[]) => {
    const path = join(folder, `${name}-${part}`);
    await writeFile(path, `${lines.join('\n')}\n`);
    return path;
  };
  const headers = [
    ...keys.map((key) => `x-api-key: ${key}`),
    ...tokens.map((token) => `authorization: Bearer ${token}`),
    'content-type: application/json',
  ];
  return {
    requests: await write('requests', requests),
    headers: await write('headers', headers),
    answers: await write(
      'answers',
      answers.map(({ text }) => text),
    ),
  };
}
