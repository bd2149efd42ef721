import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDraw, type Draw } from '../../ratings/random-season.ts';
import { Disk } from './disk.ts';
import { type Recorded, recordedRoot } from './recording.ts';
import { type Damage, reopen } from './reopen.ts';
import { dataDirOf } from './steps.ts';

/** A moment at which the power is cut, and the luck of what wasn't synced by then. */
export type Cut = { readonly seed: number; readonly after: number; readonly draw: Draw };

/** What each cut left behind. */
export type Outcome = Damage & { readonly cut: Cut };

/**
 * So many cuts at random; each depends on its own seed alone: the given one and those that follow.
 * One of ten falls into the first start, which does as much to its files as thousands of results.
 */
export function randomCuts(steps: readonly Recorded[], seed: number, points: number): Cut[] {
  const started = steps.findIndex(({ step }) => step[0] === 'acknowledge');
  return Array.from({ length: points }, (_, index) => {
    const draw = createDraw(seed + index);
    const after = draw.chance(0.1)
      ? draw.below(started)
      : started + draw.below(steps.length + 1 - started);
    return { seed: seed + index, after, draw };
  });
}

/** The end of the recording, at which nothing is left of what wasn't synced. */
export function worstCut(steps: readonly Recorded[]): Cut {
  const draw: Draw = {
    chance: () => false,
    below: () => 0,
    pick: ([first]) => {
      if (first === undefined) throw new RangeError('nothing to pick from');
      return first;
    },
    shuffled: (items) => [...items],
  };
  return { seed: Number.NaN, after: steps.length, draw };
}

/** Cuts the power at each of the points, and opens what that left. */
export async function* cutPower(
  recording: string,
  steps: readonly Recorded[],
  cuts: readonly Cut[],
): AsyncGenerator<Outcome> {
  const disk = new Disk(recordedRoot(recording));
  const survivor = join(recording, 'survivor');
  const acknowledged: string[] = [];
  let done = 0;
  const advance = (to: number) => {
    for (const { step, data } of steps.slice(done, to)) {
      disk.apply(step, data);
      if (step[0] === 'acknowledge') acknowledged.push(...step[1]);
    }
    done = to;
  };
  for (const cut of cuts.toSorted((a, b) => a.after - b.after)) {
    advance(cut.after);
    disk.writeSurvivor(survivor, cut.draw);
    yield { cut, ...(await reopen(dataDirOf(survivor), acknowledged)) };
    rmSync(survivor, { recursive: true });
  }
  advance(steps.length);
  disk.expectSameAsRecorded();
}
