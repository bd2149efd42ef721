// How many requests may be under way. docs/decisions/0012
import { expect, test } from 'bun:test';
import { createAdmission } from '../../shared/http/admission.ts';
import { accessWith } from '../support/access.ts';
import { failureOf } from '../support/failure.ts';

type Call = Parameters<ReturnType<typeof createAdmission>['enter']>[0];

test.each([
  ['server', 1_000],
  ['embedded', 250],
] as const)('on the %s database %i at once, each of which leaves once', async (kind, most) => {
  const { enter, leave } = createAdmission({ kind, available: async () => undefined });
  const calls = Array.from({ length: most }, () => ({}) as Call);
  for (const call of calls) await enter(call);
  const full = () => failureOf(enter({} as Call));
  expect(await full()).toBe('Too many requests are under way.');
  const [first = {} as Call] = calls;
  // As a call does whose body comes slowly, and then not at all.
  for (let time = 0; time < 2; time += 1) leave(first);
  await enter(first);
  expect(await full()).toBe('Too many requests are under way.');
});

test('who waits for the client makes room, and needs some again afterwards', async () => {
  const admission = createAdmission({ kind: 'embedded', available: async () => undefined });
  const access = accessWith({ admission });
  const call = {} as Call;
  await admission.enter(call);
  let others = 0;
  const waiting = access.waitForClient(call, async () => {
    for (; others < 250; others += 1) await admission.enter({} as Call);
  });
  expect(await failureOf(waiting)).toBe('Too many requests are under way.');
  expect(others).toBe(250);
});

test('eight pages at once, the others in turn, and not so many that programs find no room', async () => {
  const { takeTurn, leave } = createAdmission({
    kind: 'embedded',
    available: async () => undefined,
  });
  const begun: number[] = [];
  const calls = Array.from({ length: 133 }, () => ({}) as Call);
  const turns = calls.map((call, n) => takeTurn(call).then(() => begun.push(n)));
  await Promise.all(turns.slice(0, 8));
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(await failureOf(takeTurn({} as Call))).toBe('Too many requests are under way.');
  for (const call of calls.slice(0, 2)) {
    for (let time = 0; time < 2; time += 1) leave(call);
  }
  await Promise.all(turns.slice(0, 10));
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
