// What bench/plans is made by: the statements of a request as they are sent, and their plans.
import { afterAll, expect, test } from 'bun:test';
import { Client } from 'pg';
import { plansOf, readsMuch, statementsOf } from '../../bench/plans.ts';
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
  await service.stop(); // it looks for work now and then, which the next test would see
  const [page, ...others] = asked;
  if (!page) throw new Error('Nothing was asked for the player.');
  expect([page.values, others]).toEqual([[player, player], []]);
  const client = new Client(settings.DATABASE_URL);
  await client.connect();
  const [plan] = await plansOf(client, [page]);
  await client.end();
  expect(plan).toContain('(actual rows=0');
});

test('statements are explained one after the other, and leave nothing', async () => {
  const client = new Client((await freshDatabase('server')).DATABASE_URL);
  await client.connect();
  const text = 'insert into venue values ($1, $2, $3, $4, $5)';
  const venue = { text, values: ['ven_0000000001', "Jan's", 'Wola', 'Kortowa 1', '[]'] };
  const there = {
    text: 'select id from venue where id = any($1)',
    values: [['ven_0000000001', 'ven_0000000002']],
  };
  const explained = await statementsOf(
    async () => {
      await client.query('begin');
      await client.query(venue);
      await client.query(there);
      await client.query({ text: 'commit' });
    },
    { undone: true },
  );
  expect(explained).toEqual([venue, there]);
  const [inserted, found] = await plansOf(client, explained);
  const { rows } = await client.query('select id from venue');
  await client.end();
  expect([inserted, found, rows]).toEqual([
    expect.stringContaining('Insert on venue'),
    expect.stringContaining('(actual rows=1.00'),
    [],
  ]);
});

test('a plan that reads much of a table names it, however it reads', () => {
  const plan = `Limit (actual rows=20.00 loops=1)
  ->  Index Scan Backward using match_newest_first on match own (actual rows=20.00 loops=1)
        Filter: (status = $1)
        Rows Removed by Filter: 15001
  ->  Nested Loop (actual rows=15000.00 loops=1)
        ->  Index Only Scan using player_pkey on player (actual rows=1.00 loops=15001)
        ->  Seq Scan on venue (actual rows=4000.00 loops=1)`;
  expect(readsMuch(plan)).toEqual(['match', 'player']);
});
