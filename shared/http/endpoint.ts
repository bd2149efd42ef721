import { Problem, problemResponse } from '../problem.ts';
import type { Admit } from './admission.ts';
import type { Call, Credential, Operation, Security } from './operation.ts';
import { Reply } from './operation.ts';

/** What the guard says of a request: who sent it, how the limit stands, and whether it ends here. */
export type Admission = {
  readonly credential: Credential | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: Problem | undefined;
};

/** Judges a request and counts it; at a `cost` of 0 it doesn't count. */
export type Guard = (call: Call, security: Security, cost?: 0 | 1) => Promise<Admission>;

/** What the endpoints of an app share. */
export type Host = {
  readonly guard: Guard;
  /** How the limit of the call's address stands, for a call that the guard could not look at. */
  readonly addressLimit: (call: Call) => Promise<Admission['headers']>;
  readonly errorsUrl: string;
  readonly admit: Admit;
  /** The problem that an error of a library stands for; undefined for a fault of our own. */
  readonly problemOf: (error: unknown) => Problem | undefined;
  readonly reportFault: (call: Call, error: unknown) => void;
};

export type Endpoint = (call: Call, params: Readonly<Record<string, string>>) => Promise<Response>;

/** Answers every method at one path: its operations, HEAD, OPTIONS, and 405 for the rest. */
export function createEndpoint(operations: readonly Operation[], host: Host): Endpoint {
  const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  const allow = [...methods, 'OPTIONS'].join(', ');
  return async (call, params) => {
    const { method } = call.request;
    if (method === 'OPTIONS') return tellMethods(call, host, allow);
    const wanted = method === 'HEAD' ? 'GET' : method;
    const operation = operations.find((candidate) => candidate.method === wanted);
    if (!operation) return refuseMethod(call, host, allow);
    const response = await respond(call, host, operation.security, (credential) =>
      perform(operation, { call, params, credential }),
    );
    return method === 'HEAD' ? withoutBody(response) : response;
  };
}

/** Answers OPTIONS: whoever asks, and whatever the database is doing. */
async function tellMethods(call: Call, host: Host, allow: string): Promise<Response> {
  const { headers } = await host.guard(call, 'none', 0).catch(() => ({ headers: {} }));
  return new Response(null, { status: 204, headers: { allow, ...headers } });
}

/** Answers GET, HEAD and OPTIONS for a page, which needs no credentials and isn't counted. */
export function createPageEndpoint(
  page: (call: Call) => Response | Promise<Response>,
  host: Host,
): Endpoint {
  const allow = 'GET, HEAD, OPTIONS';
  return async (call) => {
    const { method } = call.request;
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
    if (method !== 'GET' && method !== 'HEAD') return refuseMethod(call, host, allow);
    try {
      const response = await page(call);
      return method === 'HEAD' ? withoutBody(response) : response;
    } catch (error) {
      return failure(call, host, error);
    }
  };
}

/** Answers a method that a path doesn't have; `allow` lists those that it has. */
function refuseMethod(call: Call, host: Host, allow: string): Promise<Response> {
  const detail = `${call.request.method} is not allowed here, only ${allow}.`;
  return respond(call, host, 'none', () => {
    throw new Problem('method-not-allowed', detail, { headers: { allow } });
  });
}

/** Answers what no path matches. */
export function createFallback(host: Host): Endpoint {
  return (call) =>
    respond(call, host, 'none', () => {
      throw new Problem('not-found', `There is nothing at ${call.path}.`);
    });
}

/** Lets the guard admit the request, then answers it; whatever is thrown becomes a problem. */
async function respond(
  call: Call,
  host: Host,
  security: Security,
  answer: (credential: Credential | undefined) => Promise<Response>,
): Promise<Response> {
  const limits: { headers?: Admission['headers'] } = {};
  let response: Response;
  try {
    response = await host.admit(async () => {
      const admission = await host.guard(call, security);
      limits.headers = admission.headers;
      if (admission.refusal) throw admission.refusal;
      return answer(admission.credential);
    });
  } catch (error) {
    limits.headers ??= await host.addressLimit(call);
    response = failure(call, host, error);
  }
  for (const [name, value] of Object.entries(limits.headers ?? {}))
    response.headers.set(name, value);
  return response;
}

/** The answer to whatever was thrown; what is no problem document's matter is reported. */
function failure(call: Call, host: Host, error: unknown): Response {
  const problem = error instanceof Problem ? error : host.problemOf(error);
  if (!problem) host.reportFault(call, error);
  return problemResponse(
    problem ?? new Problem('internal-error', 'The service failed to answer this request.'),
    call.path,
    host.errorsUrl,
  );
}

async function perform(operation: Operation, target: Parameters<Operation['perform']>[0]) {
  const result = await operation.perform(target);
  if (result instanceof Reply) {
    return new Response(result.body, {
      status: result.status,
      headers: jsonHeaders(result.headers),
    });
  }
  return new Response(JSON.stringify(result), { status: operation.status, headers: jsonHeaders() });
}

function jsonHeaders(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { 'content-type': 'application/json', 'cache-control': 'no-store', ...more };
}

async function withoutBody(response: Response): Promise<Response> {
  const length = (await response.arrayBuffer()).byteLength;
  const headers = new Headers(response.headers);
  headers.set('content-length', String(length));
  return new Response(null, { status: response.status, headers });
}
