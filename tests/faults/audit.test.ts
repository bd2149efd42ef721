// The audit of the kill harness finds what it looks for.
import { afterAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { completed } from '../support/city.ts';
import { cleanUp, startTestService } from '../support/service.ts';
import { audit } from './audit.ts';
import { acknowledge, emptyLedger } from './ledger.ts';

afterAll(cleanUp);

test('it names a result that is lost, one that is doubled, and a history with a gap', async () => {
  const { workbench, submit, rate } = await startTestService('server');
  const ledger = emptyLedger();
  for (const day of ['10', '11', '12']) {
    const playedAt = `2026-05-${day}T18:00:00+02:00`;
    const key = `round ${day}`;
    const body = completed({ played_at: playedAt });
    const answer = await submit(body, { 'idempotency-key': key });
    const submission = { key, playedAt, body: JSON.stringify(body), organizer: 0 };
    expect(acknowledge(ledger, submission as never, await answer.text())).toEqual([]);
  }
  await rate();
  const [first, second] = [...ledger.acknowledged.keys()];
  const execute = (text: string) => sql.raw<unknown>(text).execute(workbench.database.db);
  const kinds = async () => {
    const faults = await audit(async (text) => (await execute(text)).rows, ledger);
    return [...new Set(faults.map(({ kind }) => kind))].sort();
  };
  expect(await kinds()).toEqual([]);

  await execute('alter table audit_entry disable trigger user');
  for (const [subject, found] of [
    [second, ['wrong']],
    [first, []],
  ] as const) {
    const latest = '(select max(sequence) from audit_entry) - 2';
    await execute(`update audit_entry set subject = '${subject}' where sequence = ${latest}`);
    expect(await kinds()).toEqual([...found]);
  }
  await execute(
    'update rating_history set value_before = value_before + 1 where sequence = (select max(sequence) from rating_history)',
  );
  expect(await kinds()).toEqual(['wrong']);
  await execute('drop index match_once');
  await execute(
    `update match set played_at = (select played_at from match where id = '${first}'), played_at_text = (select played_at_text from match where id = '${first}') where id = '${second}'`,
  );
  expect(await kinds()).toContain('doubled');
  await execute(`delete from rating_history where match_id = '${second}'`);
  await execute(`delete from match where id = '${second}'`);
  expect(await kinds()).toContain('lost');
});
