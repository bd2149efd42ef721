import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import * as v from 'valibot';
import { type Fault, faultInWords, importRecords } from '../../modules/exchange/index.ts';
import { listedPlayers } from '../../modules/players/index.ts';
import { erasedName } from '../../modules/ratings/index.ts';
import { readSettings } from '../../shared/config.ts';
import { type Console, Failure } from '../../shared/console/console.ts';
import { hasRows } from '../../shared/database/db.ts';
import { createLog } from '../../shared/log.ts';
import { utc } from '../../shared/time.ts';
import type { Context, RunCommand } from '../context.ts';
import { readWholeNumber } from '../option-values.ts';
import { example } from '../output.ts';
import { PortTaken, type Running, startService } from '../service.ts';
import { stopSignal } from '../shutdown.ts';
import { givenBy } from '../verb.ts';
import type { Workbench } from '../workbench.ts';
import { playLive } from './live.ts';
import { buildCity, type City, roundOfToday } from './season.ts';

const readSeed = readWholeNumber(0, 999_999_999);

/** `demo`: a past season through the import, a round over HTTP, and what the ratings made of it. */
export function addDemoCommand(program: Command, { console }: Context, run: RunCommand): void {
  program
    .command('demo')
    .description('show a fictional city: a season, today’s results, and how the ratings moved')
    .option('--once', 'end when the results are shown')
    .option('--seed <number>', 'the number of the city to make, if there is none yet', readSeed, 1)
    .addHelpText(...example('demo --once'))
    .action(async ({ once, seed }: { once?: true; seed: number }) => {
      await using opened = new AsyncDisposableStack();
      const running = await startOnFreePort(console, run);
      opened.defer(() => running.stop());
      const stopped = stopSignal();
      console.out(`The ranking, to look at in a browser: ${running.publicUrl}/`);
      await show(running, console, seed);
      const ends = 'The service ends now; without --once, these addresses answer until Ctrl-C.';
      console.out(once ? `\n${ends}` : '\nServing until Ctrl-C.');
      if (!once) await stopped;
    });
}

/** What the demo sets differently, so that it never touches a real service's database, address or backups. */
const ours = {
  DATABASE_URL: '',
  PUBLIC_URL: '',
  BACKUP_DIR: '',
  WEBSITE: 'public',
  RATING_DELAY_SECONDS: '1',
};

/** Starts a service with a folder of its own, on another port if the configured one is taken. */
async function startOnFreePort(console: Console, runCommand: RunCommand): Promise<Running> {
  const given = readSettings({ ...process.env, ...ours });
  const settings = { ...given, DATA_DIR: join(given.DATA_DIR, 'demo') };
  const how = { log: createLog('warn', console.isTerminal), runCommand, fictional: true };
  const start = (PORT: number) => startService({ ...how, settings: { ...settings, PORT } });
  return start(given.PORT).catch(async (error) => {
    if (!(error instanceof PortTaken)) throw error;
    const running = await start(0);
    console.out(`The port ${given.PORT} is taken; the demo uses ${running.publicUrl} instead.`);
    return running;
  });
}

/** What a demo remembers between its starts: which city, since when, and how many rounds it played. */
const StateSchema = v.object({ seed: v.number(), firstStart: v.string(), rounds: v.number() });

async function show(running: Running, console: Console, seed: number): Promise<void> {
  const path = join(running.workbench.settings.DATA_DIR, 'demo.json');
  const first = JSON.stringify({ seed, firstStart: utc(Date.now()), rounds: 0 });
  const state = v.parse(StateSchema, JSON.parse(await readFile(path, 'utf8').catch(() => first)));
  const keep = (rounds: number) =>
    console.write(path, new Blob([JSON.stringify({ ...state, rounds })]).stream());
  // Saved before the city is filled: after a first start that was cut short, the next goes on with it.
  await keep(state.rounds);
  const city = buildCity({ seed: state.seed, today: new Date(state.firstStart) });
  if (state.rounds === 0) await fill(running.workbench, city, console);
  else console.out(`The city of the first start goes on (seed ${state.seed}).`);
  // Players merged or erased since the first start play no more; the seed knows nothing of that.
  const players = await Array.fromAsync(listedPlayers(running.workbench.database.db));
  const present = players.filter(({ display_name }) => display_name !== erasedName);
  const names = new Map<string, string>(present.map(({ id, display_name }) => [id, display_name]));
  const round = roundOfToday(city, state.seed, state.rounds, new Date());
  const results = round.filter(({ player_ids }) => player_ids.every((id) => names.has(id)));
  console.out(`Round ${state.rounds + 1}: submitting ${results.length} results of today.`);
  await playLive(running, city, names, results, console);
  await keep(state.rounds + 1);
}

/** Imports the city and its season, unless they are there, and rates the results. */
async function fill(workbench: Workbench, city: City, console: Console) {
  const { database, run, decay } = workbench;
  if (!(await hasRows(database.db, 'organizer'))) {
    const records = Object.values(city).flat();
    const lines = new Blob(records.map((record) => `${JSON.stringify(record)}\n`)).stream();
    const how = { file: 'the demo', report: (fault: Fault) => console.err(faultInWords(fault)) };
    const result = await importRecords(database, lines, givenBy(workbench, console), how);
    if (!result.ok) throw new Failure('The city was not imported.');
  }
  await run(); // unless the worker has done it by now
  await decay();
  const { players, venues, competitions, season } = city;
  const made = `${players.length} players, ${venues.length} venues, ${competitions.length} competitions`;
  console.out(`A fictional Warsaw: ${made}; ${season.length} results of the past season.`);
}
