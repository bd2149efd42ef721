// What bench/plans is made by: the statements of a request as they are sent, and their plans.
import { afterAll, expect, test } from 'bun:test';
import { Client } from 'pg';
import { planOf, readsWhole, statementsOf } from '../../bench/plans.ts';
import { ids } from '../support/city.ts';
import { cleanUp, freshDatabase, runService, testSettings } from '../support/service.ts';

afterAll(cleanUp);

test('the plan of what a request sends is that for its values', async () => {
  const settings = testSettings(await freshDatabase('server'));
  const service = await runService(settings);
  const [player] = ids.players;
  const ask = async () => {
    const sent = await statementsOf(() => service.get(`/v1/matches?player_id=${player}`));
    return sent.filter(({ values }) => values.includes(player));
  };
  let asked = await ask();
  // A read that is held up, as on a slow machine, is sent once more.
  for (let again = 0; asked.length > 1 && again < 10; again += 1) asked = await ask();
  const [page, ...others] = asked;
  if (!page) throw new Error('Nothing was asked for the player.');
  expect([page.values, others]).toEqual([[player, player], []]);
  const client = new Client(settings.DATABASE_URL);
  await client.connect();
  const plan = await planOf(client, page);
  await client.end();
  expect(plan).toContain('(actual rows=0');
});

test('a plan that reads a whole table names it', () => {
  expect(readsWhole('->  Seq Scan on match\n->  Seq Scan on venue')).toEqual(['match']);
});
