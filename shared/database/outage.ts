import { type Log, onceAMinute } from '../log.ts';
import { Problem } from '../problem.ts';
import { errorCode } from './error-code.ts';

/** The problem of a database that can't be used for the moment. */
export function unavailable(detail: string): Problem {
  return new Problem('service-unavailable', detail, { retryAfterSeconds: 2 });
}

/** SQLSTATE classes, and system and TLS errors, of a database that is away or lets nobody in. */
const away =
  /^(08|28|3D|55000|57P|ECONN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;
const awayMessage =
  /Connection terminated|not queryable|Query read timeout|does not support SSL|driver has already been destroyed|after calling end on the pool/;

/** What the system fails to do for a new connection, whatever the code: ENOENT, where a socket's file is gone. */
const connecting = /^(connect|getaddrinfo)$/;

/** PostgreSQL's function that turns away a role that may not connect, by the same code as one without another right. */
const admission = 'CheckMyDatabase';

/** Of one that is there, but kept a statement waiting too long, or lacks a right. */
const busy = /^(57014|55P03|25P0[34]|42501)/;
/** All connections are in use, and none became free in time. */
const busyMessage = /timeout exceeded when trying to connect/;

/** Whether the error comes from a database that can't be reached, not from what it was asked. */
export function isOutage(error: unknown): boolean {
  const byMessage = error instanceof Error && awayMessage.test(error.message);
  const bySystem =
    error instanceof Error && 'syscall' in error && connecting.test(String(error.syscall));
  const byRoutine = error instanceof Error && 'routine' in error && error.routine === admission;
  return byMessage || bySystem || byRoutine || away.test(errorCode(error) ?? '');
}

/** Whether the role is let in and lacks a right, which an operator has to be told. */
export function lacksRight(error: unknown): boolean {
  return errorCode(error) === '42501' && !isOutage(error);
}

/** Whether the database can only read, or it or this process has run out of something, such as room on the disk. */
export function lacksMeans(error: unknown): boolean {
  return /^(25006|53|EMFILE|ENFILE)/.test(errorCode(error) ?? '');
}

/** The problem that an error of the database means; undefined where it is a fault of ours. */
export function problemOfDatabase(error: unknown): Problem | undefined {
  const isBusy =
    lacksMeans(error) ||
    busy.test(errorCode(error) ?? '') ||
    (error instanceof Error && busyMessage.test(error.message));
  const passes = isOutage(error) || isBusy;
  return passes ? unavailable('The database can not be reached for the moment.') : undefined;
}

/**
 * Whether the rows that were written can't be at fault: the database passes, other work was in the way, or it
 * is about rights or tables.
 */
export function isOfNoRow(error: unknown): boolean {
  return problemOfDatabase(error) !== undefined || /^(40|42|3F)/.test(errorCode(error) ?? '');
}

/** Whether the error says that the database is away or lacks means; the log is then told of it, once a minute. */
export type NoteOutage = ReturnType<typeof createNoteOutage>;

/** Makes what tells a log of outages. */
export function createNoteOutage(log: Log) {
  const isDue = onceAMinute();
  return (error: unknown): boolean => {
    const isLack = lacksMeans(error);
    if (!isLack && !isOutage(error)) return false;
    const what = isLack ? 'the database can not do its work' : 'the database is gone';
    if (isDue(what)) log.error({ reason: String(error) }, what);
    return true;
  };
}
