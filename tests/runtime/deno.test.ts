// The same source runs on Deno.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { rawRequest } from '../support/raw-http.ts';
import { cleanUp, databaseKinds, freshDatabase, temporaryFolder } from '../support/service.ts';
import { cityFile, doMainJob, expectPicture } from './main-job.ts';
import { endPrograms, onBun, onDeno } from './programs.ts';

const deno = onDeno();
const typesOfAssets: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};
const pages = ['/healthz', '/readyz', '/metrics', '/docs', '/docs/json', '/errors', '/rules'];

setDefaultTimeout(180_000);

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

test.each(databaseKinds)(
  'it serves on Deno on the %s database, does its main job beside it, and ends by SIGTERM',
  async (kind) => {
    const settings = await freshDatabase(kind);
    const server = await deno.serve({ ...settings, WEBSITE: 'public' });
    expect(server.log()).toContainEqual(
      expect.objectContaining({ msg: 'listening', runtime: expect.stringMatching(/^deno /) }),
    );
    if (kind === 'embedded') {
      await doMainJob(deno, server, settings);
      await expectPicture(server);
    }
    for (const page of pages) {
      expect([page, (await fetch(server.url + page)).status]).toEqual([page, 200]);
    }
    for (const host of ['a b', '127.0.0.1:99999', '[::1']) {
      const { status } = await rawRequest(server.url, 'GET /rules', [`Host: ${host}`]);
      expect([host, status]).toEqual([host, 200]);
    }
    for (const address of ['https://tennis.example/rules', 'http://tennis.example?page=2']) {
      const { status } = await rawRequest(server.url, `GET ${address}`);
      expect([address, status]).toEqual([address, 200]);
    }
    for (const page of ['/docs', '/']) {
      const headers = { accept: 'text/html' };
      const html = await (await fetch(server.url + page, { headers })).text();
      const assets = [...html.matchAll(/(?:src|href)="\.?\/?(docs\/assets\/[^"]+\.(\w+)[^"]*)"/g)];
      expect(assets.length).toBeGreaterThanOrEqual(2);
      for (const [, address = '', ending = ''] of assets) {
        const { headers } = await fetch(`${server.url}/${address.replaceAll('&amp;', '&')}`);
        expect([address, headers.get('content-type')]).toEqual([
          address,
          typesOfAssets[ending] ?? '',
        ]);
      }
    }
    server.signal('SIGTERM');
    const { status, ms } = await server.ended;
    expect(status).toBe(0);
    expect(ms).toBeLessThan(10_000);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a server on Deno without room for connections ends with a line that says so (only on Linux)',
  async () => {
    const server = await deno.serve(await freshDatabase('embedded'));
    const most = 300;
    execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${most}:${most}`]);
    const port = Number(new URL(server.url).port);
    const sockets = Array.from({ length: most + 100 }, () =>
      connect(port, '127.0.0.1').on('error', () => undefined),
    );
    const { status, err } = await server.ended;
    for (const socket of sockets) socket.destroy();
    expect([status, /error|uncaught/i.test(err)]).toEqual([1, false]);
    const msg = 'the port accepts no more connections';
    expect(server.log()).toContainEqual(expect.objectContaining({ level: 60, msg }));
  },
);

test('whether a file can be read is for the system to say', async () => {
  const file = join(await temporaryFolder(), 'city.ndjson');
  await writeFile(file, cityFile, { mode: 0 }); // which root may read all the same
  const isRoot = process.getuid?.() === 0;
  for (const program of [onBun, deno]) {
    const { status, err } = await program.run(['import', file], await freshDatabase('server'));
    expect([status, err.includes('permission denied')]).toEqual(isRoot ? [0, false] : [1, true]);
  }
});
