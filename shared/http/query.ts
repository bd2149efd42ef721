import * as v from 'valibot';
import { type FieldError, pointerTo, problemAt } from '../problem.ts';
import { parseDateTime } from '../time.ts';

/** Schemas of an operation's query parameters by name; each takes the parameter's text. */
export type QueryEntries = Record<string, v.GenericSchema<string | undefined, unknown>>;
export type QueryOf<Q extends QueryEntries> = v.InferOutput<v.ObjectSchema<Q, undefined>>;

/** A whole number in decimal digits. */
export function queryInteger(lowest: number, highest = Number.POSITIVE_INFINITY) {
  const allowed = Number.isFinite(highest)
    ? `Expected a whole number from ${lowest} to ${highest}.`
    : `Expected a whole number of at least ${lowest}.`;
  return v.pipe(
    v.string(),
    v.regex(/^-?\d+$/, allowed),
    v.transform(Number),
    v.number(),
    v.minValue(lowest, allowed),
    v.maxValue(highest, allowed),
    v.metadata({ type: 'integer' }),
  );
}

/** A moment; gives milliseconds since the epoch. A plus sign that came as a space is understood. */
export function queryDateTime() {
  return v.pipe(
    v.string(),
    v.transform((text) => parseDateTime(text.replace(/ (?=\d\d:\d\d$)/, '+'))?.instant),
    v.number('Expected a date and time with its UTC offset, such as 2026-05-01T18:00:00+02:00.'),
    v.metadata({ type: 'string', format: 'date-time', example: '2026-05-01T18:00:00+02:00' }),
  );
}

/** One of the words. */
export function queryWord<const W extends readonly string[]>(words: W) {
  return v.picklist(words, `Expected one of: ${words.join(', ')}.`);
}

/**
 * The parameters of a query string (without `?`). Throws `invalid-request` that points at each one
 * that is unknown, repeated, empty, badly encoded or not what its schema takes.
 */
export function parseQuery<Q extends QueryEntries>(entries: Q, search: string): QueryOf<Q> {
  const values = new Map<string, string>();
  const errors: FieldError[] = [];
  const refuse = (name: string, detail: string) => {
    const pointer = pointerTo('#', name);
    if (!errors.some((error) => error.pointer === pointer)) errors.push({ pointer, detail });
  };
  for (const part of search.split('&')) {
    if (part === '') continue;
    const [rawName = '', ...rawValue] = part.split('=');
    const name = decode(rawName);
    const value = decode(rawValue.join('='));
    if (name === undefined) refuse(rawName, 'The name of a parameter is not validly encoded.');
    else if (!Object.hasOwn(entries, name)) refuse(name, `There is no parameter "${name}" here.`);
    else if (values.has(name)) refuse(name, `"${name}" may be given only once.`);
    else if (value === undefined) refuse(name, `The value of "${name}" is not validly encoded.`);
    else if (value === '') refuse(name, `"${name}" is empty; leave it out instead.`);
    else if (value.includes('\0')) refuse(name, `"${name}" holds a NUL character.`);
    if (name !== undefined && !values.has(name)) values.set(name, value ?? '');
  }
  const result = v.safeParse(v.object(entries), Object.fromEntries(values));
  for (const issue of result.issues ?? []) {
    const name = String(issue.path?.[0]?.key);
    refuse(name, `${name}: ${issue.message}`);
  }
  if (errors.length > 0 || !result.success) throw problemAt('invalid-request', errors);
  return result.output;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
