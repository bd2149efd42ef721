// Servers beside each other on one database: each takes up a secret that another has signed with.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { commandsOn } from '../commands/terminal.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { freePort } from '../support/raw-http.ts';
import { cleanUp, freshDatabase, runService, testSettings } from '../support/service.ts';
import { until } from '../support/waiting.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

/** Waits until it is so, and at most the two seconds that a change may take. */
const within2s = (isSo: () => Promise<boolean>) => until(isSo, 2_000);

test('every process on a server takes up a new secret, and none refuses what another signed', async () => {
  const [PORT, otherPort] = [await freePort(), await freePort()];
  const PUBLIC_URL = `http://localhost:${PORT}`;
  const settings = testSettings({ ...(await freshDatabase('server')), PORT, PUBLIC_URL });
  const first = await runService(settings);
  await runService({ ...settings, PORT: otherPort }, { records: [] });
  const submits = async (token: string) => {
    const response = await fetch(`http://127.0.0.1:${otherPort}/v1/matches`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(completed()),
    });
    return response.status;
  };
  const tokenOf = () => first.token(ids.client, secrets.client);
  const old = await tokenOf();
  expect(await submits(old)).toBe(201);
  const rotate = (...args: string[]) => commandsOn(first.workbench)(['secret', 'rotate', ...args]);
  const forMs = async (ms: number, work: () => Promise<void>) => {
    const end = performance.now() + ms;
    while (performance.now() < end) await work();
  };
  // The second has just looked when the secret changes, and the first looks right afterwards.
  await forMs(1_200, async () => expect(await submits(old)).toBe(201));
  expect(await rotate()).toMatchObject({ status: 0 });
  await forMs(2_000, async () => expect(await submits(await tokenOf())).toBe(201));
  expect(await submits(old)).toBe(201);
  expect(await rotate('--overlap', '0')).toMatchObject({ status: 0 });
  await within2s(async () => (await submits(old)) === 401);
  await within2s(async () => (await submits(await tokenOf())) === 201);
});
