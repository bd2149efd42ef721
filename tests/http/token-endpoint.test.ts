import { beforeAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { completed, ids, secrets } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const hour = 3_600_000;
const signingSecret = 'a-secret-that-signs-tokens-in-tests';

type Sent = Record<string, string>;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const grant = 'grant_type=client_credentials';
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const first = basic(ids.client, secrets.client);
const scopeless = basic(ids.scopelessClient, secrets.scopelessClient);
const encoded = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');

// rules 6
onBothDatabases('POST /oauth/token', (kind) => {
  let service: TestService;
  let now = Date.parse('2026-06-01T12:00:00.000Z');
  beforeAll(async () => {
    const settings = { TOKEN_SECRET: signingSecret };
    service = await startTestService(kind, { settings, clock: () => now });
  });

  const send = (headers: Sent, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${service.url}/oauth/token`, { method: 'POST', headers, body });
  const ask = (headers: Sent, body: string) => send({ ...form, ...headers }, body);
  const verdict = async (response: Response) => {
    const { error } = await json(response);
    return [response.status, error].filter(Boolean).join(' ');
  };
  const submitWith = (token: string) =>
    service.submit(completed(), { authorization: `Bearer ${token}` });

  const granted: [string, Sent, string, string][] = [
    ['without a scope, all that the client is allowed', first, grant, 'matches:write'],
    ['with an empty scope, which counts as none', first, `${grant}&scope=`, 'matches:write'],
    ['with its scope', first, `scope=matches%3Awrite&${grant}`, 'matches:write'],
    ['with its scope twice', first, `${grant}&scope=matches:write+matches:write`, 'matches:write'],
    ['to a client without any scope', scopeless, grant, ''],
    [
      'with parameters that nobody knows',
      first,
      `${grant}&audience=x&__proto__=1`,
      'matches:write',
    ],
    ['with the id in the form, too', first, `${grant}&client_id=${ids.client}`, 'matches:write'],
    [
      'with an empty secret in the form, which counts as none',
      first,
      `${grant}&client_secret=`,
      'matches:write',
    ],
    [
      'with the secret percent-encoded',
      basic(ids.client, encoded(secrets.client)),
      grant,
      'matches:write',
    ],
    [
      'with the id percent-encoded',
      basic(encoded(ids.client), secrets.client),
      grant,
      'matches:write',
    ],
    [
      'with a charset',
      { ...first, 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      grant,
      'matches:write',
    ],
  ];
  test.each(granted)('a token is given %s', async (_, headers, body, scope) => {
    const response = await ask(headers, body);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
    expect([response.status, await json(response)]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope },
    ]);
  });

  const large = grant.padEnd(65_537, '&');
  const refused: [string, Sent, string, string][] = [
    ['no credentials', {}, grant, '401 invalid_client'],
    ['another scheme', { authorization: 'Bearer abc' }, grant, '401 invalid_client'],
    ['no base64', { authorization: 'Basic ???' }, grant, '401 invalid_client'],
    ['no colon', { authorization: `Basic ${btoa(ids.client)}` }, grant, '401 invalid_client'],
    ['an unknown client', basic('client_unknown', secrets.client), grant, '401 invalid_client'],
    ['a wrong secret', basic(ids.client, secrets.otherClient), grant, '401 invalid_client'],
    ['an empty secret', basic(ids.client, ''), grant, '401 invalid_client'],
    ['more than the secret', basic(ids.client, `${secrets.client}:`), grant, '401 invalid_client'],
    ['NUL in the id', basic(`${ids.client}\0`, secrets.client), grant, '401 invalid_client'],
    [
      'the secret in the form instead',
      {},
      `${grant}&client_id=${ids.client}&client_secret=${secrets.client}`,
      '401 invalid_client',
    ],
    [
      'the secret in the form, too',
      first,
      `${grant}&client_secret=${secrets.client}`,
      '400 invalid_request',
    ],
    [
      'credentials before the form',
      basic(ids.client, 'wrong'),
      'grant_type=&grant_type=',
      '401 invalid_client',
    ],
    [
      'credentials before the media type',
      { 'content-type': 'text/plain' },
      grant,
      '401 invalid_client',
    ],
    ['credentials before the size', {}, large, '401 invalid_client'],
    ['no grant_type', first, '', '400 invalid_request'],
    ['an empty grant_type', first, 'grant_type=', '400 invalid_request'],
    ['another grant_type', first, 'grant_type=password', '400 unsupported_grant_type'],
    ['capital letters', first, 'grant_type=Client_Credentials', '400 unsupported_grant_type'],
    ['grant_type twice', first, `${grant}&${grant}`, '400 invalid_request'],
    ['scope twice', first, `${grant}&scope=&scope=`, '400 invalid_request'],
    ['an unknown parameter twice', first, `${grant}&a=1&%61=2`, '400 invalid_request'],
    ['one of an odd name twice', first, `${grant}&"\\%0A🎾=1&"\\%0A🎾=2`, '400 invalid_request'],
    ['broken encoding', first, `${grant}&scope=%zz`, '400 invalid_request'],
    ['a scope that does not exist', first, `${grant}&scope=matches:read`, '400 invalid_scope'],
    ['one more scope', first, `${grant}&scope=matches:write+admin`, '400 invalid_scope'],
    ['a scope that is not allowed', scopeless, `${grant}&scope=matches:write`, '400 invalid_scope'],
    ['JSON', { ...first, 'content-type': 'application/json' }, '{}', '400 invalid_request'],
    [
      'a form of parts',
      { ...first, 'content-type': 'multipart/form-data; boundary=x' },
      '',
      '400 invalid_request',
    ],
    ['a Content-Encoding', { ...first, 'content-encoding': 'gzip' }, grant, '400 invalid_request'],
    ['a body over 64 KiB', first, large, '413 invalid_request'],
  ];
  test.each(refused)('%s is refused', async (_, headers, body, expected) => {
    const response = await ask(headers, body);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
    const challenge = response.headers.get('www-authenticate') ?? '';
    expect(challenge).toMatch(response.status === 401 ? /^Basic realm="[^"]+"/ : /^$/);
    const { error, error_description, ...more } = await json(response);
    expect([`${response.status} ${error}`, more]).toEqual([expected, {}]);
    expect(error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/); // RFC 6749, section 5.2
  });

  test('a form with a byte that is no UTF-8 is refused', async () => {
    const headers = { ...first, 'content-type': 'application/x-www-form-urlencoded' };
    const response = await send(headers, Buffer.from(`${grant}&other=ó`, 'latin1'));
    expect(await verdict(response)).toBe('400 invalid_request');
  });

  test('a body without Content-Type is no form', async () => {
    const response = await send(first, new TextEncoder().encode(grant));
    expect(await verdict(response)).toBe('400 invalid_request');
  });

  test('credentials and parameters in the query are none', async () => {
    const query = `?client_id=${ids.client}&client_secret=${secrets.client}&${grant}`;
    const response = await fetch(`${service.url}/oauth/token${query}`, {
      method: 'POST',
      headers: form,
    });
    expect(await verdict(response)).toBe('401 invalid_client');
  });

  describe('a token', () => {
    test('submits for an hour, by whole seconds; there is no refresh token', async () => {
      const token = await service.token(ids.client, secrets.client);
      const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      expect(exp).toBe(Math.floor((now + hour) / 1_000));
      now += hour - 1_000;
      expect((await submitWith(token)).status).toBe(201);
      now += 1_000;
      const response = await submitWith(token);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(
        /^Bearer realm="[^"]+", error="invalid_token"/,
      );
      expect((await submitWith(await service.token(ids.client, secrets.client))).status).toBe(201);
    });

    test('without the scope gets 403', async () => {
      const token = await service.token(ids.scopelessClient, secrets.scopelessClient);
      const response = await submitWith(token);
      expect(response.headers.get('www-authenticate')).toMatch(
        /^Bearer realm="[^"]+", error="insufficient_scope", scope="matches:write"$/,
      );
      expect([response.status, (await json(response)).type]).toEqual([
        403,
        expect.stringMatching(/#insufficient-scope$/),
      ]);
    });
  });

  // The tokens are ours to make, opaque to clients; here are some that somebody else made.
  describe('a token is refused', () => {
    const part = (value: object | string) =>
      Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
    const forge = (header: object, claims: object | string, secret = signingSecret) => {
      const signed = `${part(header)}.${part(claims)}`;
      const hash = 'alg' in header && header.alg === 'HS512' ? 'sha512' : 'sha256';
      return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
    };
    let header: object;
    let claims: Record<string, unknown>;
    beforeAll(async () => {
      const token = await service.token(ids.client, secrets.client);
      [header, claims] = token
        .split('.')
        .slice(0, 2)
        .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()));
    });

    test('not if it is made as ours are', async () => {
      expect((await submitWith(forge(header, claims))).status).toBe(201);
    });

    const forged: [string, () => string][] = [
      ['signed with another secret', () => forge(header, claims, `${signingSecret}2`)],
      ['by another algorithm', () => forge({ ...header, alg: 'HS512' }, claims)],
      ['by no algorithm', () => `${part({ ...header, alg: 'none' })}.${part(claims)}.`],
      ['not signed', () => forge(header, claims).replace(/[^.]+$/, '')],
      ['for another audience', () => forge(header, { ...claims, aud: 'http://elsewhere/v1' })],
      ['for no audience', () => forge(header, { ...claims, aud: undefined })],
      ['from another issuer', () => forge(header, { ...claims, iss: 'http://elsewhere' })],
      ['from no issuer', () => forge(header, { ...claims, iss: undefined })],
      ['without an end', () => forge(header, { ...claims, exp: undefined })],
      ['with NUL in its subject', () => forge(header, { ...claims, sub: 'client\0first' })],
      ['for what can be no client', () => forge(header, { ...claims, sub: 'x'.repeat(3_000) })],
      ['for what is no text', () => forge(header, { ...claims, sub: 7 })],
      ['that ends at a text', () => forge(header, { ...claims, exp: `${claims.exp}` })],
      ['expired', () => forge(header, { ...claims, exp: Math.floor(now / 1_000) })],
      ['for an unknown client', () => forge(header, { ...claims, sub: 'client_unknown' })],
      ['without a name of its own', () => forge(header, { ...claims, jti: undefined })],
      ['changed', () => forge(header, claims).replace('.', '.A')],
      ['no token at all', () => 'nothing'],
      ['an API key', () => secrets.key],
    ];
    test.each(forged)('%s', async (_, token) => {
      const response = await submitWith(token());
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    });

    test('with a scope that its client does not have any more', async () => {
      const token = forge(header, { ...claims, sub: ids.scopelessClient });
      expect((await submitWith(token)).status).toBe(403);
    });
  });

  describe('a strict client that others wrote', () => {
    const client = { client_id: ids.client };
    const insecure = { [oauth.allowInsecureRequests]: true };
    const request = async (secret: string, parameters: Sent = {}) => {
      const server = { issuer: service.url, token_endpoint: `${service.url}/oauth/token` };
      const credentials = oauth.ClientSecretBasic(secret);
      const response = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        credentials,
        parameters,
        insecure,
      );
      return oauth.processClientCredentialsResponse(server, client, response);
    };

    test('gets a token with which it submits', async () => {
      const answer = await request(secrets.client, { scope: 'matches:write' });
      expect(answer).toMatchObject({
        token_type: 'bearer',
        expires_in: 3600,
        scope: 'matches:write',
      });
      const url = new URL(`${service.url}/v1/matches`);
      const headers = new Headers({
        'idempotency-key': 'oauth',
        'content-type': 'application/json',
      });
      const body = JSON.stringify(completed());
      const submitted = await oauth.protectedResourceRequest(
        answer.access_token,
        'POST',
        url,
        headers,
        body,
        insecure,
      );
      expect(submitted.status).toBe(201);
    });

    test('understands what is wrong with its request', async () => {
      const error = await request(secrets.client, { scope: 'admin' }).catch((reason) => reason);
      expect(error).toBeInstanceOf(oauth.ResponseBodyError);
      expect(error).toMatchObject({ status: 400, error: 'invalid_scope' });
    });

    test('understands that its secret is wrong', async () => {
      const error = await request('wrong').catch((reason) => reason);
      expect(error).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
      expect(error).toMatchObject({ status: 401, cause: [{ scheme: 'basic' }] });
    });
  });
});
