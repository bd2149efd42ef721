import * as v from 'valibot';

/** One request to the service and what it answered. */
type Answer = { readonly status: number; readonly body: Record<string, unknown> };

export type DemoClient = {
  get(path: string): Promise<Answer>;
  /** Submits a result with a fresh idempotency key. */
  submit(clientId: string, secret: string, body: object): Promise<Answer>;
};

/** Speaks to the service as any program would: over HTTP, with a key and a token. */
export function createDemoClient(address: string, key: string): DemoClient {
  const tokens = new Map<string, string>();

  async function tokenOf(clientId: string, secret: string): Promise<string> {
    const known = tokens.get(clientId);
    if (known) return known;
    const { body } = await answerOf(
      await fetch(`${address}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      }),
    );
    const token = String(body.access_token);
    tokens.set(clientId, token);
    return token;
  }

  return {
    async get(path) {
      const headers = { 'x-api-key': key };
      return answerOf(await fetch(`${address}/v1${path}`, { headers }));
    },
    async submit(clientId, secret, body) {
      const headers = {
        authorization: `Bearer ${await tokenOf(clientId, secret)}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      };
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      return answerOf(await fetch(`${address}/v1/matches`, request));
    },
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const body = v.parse(v.record(v.string(), v.unknown()), await response.json());
  return { status: response.status, body };
}
