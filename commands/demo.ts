import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { issueClient, issueKey, submissionScope } from '../modules/auth/index.ts';
import { importRecords } from '../modules/exchange/index.ts';
import { readSettings, type Settings } from '../shared/config.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { hasRows } from '../shared/database/db.ts';
import type { OrganizerId } from '../shared/ids.ts';
import { createLog } from '../shared/log.ts';
import { utc } from '../shared/time.ts';
import type { Context, RunCommand } from './context.ts';
import { buildCity, type City, roundOfToday } from './demo/city.ts';
import { createDemoClient, type DemoClient } from './demo/client.ts';
import { showAddresses, showMoves } from './demo/show.ts';
import { type DemoState, readState, writeState } from './demo/state.ts';
import { example } from './output.ts';
import { PortTaken, type Running, startService } from './service.ts';
import { stopSignal } from './shutdown.ts';
import type { Workbench } from './workbench.ts';

/** How long the demo waits for the ratings of its round. */
const patienceMs = 40_000;

/** `demo`. */
export function addDemoCommand(
  program: Command,
  { console }: Context,
  runCommand: RunCommand,
): void {
  program
    .command('demo')
    .description('show a fictional city: a season, today’s results, and how the ratings moved')
    .option('--once', 'end when the results are shown')
    .option('--seed <number>', 'which city; the same number gives the same one', '1')
    .addHelpText(...example('demo --once'))
    .action(async ({ once, seed }: { once?: true; seed: string }) => {
      if (!/^\d{1,9}$/.test(seed)) {
        throw new Failure('--seed: expected a whole number of at most nine digits.', 2);
      }
      await demo(readSettings(process.env), console, Number(seed), once === true, runCommand);
    });
}

/**
 * Shows the main job on a fictional city of its own: a past season through the import, a round of
 * today's results over HTTP, and what the ratings made of it; then serves, or ends with `once`.
 */
async function demo(
  given: Settings,
  console: Console,
  seed: number,
  once: boolean,
  runCommand: RunCommand,
): Promise<void> {
  const { DATABASE_URL: _, ...rest } = given;
  const folder = join(given.DATA_DIR, 'demo');
  const settings: Settings = {
    ...rest,
    DATA_DIR: folder,
    RATING_DELAY_SECONDS: Math.min(given.RATING_DELAY_SECONDS, 1),
  };
  const running = await startOnFreePort(settings, console, runCommand);
  const stopped = stopSignal();
  try {
    const kept = await readState(folder);
    const state = kept ?? { seed, firstStart: utc(Date.now()), rounds: 0 };
    // Kept before it is filled: a first start that is cut short goes on with the same city.
    if (!kept) await writeState(folder, state);
    const city = buildCity({ seed: state.seed, today: new Date(state.firstStart) });
    if (state.rounds === 0) await fill(running.workbench, city, console);
    else console.out(`The city of the first start goes on (seed ${state.seed}).`);
    await playRound(running, city, state, folder, console);
    if (once) return;
    console.out('\nServing until Ctrl-C.');
    await stopped;
  } finally {
    await running.stop();
  }
}

async function startOnFreePort(
  settings: Settings,
  console: Console,
  runCommand: RunCommand,
): Promise<Running> {
  const log = createLog('warn', console.isTerminal);
  const start = (PORT: number) =>
    startService({ settings: { ...settings, PORT }, log, runCommand });
  try {
    return await start(settings.PORT);
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error;
    const running = await start(0);
    console.out(`The port ${settings.PORT} is taken; the demo uses ${running.publicUrl} instead.`);
    return running;
  }
}

async function fill(workbench: Workbench, city: City, console: Console): Promise<void> {
  const { venues, competitions, players } = city;
  if (!(await hasRows(workbench.database.db, 'organizer')))
    await importCity(workbench, city, console);
  const { rated } = await workbench.run();
  await workbench.decay();
  console.out(
    `A fictional Warsaw: ${players.length} players, ${venues.length} venues, ${competitions.length} competitions; ${rated} results of the past season are rated.`,
  );
}

async function importCity(workbench: Workbench, city: City, console: Console): Promise<void> {
  const { organizers, venues, competitions, players, season } = city;
  const records = [...organizers, ...venues, ...competitions, ...players, ...season];
  async function* lines() {
    yield Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  }
  const result = await importRecords(workbench.database, lines(), workbench.clock(), (line, why) =>
    console.err(`line ${line}: ${why}`),
  );
  if (!result.ok) throw new Failure('The fictional city could not be imported.');
}

type Credentials = { readonly key: string; readonly clientId: string; readonly secret: string };

/** New credentials for this start: keys to read, and a client for each organizer. */
async function issueCredentials({ database, clock }: Workbench, city: City) {
  const at = utc(clock());
  return database.transaction(async (tx) => {
    const keys = {
      person: (await issueKey(tx, `person ${at}`, at)).key,
      demo: (await issueKey(tx, `demo ${at}`, at)).key,
    };
    const clients = new Map<string, Omit<Credentials, 'key'>>();
    for (const { id } of city.organizers) {
      const issued = await issueClient(tx, id as OrganizerId, [submissionScope], at);
      clients.set(id, { clientId: issued.client_id, secret: issued.client_secret });
    }
    return { keys, clients };
  });
}

async function playRound(
  { workbench, publicUrl }: Running,
  city: City,
  state: DemoState,
  folder: string,
  console: Console,
): Promise<void> {
  const { keys, clients } = await issueCredentials(workbench, city);
  const client = createDemoClient(publicUrl, keys.demo);
  const organizerOf = new Map(city.competitions.map((c) => [c.id, c.organizer_id]));
  const round = state.rounds + 1;
  const results = roundOfToday(city, { seed: state.seed, round, now: new Date() });
  const submitted: { id: string; players: readonly string[] }[] = [];
  let example: { credentials: Credentials; body: object } | undefined;
  for (const { kind: _, ...body } of results) {
    const credentials = clients.get(organizerOf.get(body.competition_id) ?? '');
    if (!credentials) throw new Failure('The fictional city names an organizer that it lacks.');
    const { clientId, secret } = credentials;
    const answer = await client.submit(clientId, secret, body);
    if (answer.status !== 201) throw new Failure(`A result was refused: ${answer.body.detail}`);
    if (body.status !== 'walkover') {
      submitted.push({ id: String(answer.body.id), players: body.player_ids });
    }
    if (body.status !== 'completed') continue;
    const credentialsOfExample = { key: keys.person, clientId, secret };
    example = { credentials: credentialsOfExample, body: { ...body, played_at: utc(Date.now()) } };
  }
  await writeState(folder, { ...state, rounds: round });
  console.out(
    `Round ${round}: submitted ${results.length} results of today; waiting for the ratings.`,
  );
  await waitUntilRated(client);

  const playerIds = [...new Set(submitted.flatMap(({ players }) => players))].slice(0, 36);
  const names = new Map(city.players.map(({ id, display_name }) => [id, display_name]));
  await showMoves(console, client, playerIds, (id) => names.get(id) ?? id);
  if (!example) return;
  showAddresses(console, publicUrl, example.credentials, {
    playerId: playerIds[0] ?? '',
    body: example.body,
  });
}

async function waitUntilRated(client: DemoClient): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const { body } = await client.get('/matches?rating_status=pending&limit=1');
    if (Array.isArray(body.data) && body.data.length === 0) return;
    await delay(2_500);
  }
  throw new Failure('The ratings of the round did not come in time; see the log.');
}
