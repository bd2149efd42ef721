// A client of the Amateur Tennis Rating Service; README.md says how it is used.
import { createLine } from './line.ts';
import { Problem } from './problem.ts';
import type { components, paths } from './schema.ts';

export { Problem };

/** What the API takes and answers, by name, such as `Schemas['Player']`. */
export type Schemas = components['schemas'];
/** A result to submit. */
export type Result = Schemas['CompletedResult' | 'RetiredResult' | 'WalkoverResult'];

type Reads = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];
type Read<P extends Reads> = paths[P]['get'];
type Answer<P extends Reads> = Read<P>['responses'][200]['content']['application/json'];
type Lists = { [P in Reads]: Answer<P> extends { next_cursor: unknown } ? P : never }[Reads];
/** The parameters in the path and the query; none are needed where the path has none. */
type Given<P extends Reads> = Read<P>['parameters'] extends { path: object }
  ? [parameters: Pick<Read<P>['parameters'], 'path' | 'query'>]
  : [parameters?: Pick<Read<P>['parameters'], 'query'>];

/** Where the service runs, its `PUBLIC_URL`, and a key for reading, a client for submitting, or both. */
export type Options = { readonly baseUrl: string } & (
  | { readonly apiKey: string }
  | { readonly clientId: string; readonly clientSecret: string }
);

export type Client = {
  /** What is at the path, such as `/players/{player_id}`. */
  get<P extends Reads>(path: P, ...given: Given<P>): Promise<Answer<P>>;
  /** All items of a list such as `/players`, page by page, as they are asked for. */
  all<P extends Lists>(path: P, ...given: Given<P>): AsyncGenerator<Answer<P>['data'][number]>;
  /**
   * Submits a result; gives the match that it became. Whoever may end before the answer comes names a key, of at most
   * 255 characters: with it the same result can be submitted again within 24 hours, and is stored once.
   */
  submit(result: Result, idempotencyKey?: string): Promise<Schemas['Match']>;
};

/**
 * A client of the service, which gets and renews tokens, keeps to the limit, and repeats what failed by itself.
 * All else that isn't a success is thrown as a `Problem`. Throws a TypeError where `baseUrl` is no address.
 */
export function createClient(options: Options): Client {
  const base = new URL(options.baseUrl).href.replace(/\/$/, '');
  const read = createLine();
  const write = createLine();
  let token: Promise<string> | undefined;
  let renewAt = 0;

  /** A token that is still valid for a minute; whoever asks meanwhile waits for the same one. */
  function validToken(): Promise<string> {
    if (!token || performance.now() > renewAt) {
      renewAt = Number.POSITIVE_INFINITY;
      token = newToken();
      token.catch(() => (token = undefined));
    }
    return token;
  }

  async function newToken(): Promise<string> {
    if (!('clientId' in options)) throw new TypeError('Submitting needs a clientId.');
    const granted = (await createLine()(`${base}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${options.clientId}:${options.clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })) as Schemas['AccessToken'];
    renewAt = performance.now() + (granted.expires_in - 60) * 1_000;
    return granted.access_token;
  }

  async function get<P extends Reads>(path: P, ...[given]: Given<P>) {
    const { path: ids, query }: { path?: object; query?: object | undefined } = given ?? {};
    const url = Object.entries(ids ?? {}).reduce(
      (text, [name, id]) => text.replace(`{${name}}`, encodeURIComponent(id)),
      `${base}/v1${path}`,
    );
    const asked = Object.entries(query ?? {}).filter(([, value]) => value != null);
    const headers = 'apiKey' in options ? { 'x-api-key': options.apiKey } : {};
    return (await read(`${url}?${new URLSearchParams(asked)}`, { headers })) as Answer<P>;
  }

  async function* all<P extends Lists>(path: P, ...[given]: Given<P>) {
    let cursor: string | null | undefined;
    do {
      const query = { limit: 100, ...given?.query, ...(cursor && { cursor }) };
      const page = await get(path, ...([{ ...given, query }] as Given<P>));
      yield* page.data as Answer<P>['data'];
      cursor = page.next_cursor;
    } while (cursor);
  }

  async function submitWith(held: string, key: string, body: string) {
    const headers = {
      authorization: `Bearer ${held}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    const sent = write(`${base}/v1/matches`, { method: 'POST', headers, body });
    return (await sent) as Schemas['Match'];
  }

  return {
    get,
    all,
    async submit(result, idempotencyKey = crypto.randomUUID()) {
      const body = JSON.stringify(result);
      const held = await validToken();
      try {
        return await submitWith(held, idempotencyKey, body);
      } catch (error) {
        if (!(error instanceof Problem && error.status === 401)) throw error;
        // It ended early, as all tokens do where the service signs with another secret.
        if (held === (await token)) token = undefined;
        return await submitWith(await validToken(), idempotencyKey, body);
      }
    },
  };
}
