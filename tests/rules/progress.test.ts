import { describe, expect, test } from 'bun:test';
import { createProgress } from '../../shared/console/progress.ts';

describe('a progress bar', () => {
  test('shows how much is done, at most ten times a second, and goes away', () => {
    const shown: string[] = [];
    const console = { status: (line: string) => void shown.push(line), columns: 80 };
    const bar = createProgress(console);
    bar.show('Checking', 1, 2);
    for (let done = 0; done < 1_000; done += 1) bar.show('Checking', done, 1_000);
    bar.end();
    bar.end();
    expect(shown.slice(0, 1)).toEqual(['Checking  [###############...............]  50 %']);
    expect(shown.at(-1)).toBe('');
    expect(shown.length).toBeLessThan(5);
    expect(shown.filter((line) => line === '')).toEqual(['']);
  });

  test('counts where nobody knows how much there is', () => {
    const shown: string[] = [];
    const console = { status: (line: string) => void shown.push(line), columns: 80 };
    createProgress(console).show('Checking', 12_345, undefined);
    expect(shown).toEqual(['Checking  12,345']);
  });

  test.each([
    [48, 'Checking  [###############...............]  50 %'],
    [47, 'Checking  [##############...............]  50 %'],
    [30, 'Checking  [######......]  50 %'],
    [18, 'Checking  []  50 %'],
    [10, 'Checking  '],
  ])('is no wider than a terminal of %i columns', (columns, line) => {
    const shown: string[] = [];
    createProgress({ status: (line) => void shown.push(line), columns }).show('Checking', 1, 2);
    expect(shown).toEqual([line]);
  });
});
