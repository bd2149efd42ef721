import fc from 'fast-check';
import { secrets } from '../support/city.ts';
import { contradictions } from '../support/contract.ts';
import type { TestService } from '../support/service.ts';
import { type FuzzRequest, requestArbitrary } from './requests.ts';

/** How often each status came, and what was wrong, with the request that showed it. */
export type Outcome = {
  readonly statuses: ReadonlyMap<number, number>;
  readonly faults: readonly { readonly request: FuzzRequest; readonly fault: string }[];
};

const batchSize = 2_000;
const atOnce = 16;

/** Sends that many random requests to the service; the same seed sends the same ones. */
export async function fuzz(
  service: TestService,
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Promise<Outcome> {
  const token = await service.token('client_first', secrets.client);
  const arbitrary = requestArbitrary(token);
  const statuses = new Map<number, number>();
  const faults: { request: FuzzRequest; fault: string }[] = [];
  for (let done = 0; done < requests; done += batchSize) {
    const numRuns = Math.min(batchSize, requests - done);
    const queue = fc.sample(arbitrary, { numRuns, seed: seed + done }).values();
    const sendTheRest = async () => {
      for (const request of queue) {
        const { status, found } = await send(service.url, request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        for (const fault of found) faults.push({ request, fault });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sendTheRest));
  }
  return { statuses, faults };
}

async function send(url: string, request: FuzzRequest) {
  const { method, target, headers, body } = request;
  const response = await fetch(url + target, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body && { body }),
  });
  const text = await response.text();
  const { status } = response;
  const path = new URL(url + target).pathname;
  const answer = { method, path, status, headers: response.headers, body: text };
  const found = status >= 500 ? [`the status is ${status}`] : contradictions(answer);
  return { status, found: [...found, ...lostPointers(request, text)] };
}

/** Pointers of an error that lead nowhere in the request: to a member whose holder isn't there. */
function lostPointers({ body, target }: FuzzRequest, text: string): string[] {
  const answer: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  const errors = Object(answer).errors;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap(({ pointer }) =>
    leads(String(pointer), body, target) ? [] : [`the pointer ${pointer} leads nowhere`],
  );
}

function leads(pointer: string, body: Uint8Array | undefined, target: string): boolean {
  const parts = pointer.split('/').slice(1).map(decodeURIComponent);
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (!body) {
    const [, query = ''] = target.split('?');
    return names.length === 1 && query !== '';
  }
  let value: unknown = JSON.parse(new TextDecoder().decode(body));
  // What is missing is pointed at where it should be, so that only its holder must be there.
  for (const name of names.slice(0, -1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = Object(value)[name];
  }
  return names.length === 0 || (typeof value === 'object' && value !== null);
}
