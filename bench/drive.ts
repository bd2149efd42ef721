// One round of a load: wrk's (https://github.com/wg/wrk) on a server, and what that takes of the
// machine. Linux only (/proc).
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

/** The files of a load: its requests, their headers, and the right answers. */
export type Load = {
  readonly requests: string;
  readonly headers: string;
  readonly answers: string;
};

type Round = {
  readonly connections: number;
  readonly seconds: number;
  /** Its number: the results that are submitted in one were not in another. */
  readonly number: number;
};

const Outcome = v.object({
  requests: v.number(),
  seconds: v.number(),
  wrong: v.number(),
  /** Milliseconds. */
  p50: v.number(),
  p99: v.number(),
});

/** What came of a round; the processor time is in milliseconds, the server's memory in megabytes. */
export type Measurement = v.InferOutput<typeof Outcome> & {
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly memory: number;
};

/** A server to drive, and the first process of the PostgreSQL behind it, where there is one. */
export type Target = { readonly port: number; readonly pid: number; readonly database?: number };

/** Drives the server for a round; throws where an answer was wrong. */
export async function drive(target: Target, load: Load, round: Round): Promise<Measurement> {
  const before = [cpuMs([target.pid]), databaseMs(target)] as const;
  const outcome = await wrk(target.port, load, round);
  const serverMs = cpuMs([target.pid]) - before[0];
  const databaseTook = databaseMs(target) - before[1];
  if (outcome.wrong > 0) throw new Error(`${load.requests}: ${outcome.wrong} wrong answers`);
  return { ...outcome, serverMs, databaseMs: databaseTook, memory: residentMb(target.pid) };
}

/** Sends the load to the port for a round. */
export async function wrk(port: number, load: Load, { connections, seconds, number }: Round) {
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`];
  const script = ['-s', join(import.meta.dirname, 'wrk.lua'), `http://127.0.0.1:${port}`, '--'];
  const files = [load.requests, load.headers, load.answers, String(number)];
  const run = promisify(execFile)('wrk', [...flags, ...script, ...files]);
  const { stdout } = await run.catch((error) => {
    throw error.code === 'ENOENT' ? new Error('wrk is missing: apt install wrk') : error;
  });
  return v.parse(Outcome, JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)));
}

const tickMs = 10;

/** The processor time that the processes have taken; none of those that are gone. */
export function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = statOf(pid);
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs;
  }, 0);
}

/** What the database's own processes have taken: one for each connection, and its background work. */
export function databaseMs({ database }: Pick<Target, 'database'>): number {
  if (database === undefined) return 0;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return cpuMs(pids.map(Number).filter((pid) => statOf(pid)[1] === String(database)));
}

/** What /proc says of a process after its name: its state, its parent, … */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return []; // it has ended
  }
}

export function residentMb(pid: number): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}
