import pino from 'pino';
import type { Settings } from './config.ts';

export type Log = pino.Logger;

/** A log of one JSON line an entry on standard output; written at once, so that a crash loses none. */
export function createLog(level: Settings['LOG_LEVEL'], pretty: boolean): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!pretty) return pino(options, pino.destination({ fd: 1, sync: true }));
  return pino(options, { write: (line) => void process.stdout.write(`${readable(line)}\n`) });
}

/** A log entry for a terminal: the time, what happened, and the rest as `name=value`. */
function readable(line: string): string {
  const { time, level, msg, ...rest } = JSON.parse(line);
  const values = Object.entries(rest).map(([name, value]) =>
    name === 'err' && typeof value === 'object' && value !== null && 'stack' in value
      ? `\n${value.stack}`
      : `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  const mark = level >= 50 ? 'ERROR ' : level >= 40 ? 'WARN ' : '';
  return [String(time).slice(11, 19), mark + msg, ...values].join(' ').trimEnd();
}
