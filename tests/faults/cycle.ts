// One cycle: a start, a check of all that the last kill left, load, and the next kill.
import { setTimeout as delay } from 'node:timers/promises';
import type { Draw } from '../ratings/random-season.ts';
import type { Environment, Outcome, Program, Server } from '../runtime/programs.ts';
import { cityLines } from './city.ts';
import { createClient } from './client.ts';
import { backupJob, importJob, type Job, ratingsJob } from './jobs.ts';
import { emptyLedger, type Fault, type Ledger } from './ledger.ts';
import { load } from './load.ts';
import { doomed, type Kind, type Place, type Places, program, striking } from './places.ts';
import { diesAtStart, scratches } from './scratch.ts';
import { settle } from './settle.ts';
import { type Step, type StepName, type Strike, steps } from './steps.ts';

/** The database that cycle after cycle goes on with. */
export type Loaded = {
  readonly kind: Kind;
  readonly places: Places;
  readonly place: Place;
  readonly ledger: Ledger;
  /** Commands that may have been killed, and that nobody has looked after yet. */
  readonly killed: { readonly job: Job; readonly outcome: Outcome }[];
};

export type Cycle = { readonly faults: readonly Fault[]; readonly wasStruck: boolean };

/** Where a step may be struck: `beside` is a command while the service is under load. */
type Way = 'load' | 'start' | 'alone' | 'beside' | 'scratch';

const ways: Readonly<Record<StepName | 'any', readonly Way[]>> = {
  submission: ['load'],
  rating: ['load', 'alone', 'beside'],
  decay: ['start', 'alone', 'beside'],
  import: ['alone', 'beside'],
  backup: ['alone', 'beside'],
  migration: ['scratch'],
  restore: ['scratch'],
  'first start': ['scratch'],
  restart: ['start'],
  any: ['load'],
};

const never = 86_400;
const commandWithinMs = 60_000;
const randomWithinMs = 300;
const armedWithinMs = 60;
/** A rating run may be under way when the last submission is answered. */
const patienceMs = 100;

/** A database with the city in it. */
export async function beginWith(kind: Kind, places: Places): Promise<Loaded> {
  const place = await places.create('no rows');
  const { status, err } = await program.run(['import', '-'], place.settings, cityLines());
  if (status !== 0) throw new Error(`the city can't be imported: ${err}`);
  return { kind, places, place, ledger: emptyLedger(), killed: [] };
}

/** Strikes the step once (`any`: kills at a random moment), and checks what the last cycle left. */
export async function runCycle(loaded: Loaded, step: StepName | 'any', draw: Draw): Promise<Cycle> {
  const way = draw.pick(ways[step]);
  const strike = step === 'any' ? undefined : drawStrike(step, loaded.kind, draw);
  const down = strike && (await strikeWhileDown(loaded, way, strike, draw));
  if (down && way === 'scratch') return down; // nothing has happened to the loaded database
  const up = await strikeUnderLoad(loaded, way, down ? undefined : strike, draw);
  return {
    faults: [...(down?.faults ?? []), ...up.faults],
    wasStruck: down?.wasStruck ?? up.wasStruck,
  };
}

/** Starts the service, checks all that is open, and ends it. */
export async function settleAll(loaded: Loaded, draw: Draw): Promise<readonly Fault[]> {
  const { faults, server } = await startAndSettle(loaded, undefined, 0, draw);
  await kill(server);
  return faults;
}

function drawStrike(step: StepName, kind: Kind, draw: Draw): Strike {
  const { length, onServer = length }: Step = steps[step];
  const nth = 1 + draw.below(kind === 'server' ? onServer : length);
  return { step, nth, moment: draw.pick(['before', 'after']), counts: 'at once' };
}

/** Strikes in a process other than the loaded service; undefined where that isn't the way. */
async function strikeWhileDown(
  loaded: Loaded,
  way: Way,
  strike: Strike,
  draw: Draw,
): Promise<Cycle | undefined> {
  const { places, place, ledger } = loaded;
  if (way === 'load' || way === 'beside') return undefined;
  if (way === 'scratch') return scratches[strike.step]?.(places, strike, ledger, place);
  // What is rated long after it was played makes drops due.
  if (strike.step === 'decay') await program.run(['ratings', 'run'], place.settings);
  if (way === 'start') {
    const wasStruck = await diesAtStart({ ...place.settings, ...striking(strike) });
    return { faults: [], wasStruck };
  }
  const job = await createJob(loaded, strike.step, draw);
  const { status } = await runJob(loaded, job, strike);
  return { faults: [], wasStruck: status === null };
}

