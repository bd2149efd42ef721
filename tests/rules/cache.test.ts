import { heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { remember } from '../../modules/auth/cache.ts';
import { failureOf } from '../support/failure.ts';

function counted(names: ReadonlySet<string>) {
  const asked: string[] = [];
  const clock = { now: 0 };
  const memory = remember(
    async (name) => {
      asked.push(name);
      return names.has(name) ? { name } : undefined;
    },
    () => clock.now,
  );
  return { asked, clock, memory };
}

test('what is there is asked for once a second, by however many at a time', async () => {
  const { asked, clock, memory } = counted(new Set(['good']));
  await Promise.all([memory('good'), memory('good')]);
  clock.now = 999;
  await memory('good');
  expect(asked).toEqual(['good']);
  clock.now = 1_000;
  expect(await memory('good')).toEqual({ name: 'good' });
  expect(asked).toEqual(['good', 'good']);
});

test('what is gone is forgotten', async () => {
  const names = new Set(['good']);
  const { clock, memory } = counted(names);
  await memory('good');
  names.clear();
  clock.now = 1_000;
  expect(await memory('good')).toBe(undefined);
});

/** How many objects the work leaves behind. */
async function objectsLeft(work: () => Promise<unknown>): Promise<number> {
  const count = () => {
    Bun.gc(true);
    return heapStats().objectTypeCounts.Object ?? 0;
  };
  const before = count();
  await work();
  // A collection keeps whatever a word on the stack seems to point to, which once was half of a map.
  let least = count();
  for (let again = 0; again < 5; again += 1) {
    await nextTurn();
    least = Math.min(least, count());
  }
  return least - before;
}

test('what is not there is forgotten with the next look-up after its second', async () => {
  const { clock, memory } = counted(new Set());
  const left = await objectsLeft(async () => {
    for (let n = 0; n < 8_000; n += 1) await memory(`bad ${n}`);
    clock.now = 1_000;
    await memory('bad 0');
  });
  expect(left).toBeLessThan(2_000);
});

test('of too much that is not there within a second the oldest is forgotten', async () => {
  const { memory } = counted(new Set());
  const left = await objectsLeft(async () => {
    for (let n = 0; n < 30_000; n += 1) await memory(`bad ${n}`);
  });
  expect(left).toBeLessThan(12_000);
  await memory('bad 29999');
});

test('what a slow look-up gave is trusted from when it began', async () => {
  const { asked, clock, memory } = counted(new Set(['good']));
  const slow = memory('good');
  clock.now = 1_000;
  await slow;
  await memory('good');
  expect(asked).toEqual(['good', 'good']);
});

test('whoever asks a second after a slow look-up began has one of his own', async () => {
  const looks: ((value: string | undefined) => void)[] = [];
  const clock = { now: 0 };
  const memory = remember(
    () => new Promise<string | undefined>((resolve) => looks.push(resolve)),
    () => clock.now,
  );
  const first = memory('good');
  clock.now = 999;
  const second = memory('good');
  clock.now = 1_000;
  const third = memory('good'); // and meanwhile it was revoked
  looks[0]?.('a credential');
  expect(await Promise.all([first, second])).toEqual(['a credential', 'a credential']);
  const fourth = memory('good');
  looks[1]?.(undefined);
  expect(await Promise.all([third, fourth, memory('good')])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(looks).toHaveLength(2);
});

test('a name whose look-up failed is looked up again', async () => {
  let isBroken = true;
  const memory = remember(async (name) => {
    if (isBroken) throw new Error('The database is away.');
    return name;
  });
  expect(await failureOf(memory('good'))).toContain('away');
  isBroken = false;
  expect(await memory('good')).toBe('good');
});
