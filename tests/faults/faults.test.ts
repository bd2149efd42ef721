import { afterAll, expect, test } from 'bun:test';
import { endPrograms } from '../runtime/programs.ts';
import { onBothDatabases } from '../support/service.ts';
import { createCampaign } from './campaign.ts';
import { createPlaces } from './places.ts';
import { type StepName, steps } from './steps.ts';

const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1e9));
const withinMs = 25_000;
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
        const names = Object.keys(steps) as StepName[];
        const missed = () => names.filter((step) => !tally.struck.has(step));
        const deadline = performance.now() + withinMs;
        const isLate = () => performance.now() >= deadline;
        while ((!isLate() || missed().length > 0) && tally.cycles < mostCycles) {
          await cycle(tally.cycles, isLate() ? missed()[0] : undefined);
          expect(tally.faults).toEqual([]);
        }
        await end();
        expect(tally.faults).toEqual([]);
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
