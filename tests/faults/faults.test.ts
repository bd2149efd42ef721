import { afterAll, expect, test } from 'bun:test';
import { endPrograms } from '../runtime/programs.ts';
import { onBothDatabases } from '../support/service.ts';
import { createCampaign } from './campaign.ts';
import { createPlaces } from './places.ts';
import { steps } from './steps.ts';

const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1e9));
const withinMs = 25_000;
const deadlineMs = 600_000;

onBothDatabases(`kills at random and at each step (FAULTS_SEED=${seed})`, (kind) => {
  afterAll(endPrograms);
  test(
    'lose nothing, double nothing, and leave nothing half done',
    async () => {
      const places = await createPlaces(kind);
      try {
        const { tally, cycle, end } = createCampaign(kind, places, seed);
        const isDone = () =>
          performance.now() > deadline &&
          Object.keys(steps).every((step) => tally.struck.has(step));
        const deadline = performance.now() + withinMs;
        for (let number = 0; !isDone() && tally.faults.length === 0; number += 1) {
          await cycle(number);
        }
        await end();
        expect(tally.faults).toEqual([]);
      } finally {
        await endPrograms();
        await places.end();
      }
    },
    deadlineMs,
  );
});
