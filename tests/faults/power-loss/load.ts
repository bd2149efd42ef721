// Runs under the recorder: a service from its first start on, on an embedded database that isn't there
// yet, under load: submissions by two organizers, ratings, imports, upkeep, a stop and a second start.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { completed, ids, secrets, testCity } from '../../support/city.ts';
import { load, runService, type TestService, testSettings } from '../../support/service.ts';
import { acknowledge } from './recorder.ts';
import { dataDirOf } from './steps.ts';

const { values } = parseArgs({ options: { results: { type: 'string', default: '100' } } });
const results = Number(values.results);
const DATA_DIR = dataDirOf(process.env.POWER_LOSS_ROOT ?? '');
const importedAtOnce = 40;

const organizers = [
  { client: ids.client, secret: secrets.client, competition_id: ids.league },
  { client: ids.otherClient, secret: secrets.otherClient, competition_id: ids.foreignCup },
];

let pairs = 0;

/** Two players, in turns every two of the city. */
function pair(): { player_ids: (string | undefined)[] } {
  const { players } = ids;
  pairs += 1;
  const first = pairs % players.length;
  const distance = 1 + (Math.floor(pairs / players.length) % (players.length - 1));
  return { player_ids: [players[first], players[(first + distance) % players.length]] };
}

/** Each of the organizers submits so many results through two connections. */
async function submit(service: TestService, count: number): Promise<void> {
  const submitters = organizers.flatMap((organizer) => [organizer, organizer]);
  await Promise.all(
    submitters.map(async ({ client, secret, competition_id }) => {
      const authorization = `Bearer ${await service.token(client, secret)}`;
      for (let sent = 0; sent < count / submitters.length; sent++) {
        const body = completed({ competition_id, ...pair() });
        const response = await service.submit(body, { authorization });
        if (response.status !== 201) throw new Error(await response.text());
      }
    }),
  );
}

let imported = 0;

async function importMatches({ workbench }: TestService): Promise<void> {
  const matches = Array.from({ length: importedAtOnce }, () => {
    imported += 1;
    const id = `mat_${String(imported).padStart(10, '0')}`;
    return { kind: 'match', id, ...completed(pair()) };
  });
  await load(workbench, matches);
  acknowledge(matches.map(({ id }) => id));
}

// With a delay of 0 the service rates beside the submissions, as they come.
const settings = testSettings({ DATA_DIR, RATING_DELAY_SECONDS: 0 });
const starts = 2;
const rounds = 4;
for (let start = 0; start < starts; start++) {
  const service = await runService(settings, { records: start === 0 ? testCity() : [] });
  for (let round = 0; round < rounds; round++) {
    const submitted = submit(service, results / starts / rounds);
    if (round === 1) await importMatches(service);
    if (round > 1) await service.workbench.database.embedded?.upkeep();
    await submitted;
  }
  await service.stop();
}
