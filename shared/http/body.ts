import * as v from 'valibot';
import { type FieldError, onePerPointer, Problem, problemAt } from '../problem.ts';

const mostBytes = 64 * 1024;
const mostLevels = 32;

/** A body that drips in for longer has broken off; each request has an answer within 8 s. */
const deadlineMs = 7_500;

/**
 * The bytes of a request's body. Throws `payload-too-large` over 64 KiB, as soon as that is known,
 * and `invalid-request` where the body breaks off or takes longer than 7.5 s.
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const tooLarge = () => new Problem('payload-too-large', 'The body is longer than 64 KiB.');
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isLate = false;
  const reader = request.body?.getReader();
  const deadline = setTimeout(() => {
    isLate = true;
    void reader?.cancel().catch(() => undefined);
  }, deadlineMs);
  try {
    for (;;) {
      const part = await reader?.read();
      if (isLate) throw new Error('The deadline has passed.');
      if (!part || part.done) break;
      length += part.value.length;
      if (length > mostBytes) throw tooLarge();
      chunks.push(part.value);
    }
  } catch (error) {
    void reader?.cancel().catch(() => undefined);
    if (error instanceof Problem) throw error;
    throw new Problem('invalid-request', 'The body could not be read to its end.');
  } finally {
    clearTimeout(deadline);
  }
  return Buffer.concat(chunks);
}

/**
 * The JSON value of a request's body. Throws, in this order, `unsupported-media-type`,
 * `payload-too-large`, `invalid-request` (not UTF-8, not JSON, too deep) and `validation-failed`
 * (a number beyond a double, half a surrogate pair). rules 5.1
 */
export async function readJson(request: Request): Promise<unknown> {
  const mediaType = request.headers.get('content-type');
  if (mediaType !== null && !/^application\/json\s*(;|$)/i.test(mediaType.trim())) {
    throw new Problem('unsupported-media-type', 'The body must be application/json.');
  }
  if (isEncoded(request)) {
    throw new Problem('unsupported-media-type', 'The body must come without Content-Encoding.');
  }
  return parseJson(decodeUtf8(await readBytes(request)));
}

/** Whether the body comes with a Content-Encoding, which nothing here undoes. */
export function isEncoded({ headers }: Request): boolean {
  return (headers.get('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity';
}

function decodeUtf8(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw new Problem('invalid-request', 'The body begins with a byte order mark; leave it out.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('invalid-request', 'The body is not valid UTF-8.');
  }
}

/**
 * The value of a JSON text. Throws `invalid-request` (not JSON, too deep) and `validation-failed` (a
 * number beyond a double, half a surrogate pair).
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('invalid-request', 'This is not valid JSON.');
  }
  if (deeperThan(value, mostLevels)) {
    throw new Problem('invalid-request', `The JSON is nested deeper than ${mostLevels} levels.`);
  }
  const errors = unwritable(value, '#');
  if (errors.length > 0) throw problemAt('validation-failed', errors);
  return value;
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => deeperThan(member, levels - 1));
}

/** Numbers and texts that can't be passed on: too large for a double, or no Unicode text. */
function unwritable(value: unknown, pointer: string): FieldError[] {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    return [{ pointer, detail: 'The number is too large.' }];
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    return [{ pointer, detail: 'The text holds half of a surrogate pair.' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name.isWellFormed()
      ? unwritable(member, pointerTo(pointer, name))
      : [{ pointer, detail: 'The name of a member holds half of a surrogate pair.' }],
  );
}

/** The pointer to a member or item below another pointer. RFC 6901 */
export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

/** What the schema makes of the value. Throws `validation-failed` that points at each wrong member. */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  const misplaced = misplacedMembers(schema, value, '#');
  const isBelow = ({ pointer }: FieldError) =>
    misplaced.some((error) => pointer.startsWith(`${error.pointer}/`));
  const faults = (result.issues ?? []).flatMap(fault).filter((error) => !isBelow(error));
  const errors = onePerPointer([...misplaced, ...faults]);
  if (errors.length > 0 || !result.success) throw problemAt('validation-failed', errors);
  return result.output;
}

function fault(issue: v.BaseIssue<unknown>): FieldError[] {
  const keys = (issue.path ?? []).map((item) => String(item.key));
  const pointer = keys.reduce(pointerTo, '#');
  if (issue.type === 'strict_object' && issue.expected === 'never') return [];
  if (issue.received === 'undefined') return [{ pointer, detail: `"${keys.at(-1)}" is missing.` }];
  return [{ pointer, detail: issue.message }];
}

/**
 * What valibot doesn't tell of strict objects: every member that one doesn't know (it names only the
 * first), and a list in the place of one (which it takes for an object that lacks its members).
 */
function misplacedMembers(schema: unknown, value: unknown, pointer: string): FieldError[] {
  if (!isRecord(schema) || typeof value !== 'object' || value === null) return [];
  if (isRecord(schema.wrapped)) return misplacedMembers(schema.wrapped, value, pointer);
  if (Array.isArray(value)) {
    if (schema.type === 'strict_object') return [{ pointer, detail: 'Expected an object.' }];
    const wrongLength = lengthFault(schema.pipe, value.length);
    if (wrongLength) return [{ pointer, detail: wrongLength }];
    return value.flatMap((item, index) =>
      misplacedMembers(schema.item, item, pointerTo(pointer, index)),
    );
  }
  if (schema.type !== 'strict_object' || !isRecord(schema.entries)) return [];
  const entries = schema.entries;
  return Object.entries(value).flatMap(([name, member]) => {
    const place = pointerTo(pointer, name);
    return Object.hasOwn(entries, name)
      ? misplacedMembers(entries[name], member, place)
      : [{ pointer: place, detail: `There is no member "${name}" here.` }];
  });
}

/** What a list's schema says of its length, which valibot only judges where all its items are right. */
function lengthFault(pipe: unknown, length: number): string | undefined {
  for (const action of Array.isArray(pipe) ? pipe : []) {
    if (!isRecord(action)) continue;
    const nested = lengthFault(action.pipe, length);
    if (nested) return nested;
    if (typeof action.requirement !== 'number') continue;
    const { type, requirement, message } = action;
    const wrong =
      (type === 'length' && length !== requirement) ||
      (type === 'min_length' && length < requirement) ||
      (type === 'max_length' && length > requirement);
    if (wrong) return typeof message === 'string' ? message : 'Expected another number of items.';
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
