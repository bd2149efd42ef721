// A role whose rights an operator takes, and gives back.

import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createLog } from '../../shared/log.ts';
import { completed } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import { cleanUp, freshDatabase, json, runService, testSettings } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { ask } from './postgres-session.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

let roles = 0;

/** A service that is a role of its own in a database with the city, and what the operator says there. */
async function serviceOfRole() {
  const { DATABASE_URL: operator = '', ...rest } = await freshDatabase('server', 'city');
  roles += 1;
  const role = `limited_${process.pid}_${roles}`;
  const say = (statement: string) => ask(operator, statement);
  await say(`create role ${role} login;
    grant all on all tables in schema public to ${role};
    grant all on all sequences in schema public to ${role}`);
  const url = new URL(operator);
  url.username = role;
  const lines: string[] = [];
  const log = createLog('info', false, (line: string) => void lines.push(JSON.parse(line).msg));
  const settings = testSettings({ ...rest, DATABASE_URL: url.href });
  const service = await runService(settings, { records: [], log });
  const database = url.pathname.slice(1);
  return { service, settings, role, say, lines, database };
}

describe('a role whose rights are taken', () => {
  test('is answered 503 and said why, and marks no match; with them back all goes on', async () => {
    const { service, role, say, lines } = await serviceOfRole();
    const { id } = await json(await service.submit(completed()));
    await say(`revoke select on venue from ${role}; revoke insert on rating_history from ${role}`);
    const refused = await service.get('/v1/venues');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(lines).toContain('request failed');
    expect(await failureOf(service.rate())).toContain('permission denied');
    const [match] = await say(`select rating_status, rating_fault from match where id = '${id}'`);
    expect(match).toEqual({ rating_status: 'pending', rating_fault: null });
    await say(`grant all on venue, rating_history to ${role}`);
    expect((await service.get('/v1/venues')).status).toBe(200);
    expect(await service.rate()).toEqual({ rated: 1, unrateable: 0 });
  });

  test('may not even connect: that is an outage', async () => {
    const { service, say, lines, database } = await serviceOfRole();
    await say(`revoke connect on database ${database} from public;
      select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${database}' and application_name = 'tennis'`);
    await until(async () => (await service.get('/v1/venues')).status === 503);
    expect((await service.get('/v1/players')).status).toBe(503);
    expect(lines.filter((line) => line === 'the database is gone')).toHaveLength(1);
    expect(lines).not.toContain('request failed');
    await say(`grant connect on database ${database} to public`);
    await until(async () => (await service.get('/v1/venues')).status === 200);
  });

  test('or may only read is answered 503, and the log says why once a minute', async () => {
    const { service, settings, role, say, lines } = await serviceOfRole();
    await say(`alter role ${role} set default_transaction_read_only = on;
      select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
    await until(async () => (await service.get('/v1/venues')).status === 200);
    const statuses = [await service.submit(completed()), await service.submit(completed())];
    expect(statuses.map(({ status }) => status)).toEqual([503, 503]);
    expect(lines.filter((line) => line === 'the database can not do its work')).toHaveLength(1);
    await service.stop();
    const again = await runService(settings, { records: [], held: true });
    expect((await again.get('/v1/venues')).status).not.toBe(503);
  });
});
