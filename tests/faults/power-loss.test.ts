import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Cut, cutPower, randomCuts, worstCut } from './power-loss/cut-power.ts';
import { type Recorded, readRecording, record, recordedRoot } from './power-loss/recording.ts';
import { faultsOf } from './power-loss/reopen.ts';
import { dataDirOf } from './power-loss/steps.ts';

setDefaultTimeout(180_000);

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

/** The steps, as if such paths hadn't been synced. */
function unsynced(isLeftOut: (path: string) => boolean): Recorded[] {
  const paths = new Map<number, string>();
  return steps.filter(({ step }) => {
    if (step[0] === 'open') paths.set(step[1], step[2]);
    return step[0] !== 'sync' || !isLeftOut(paths.get(step[1]) ?? '');
  });
}

test('a power cut at any moment leaves a database that opens, with every acknowledged result', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  expect(await faultsAfter(randomCuts(steps, seed, 5))).toEqual([]);
});

test('the template of an unlogged table has its name on the disk before the log tells of it', () => {
  const paths = new Map<number, string>();
  const syncedNext: string[] = [];
  let made: string | undefined;
  for (const { step } of steps) {
    if (step[0] === 'open') {
      paths.set(step[1], step[2]);
      if (/\/postgres\/.*_init$/.test(step[2])) made ??= step[2]; // not one of a new data folder
    }
    if (made && step[0] === 'sync') syncedNext.push(paths.get(step[1]) ?? '');
  }
  expect(syncedNext[0]).toBe(dirname(made ?? ''));
});

test('the names of the folders that a first start made outlive the worst of cuts', async () => {
  expect(await faultsAfter([worstCut(steps)])).toEqual([]);
});

test('so they do where the first start was killed before it synced the last of them', async () => {
  const dataDir = dataDirOf(recordedRoot(recording));
  let seen = 0;
  const killed = unsynced((path) => path === dataDir && ++seen === 1);
  expect(killed).toHaveLength(steps.length - 1);
  expect(await faultsAfter([worstCut(killed)], killed)).toEqual([]);
});

test('where the log is not synced, such a cut is found out', async () => {
  const doctored = unsynced((path) => /\/pg_wal\/\d{24}$/.test(path));
  expect(await faultsAfter([worstCut(doctored)], doctored)).not.toEqual([]);
});
