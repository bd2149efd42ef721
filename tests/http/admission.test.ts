// How many requests may be under way. docs/decisions/0012
import { expect, test } from 'bun:test';
import { createAdmission } from '../../shared/http/admission.ts';
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
