import * as v from 'valibot';
import { organizers, readerKey } from './city.ts';
import { type Match, MatchSchema, type Submission } from './ledger.ts';

/** An answer; there is none where the service died. */
export type Reply = {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
  readonly isReplay: boolean;
};

export type Client = {
  submit(submission: Submission, token?: string): Promise<Reply | undefined>;
  /** The match, or undefined where there is none. */
  match(id: string): Promise<Match | undefined>;
  /** The matches that were played from one time to another. */
  matches(after: string, before: string): Promise<Match[]>;
};

const answerWithinMs = 15_000;
const Token = v.object({ access_token: v.string() });
const Page = v.object({ data: v.array(MatchSchema), next_cursor: v.nullable(v.string()) });

/** Speaks to the service for all organizers and a reader. A service that hangs makes it throw. */
export async function createClient(url: string): Promise<Client> {
  const tokens = await Promise.all(
    organizers.map(async ({ client, secret }) => {
      const reply = await request(`${url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${client}:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      return v.parse(Token, JSON.parse(answered(reply).text)).access_token;
    }),
  );
  const get = async (path: string) =>
    answered(await request(url + path, { headers: { 'x-api-key': readerKey } }));
  return {
    submit: ({ organizer, key, text }, token = tokens[organizer]) =>
      request(`${url}/v1/matches`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: text,
      }),
    async match(id) {
      const { status, text } = await get(`/v1/matches/${id}`);
      if (status === 404) return undefined;
      return v.parse(MatchSchema, JSON.parse(text));
    },
    async matches(after, before) {
      const found: Match[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const { text } = await get(
          `/v1/matches?limit=100&played_after=${after}&played_before=${before}${more}`,
        );
        const page = v.parse(Page, JSON.parse(text));
        found.push(...page.data);
        cursor = page.next_cursor;
      }
      return found;
    },
  };
}

async function request(url: string, init: RequestInit): Promise<Reply | undefined> {
  try {
    const response = await fetch(url, {
      ...init,
      keepalive: false,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const text = await response.text();
    const { status, headers } = response;
    return {
      status,
      text,
      location: headers.get('location'),
      isReplay: headers.has('idempotent-replayed'),
    };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw error;
    return undefined;
  }
}

function answered(reply: Reply | undefined): Reply {
  if (!reply) throw new Error('the service ended although nobody killed it');
  return reply;
}
