// bun run fuzz --requests 1000000 --seed 7   (on the embedded database; the same seed, the same requests)
import { parseArgs } from 'node:util';
import { cleanUp, startTestService } from '../support/service.ts';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
if (!Number.isInteger(requests) || requests < 1 || !Number.isInteger(seed)) {
  console.error('Expected --requests N and --seed S, both whole numbers.');
  process.exit(2);
}
const service = await startTestService('embedded');
const { statuses, faults } = await fuzz(service, { requests, seed });
const counts = [...statuses]
  .sort(([a], [b]) => a - b)
  .map(([status, count]) => `${status}: ${count}`);
for (const { request, fault } of faults.slice(0, 20)) {
  const body = request.body && new TextDecoder().decode(request.body).slice(0, 500);
  console.error(
    `${fault}\n  ${request.method} ${request.target}\n  ${JSON.stringify(request.headers)}\n  ${body ?? ''}`,
  );
}
console.log(
  `${requests} requests with the seed ${seed}: ${counts.join(', ')}; ${faults.length} faults`,
);
await cleanUp();
process.exit(faults.length === 0 ? 0 : 1);
