import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { erasures } from '../modules/audit/index.ts';
import {
  type Fault,
  faultInWords,
  importRecords,
  type Seal,
  sealed,
  sealOf,
  takeSnapshot,
  unsealed,
} from '../modules/exchange/index.ts';
import { atRest, historyFaults, noteBackup, noteFailedBackup } from '../modules/ratings/index.ts';
import { type Console, Failure, processConsole, reasonOf } from '../shared/console/console.ts';
import { createProgress, watched } from '../shared/console/progress.ts';
import { errorCode } from '../shared/database/error-code.ts';
import { isOutage, problemOfDatabase } from '../shared/database/outage.ts';
import { makeFolder } from '../shared/files.ts';
import type { Log } from '../shared/log.ts';
import { refusal } from '../shared/problem.ts';
import { hourMs, warsawDay } from '../shared/time.ts';
import { expectWritable } from './export.ts';
import { waitingForImport } from './import.ts';
import type { JsonFlag } from './output.ts';
import { verified } from './ratings.ts';
import { givenBy, verb } from './verb.ts';
import { counted, inWords } from './words.ts';
import type { Workbench } from './workbench.ts';

const keptBackups = 14;

export const backup = verb({
  name: 'backup',
  about: 'write a checked export, also while the service runs',
  takes: ['<file>', 'the file to write; - for standard output'],
  options: [new Option('--force', 'write over a file that is there already')],
  example: 'before-the-upgrade.ndjson',
  expect: ({ force }: JsonFlag & { readonly force?: true }, file, console) =>
    expectWritable(file, console, force ? undefined : 'is there already; --force writes over it'),
  async run(workbench, _, file, console) {
    const { records, sha256 } = await watched(console, 'Backup', (tell) =>
      writeBackup(workbench, console, file, tell),
    );
    return file === '-' ? undefined : { file, records, sha256 };
  },
});

export const restore = verb({
  name: 'restore',
  about: 'load a backup into an empty database and verify its ratings',
  takes: ['<file>', 'a file that backup wrote; - for standard input'],
  example: 'before-the-upgrade.ndjson',
  makes: true,
  expect: (_, file, console) => console.size(file),
  async run(workbench, _, file, console) {
    const { database, settings } = workbench;
    let madeAt = '';
    const lines = unsealed(console.read(file), file, ({ created_at }) => {
      madeAt = created_at;
    });
    const report = (fault: Fault) => console.err(faultInWords(fault));
    const onWaiting = () => console.err(waitingForImport);
    const bar = createProgress(console);
    const progress = (done: number, total: number) => bar.show('Writing ', done, total);
    const told = { report, onWaiting, progress };
    const options = { file, isBackup: true, folder: settings.DATA_DIR, ...told };
    const by = givenBy(workbench, console);
    const result = await importRecords(database, lines, by, options).finally(bar.end);
    if (!result.ok) throw new Failure(`${file}: nothing was restored.`);
    const { players, matches, differences } = await verified(database, console);
    if (differences.length > 0) {
      throw new Failure(`${file}: was restored, but its ratings differ: ${differences[0]}`);
    }
    for (const line of namesBack(madeAt, await erasures(database.db))) console.err(line);
    return { restored: file, players, rated_matches: matches };
  },
});

/** So many erasures are named. */
const mostErasures = 20;

/** What a restore says of erased names: which erasures the backup holds, and from when on it knows of none. */
function namesBack(madeAt: string, known: Awaited<ReturnType<typeof erasures>>): string[] {
  const named = known
    .slice(-mostErasures)
    .map(({ subject, at }) => `${subject} (${warsawDay(Date.parse(at))})`);
  const more = known.length > mostErasures ? 'the latest are ' : '';
  return [
    `The backup was made at ${inWords(madeAt)}: whoever was erased after that has their name again; erase it again.`,
    known.length === 0
      ? 'It holds no erasure.'
      : `It holds ${counted(known.length, 'erasure', 'erasures')}: ${more}${named.join(', ')}.`,
  ];
}

