import { shortened } from './text.ts';

/** Every kind of error; how HTTP answers each is told in `http/problem-types.ts`. rules 8.1 */
export type ProblemType =
  | 'invalid-request'
  | 'unauthenticated'
  | 'insufficient-scope'
  | 'not-competition-organizer'
  | 'not-found'
  | 'method-not-allowed'
  | 'duplicate-match'
  | 'idempotency-conflict'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'invalid-score'
  | 'validation-failed'
  | 'rate-limited'
  | 'internal-error'
  | 'service-unavailable';

/** One wrong member or parameter: where (RFC 6901, section 6) and why. */
export type FieldError = { readonly pointer: string; readonly detail: string };

/** What is known of a problem besides its words. */
type Facts = {
  /** Each wrong member or parameter. */
  readonly errors?: readonly FieldError[];
  /** When it is worth another try. */
  readonly retryAfterSeconds?: number;
};

/** What a service throws where it can't do what it is asked; its message is for whoever asked. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly errors: Facts['errors'] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(type: ProblemType, detail: string, { errors, retryAfterSeconds }: Facts = {}) {
    super(detail);
    this.type = type;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Says why what somebody gave or asked for isn't taken. */
export function refusal(detail: string): Problem {
  return new Problem('validation-failed', detail);
}

/** The pointer to a member or item below another pointer. RFC 6901, section 6 */
export function pointerTo(parent: string, key: unknown): string {
  return `${parent}/${encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

/** The names and places of items through which a pointer leads. */
function pathOf(pointer: string): string[] {
  const [, ...names] = pointer.split('/').map(decodeURIComponent);
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A problem that lists the first error of each pointer and sums them up in its detail. rules 8.1 */
export function problemAt(type: ProblemType, faults: readonly FieldError[]): Problem {
  const byPointer = Map.groupBy(faults, ({ pointer }) => pointer);
  const errors = [...byPointer.values()].flatMap(([fault]) => fault ?? []);
  const [first = '', ...more] = errors.map(wordsOf);
  const detail = more.length > 0 ? `${first} (and ${more.length} more)` : first;
  return new Problem(type, detail, { errors });
}

/** One error in words: what is wrong, and where, unless the detail names it already. */
export function wordsOf({ pointer, detail }: FieldError): string {
  const path = pathOf(pointer);
  const name = path.findLast((part) => !/^\d+$/.test(part));
  const words = detail.split(/\W+/);
  const isNamed = name === undefined || words.includes(name) || detail.includes(`"${name}"`);
  return isNamed ? detail : `${shortened(path.join('.'))}: ${detail}`;
}

/** What a person is told of a problem: of a record that is wrong, each of its faults. */
export function toldOf({ errors, message }: Problem): string {
  return errors?.map(wordsOf).join(' ') ?? message;
}

/** The path of a member, `score/sets/0`. */
export function placeOf(pointer: string): string {
  return pathOf(pointer).join('/');
}
