// The requests of the soak test: every kind that the service has, each with the answer that it must get.
import { connect } from 'node:net';
import * as v from 'valibot';
import { errorCode } from '../shared/database/error-code.ts';
import { ids, secrets } from '../tests/support/city.ts';

export type Load = {
  /** Sends the nth request, and judges its answer; never throws. */
  send(n: number): Promise<void>;
  readonly sent: () => number;
  /** How many of them had to be sent again, on a new connection. */
  readonly again: () => number;
  readonly unexpected: () => number;
};

/** What one turn of the load does; throws where an answer isn't as it must be. */
type Turn = (n: number) => Promise<unknown>;

const patienceMs = 10_000;
const mostReported = 20;
const page = v.object({ next_cursor: v.nullable(v.string()) });
const tokenAnswer = v.object({ access_token: v.string() });

/** The body of the nth result; no two are alike. */
function bodyOf(n: number, more: object = {}): string {
  return JSON.stringify({
    competition_id: ids.league,
    venue_id: ids.venues[0],
    played_at: new Date(Date.parse('2026-03-02T08:00:00Z') + n * 1_000).toISOString(),
    player_ids: [ids.players[n % 12], ids.players[(n + 1 + (n % 11)) % 12]],
    status: 'completed',
    score: { sets: [{ games: [6, 4] }, { games: [3, 6] }, { games: [7, 5] }] },
    ...more,
  });
}

/** A load for the service at the port, which holds the test city; it counts what it does. */
export function createLoad(port: number): Load {
  const base = `http://127.0.0.1:${port}`;
  const counts = { sent: 0, again: 0, unexpected: 0 };
  let bearer: string | undefined;

  async function ask(path: string, statuses: number | number[], init: RequestInit = {}) {
    counts.sent += 1;
    const send = () => fetch(base + path, { ...init, signal: AbortSignal.timeout(patienceMs) });
    // The service closes idle connections, sometimes just as one is used again.
    const response = await send().catch((error) => {
      if (errorCode(error) !== 'ECONNRESET') throw error;
      counts.again += 1;
      return send();
    });
    const text = await response.text();
    if ([statuses].flat().includes(response.status)) return text;
    throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${text.slice(0, 300)}`);
  }
  const read = (path: string, status = 200) =>
    ask(path, status, { headers: { 'x-api-key': secrets.key } });

  /** A token request, from an address of its own. */
  const askToken = (n: number, status: number, secret: string, scope = '') =>
    ask('/oauth/token', status, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${ids.client}:${secret}`)}`,
        'x-forwarded-for': addressOf(n),
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
    });
  async function newToken(n: number): Promise<string> {
    const answer = JSON.parse(await askToken(n, 200, secrets.client));
    bearer = v.parse(tokenAnswer, answer).access_token;
    return bearer;
  }

  async function submit(n: number, status: number, body: string, key = `soak-${n}`) {
    const token = bearer ?? (await newToken(n));
    return ask('/v1/matches', status, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body,
    });
  }

  async function submitTwice(n: number): Promise<void> {
    const first = await submit(n, 201, bodyOf(n));
    if ((await submit(n, 201, bodyOf(n))) !== first)
      throw new Error('the replay is another answer');
    await submit(n, 409, bodyOf(n, { court_number: 7 }));
    await submit(n, 409, bodyOf(n), `soak-again-${n}`);
  }

  async function walkPages(path: string): Promise<void> {
    let { next_cursor: cursor } = v.parse(page, JSON.parse(await read(path)));
    for (let pages = 1; cursor && pages < 3; pages += 1) {
      ({ next_cursor: cursor } = v.parse(
        page,
        JSON.parse(await read(`${path}&cursor=${encodeURIComponent(cursor)}`)),
      ));
    }
  }

  /** A connection that sends its text and is gone at once. */
  const comeAndGo = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text, () => socket.destroy()));
      socket.on('error', reject).on('close', () => resolve());
    });

  const player = (n: number) => `/v1/players/${ids.players[n % 12]}`;
  const turns: readonly Turn[] = [
    (n) => read(player(n)),
    (n) => read(`${player(n)}/rating`),
    (n) => submitTwice(n),
    (n) => read(`${player(n)}/match-suggestions?limit=10&max_rating_gap=500`),
    () => walkPages('/v1/players?limit=5'),
    (n) => walkPages(`${player(n)}/rating-history?limit=10`),
    (n) =>
      submit(
        n,
        201,
        bodyOf(n, {
          status: 'retired',
          retired_player_id: ids.players[n % 12],
          score: { sets: [{ games: [6, 4] }, { games: [2, 1] }] },
        }),
      ),
    (n) => walkPages(`/v1/matches?player_id=${ids.players[n % 12]}&limit=20`),
    () => walkPages('/v1/matches?rating_status=rated&limit=100'),
    () => read('/v1/competitions?type=league'),
    () => read(`/v1/competitions/${ids.league}`),
    () => read('/v1/venues'),
    () => read(`/v1/venues/${ids.venues[0]}`),
    (n) => submit(n, 422, bodyOf(n, { score: { sets: [{ games: [6, 5] }] } })),
    (n) => submit(n, 422, bodyOf(n, { player_ids: [ids.players[0], ids.players[0]] })),
    (n) => submit(n, 403, bodyOf(n, { competition_id: ids.foreignCup })),
    (n) => submit(n, 400, '{"status":'),
    (n) => submit(n, 413, ' '.repeat(70_000)),
    (n) => newToken(n),
    (n) => askToken(n, 401, secrets.otherClient),
    (n) => askToken(n, 400, secrets.client, 'matches:read'),
    (n) =>
      ask('/v1/players', 401, {
        headers: { 'x-api-key': `no-such-key-${n}-no-such-key`, 'x-forwarded-for': addressOf(n) },
      }),
    () => ask('/v1/players', [401, 429], { headers: { 'x-forwarded-for': '203.0.113.9' } }),
    () => read('/v1/players/plr_0000000000', 404),
    () => read('/v1/players?limit=1000', 400),
    (n) => ask(`/v1/nothing/${n}`, 404, { headers: { 'x-api-key': secrets.key } }),
    () => ask('/v1/players', 405, { method: 'DELETE', headers: { 'x-api-key': secrets.key } }),
    () => ask('/v1/players', 204, { method: 'OPTIONS' }),
    () => ask('/v1/players', 200, { method: 'HEAD', headers: { 'x-api-key': secrets.key } }),
    () => ask('/metrics', 200),
    () => ask('/readyz', 200),
    () => ask('/docs', 200),
    () => ask('/docs/json', 200),
    () => ask('/errors', 200),
    () => read('/v1/venues', 200),
    () => comeAndGo(''),
    () => comeAndGo('GET /v1/players HTTP/1.1\r\nHost: localhost\r\n'),
    () => comeAndGo('POST /v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{'),
    () =>
      comeAndGo(`GET /v1/players HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${secrets.key}\r\n\r\n`),
  ];

  return {
    async send(n) {
      try {
        await turns[n % turns.length]?.(n);
      } catch (error) {
        counts.unexpected += 1;
        const kind = `turn ${n % turns.length} of the list`;
        if (counts.unexpected <= mostReported) console.error(`${kind}: ${error}`);
      }
    },
    sent: () => counts.sent,
    again: () => counts.again,
    unexpected: () => counts.unexpected,
  };
}

/** The address of one of many clients behind the proxy; each sends few requests a minute. */
function addressOf(n: number): string {
  return `10.${n % 200}.${Math.floor(n / 200) % 200}.1`;
}
