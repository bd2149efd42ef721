// One round of load: wrk (https://github.com/wg/wrk) against a server, and how much of the machine
// it takes. Linux only (/proc).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import type { Load } from './operations.ts';
import { memory } from './places.ts';

/** `number` tells rounds apart, so that no two submit the same results. */
type Round = { readonly connections: number; readonly seconds: number; readonly number: number };

/** A server to drive, and the main process of the PostgreSQL behind it, if there is one. */
export type Target = { readonly port: number; readonly pid: number; readonly database?: number };

const Outcome = v.object({
  requests: v.number(),
  seconds: v.number(),
  wrong: v.number(),
  p50: v.number(),
  p99: v.number(),
});
type Outcome = v.InferOutput<typeof Outcome>;

/** The outcome of a round: times in milliseconds; `serverMs` and `databaseMs` are processor time. */
export type Measurement = Omit<Outcome, 'wrong'> & {
  readonly serverMs: number;
  readonly databaseMs: number;
  /** Megabytes, of the server that takes most. */
  readonly memory: number;
};

const mostTargets = 10;

/**
 * Drives the servers, which share one database, for a round, each with its share of the
 * connections; gives the worst of their latencies. Throws where an answer was wrong.
 */
export async function drive(
  targets: readonly Target[],
  load: Load,
  { connections, seconds, number }: Round,
): Promise<Measurement> {
  const pids = targets.map(({ pid }) => pid);
  const database = targets[0]?.database;
  const [serverBefore, databaseBefore] = [cpuMs(pids), databaseCpuMs(database)];
  const parts = await Promise.all(
    targets.map(({ port }, place) => {
      const share = Math.ceil(connections / targets.length);
      return wrk(port, load, share, seconds, number * mostTargets + place);
    }),
  );
  const serverMs = cpuMs(pids) - serverBefore;
  const databaseMs = databaseCpuMs(database) - databaseBefore;
  const all = (name: keyof Outcome) => parts.map((part) => part[name]);
  const sum = (name: keyof Outcome) => all(name).reduce((a, b) => a + b, 0);
  return {
    requests: sum('requests'),
    seconds: Math.max(...all('seconds')),
    p50: Math.max(...all('p50')),
    p99: Math.max(...all('p99')),
    serverMs,
    databaseMs,
    memory: Math.max(...pids.map((pid) => memory(pid, 'VmRSS'))),
  };
}

/**
 * wrk, in its own session: Linux shares the processors between sessions first. In our session each
 * of its threads, one a connection, would get as much as a server process, whose slowest answers
 * would then wait for them.
 */
async function wrk(port: number, load: Load, connections: number, seconds: number, round: number) {
  const flags = [`-t${connections}`, `-c${connections}`, `-d${seconds}s`, '--timeout', '10s'];
  const script = ['-s', join(import.meta.dirname, 'wrk.lua'), `http://127.0.0.1:${port}`];
  const env = {
    PATH: process.env.PATH,
    REQUESTS: load.requests,
    HEADERS: load.headers,
    ANSWERS: load.answers,
    CONNECTIONS: String(connections),
    RUN: String(round),
  };
  const child = spawn('wrk', [...flags, ...script], { env, detached: true });
  const ended = once(child, 'exit').catch((error) => {
    throw error.code === 'ENOENT' ? new Error('wrk is missing: apt install wrk') : error;
  });
  const [[status], stdout, stderr] = await Promise.all([
    ended,
    text(child.stdout),
    text(child.stderr),
  ]);
  if (status !== 0) throw new Error(`wrk ended with ${status}. ${stderr}`);
  const outcome = v.parse(Outcome, JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)));
  if (outcome.wrong > 0) throw new Error(`${outcome.wrong} wrong answers or none. ${stderr}`);
  if (outcome.requests < connections)
    throw new Error('A connection got no answer within the round.');
  return outcome;
}

const tickMs = 10;

/** The processor time that the processes have taken, in milliseconds. */
function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = statOf(pid);
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs;
  }, 0);
}

/** The same of a PostgreSQL's processes, including those that have ended: each ends with its connection. */
function databaseCpuMs(first: number | undefined): number {
  if (first === undefined) return 0;
  const ended = statOf(first).slice(13, 15);
  return cpuMs(childrenOf(first)) + ended.reduce((sum, ticks) => sum + Number(ticks) * tickMs, 0);
}

/** A PostgreSQL's processes: one for each connection, and those in the background. */
function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => statOf(pid)[1] === String(parent));
}

/** The fields of /proc/PID/stat after the process's name; none if it has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}
