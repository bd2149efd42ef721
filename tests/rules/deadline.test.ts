// A request that waits for one thing after the other: what it is answered, and what it does then.
import { expect, spyOn, test } from 'bun:test';
import { Elysia } from 'elysia';
import { createAdmission } from '../../shared/http/admission.ts';
import { inTime, refuseLate } from '../../shared/http/deadline.ts';
import { accessWith } from '../support/access.ts';
import { failureOf } from '../support/failure.ts';

/** Answers the request, whose time is over as soon as the work has begun. */
async function answerLate(request: Request, answer: () => Promise<Response>): Promise<Response> {
  let end = () => {};
  const timer = spyOn(globalThis, 'setTimeout');
  timer.mockImplementation(((late: () => void) => {
    end = late;
  }) as unknown as typeof setTimeout);
  const answered = inTime(request, answer);
  expect(timer.mock.calls[0]?.[1]).toBeLessThan(8_000); // rules 8.5
  timer.mockRestore();
  end();
  return answered;
}

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
  expect(await failureOf(answerLate(request, answer))).toBe(detail);
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

test('who has waited for long, for a turn or with a body, too, has nothing looked up, made or stored', async () => {
  const request = new Request('http://localhost/');
  let done = 0;
  const work = async () => {
    done += 1;
    return undefined;
  };
  const access = accessWith({
    admission: {
      ...createAdmission({ kind: 'server', available: async () => undefined }),
      takeTurn: () => answerLate(request, async () => new Response()).then(() => undefined),
    },
    byKey: work,
    byToken: work,
  });
  const detail = 'The database takes too long for the moment.';
  for (const gate of [access.people, access.readers]) {
    const answer = await new Elysia().use(gate).get('/', work).handle(request);
    expect(await answer.text()).toContain(detail);
  }
  expect(await failureOf(access.submitterNow(request))).toBe(detail);
  expect(done).toBe(0);
});
