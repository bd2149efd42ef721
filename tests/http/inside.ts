// What a fault inside must look like: the client hears that the service failed and nothing else, and one
// line of the log tells the operator what it was, found by the id of the request.

import { expect } from 'bun:test';
import { createLog } from '../../shared/log.ts';
import { expectProblem } from '../support/reads.ts';

/** What an answer must never hold: words of the database, of code, and of the faults made here. */
const inside =
  /column|relation|table|select|insert|postgres|pglite|kysely|\.ts\b|node_modules|\bat |Error:|42P01|away|the fault/i;
export const failed = 'The service failed to answer this request.';

type Entry = Record<string, unknown>;

/** A log, and what it holds since it was cleared. */
export function keptLog() {
  const lines: string[] = [];
  const log = createLog('trace', false, (line) => void lines.push(line));
  return {
    log,
    clear: () => void lines.splice(0),
    /** Expects exactly one line of a fault, which bears the id of the one request that was logged. */
    expectFault(path: string, words: RegExp) {
      const entries: Entry[] = lines.map((line) => JSON.parse(line));
      // The uses of keys are stored each second, beside the requests, and fail while their table is gone.
      const faults = entries.filter(
        ({ err, msg }) => err !== undefined && msg !== 'the use of keys could not be stored',
      );
      const requests = entries.filter(({ msg }) => msg === 'request');
      expect(requests).toEqual([expect.objectContaining({ path, status: 500 })]);
      const [{ request } = {}] = requests;
      expect(request).toEqual(expect.stringMatching(/^[\da-f-]{36}$/));
      expect(faults).toEqual([expect.objectContaining({ level: 50, instance: path, request })]);
      expect(JSON.stringify(faults[0]?.err)).toMatch(words);
    },
  };
}

/** Expects that neither the headers nor the body tell anything of the inside. */
export async function expectNothingInside(response: Response): Promise<void> {
  expect([...response.headers].filter(([, value]) => inside.test(value))).toEqual([]);
  expect(await response.clone().text()).not.toMatch(inside);
}

/** Expects the problem document of an internal error, without a word about the inside. */
export async function expectInternalError(response: Response): Promise<void> {
  await expectNothingInside(response);
  const { detail } = await response.clone().json();
  expect(detail).toBe(failed);
  await expectProblem(response, 'internal-error');
}
