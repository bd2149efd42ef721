import { resolve } from 'node:path';
import type { Settings } from '../shared/config.ts';
import { reasonOf } from '../shared/console/console.ts';
import { refuseStrangers } from '../shared/database/embedded/owner.ts';
import { type Clock, utc, warsawMinute } from '../shared/time.ts';
import { counted } from './words.ts';

/** A server that runs a command for somebody beside it. */
export type RunningServer = {
  /** At which it can be reached from outside. */
  readonly address: string;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  readonly settings: Settings;
  readonly clock: Clock;
};

const uptimeSeconds = ({ startedAt, clock }: RunningServer) =>
  Math.floor((clock() - startedAt) / 1_000);

/** What programs are told of the server; null where a command runs by itself, with its shell's settings. */
export function serverRecord(server: RunningServer | undefined) {
  if (!server) return null;
  const { address, startedAt } = server;
  return { address, started_at: utc(startedAt), uptime_seconds: uptimeSeconds(server) };
}

/** Which server it is, or why none is known, and whose settings are shown. */
export function serverInWords(server: RunningServer | undefined, settings: Settings): string {
  if (server) {
    const since = warsawMinute(server.startedAt);
    return `${server.address}, up for ${durationInWords(uptimeSeconds(server))}, since ${since}`;
  }
  const { DATABASE_URL, DATA_DIR } = settings;
  return `${DATABASE_URL ? elsewhere : whyNone(DATA_DIR)}: the settings are those of this shell`;
}

const elsewhere = 'not asked, since those on a DATABASE_URL may run anywhere';

function whyNone(dataDir: string): string {
  try {
    refuseStrangers(dataDir);
    return `none answers on ${resolve(dataDir)}`;
  } catch (error) {
    return `not asked (${reasonOf(error)})`;
  }
}

/** Where the nightly backups go, or that none are made; without a server, what one would do. */
export function backupsInWords(
  server: RunningServer | undefined,
  { BACKUP_DIR }: Settings,
): string {
  if (BACKUP_DIR) return `every night, in ${BACKUP_DIR}`;
  return server
    ? 'none are made: BACKUP_DIR is not set'
    : 'a server of this shell would make none: BACKUP_DIR is not set';
}

/** `40 s`, `5 min`, `3 h 5 min`, `2 days 3 h`. */
function durationInWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min`;
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${counted(Math.floor(hours / 24), 'day', 'days')} ${hours % 24} h`;
}
