// bun run faults --cycles 1000 --seed 7 --database server
import { parseArgs } from 'node:util';
import { endPrograms } from '../runtime/programs.ts';
import { createCampaign } from './campaign.ts';
import type { Ledger } from './ledger.ts';
import { createPlaces } from './places.ts';

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string', default: 'embedded' },
  },
});
const [cycles, seed] = [Number(values.cycles), Number(values.seed)];
const kind = values.database;
if (
  !Number.isInteger(cycles) ||
  cycles < 1 ||
  !Number.isInteger(seed) ||
  (kind !== 'embedded' && kind !== 'server')
) {
  console.error('Expected --cycles N, --seed S, and --database embedded or server.');
  process.exit(2);
}

const places = await createPlaces(kind);
const { tally, cycle, end } = createCampaign(kind, places, seed);
const begun = performance.now();
try {
  while (tally.cycles < cycles && tally.faults.length === 0) {
    await cycle(tally.cycles);
    if (tally.cycles % 50 !== 0) continue;
    const seconds = Math.round((performance.now() - begun) / 1_000);
    console.log(`${tally.cycles} cycles in ${seconds} s`);
  }
  await end();
} catch (error) {
  const text = String(error instanceof Error ? error.stack : error);
  tally.faults.push({ kind: 'wrong', text });
} finally {
  await endPrograms();
  await places.end();
}
for (const { kind: what, text } of tally.faults.slice(0, 20)) console.error(`${what}: ${text}`);
const count = (what: string) => tally.faults.filter(({ kind: one }) => one === what).length;
if (tally.faults.length > 0) {
  const again = `--cycles ${tally.cycles + 1} --seed ${seed} --database ${kind}`;
  console.error(`Found in cycle ${tally.cycles}; to repeat it: bun run faults ${again}`);
}
const sum = (of: (ledger: Ledger) => number) =>
  tally.ledgers.reduce((total, ledger) => total + of(ledger), 0);
const struck = [...tally.struck].map(([step, times]) => `${step} ${times}`);
console.log(`struck: ${struck.join(', ')}`);
console.log(`${sum((one) => one.refused)} refused, ${sum((one) => one.repeated)} unanswered`);
const acknowledged = `${sum((one) => one.acknowledged.size)} acknowledged`;
console.log(
  `${tally.cycles} cycles, ${acknowledged}, ${count('lost')} lost, ${count('doubled')} doubled`,
);
process.exit(tally.faults.length === 0 ? 0 : 1);
