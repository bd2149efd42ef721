// The embedded database where no file can be made or opened, and where that is possible again.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openUnseenFile } from '../../modules/exchange/unseen-file.ts';
import { startEngine, stopEngine } from '../../shared/database/embedded/engine.ts';
import { postgresProgram } from '../../shared/database/embedded/program.ts';
import { problemOfDatabase } from '../../shared/database/outage.ts';
import { failureOf } from '../support/failure.ts';
import { cleanUp, freshDatabase } from '../support/service.ts';
import { mountDisk, unmount } from './small-disk.ts';

setDefaultTimeout(180_000);

const disk = mountDisk('size=160m,nr_inodes=3000');
const folder = 'folder' in disk ? disk.folder : '';
const skipped = 'reason' in disk ? ` (skipped: ${disk.reason})` : '';

afterAll(async () => {
  await cleanUp();
  if (folder) unmount(folder);
});

test.skipIf(skipped !== '')(
  `a file that could not be made for lack of room is made later${skipped}`,
  async () => {
    const { DATA_DIR = '' } = await freshDatabase('embedded');
    const data = join(folder, 'postgres');
    cpSync(join(DATA_DIR, 'postgres'), data, { recursive: true });
    await using opened = new AsyncDisposableStack(); // else the disk stays busy
    const engine = await startEngine(data, {}, await postgresProgram());
    opened.defer(() => stopEngine(engine));
    await engine.exec('create table made as select generate_series(1, 1000) as n');
    const ballast = join(folder, 'ballast');
    mkdirSync(ballast);
    const fill = () => {
      for (let n = 0; ; n += 1) writeFileSync(join(ballast, String(n)), '');
    };
    expect(fill).toThrow('ENOSPC');
    expect(await failureOf(openUnseenFile(folder, 'draft'))).toMatch(/no space/i);
    // A vacuum makes the table's map of visible pages.
    for (const _ of [1, 2])
      expect(await failureOf(engine.exec('vacuum made'))).toMatch(/no space/i);
    rmSync(ballast, { recursive: true });
    await engine.exec('vacuum made');
  },
);

test.skipIf(skipped !== '')(
  `what must wait does so elsewhere if the disk only reads${skipped}`,
  async () => {
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const { file } = await openUnseenFile(folder, 'draft');
    await file.write('draft');
    await file.close();
  },
);

test('a process without a descriptor left has a database that can not be used for the moment', () => {
  for (const code of ['EMFILE', 'ENFILE']) {
    const error = Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), { code });
    expect(problemOfDatabase(error)?.type).toBe('service-unavailable');
  }
});
