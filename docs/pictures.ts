// The pictures of the README: the ranking of the demo's city, and the player of its first page who has
// played most. Needs a browser (tests/support/browser.ts).
//
//   bun run pictures
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../tests/support/browser.ts';

const mostBytes = 150 * 1_024;
/** The address of the player with the most matches in the table. */
const mostPlayed = `(() => {
  const table = document.querySelector('main table');
  const column = [...table.tHead.rows[0].cells].findIndex((cell) => /matches/i.test(cell.textContent));
  const played = (row) => Number(row.cells[column].textContent.replace(/\\D/g, ''));
  const [first] = [...table.tBodies[0].rows].sort((a, b) => played(b) - played(a));
  return first.querySelector('a[href*="players/"]').href;
})()`;

const DATA_DIR = mkdtempSync(join(tmpdir(), 'tennis-pictures-'));
const main = join(import.meta.dirname, '..', 'main.ts');
const demo = spawn(process.execPath, [main, 'demo', '--seed', '1'], {
  env: { PATH: process.env.PATH, DATA_DIR, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(demo, 'exit');

/** The address that the demo prints, once all of its results are rated. */
async function addressOfDemo(): Promise<string> {
  let said = '';
  for await (const part of demo.stdout) {
    said += part;
    const [, port] = /http:\/\/localhost:(\d+)\//.exec(said) ?? [];
    if (port && said.includes('Serving until')) return `http://127.0.0.1:${port}/`;
  }
  throw new Error(`The demo ended: ${said}`);
}

try {
  const address = await addressOfDemo();
  const browser = await launchBrowser();
  const viewport = { width: 1_200, height: 800 };
  const tab = await browser.newPage({ viewport, locale: 'en-GB', colorScheme: 'light' });
  const take = async (name: string) => {
    const path = join(import.meta.dirname, name);
    await tab.screenshot({ path });
    const { size } = statSync(path);
    console.log(`docs/${name}: ${Math.round(size / 1_024)} KB`);
    if (size > mostBytes) throw new Error('That is too much for a page that many open.');
  };
  await tab.goto(address);
  await take('ranking.png');
  await tab.goto(String(await tab.evaluate(mostPlayed)));
  await take('player.png');
  await browser.close();
} finally {
  demo.kill('SIGTERM');
  await ended;
  rmSync(DATA_DIR, { recursive: true, force: true });
}
