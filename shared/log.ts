import { writeSync } from 'node:fs';
import { writeTo } from './output.ts';
import { visible } from './text.ts';
import { minuteMs, warsawTime } from './time.ts';

const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };
type Level = keyof typeof levels;

type Fields = { readonly [name: string]: unknown; readonly err?: unknown };

/** Writes an entry of the level: what happened, with more about it before that. */
type Write = {
  (msg: string): void;
  (fields: Fields, msg: string): void;
};

export type Log = Readonly<Record<Level, Write>>;

/** A log of one JSON line an entry, or for a terminal of words; on standard output by default. */
export function createLog(
  least: Level | 'silent',
  pretty: boolean,
  write: (line: string) => void = writeLine,
): Log {
  const lowest = least === 'silent' ? Number.POSITIVE_INFINITY : levels[least];
  const writer = (level: number): Write => {
    if (level < lowest) return () => undefined;
    return (first: Fields | string, text: string = '') => {
      const time = new Date().toISOString();
      const given = typeof first === 'string' ? {} : first;
      const msg = typeof first === 'string' ? first : text;
      const fields = 'err' in given ? { ...given, err: withoutValues(given.err) } : given;
      write(
        pretty
          ? `${readable(level, time, msg, fields)}\n`
          : `${JSON.stringify({ level, time, ...fields, msg })}\n`,
      );
    };
  };
  return {
    trace: writer(levels.trace),
    debug: writer(levels.debug),
    info: writer(levels.info),
    warn: writer(levels.warn),
    error: writer(levels.error),
    fatal: writer(levels.fatal),
  };
}

/** Beyond this many characters that standard output hasn't taken yet, further lines are lost. */
const mostWaiting = 8 * 1_024 * 1_024;

/** For how long lines are gathered: a write for each would be a sixth of the cost of a small read. */
const gatherMs = 10;

let lines: string[] = [];
let waiting = 0;

/**
 * Writes to standard output as it comes, whoever reads it: where the reader stops or the disk is full, a service
 * goes on without these lines.
 */
function writeLine(line: string): void {
  if (waiting > mostWaiting) return;
  waiting += line.length;
  if (lines.push(line) === 1) setTimeout(writeLines, gatherMs);
}

function writeLines(): void {
  const text = lines.join('');
  lines = [];
  writeTo(process.stdout, text, () => {
    waiting -= text.length;
  });
}

/** Keeps a service alive when its output ends, which ends a command, and writes the last lines at exit. */
export function outliveOutput(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.removeAllListeners('error').on('error', () => undefined);
  }
  process.on('exit', () => {
    try {
      writeSync(process.stdout.fd, lines.join(''));
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

/** The text without the keys, secrets and tokens in it, as far as they can be told by how they begin. */
export function conceal(text: string): string {
  if (!/tr[kps](_|%5f)|eyJ|desk\/open/i.test(text)) return text; // nearly always, and at a tenth of the cost
  return (
    text
      .replaceAll(/(\/desk\/open\/)[^/?]+/gi, '$1…') // a pass, however it is encoded
      .replaceAll(/\b(tr[kps]_)[\w-]{8,}/g, '$1…')
      .replaceAll(/(tr[kps](?:_|%5f))[\w-]{20,}/gi, '$1…') // within a word, where a short rest may be a name
      // A token's header begins with `{"`. Without the choice, a long text of such beginnings would take long.
      .replaceAll(/eyJ[\w-]+(\.[\w-]+\.[\w-]+)?/g, (all, isToken) => (isToken ? 'eyJ…' : all))
  );
}

/** What the log tells of an error: a database adds the rows and parameters, which are people's data. */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name: type, message, stack } = error;
  const { code, table, column, constraint }: Fields = { ...error };
  return { type, message, stack, code, table, column, constraint };
}

/**
 * A log entry for a terminal: the time in Europe/Warsaw, what happened, and the rest as `name=value`.
 * Every further line of it is indented, so that whatever begins with a time is an entry.
 */
function readable(level: number, time: string, msg: string, { err, ...rest }: Fields): string {
  const values = Object.entries(rest).map(([name, value]) => `${name}=${inOneWord(value)}`);
  const mark = level >= levels.error ? 'ERROR' : level >= levels.warn ? 'WARN' : '';
  const [, clock = ''] = warsawTime(Date.parse(time)).split(' ');
  const entry = [clock, mark, msg, ...values].filter((part) => part !== '').join(' ');
  const stack = Object(err).stack ?? err;
  const text = err === undefined ? entry : `${entry}\n${stack}`;
  return text.split('\n').map(visible).join('\n  ');
}

/** A value as it can be read; in quotes where its end couldn't be seen otherwise. */
function inOneWord(value: unknown): string {
  return typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
}
