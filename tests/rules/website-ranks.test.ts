import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { withRanks } from '../../modules/ratings/index.ts';
import type { PlayerId } from '../../shared/ids.ts';

test('ranks count who has more, however the list is cut into pages', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 6 })),
      fc.integer({ min: 1, max: 5 }),
      (given, size) => {
        const players = given
          .toSorted((a, b) => b - a)
          .map((value, n) => ({ value, group: 0, id: `plr_${n}` as PlayerId }));
        const ranked: { rank: number | null; value: number }[] = [];
        let end: Parameters<typeof withRanks>[1];
        for (let from = 0; from < players.length; from += size) {
          const page = withRanks(players.slice(from, from + size), end);
          end = page.at(-1)?.end;
          ranked.push(...page);
        }
        expect(ranked.map(({ rank }) => rank)).toEqual(
          players.map(({ value }) => 1 + players.filter((other) => other.value > value).length),
        );
      },
    ),
  );
});
