import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../shared/log.ts';

/** How long /readyz says 503 while the port is still open: proxies in front have to see it. */
export const noticeMs = 2_000;
/** By then the process ends, whatever is still under way. */
export const shutdownDeadlineMs = 9_500;

export type Signal = 'SIGTERM' | 'SIGINT';

/** One Ctrl-C may come twice: the terminal sends it to `bun run` as well, which passes it on. */
const onceMs = 100;

/** Waits for a signal to stop; a second one ends the process at once. */
export function stopSignal(): Promise<Signal> {
  return new Promise((done) => {
    let first: number | undefined;
    const on = (signal: Signal) => {
      if (first !== undefined && performance.now() - first > onceMs) process.exit(1);
      first ??= performance.now();
      done(signal);
    };
    process.on('SIGTERM', on);
    process.on('SIGINT', on);
  });
}

/** The same; from the signal on, the process has until the deadline, even if it still starts, and then ends with 1. */
export async function stopSignalInTime(log: Log): Promise<Signal> {
  const signal = await stopSignal();
  log.info({ signal }, 'stopping');
  endProcessAfter(shutdownDeadlineMs, 1, () => log.error('cut off what did not end in time'));
  return signal;
}

/** Stops the service: upon a service manager's SIGTERM with a notice to proxies, upon a person's Ctrl-C without. */
export async function stopUpon(
  signal: Signal,
  running: { stop(noticeMs: number): Promise<void> },
  log: Log,
): Promise<void> {
  await running.stop(signal === 'SIGTERM' ? noticeMs : 0);
  log.info('stopped');
  // A connection that was cut off may keep Deno alive.
  endProcessAfter(500, 0);
}

/** Ends the process after that time, if it hasn't ended by itself. */
export function endProcessAfter(
  ms: number,
  status: number,
  last: () => void = () => undefined,
): void {
  void delay(ms, undefined, { ref: false }).then(() => {
    last();
    process.exit(status);
  });
}
