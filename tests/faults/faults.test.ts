import { afterAll, expect, test } from 'bun:test';
import { endPrograms } from '../runtime/programs.ts';
import { onBothDatabases } from '../support/service.ts';
import { createCampaign } from './campaign.ts';
import { createPlaces } from './places.ts';
import { type StepName, steps } from './steps.ts';

const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1e9));
const withinMs = 5_000; // `bun run faults` goes on for as long as one likes
const mostCycles = 50;
const deadlineMs = 600_000;

onBothDatabases(`kills at random and at each step (FAULTS_SEED=${seed})`, (kind) => {
  afterAll(endPrograms);
  test(
    'lose nothing, double nothing, and leave nothing half done',
    async () => {
      const places = await createPlaces(kind);
      try {
        const { tally, cycle, end } = createCampaign(kind, places, seed);
        const names = ['any', ...(Object.keys(steps) as StepName[])] as const;
        const missed = () => names.filter((step) => !tally.struck.has(step));
        const deadline = performance.now() + withinMs;
        const isLate = () => performance.now() >= deadline;
        /** By number, the cycles that didn't do what their number says. */
        const told: Record<number, string> = {};
        const expectNoFault = () =>
          expect({ told, faults: tally.faults }).toEqual({ told, faults: [] });
        while ((!isLate() || missed().length > 0) && tally.cycles < mostCycles) {
          const step = isLate() ? missed()[0] : undefined;
          if (step) told[tally.cycles] = step;
          await cycle(tally.cycles, step);
          expectNoFault();
        }
        await end();
        expectNoFault();
        // A step that isn't struck has other statements now.
        expect(missed()).toEqual([]);
      } finally {
        await endPrograms();
        await places.end();
      }
    },
    deadlineMs,
  );
});
