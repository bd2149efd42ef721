import { expect, test } from 'bun:test';
import { remember } from '../../modules/auth/cache.ts';

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
  await Promise.all([memory.get('good'), memory.get('good')]);
  clock.now = 999;
  await memory.get('good');
  expect(asked).toEqual(['good']);
  clock.now = 1_000;
  expect(await memory.get('good')).toEqual({ name: 'good' });
  expect(asked).toEqual(['good', 'good']);
});

test('a flood of what is not there pushes out nothing that is', async () => {
  const { asked, memory } = counted(new Set(['good']));
  await memory.get('good');
  for (let n = 0; n < 25_000; n += 1) await memory.get(`bad ${n}`);
  asked.length = 0;
  await memory.get('good');
  expect([asked, memory.isKnown('good'), memory.isKnown('bad 1')]).toEqual([[], true, false]);
});

test('what is gone is forgotten', async () => {
  const names = new Set(['good']);
  const { clock, memory } = counted(names);
  await memory.get('good');
  names.clear();
  clock.now = 1_000;
  expect(await memory.get('good')).toBe(undefined);
  expect(memory.isKnown('good')).toBe(false);
});
