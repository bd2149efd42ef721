// What restore says of a file that isn't a whole backup: nothing of it comes in.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Buffer } from 'node:buffer';
import { commandsOn } from '../commands/terminal.ts';
import { testCity } from '../support/city.ts';
import { cleanUp, freshDatabase, inWorkbench, load, testSettings } from '../support/service.ts';

let backup = '';
beforeAll(async () => {
  await inWorkbench(testSettings(await freshDatabase('embedded')), async (workbench) => {
    await load(workbench, testCity());
    backup = (await commandsOn(workbench)(['backup', '-'])).out;
  });
});
afterAll(cleanUp);

const notUtf8 = Buffer.from([0xff, 0xfe]);

test.each<[what: string, reason: string, file: () => string | Uint8Array]>([
  ['has more lines', 'goes on after its end', () => `${backup}{}\n`],
  [
    'goes on in bytes',
    'goes on after its end',
    () => Buffer.concat([Buffer.from(backup), notUtf8]),
  ],
  ['holds bytes', 'checksum is wrong', () => Buffer.concat([notUtf8, Buffer.from(`\n${backup}`)])],
  ['lacks a line', 'checksum is wrong', () => backup.slice(backup.indexOf('\n') + 1)],
  [
    'tells another number of lines',
    'checksum is wrong',
    () => backup.replace(/"records":\d+/, '"records":0'),
  ],
  ['lacks its end', 'its end is missing', () => backup.slice(0, backup.lastIndexOf('\n{') + 1)],
])('a backup that %s is refused', async (_, reason, file) => {
  await inWorkbench(testSettings(await freshDatabase('embedded')), async (workbench) => {
    const run = commandsOn(workbench);
    const { status, lines } = await run(['restore', '-'], file());
    expect([status, lines.join('\n')]).toEqual([1, expect.stringContaining(reason)]);
    expect(JSON.parse((await run(['players', 'list', '--json'])).out)).toEqual([]);
  });
});

test('a backup that an editor has ended with blank lines comes in', async () => {
  await inWorkbench(testSettings(await freshDatabase('embedded')), async (workbench) => {
    expect((await commandsOn(workbench)(['restore', '-'], `${backup}\n\n`)).status).toBe(0);
  });
});
