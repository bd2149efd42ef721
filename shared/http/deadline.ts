import { unavailable } from '../database/outage.ts';

/**
 * The longest that a request waits for its answer: the limits of all that it may wait for, one after the
 * other, add up to more. rules 8.5
 */
const mostMs = 7_800;

/** The requests that have waited for so long. */
const late = new WeakSet<Request>();

/** Refuses a request that has waited too long: nothing more is done for it. */
export function refuseLate(request: Request): void {
  if (late.has(request)) throw unavailable('The database takes too long for the moment.');
}

/**
 * Answers the request; where that takes too long, asks for another answer, which is a refusal by then.
 * What is under way ends unseen: whoever submitted a result finds out by sending it again.
 */
export async function inTime(
  request: Request,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const { promise: refusal, resolve: refuse } = Promise.withResolvers<Response>();
  const timer = setTimeout(() => {
    late.add(request);
    refuse(answer(request));
  }, mostMs);
  try {
    return await Promise.race([answer(request), refusal]);
  } finally {
    clearTimeout(timer);
  }
}
