// Runs under the recorder: one start of a service on its embedded database, with submissions by two
// organizers, ratings, an import and upkeep. It ends by a stop, or as if by kill -9.
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { completed, ids, secrets, testCity } from '../../support/city.ts';
import { load, runService, type TestService, testSettings } from '../../support/service.ts';
import { acknowledge } from './recorder.ts';
import { dataDirOf } from './steps.ts';

const { values } = parseArgs({
  options: {
    results: { type: 'string', default: '100' },
    /** How many starts were before. */
    start: { type: 'string', default: '0' },
    killed: { type: 'boolean', default: false },
  },
});
const results = Number(values.results);
const start = Number(values.start);
const DATA_DIR = dataDirOf(process.env.POWER_LOSS_ROOT ?? '');
const importedAtOnce = 40;

const organizers = [
  { client: ids.client, secret: secrets.client, competition_id: ids.league },
  { client: ids.otherClient, secret: secrets.otherClient, competition_id: ids.foreignCup },
];

let matches = 0;

/** A result of two players, in turns every two of the city, at a time of its own in any start. */
function result(): Record<string, unknown> {
  const { players } = ids;
  matches += 1;
  const first = matches % players.length;
  const distance = 1 + (Math.floor(matches / players.length) % (players.length - 1));
  return completed({
    player_ids: [players[first], players[(first + distance) % players.length]],
    played_at: new Date(Date.UTC(2026, 3, 1 + start, 0, 0, matches)).toISOString(),
  });
}

/** Each of the organizers submits so many results through two connections. */
async function submit(service: TestService, count: number): Promise<void> {
  const submitters = organizers.flatMap((organizer) => [organizer, organizer]);
  await Promise.all(
    submitters.map(async ({ client, secret, competition_id }) => {
      const authorization = `Bearer ${await service.token(client, secret)}`;
      for (let sent = 0; sent < count / submitters.length; sent++) {
        const body = { ...result(), competition_id };
        const headers = { authorization, 'idempotency-key': crypto.randomUUID() };
        let response = await service.submit(body, headers);
        while (response.status === 503) {
          await delay(1_000 * Number(response.headers.get('retry-after'))); // an import takes long
          response = await service.submit(body, headers);
        }
        if (response.status !== 201) throw new Error(await response.text());
      }
    }),
  );
}

async function importMatches({ workbench }: TestService): Promise<void> {
  const records = Array.from({ length: importedAtOnce }, (_, index) => {
    const id = `mat_${String(start * importedAtOnce + index).padStart(10, '0')}`;
    return { kind: 'match', id, ...result() };
  });
  await load(workbench, records);
  acknowledge(records.map(({ id }) => id));
}

// With a delay of 0 the service rates beside the submissions, as they come.
const settings = testSettings({ DATA_DIR, RATING_DELAY_SECONDS: 0 });
const service = await runService(settings, { records: start === 0 ? testCity() : [] });
// As a later version's migration may.
await sql.raw(`create unlogged table later_${start} (id int)`).execute(service.requests.db);
const rounds = 4;
for (let round = 0; round < rounds; round++) {
  const submitted = submit(service, results / rounds);
  if (round === 1) await importMatches(service);
  if (round === 2) await service.workbench.database.embedded?.upkeep();
  await submitted;
}
if (values.killed) process.kill(process.pid, 'SIGKILL');
await service.stop();
