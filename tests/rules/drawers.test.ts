import { expect, test } from 'bun:test';
import { tmpdir } from 'node:os';
import { openDrawers } from '../../modules/exchange/drawers.ts';
import { createLineOrder } from '../../shared/exchange/spread.ts';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test('drawers give back what was put there, whatever fills a part of them to the last byte', async () => {
  await using drawers = await openDrawers(tmpdir());
  const item = (letters: number) => ({ text: `ż${'x'.repeat(letters)}` });
  // Parts have 16 KiB: one item fills such a part, or two do, but for a few bytes more or less.
  const alone = range(16_350, 16_400).map((letters) => [item(letters)]);
  const pairs = range(8_150, 8_200).map((letters) => [item(letters), item(8_170)]);
  const all = [...alone, ...pairs].map((items) => [...items, item(1)]);
  for (const [n, items] of all.entries()) for (const one of items) drawers.put(`${n}`, one);
  for (const [n, items] of all.entries()) {
    expect([...drawers.take(`${n}`)].flat()).toEqual(items);
  }
});

test('what waits for the end of a file comes in the order of the lines, however many there are', async () => {
  await using drawers = await openDrawers(tmpdir());
  const kept = createLineOrder(drawers, 'faults');
  const lines = [120_000, 9, 20_001, 100_001, 20_000, 8];
  for (const line of lines) kept.put({ line });
  const ordered = [...kept.take()].flat().map(({ line }) => line);
  expect(ordered).toEqual(lines.toSorted((one, other) => one - other));
});
