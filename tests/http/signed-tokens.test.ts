// Tokens that bear our signature, but say what none of ours says.
import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { secrets } from '../support/city.ts';
import { json, onBothDatabases, startTestService } from '../support/service.ts';

const secret = 'a secret of the installation, 32 characters';

/** A token of the claims' JSON text, signed as ours are. */
function signed(claims: string): string {
  const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
  const body = `${head}.${Buffer.from(claims).toString('base64url')}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}

const soon = Math.floor(Date.now() / 1_000) + 600;
const good = { sub: '"client_first"', exp: String(soon), scope: '"matches:write"', jti: '"1"' };

const wrong: [name: string, claims: Partial<typeof good>][] = [
  ['a subject with NUL', { sub: '"client\\u0000first"' }],
  ['a subject that can be no client', { sub: JSON.stringify('x'.repeat(3_000)) }],
  ['a subject that is no text', { sub: '7' }],
  ['an end beyond a double', { exp: '1e400' }],
  ['an end that no clock reaches exactly', { exp: '1e300' }],
  ['an end between two seconds', { exp: `${soon}.5` }],
  ['an end as text', { exp: `"${soon}"` }],
];

onBothDatabases('A signed token', (kind) => {
  test('is good by its signature, its subject and its end alone', async () => {
    const service = await startTestService(kind, { settings: { TOKEN_SECRET: secret } });
    const { workbench, url } = service;
    const address = workbench.settings.PUBLIC_URL ?? `http://localhost:${new URL(url).port}`;
    const submit = async (claims: Partial<typeof good>) => {
      const text = Object.entries({ ...good, ...claims })
        .map(([name, value]) => `"${name}":${value}`)
        .join(',');
      const token = signed(`{"iss":"${address}","aud":"${address}/v1",${text}}`);
      return service.submit('{', { authorization: `Bearer ${token}` });
    };
    expect((await submit({})).status).toBe(400); // it is let in
    for (const [name, claims] of wrong) {
      const answer = await submit(claims);
      expect([name, answer.status, (await json(answer)).title]).toEqual([
        name,
        401,
        'Authentication required',
      ]);
    }
  });
});

onBothDatabases('A token of the token endpoint', (kind) => {
  test('ends at a whole second', async () => {
    const service = await startTestService(kind, { clock: () => 1_800_000_000_123 });
    const [, payload = ''] = (await service.token('client_first', secrets.client)).split('.');
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(exp).toBe(1_800_003_601);
  });
});