/**
 * Writes a backup to the path; the file appears under its name once it is whole. Throws, and writes
 * nothing, where restore would refuse the records. Tells meanwhile how many records are read, then how
 * many of all are checked.
 */
export async function writeBackup(
  { database, settings, clock }: Workbench,
  { write }: Pick<Console, 'write'>,
  path: string,
  tell?: (records: number, total?: number) => void,
): Promise<Seal> {
  const { differences } = await atRest(database, (db) => historyFaults(db));
  const [first] = differences;
  if (first) throw refusal(`${path}: not made, since restore would refuse it: ${first}`);
  await using snapshot = await takeSnapshot(database, settings.DATA_DIR, tell);
  const seal = await sealOf(snapshot, path, clock(), (records) =>
    tell?.(records, snapshot.records),
  );
  await write(path, sealed(snapshot, seal));
  await noteBackup(database.db, clock(), seal.records).catch((error) => {
    if (!problemOfDatabase(error)) throw error; // a standby can't be written to, and the file is whole
  });
  return seal;
}

/**
 * Makes the folder of the nightly backups. Throws a Failure where nothing can be written to it; if it is only
 * full, which needn't stop a service, the log says so.
 */
export async function tryBackupFolder(folder: string, log: Log): Promise<void> {
  const trial = join(folder, `trial-${randomUUID()}`);
  try {
    makeFolder(resolve(folder));
    await writeFile(trial, 'Is there room?\n', { mode: 0o600 });
  } catch (error) {
    const isFull = /^(ENOSPC|EDQUOT)$/.test(errorCode(error) ?? '');
    if (isFull) return log.error({ folder }, 'BACKUP_DIR has no room for a backup');
    throw new Failure(`BACKUP_DIR ${folder} can't be written to: ${reasonOf(error)}.`);
  } finally {
    await rm(trial).catch(() => undefined);
  }
}

/**
 * Writes today's backup into the folder and removes all but the newest ones. A failure is noted where
 * `status`, `/readyz` and `/metrics` show it; after an outage of the database it is tried again.
 */
export async function nightlyBackup(workbench: Workbench, folder: string): Promise<string> {
  const { database, clock } = workbench;
  try {
    makeFolder(resolve(folder));
    const name = `tennis-${warsawDay(clock())}.ndjson`;
    const path = join(folder, name);
    await writeBackup(workbench, processConsole(), path);
    await removeOldBackups(folder, name);
    return path;
  } catch (error) {
    const failure = { reason: reasonOf(error), tried_again: isOutage(error) };
    await noteFailedBackup(database.db, clock(), failure).catch(() => undefined);
    throw error;
  }
}

const isBackup = (name: string) => /^tennis-[\d-]{10}\.ndjson$/.test(name);

/** When each of the files was written, in milliseconds since the epoch; NaN for one that is gone. */
function writtenAt(folder: string, names: readonly string[]): Promise<number[]> {
  const gone = { mtimeMs: Number.NaN };
  const files = names.map((name) => stat(join(folder, name)).catch(() => gone));
  return Promise.all(files).then((all) => all.map(({ mtimeMs }) => mtimeMs));
}

/** When the backups in the folder were written, in milliseconds since the epoch. */
export async function backupTimes(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  return writtenAt(folder, names.filter(isBackup));
}

/**
 * Removes all but the newest backups, and what killed processes left of one, once that can't be under
 * way any more. Backups of a later day than the last one come from a clock that was ahead, and stay.
 */
async function removeOldBackups(folder: string, last: string): Promise<void> {
  const names = (await readdir(folder)).sort();
  const backups = names.filter((name) => isBackup(name) && name <= last);
  const drafts = names.filter((name) => /^tennis-[\d-]{10}\.ndjson\.part-/.test(name));
  const times = await writtenAt(folder, drafts);
  const leftovers = drafts.filter((_, index) => Date.now() - Number(times[index]) > hourMs);
  for (const name of [...backups.slice(0, -keptBackups), ...leftovers]) {
    await rm(join(folder, name), { force: true });
  }
}
