import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { openEmbedded } from '../../shared/database/embedded/open.ts';
import { type Cut, cutPower, randomCuts, worstCut } from './power-loss/cut-power.ts';
import { type Recorded, readRecording, record, recordedRoot } from './power-loss/recording.ts';
import { faultsOf } from './power-loss/reopen.ts';
import { dataDirOf } from './power-loss/steps.ts';

setDefaultTimeout(60_000);

let recording: string;
let steps: Recorded[];

beforeAll(async () => {
  recording = await record(40);
  steps = readRecording(recording);
});

afterAll(() => rmSync(recording, { recursive: true, force: true }));

/** What is wrong after the cuts, each fault with the seed of its cut. */
async function faultsAfter(cuts: readonly Cut[], of = steps): Promise<string[]> {
  const faults: string[] = [];
  for await (const outcome of cutPower(recording, of, cuts)) {
    faults.push(...faultsOf(outcome).map((fault) => `seed ${outcome.cut.seed}: ${fault}`));
  }
  return faults;
}

test('a power cut at any moment leaves a database that opens, with every acknowledged result', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  expect(await faultsAfter(randomCuts(steps, seed, 6))).toEqual([]);
});

test('the names of the folders that a first start made outlive the worst of cuts', async () => {
  expect(await faultsAfter([worstCut(steps)])).toEqual([]);
});

test.each([
  ['nothing', () => false],
  ['all but the log', (path: string) => !/\/\d{24}$/.test(path)],
])('where %s is synced, such a cut is found out', async (_, isSynced) => {
  const paths = new Map<number, string>();
  const doctored = steps.filter(({ step }) => {
    if (step[0] === 'open') paths.set(step[1], step[2]);
    return step[0] !== 'sync' || isSynced(paths.get(step[1]) ?? '');
  });
  expect(await faultsAfter([worstCut(doctored)], doctored)).not.toEqual([]);
});

test('torn pages are mended from the log, which holds each whole', async () => {
  const { pglite, close } = await openEmbedded(dataDirOf(recordedRoot(recording)));
  const { rows } = await pglite.query('SHOW full_page_writes');
  await close();
  expect(rows).toEqual([{ full_page_writes: 'on' }]);
});
