import { expect, test } from 'bun:test';
import { endPrograms } from '../runtime/programs.ts';
import { onBothDatabases } from '../support/service.ts';
import { createCampaign } from './campaign.ts';
import { createPlaces } from './places.ts';
import { type StepName, steps } from './steps.ts';

const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1e9));
const mostTries = 12;

// `bun run faults` goes on for as long as one likes.
onBothDatabases(`kills at random and once at each step (FAULTS_SEED=${seed})`, (kind) => {
  // The embedded database's are the same transactions as on a server, and take long there.
  const left: readonly string[] = kind === 'embedded' ? ['migration', 'restore'] : [];
  const names = ['any', ...(Object.keys(steps) as StepName[])] as const;

  test('lose nothing, double nothing, and leave nothing half done', async () => {
    const places = await createPlaces(kind);
    try {
      const { tally, cycle, end } = createCampaign(kind, places, seed);
      for (const step of names.filter((name) => !left.includes(name))) {
        // A step that is never struck has other statements now.
        for (let tries = 0; !tally.struck.has(step); tries += 1) {
          expect([step, tries]).not.toEqual([step, mostTries]);
          await cycle(tally.cycles, step);
          expect(tally.faults).toEqual([]);
        }
      }
      await end();
      expect(tally.faults).toEqual([]);
    } finally {
      await endPrograms();
      await places.end();
    }
  }, 600_000);
});
