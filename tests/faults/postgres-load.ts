// A light load on running services: results go in, each until it is acknowledged, and are read.
import { setTimeout as delay } from 'node:timers/promises';
import { completed, ids, secrets } from '../support/city.ts';

/** The answer to one request; without a status where there was none. */
export type Answer = {
  readonly to: 'submission' | 'read' | 'probe';
  readonly status: number | undefined;
  readonly ms: number;
};

/** A whole answer; where none came, without a status, and with why as its text. */
export type Reply = { readonly status: number | undefined; readonly text: string };

/** A result that was sent, under the same idempotency key however often. */
export type Sent = { readonly key: string; readonly body: Record<string, unknown> };

export type Account = {
  /** The ids of matches that were acknowledged, by what was sent. */
  readonly acknowledged: Map<Sent, string>;
  /** What was refused for good: answers 4xx. */
  readonly refused: Set<Sent>;
  readonly answers: Answer[];
};

export type Load = {
  readonly account: Account;
  /** Resolves once as many results as there were to be are acknowledged or refused. */
  readonly submitted: Promise<void>;
  /** Sends one more result until it is acknowledged or refused; gives the first answer to it. */
  deliver(result: Sent): Promise<Reply>;
  /** Asks once, as a part of the load. */
  read(path: string): Promise<Reply>;
  /** Ends the load once everything that was sent is acknowledged or refused; throws after 15 s. */
  stop(): Promise<void>;
};

const patienceMs = 12_000;
const finishMs = 15_000;
const reads = [
  '/v1/players?limit=5',
  `/v1/players/${ids.players[0]}/rating`,
  `/v1/players/${ids.players[1]}/rating-history`,
  '/v1/matches?limit=3',
  '/v1/competitions',
];

const badScore = { sets: [{ games: [6, 5] }, { games: [6, 3] }] };
let sent = 0;

/** A result of two of the city's players, at a time that no other has. */
export function goodResult(): Sent {
  sent += 1;
  const players = [ids.players[sent % 12], ids.players[(sent + 1 + (sent % 11)) % 12]];
  return { key: crypto.randomUUID(), body: completed({ player_ids: players }) };
}

/** One that will be refused. */
function badResult(): Sent {
  const { key, body } = goodResult();
  return { key, body: { ...body, score: badScore } };
}

function send(url: string, token: string, { key, body }: Sent): Promise<Reply> {
  return request(`${url}/v1/matches`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
}

/** Reads with the city's key. */
export function get(url: string, path: string): Promise<Reply> {
  return request(url + path, { headers: { 'x-api-key': secrets.key } });
}

async function request(url: string, init: RequestInit): Promise<Reply> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: undefined, text: String(error) };
  }
}

/** Puts the load on whatever `urlOf` gives: `most` results, or as many as come until it is stopped. */
export function startLoad(
  urlOf: () => string,
  tokenOf: () => string,
  { submitters = 4, readers = 2, pauseMs = 10, most = Number.POSITIVE_INFINITY } = {},
): Load {
  const account: Account = { acknowledged: new Map(), refused: new Set(), answers: [] };
  let stopping = false;
  let left = most;

  async function timed(to: Answer['to'], answering: Promise<Reply>): Promise<Reply> {
    const begun = performance.now();
    const reply = await answering;
    account.answers.push({ to, status: reply.status, ms: performance.now() - begun });
    return reply;
  }

  async function attempt(result: Sent): Promise<Reply> {
    const reply = await timed('submission', send(urlOf(), tokenOf(), result));
    const { status = 0, text } = reply;
    if (status === 201) account.acknowledged.set(result, idIn(text));
    else if (status >= 400 && status < 500) account.refused.add(result);
    return reply;
  }

  async function settle(result: Sent): Promise<void> {
    while (!account.acknowledged.has(result) && !account.refused.has(result)) {
      await delay(50);
      await attempt(result);
    }
  }

  async function submitter(): Promise<void> {
    for (let turn = 0; !stopping && left > 0; turn += 1) {
      left -= 1;
      const result = turn % 10 === 1 ? badResult() : goodResult();
      await attempt(result);
      await settle(result);
      await delay(pauseMs);
    }
  }

  const read = (path: string) =>
    timed(path.startsWith('/v1/') ? 'read' : 'probe', get(urlOf(), path));

  async function reader(): Promise<void> {
    for (let turn = 0; !stopping; turn += 1) {
      const path = reads[turn % reads.length] ?? '/v1/venues';
      await read(path);
      if (turn % 5 === 0) await read('/readyz');
      await delay(2 * pauseMs);
    }
  }

  const submitting = Array.from({ length: submitters }, submitter);
  const submitted = Promise.all(submitting).then(() => undefined);
  const reading = Array.from({ length: readers }, reader);
  const more: Promise<void>[] = [];
  return {
    account,
    submitted,
    async deliver(result) {
      const reply = await attempt(result);
      more.push(settle(result));
      return reply;
    },
    read,
    async stop() {
      stopping = true;
      const all = Promise.all([submitted, ...reading, ...more]);
      const late = delay(finishMs, 'late', { ref: false });
      if ((await Promise.race([all, late])) === 'late') {
        throw new Error('what was sent is neither acknowledged nor refused after 15 s');
      }
    },
  };
}

const idIn = (text: string) => String(JSON.parse(text).id);
