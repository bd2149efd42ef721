// The sweep, apart from the other tests of the worker: it waits for 15 seconds, and this file isn't among the last.
import { afterAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openWorkbench } from '../../commands/workbench.ts';
import { completed } from '../support/city.ts';
import { cleanUp, json, load, startTestService } from '../support/service.ts';

afterAll(cleanUp);

// Only a server has room for a second process; the sweep looks every 15 seconds.
test(
  'the worker finds by its sweep what another process imported',
  async () => {
    const service = await startTestService('server', { settings: { RATING_DELAY_SECONDS: 1 } });
    const pending = async () =>
      (await json(await service.get('/v1/matches?rating_status=pending'))).data.length;
    // What the start itself set going has passed then.
    await delay(2_500);
    const other = await openWorkbench({ settings: service.workbench.settings });
    await load(other, [{ kind: 'match', ...completed() }]);
    await other.database.close();
    expect(await pending()).toBe(1);
    const deadline = performance.now() + 25_000;
    while ((await pending()) > 0) {
      if (performance.now() > deadline) throw new Error('the rating did not come in time');
      await delay(100);
    }
  },
  { retry: 2, timeout: 40_000 },
);
