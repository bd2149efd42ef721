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
  const get = () => service.get(`/v1/matches?player_id=${player}`);
  await get(); // the key is known from here on
  const sent = await statementsOf(get);
  expect(sent.map(({ values }) => values)).toEqual([[player, player]]);
  const client = new Client(settings.DATABASE_URL);
  await client.connect();
  const plans = await Promise.all(sent.map((statement) => planOf(client, statement)));
  await client.end();
  expect(plans.join()).toContain('(actual rows=0');
});

test('a plan that reads a whole table names it', () => {
  expect(readsWhole('->  Seq Scan on match\n->  Seq Scan on venue')).toEqual(['match']);
});
