import { writeSync } from 'node:fs';
import pino from 'pino';
import type { Settings } from './config.ts';
import { writeTo } from './output.ts';
import { visible } from './text.ts';
import { minuteMs, warsawTime } from './time.ts';

export type Log = pino.Logger;

/** A log of one JSON line an entry, or for a terminal of words; on standard output by default. */
export function createLog(
  level: Settings['LOG_LEVEL'],
  pretty: boolean,
  destination: pino.DestinationStream = standardOutput,
): Log {
  const readably = { write: (line: string) => destination.write(`${readable(line)}\n`) };
  const log = pino({ level, base: null, timestamp: timestamps() }, pretty ? readably : destination);
  return Object.assign(log, { [pino.symbols.asJsonSym]: lineOf });
}

/** Gives each line the time as pino writes it, which is written once a millisecond. */
function timestamps(): () => string {
  let [writtenFor, text] = [0, ''];
  return () => {
    const now = Date.now();
    if (now !== writtenFor) text = `,"time":"${new Date(now).toISOString()}"`;
    writtenFor = now;
    return text;
  };
}

type Fields = Readonly<Record<string, unknown>> & { readonly err?: Error };

/**
 * Makes the same line as pino, whose own way takes a tenth of the cost of a small read. `time` has
 * its name and comma. An entry's own `level` or `time` follows the line's, without replacing it.
 */
function lineOf(fields: Fields, msg: string | undefined, level: number, time: string): string {
  const err = fields.err && withoutValues(fields.err);
  const entry = JSON.stringify({ ...fields, ...(err && { err }), msg });
  return `{"level":${level}${time}${entry === '{}' ? '' : ','}${entry.slice(1)}\n`;
}

const mostWaiting = 8 * 1_024 * 1_024;

/** For how long lines are gathered: a write for each would be a sixth of the cost of a small read. */
const gatherMs = 10;

/**
 * Lines that are to be written together, what standard output hasn't taken yet, in characters, and how
 * many lines it never will.
 */
const backlog = { lines: [] as string[], waiting: 0, lost: 0 };

/**
 * Standard output as it comes, whoever reads it: where the reader stops or the disk is full, a service
 * goes on without these lines, and says how many were lost once it can.
 */
const standardOutput: pino.DestinationStream = {
  write(line) {
    if (backlog.waiting > mostWaiting) return lose(1);
    if (backlog.lines.length === 0) setTimeout(writeLines, gatherMs);
    backlog.waiting += line.length;
    backlog.lines.push(line);
  },
};

function writeLines(): void {
  const { length } = backlog.lines;
  const text = backlog.lines.join('');
  backlog.lines = [];
  writeTo(process.stdout, text, (error) => {
    backlog.waiting -= text.length;
    if (error) lose(length);
    else if (backlog.lost > 0 && backlog.waiting <= mostWaiting) tellLost();
  });
}

function lose(lines: number): void {
  if (backlog.lost === 0) {
    writeTo(process.stderr, 'The log can not be written; the service goes on without it.\n');
  }
  backlog.lost += lines;
}

function tellLost(): void {
  const time = new Date().toISOString();
  const entry = { level: 40, time, lines: backlog.lost, msg: 'lines of the log were lost' };
  backlog.lost = 0;
  // The last line before may have been cut off.
  standardOutput.write(`\n${JSON.stringify(entry)}\n`);
}

/** Keeps a service alive when its output ends, which ends a command, and writes the last lines at exit. */
export function outliveOutput(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.removeAllListeners('error').on('error', () => undefined);
  }
  process.on('exit', () => {
    try {
      writeSync(process.stdout.fd, backlog.lines.join(''));
    } catch {
      // nobody is left to be told
    }
  });
}

/** For what comes often: says whether the log is to tell of it now, which is so once a minute for each name. */
export function onceAMinute(): (name: string) => boolean {
  const nextAt = new Map<string, number>();
  return (name) => {
    const now = performance.now();
    if (now < (nextAt.get(name) ?? 0)) return false;
    nextAt.set(name, now + minuteMs);
    return true;
  };
}

/** Sends the runtime's own warnings to the log, else they would appear outside it: of each name one a minute. */
export function logWarnings(log: Log): void {
  const isDue = onceAMinute();
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    if (isDue(name)) log.warn({ warning: name, message }, 'warning');
  });
}

/** The text without the keys, secrets and tokens in it, as far as they can be told by how they begin. */
export function conceal(text: string): string {
  if (!/tr[ks](_|%5f)|eyJ/i.test(text)) return text; // nearly always, and at a tenth of the cost
  return (
    text
      .replaceAll(/\b(tr[ks]_)[\w-]{8,}/g, '$1…')
      .replaceAll(/(tr[ks](?:_|%5f))[\w-]{20,}/gi, '$1…') // within a word, where a short rest may be a name
      // A token's header begins with `{"`. Without the choice, a long text of such beginnings would take long.
      .replaceAll(/eyJ[\w-]+(\.[\w-]+\.[\w-]+)?/g, (all, isToken) => (isToken ? 'eyJ…' : all))
  );
}

const told = ['type', 'message', 'stack', 'code', 'table', 'column', 'constraint'];

/** What the log tells of an error: a database adds the rows and parameters, which are people's data. */
function withoutValues(error: Error): Record<string, unknown> {
  const all: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  return Object.fromEntries(told.flatMap((name) => (name in all ? [[name, all[name]]] : [])));
}

/**
 * A log entry for a terminal: the time in Europe/Warsaw, what happened, and the rest as `name=value`.
 * Every further line of it is indented, so that whatever begins with a time is an entry.
 */
export function readable(line: string): string {
  // Parsed as a whole, an entry's own member of that name would take the place of the time.
  const [head = '', level, time = ''] = /^\{"level":(\d+),"time":"([^"]*)",?/.exec(line) ?? [];
  const { msg, err, ...rest } = JSON.parse(`{${line.slice(head.length)}`);
  const values = Object.entries(rest).map(([name, value]) => `${name}=${inOneWord(value)}`);
  const mark = Number(level) >= 50 ? 'ERROR' : Number(level) >= 40 ? 'WARN' : '';
  const [, clock = ''] = warsawTime(Date.parse(time)).split(' ');
  const entry = [clock, mark, msg, ...values].filter((part) => part !== '' && part !== undefined);
  const stack = err === undefined ? [] : [err?.stack ?? `err=${inOneWord(err)}`];
  const lines = [entry.join(' '), ...stack].join('\n').split('\n');
  return lines.map(visible).join('\n  ');
}

/** A value as it can be read; in quotes where its end couldn't be seen otherwise. */
function inOneWord(value: unknown): string {
  return typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
}
