import { expect, test } from 'bun:test';
import pino from 'pino';
import { completed } from '../support/city.ts';
import { json, onBothDatabases, startTestService } from '../support/service.ts';

onBothDatabases('a follower that throws after the commit', (kind) => {
  test('turns no 201 into an error, and repeats nothing', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const { workbench, submit, get } = await startTestService(kind, { log });
    let told = 0;
    workbench.events.afterCommit('match.submitted', () => {
      told += 1;
      // As if the database had ended the transaction in favour of another one.
      throw Object.assign(new Error('no more'), { code: '40001' });
    });
    expect((await submit(completed())).status).toBe(201);
    expect((await json(await get('/v1/matches'))).data).toHaveLength(1);
    expect(told).toBe(1);
    expect(lines.filter((line) => line.includes('a follower of an event failed'))).toHaveLength(1);
  });
});
