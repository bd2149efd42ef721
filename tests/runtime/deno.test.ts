// The same source runs on Deno.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { execFileSync, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { rawRequest } from '../support/raw-http.ts';
import { cleanUp, databaseKinds, freshDatabase, temporaryFolder } from '../support/service.ts';
import { cityFile, doMainJob } from './main-job.ts';
import { denoCommand, endPrograms, onBun, onDeno, programOf, root } from './programs.ts';

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
    if (kind === 'embedded') await doMainJob(deno, server, settings);
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

const leadsNowhere = expect.stringContaining('no address, nor a name that leads to one.');

test.each(['nonsense.invalid', 'a b'])(
  'where the name %s leads nowhere, it is said so on Deno, too',
  async (HOST) => {
    const settings = { DATA_DIR: await temporaryFolder(), HOST, PORT: '0' };
    expect(await deno.run(['serve'], settings)).toMatchObject({ status: 1, err: leadsNowhere });
  },
);

const overNames = '/etc/resolv.conf';
const canMount =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '--bind', '/dev/null', overNames]).status === 0;

test.skipIf(!canMount)(
  'a name server that answers nothing holds up a start for seconds only (needs root on Linux)',
  async () => {
    const address = `127.0.1.${1 + (process.pid % 250)}`; // other runs have others
    const silent = createSocket('udp4').bind(53, address);
    await once(silent, 'listening');
    const folder = await temporaryFolder();
    const names = join(folder, 'resolv.conf');
    await writeFile(names, `nameserver ${address}\noptions timeout:30 attempts:2\n`);
    const asking = `mount --bind ${names} ${overNames} && exec "$@"`;
    const commands = [[process.execPath, join(root, 'main.ts')], denoCommand()];
    const starts = commands.map((command) => {
      const program = programOf(['unshare', '--mount', 'sh', '-c', asking, 'sh', ...command], {
        PATH: process.env.PATH,
      });
      return program.run(['serve'], { DATA_DIR: folder, HOST: 'nonsense.invalid', PORT: '0' });
    });
    for (const { status, err, ms } of await Promise.all(starts)) {
      expect([status, err]).toEqual([1, leadsNowhere]);
      expect(ms).toBeLessThan(30_000);
    }
    silent.close();
  },
);
