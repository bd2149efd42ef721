import { Elysia, ValidationError } from 'elysia';
import { errorCode } from '../database/error-code.ts';
import { lacksRight, type NoteOutage, problemOfDatabase } from '../database/outage.ts';
import { conceal, type Log, onceAMinute } from '../log.ts';
import { Problem, type ProblemType } from '../problem.ts';
import { type Call, calls } from './access-log.ts';
import { problemTypes } from './problem-types.ts';

/** A problem whose answer has more headers: they tell which credentials or methods there are. */
export class Refusal extends Problem {
  readonly headers: Readonly<Record<string, string>>;

  constructor(type: ProblemType, detail: string, headers: Refusal['headers']) {
    super(type, detail);
    this.headers = headers;
  }
}

/** How a problem is answered: its status, and the headers that are its own. */
export function answerTo(problem: Problem) {
  const { type, retryAfterSeconds } = problem;
  const headers = {
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
    ...(problem instanceof Refusal && problem.headers),
  };
  return { status: problemTypes[type].status, headers };
}

/** The problem that an error is answered with. */
export type Judge = (error: unknown, path: string, call: Call | undefined) => Problem;

type Reports = {
  readonly log: Log;
  readonly noteOutage: NoteOutage;
};

/** Judges errors by what they are, and reports those that are faults of ours. */
export function createJudge({ log, noteOutage }: Reports): Judge {
  const isDue = onceAMinute();
  return (error, path, call) => {
    if (error instanceof Problem) return error;
    if (error instanceof ValidationError) return misfit(error);
    const isTold = noteOutage(error);
    const outage = problemOfDatabase(error);
    const where = { request: call?.id, instance: conceal(path) };
    const reason = String(error);
    if (!outage || lacksRight(error)) log.error({ err: error, ...where }, 'request failed');
    else if (!isTold && isDue(errorCode(error) ?? reason)) {
      log.error({ reason, ...where }, 'a request waited too long for the database');
    }
    return outage ?? new Problem('internal-error', 'The service failed to answer this request.');
  };
}

/** What a route's own schema says of a path or of headers that don't fit it. */
function misfit({ type, customError }: ValidationError): Problem {
  return new Problem(type === 'params' ? 'not-found' : 'invalid-request', String(customError));
}

/** Answers whatever is thrown with a problem document; `errorsUrl` is `{errors_url}`. RFC 9457 */
export function problems(judge: Judge, errorsUrl: string) {
  return new Elysia({ name: 'problems' })
    .use(calls)
    .onError({ as: 'global' }, ({ call, error, path, set }) => {
      const problem = judge(error, path, call);
      const { status, headers } = answerTo(problem);
      set.status = status;
      Object.assign(set.headers, {
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
        ...headers,
      });
      return problemDocument(problem, path, errorsUrl);
    });
}

/** The body of the answer to a problem; `instance` is the path of the request. */
function problemDocument(problem: Problem, instance: string, errorsUrl: string) {
  const { type, message: detail, errors } = problem;
  const { status, title } = problemTypes[type];
  return {
    type: `${errorsUrl}#${type}`,
    title,
    status,
    detail,
    instance,
    ...(errors && { errors }),
  };
}
