// A request that waits for one thing after the other: how long, what it is answered, and what it does then.
import { expect, setDefaultTimeout, test } from 'bun:test';
import { inTime, refuseLate } from '../../shared/http/deadline.ts';
import { failureOf } from '../support/failure.ts';

setDefaultTimeout(60_000);

test('who has waited for long is refused in words, and nothing more is done for it', async () => {
  const request = new Request('http://localhost/v1/venues');
  const work = Promise.withResolvers<Response>();
  let asked = 0;
  const answer = async () => {
    asked += 1;
    refuseLate(request);
    return work.promise;
  };
  const detail = 'The database takes too long for the moment.';
  expect(await failureOf(inTime(request, answer))).toBe(detail);
  expect(asked).toBe(2);
  expect(() => refuseLate(request)).toThrow(detail);
  expect(() => refuseLate(new Request(request))).not.toThrow();
});

test('who gets an answer in time gets that one', async () => {
  const request = new Request('http://localhost/v1/venues');
  const answer = await inTime(request, async () => new Response('in time'));
  expect(await answer.text()).toBe('in time');
  expect(() => refuseLate(request)).not.toThrow();
});
