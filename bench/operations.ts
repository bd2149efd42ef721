// The requests that are measured, and the answers that are right: those on which both servers agree.
import { isDeepStrictEqual } from 'node:util';
import { seasonKey } from './city.ts';

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

/** What the requests are sent with, besides an `Idempotency-Key`. */
export const headersWith = (token: string) => ({
  'x-api-key': seasonKey,
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

const together = 8;

/**
 * The answers that each of the servers at the ports gives to the requests, without what is its own: of
 * a new match id and times, of a page the signed part of its cursor. Throws unless they are equal.
 */
export async function rightAnswers(
  ports: readonly [floor: number, service: number],
  { requests }: Operation,
  token: string,
): Promise<[floor: string[], service: string[]]> {
  const answers: [string[], string[]] = [[], []];
  const next = requests.entries();
  const work = async () => {
    for (const [, request] of next) {
      const [floor, service] = await Promise.all([
        ask(ports[0], request, token),
        ask(ports[1], request, token),
      ]);
      if (!isDeepStrictEqual(floor.shown, service.shown)) {
        const [ours, theirs] = [service, floor].map(({ shown }) => JSON.stringify(shown));
        throw new Error(`${request}: ${ours}, by hand ${theirs}`);
      }
      answers[0].push(floor.text);
      answers[1].push(service.text);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return answers;
}

const comparedHeaders = [
  'content-type',
  'cache-control',
  'ratelimit-policy',
  'x-content-type-options',
];

async function ask(port: number, request: string, token: string) {
  const isRead = request.startsWith('/');
  const answer = await fetch(`http://127.0.0.1:${port}${isRead ? request : '/v1/matches'}`, {
    method: isRead ? 'GET' : 'POST',
    keepalive: false, // the server may just be ending a connection that was idle
    headers: { ...headersWith(token), 'idempotency-key': crypto.randomUUID() },
    ...(!isRead && { body: request.replace('TIME', '2025-01-01T00:00:00Z') }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${request}: ${answer.status} ${body}`);
  const text = isRead ? body : body.replace(/"(id|played_at|created_at)":"[^"]*"/g, '"$1":""');
  const value = JSON.parse(text, (name, member) =>
    name === 'next_cursor' && member ? 'its own' : member,
  );
  const headers = comparedHeaders.map((name) => answer.headers.get(name));
  return { text, shown: [answer.status, headers, value] };
}
