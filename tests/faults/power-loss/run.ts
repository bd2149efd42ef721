// bun run power-loss --points 1000 --seed 7   (--recording FOLDER cuts an earlier recording again)
import { rmSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { cutPower, randomCuts } from './cut-power.ts';
import { readRecording, record } from './recording.ts';
import { faultsOf } from './reopen.ts';

const { values } = parseArgs({
  options: {
    points: { type: 'string', default: '100' },
    results: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    recording: { type: 'string' },
  },
});
const [points = 0, results = 0, seed = 0] = [values.points, values.results, values.seed].map(
  Number,
);
if (![points, results, seed].every(Number.isInteger) || points < 1 || results < 1) {
  console.error('Expected --points N, --results N and --seed S, all whole numbers.');
  process.exit(2);
}

const recording = values.recording ?? (await record(results));
const steps = readRecording(recording);
const acknowledged = steps.flatMap(({ step }) => (step[0] === 'acknowledge' ? step[1] : []));
console.error(`${steps.length} steps recorded; cutting with the seed ${seed}`);

let done = 0;
let lost = 0;
let unopened = 0;
let damaged = 0;
for await (const outcome of cutPower(recording, steps, randomCuts(steps, seed, points))) {
  const { cut, lost: lostHere, unopened: reason } = outcome;
  done += 1;
  if (done % 100 === 0) console.error(`${done} of ${points} points`);
  lost += lostHere.length;
  if (reason) unopened += 1;
  const faults = faultsOf(outcome);
  if (faults.length === 0) continue;
  damaged += 1;
  console.error(`seed ${cut.seed}, after step ${cut.after}: ${faults.slice(0, 5).join('; ')}`);
  console.error(
    `  again: bun run power-loss --points 1 --seed ${cut.seed} --recording ${recording}`,
  );
}
console.log(
  `${points} points, ${acknowledged.length} acknowledged, ${lost} lost, ${unopened} that don't open`,
);
if (damaged === 0 && !values.recording) rmSync(recording, { recursive: true });
process.exit(damaged === 0 ? 0 : 1);
