// Whether the service's memory stays level under a steady load: the program in its own process gets
// requests of every kind over loopback and makes rating runs, while its memory is sampled.
//
//   bun run soak [--minutes 60] [--rate 40] [--database embedded|server]
//
// The goal: under 1 MB an hour after the warm-up, which is the first quarter. Linux only (/proc).
import { setTimeout as delay } from 'node:timers/promises';
import { testCity } from '../tests/support/city.ts';
import { startServe } from './children.ts';
import { readOptions } from './options.ts';
import { importAll, memory, onDatabase, within } from './places.ts';
import { createLoad, type Load } from './soak-load.ts';

const {
  minutes,
  rate: perSecond,
  database,
} = readOptions({
  minutes: 60,
  rate: 40,
  database: ['embedded', 'server'],
});
const warmUpShare = 0.25;
const sampleEveryMs = 5_000;
const mostUnderWay = 16;

/** Megabytes at a moment, in hours since the start. */
type Sample = { readonly hours: number; readonly rss: number; readonly heap: number };

/** The process's memory as the system counts it, and the heap's part of it, as the process says itself. */
async function sample(pid: number, port: number, start: number): Promise<Sample> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const [, heap] = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics) ?? [];
  return {
    hours: (performance.now() - start) / 3_600_000,
    rss: memory(pid, 'VmRSS'),
    heap: Number(heap) / 2 ** 20,
  };
}

/** The slope of the line closest to the points, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point[0])), mean(points.map((point) => point[1]))];
  const sum = (of: (dx: number, dy: number) => number) =>
    points.reduce((total, point) => total + of(point[0] - x, point[1] - y), 0);
  return sum((dx, dy) => dx * dy) / sum((dx) => dx * dx);
}

/** Sends requests at an even pace until the end, a few at a time at most. */
async function keepSending(load: Load, start: number, end: number): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for (let n = 0; performance.now() < end; n += 1) {
    await delay(Math.max(0, start + (n * 1_000) / perSecond - performance.now()));
    while (underWay.size >= mostUnderWay) await Promise.race(underWay);
    const sent = load.send(n).finally(() => underWay.delete(sent));
    underWay.add(sent);
  }
  await Promise.all(underWay);
}

async function keepSampling(take: () => Promise<Sample>, end: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (performance.now() < end) {
    const latest = await take();
    samples.push(latest);
    if (samples.length % 12 === 0) console.log(shown(latest));
    await delay(sampleEveryMs);
  }
  return samples;
}

const shown = ({ hours, rss, heap }: Sample) =>
  `  ${(hours * 60).toFixed(1)} min: RSS ${rss.toFixed(1)} MB, heap ${heap.toFixed(1)} MB`;

function result(samples: readonly Sample[], { sent, again, unexpected }: Load): string {
  const settled = samples.slice(Math.floor(samples.length * warmUpShare));
  const [first, last] = [settled[0], settled.at(-1)];
  const slopeOf = (name: 'rss' | 'heap') =>
    slope(settled.map((point) => [point.hours, point[name]])).toFixed(2);
  return [
    `${minutes} min, ${sent()} requests (${again()} on a second connection), ${unexpected()} unexpected`,
    `RSS from ${first?.rss.toFixed(1)} to ${last?.rss.toFixed(1)} MB, slope ${slopeOf('rss')} MB/h after the warm-up of ${minutes * warmUpShare} min`,
    `heap from ${first?.heap.toFixed(1)} to ${last?.heap.toFixed(1)} MB, slope ${slopeOf('heap')} MB/h`,
  ].join('; ');
}

const results: string[] = [];
let failed = false;
for (const kind of database) {
  await onDatabase(kind, async (settings) => {
    await within(settings, (workbench) => importAll(workbench, testCity()));
    const service = await startServe(settings, {
      RATING_DELAY_SECONDS: '1',
      // Real limits, so that their memory counts, too, yet high enough for the load's own key.
      RATE_LIMIT_PER_MINUTE: String(perSecond * 60 * 2),
      ADDRESS_LIMIT_PER_MINUTE: '60',
      TRUST_PROXY: '1',
    });
    const load = createLoad(service.port);
    const start = performance.now();
    const end = start + minutes * 60_000;
    const [samples] = await Promise.all([
      keepSampling(() => sample(service.pid, service.port, start), end),
      keepSending(load, start, end),
    ]);
    await service.stop();
    failed ||= load.unexpected() > 0;
    results.push(`${kind}: ${result(samples, load)}`);
    console.log(results.at(-1));
  });
}
if (results.length > 1) console.log(results.join('\n'));
process.exitCode = failed ? 1 : 0;
