import { Problem } from './problem.ts';

const tries = 5;
const timeoutMs = 30_000; // the service answers within 8 s
const longestWaitSeconds = 120; // the limit is one of a minute

/**
 * Sends the requests of one credential one after another, since what an answer says of the limit holds for the next
 * one. A request is sent again, five times in all, where none or a broken answer came, the limit was reached or the
 * service failed. Gives the answer's JSON; throws the last failure, at once where repeating doesn't help.
 */
export function createLine() {
  let last: Promise<unknown> = Promise.resolve();
  let freeAt = 0;

  async function once(url: string, init: RequestInit): Promise<unknown> {
    await delay(Math.max(0, freeAt - performance.now()));
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    const [, seconds] = /r=0;t=(\d+)/.exec(response.headers.get('ratelimit') ?? '') ?? [];
    freeAt = performance.now() + Number(seconds ?? 0) * 1_000;
    if (!response.ok) throw new Problem(response, text);
    return JSON.parse(text);
  }

  return async function send(url: string, init: RequestInit): Promise<unknown> {
    for (let tried = 1; ; tried += 1) {
      const turn = last.then(() => once(url, init));
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } catch (error) {
        const seconds = waitAfter(error) ?? 2 ** (tried - 1);
        if (tried === tries || seconds > longestWaitSeconds) throw error;
        await delay(seconds * 1_000);
      }
    }
  };
}

/** How many seconds to wait; undefined where nobody says so, infinite where repeating doesn't help. */
function waitAfter(error: unknown): number | undefined {
  if (!(error instanceof Problem)) return undefined;
  const mayPass = error.status === 429 || error.status >= 500;
  return mayPass ? error.retryAfterSeconds : Number.POSITIVE_INFINITY;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
