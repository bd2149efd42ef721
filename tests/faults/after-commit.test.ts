import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createLog } from '../../shared/log.ts';
import { completed } from '../support/city.ts';
import { cleanUp, json, startTestService } from '../support/service.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

/** A log, and the lines that hold the words. */
function logged() {
  const lines: string[] = [];
  const log = createLog('info', false, (line: string) => void lines.push(line));
  return { log, linesWith: (words: string) => lines.filter((line) => line.includes(words)) };
}

test('an upkeep that fails is logged, and its command has succeeded', async () => {
  const { log, linesWith } = logged();
  const { database } = (await startTestService('embedded', { log })).workbench;
  const upkeep = () => Promise.reject(new Error('The disk is full.'));
  Object.assign(database.embedded ?? {}, { upkeep });
  expect(await database.longTransaction(async () => 'done')).toBe('done');
  await database.available();
  expect(linesWith('the upkeep failed')).toHaveLength(1);
});

test('a follower that throws after the commit turns no 201 into an error, and repeats nothing', async () => {
  const { log, linesWith } = logged();
  const { workbench, submit, get } = await startTestService('server', { log });
  let told = 0;
  workbench.events.afterCommit('match.submitted', () => {
    told += 1;
    // As if the database had ended the transaction in favour of another one.
    throw Object.assign(new Error('no more'), { code: '40001' });
  });
  expect((await submit(completed())).status).toBe(201);
  expect((await json(await get('/v1/matches'))).data).toHaveLength(1);
  expect(told).toBe(1);
  expect(linesWith('a follower of an event failed')).toHaveLength(1);
});