/** Starts the service, settles, lets everybody work, and kills it or what works beside it. */
async function strikeUnderLoad(
  loaded: Loaded,
  way: Way,
  strike: Strike | undefined,
  draw: Draw,
): Promise<Cycle> {
  // The service does what a command asks for on the embedded database, but for writing files.
  const isRemote = loaded.kind === 'embedded' && strike?.step !== 'backup';
  const inService = way === 'load' || isRemote ? strike : undefined;
  const started = await startAndSettle(loaded, inService, delayFor(way, strike, draw), draw);
  const { faults, server, client } = started;
  let wasStruck = !strike;
  const watch = inService && server.ended.then(() => (wasStruck = true));
  const arm = () => server.signal('SIGUSR2');
  if (inService) void delay(draw.below(armedWithinMs)).then(arm);
  const works: Promise<unknown>[] = [
    load(client, loaded.ledger, draw).then((found) => faults.push(...found)),
  ];
  if (strike && way === 'beside') {
    const job = await createJob(loaded, strike.step, draw);
    const outcome = runJob(loaded, job, inService ? undefined : strike);
    works.push(
      outcome.then(({ status }) => {
        if (!inService) wasStruck = status === null;
      }),
    );
  }
  if (!strike) works.push(delay(draw.below(randomWithinMs)).then(() => server.signal('SIGKILL')));
  await Promise.all(works);
  if (watch) await Promise.race([watch, delay(patienceMs)]);
  const result = { faults, wasStruck };
  await kill(server);
  return result;
}

/** Seconds until a rating run: never where something else is to rate. */
function delayFor(way: Way, strike: Strike | undefined, draw: Draw): number {
  if (strike?.step === 'rating') return way === 'load' ? 0 : never;
  if (strike?.step === 'decay') return 0;
  return draw.pick([0, never]);
}

async function startAndSettle(
  loaded: Loaded,
  strike: Strike | undefined,
  delaySeconds: number,
  draw: Draw,
) {
  await loaded.place.idle();
  const server = await (strike ? doomed : program).serve({
    ...loaded.place.settings,
    RATE_LIMIT_PER_MINUTE: 1_000_000,
    ADDRESS_LIMIT_PER_MINUTE: 1_000_000,
    RATING_DELAY_SECONDS: delaySeconds,
    ...(strike && striking({ ...strike, counts: 'signal' })),
  });
  const client = await createClient(server.url);
  const faults: Fault[] = [];
  for (const { job, outcome } of loaded.killed.splice(0)) {
    const again = () => command(program, job, loaded.place.settings);
    faults.push(...(await job.settle(client, outcome, again)));
  }
  faults.push(...(await settle(client, loaded.ledger, draw)));
  return { server, client, faults };
}

/** Runs the job, which may kill itself; whoever settles next looks after it. */
async function runJob(loaded: Loaded, job: Job, strike: Strike | undefined): Promise<Outcome> {
  const settings = { ...loaded.place.settings, ...(strike && striking(strike)) };
  const outcome = await command(strike ? doomed : program, job, settings);
  loaded.killed.push({ job, outcome });
  return outcome;
}

async function command(on: Program, job: Job, settings: Environment): Promise<Outcome> {
  const late = delay(commandWithinMs, undefined, { ref: false }).then(() => {
    throw new Error(`${job.args.join(' ')} hangs`);
  });
  return Promise.race([on.run(job.args, settings, job.input), late]);
}

async function createJob({ ledger, places }: Loaded, step: StepName, draw: Draw): Promise<Job> {
  if (step === 'import') return importJob(ledger, draw);
  if (step === 'backup') return backupJob(ledger, places.folder);
  return ratingsJob(step === 'rating' ? 'run' : 'decay');
}

async function kill(server: Server): Promise<void> {
  server.signal('SIGKILL');
  await server.ended;
}
