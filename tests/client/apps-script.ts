// Runs functions of an Apps Script as Google would, and prints the sheets that come of it: a program of its own, since
// UrlFetchApp answers at once, which keeps everything else in the process waiting.
// bun apps-script.ts SCRIPT '{"properties":{},"sheets":{"Name":[[…]]},"run":["function"]}'
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

type Cell = string | number | Date;
type FetchOptions = {
  readonly method?: string;
  readonly contentType?: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string | Record<string, string>;
  readonly muteHttpExceptions?: boolean;
};

const zone = 'Europe/Warsaw';
const [, , script = '', given = ''] = process.argv;
const { properties, sheets, run } = JSON.parse(given, (_, value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? new Date(value) : value,
) as { properties: Record<string, string>; sheets: Record<string, Cell[][]>; run: string[] };
const triggers: unknown[] = [];
const slept: number[] = [];

const requested = `
  const [url, options] = JSON.parse(await Bun.stdin.text());
  const answer = await fetch(url, options);
  const headers = Object.fromEntries(answer.headers);
  console.log(JSON.stringify({ status: answer.status, headers, text: await answer.text() }));`;

function fetchNow(url: string, options: FetchOptions = {}) {
  const { method = 'get', contentType = 'application/x-www-form-urlencoded', payload } = options;
  if (!options.muteHttpExceptions) throw new Error('Nothing here throws on an HTTP status.');
  const body = typeof payload === 'object' ? String(new URLSearchParams(payload)) : payload;
  const headers = { ...options.headers, ...(body && { 'content-type': contentType }) };
  const init = { method: method.toUpperCase(), headers, body };
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', requested], {
    input: JSON.stringify([url, init]),
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(`Address unavailable: ${url}\n${stderr}`);
  const answer: { status: number; headers: object; text: string } = JSON.parse(stdout);
  return {
    getResponseCode: () => answer.status,
    getHeaders: () => answer.headers,
    getContentText: () => answer.text,
  };
}

function sheetNamed(name: string) {
  const sheet = sheets[name];
  if (!sheet) return null;
  return {
    clearContents: () => void sheet.splice(0),
    getDataRange: () => ({ getValues: () => sheet.map((row) => [...row]) }),
    getRange: (row: number, column: number, rows = 1, columns = 1) => {
      const set = (values: Cell[][]) => {
        if (values.length !== rows || values.some((line) => line.length !== columns)) {
          throw new Error('The number of values is not that of the range.');
        }
        for (const [n, line] of values.entries()) {
          const cells = sheet[row - 1 + n] ?? [];
          cells.splice(column - 1, columns, ...line);
          sheet[row - 1 + n] = cells;
        }
      };
      return { setValues: set, setValue: (value: Cell) => set([[value]]) };
    },
  };
}

function formatDate(date: Date, timeZone: string, pattern: string): string {
  if (pattern !== "yyyy-MM-dd'T'HH:mm:ssXXX") throw new Error(`An unknown pattern: ${pattern}`);
  const local = date.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
  const named = date.toLocaleString('en', { timeZone, timeZoneName: 'longOffset' });
  return local + (/[+-]\d\d:\d\d$/.exec(named)?.[0] ?? 'Z');
}

const builder = (told: unknown[]): object =>
  new Proxy(
    {},
    {
      get: (_, name) => (argument: unknown) =>
        name === 'create' ? triggers.push(told) : builder([...told, name, argument ?? '']),
    },
  );

const services = {
  PropertiesService: {
    getScriptProperties: () => ({ getProperty: (name: string) => properties[name] ?? null }),
  },
  UrlFetchApp: { fetch: fetchNow },
  SpreadsheetApp: {
    getActive: () => ({ getSheetByName: sheetNamed, getSpreadsheetTimeZone: () => zone }),
  },
  ScriptApp: { newTrigger: (name: string) => builder([name]) },
  Utilities: {
    DigestAlgorithm: { SHA_256: 'sha256' },
    computeDigest: (algorithm: string, text: string) => [
      ...new Int8Array(createHash(algorithm).update(text).digest()),
    ],
    base64Encode: (data: string | number[]) => Buffer.from(data as string).toString('base64'),
    formatDate,
    sleep: (ms: number) => {
      slept.push(ms);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    },
  },
};

const body = `${readFileSync(script, 'utf8')}\nfor (const name of run) eval(name)();`;
new Function(...Object.keys(services), 'run', body)(...Object.values(services), run);
console.log(JSON.stringify({ sheets, triggers, slept }));
