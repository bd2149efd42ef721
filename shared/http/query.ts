import { Elysia } from 'elysia';
import * as v from 'valibot';
import { type FieldError, pointerTo, problemAt } from '../problem.ts';
import { exampleDateTime, expectedDateTime, parseDateTime } from '../time.ts';

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
    v.regex(/^\d+$/, allowed),
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
    v.number(expectedDateTime),
    v.metadata({ type: 'string', format: 'date-time', example: exampleDateTime }),
  );
}

/** One of the words. */
export function queryWord<const W extends readonly string[]>(words: W) {
  return v.picklist(words, `Expected one of: ${words.join(', ')}.`);
}

/** A parameter that may be left out, and what the document says of it. */
export function parameter<S extends v.GenericSchema<string, unknown>>(
  schema: S,
  meaning: string,
  example?: string | number,
) {
  const metadata = example === undefined ? {} : { example };
  return v.optional(v.pipe(schema, v.description(meaning), v.metadata(metadata)));
}

/** Hands a query on as it came: Elysia would take `[1]` for JSON and `a,b` for a list. */
export const rawQuery = new Elysia({ name: 'raw-query' }).onTransform(
  { as: 'global' },
  (context) => {
    const [, raw = ''] = /\?([^#]*)/.exec(context.request.url) ?? [];
    context.query = { raw };
  },
);

/**
 * A schema of the raw query that takes these parameters and no others. It throws `invalid-request`
 * that points at each one that is unknown, repeated, empty, badly encoded or not what its schema
 * takes. rules 8.2
 */
export function querySchema<const Q extends QueryEntries>(entries: Q) {
  const parsed = v.transform(({ raw = '' }: { readonly raw?: string }) => parseQuery(entries, raw));
  return Object.assign(v.pipe(v.record(v.string(), v.string()), parsed), { entries });
}

function parseQuery<Q extends QueryEntries>(entries: Q, search: string): QueryOf<Q> {
  const values: Record<string, string> = {};
  const errors: FieldError[] = [];
  const refuse = (name: string, detail: string) =>
    errors.push({ pointer: pointerTo('#', name), detail });
  for (const { rawName, name, value } of pairsOf(search)) {
    if (name === undefined) refuse(rawName, 'The name of a parameter is not validly encoded.');
    else if (!Object.hasOwn(entries, name)) refuse(name, `There is no parameter "${name}" here.`);
    else if (Object.hasOwn(values, name)) refuse(name, `"${name}" may be given only once.`);
    else if (value === undefined) refuse(name, `The value of "${name}" is not validly encoded.`);
    else if (value === '') refuse(name, `"${name}" is empty; leave it out instead.`);
    else if (value.includes('\0')) refuse(name, `"${name}" holds a NUL character.`);
    if (name !== undefined && Object.hasOwn(entries, name)) values[name] ??= value ?? '';
  }
  const result = v.safeParse(v.object(entries), values);
  for (const { path, message } of result.issues ?? []) {
    const name = String(path?.[0]?.key);
    refuse(name, `${name}: ${message}`);
  }
  if (errors.length > 0 || !result.success) throw problemAt('invalid-request', errors);
  return result.output;
}

/** The pairs of a query or a form in their order; undefined for what is badly encoded. */
export function pairsOf(text: string) {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [rawName = '', ...rawValue] = pair.split('=');
    const [name, value] = [rawName, rawValue.join('=')].map((text) =>
      percentDecoded(text.replaceAll('+', ' ')),
    );
    return { rawName, name, value };
  });
}

/** The text with its `%XX` decoded; undefined where it is badly encoded. */
export function percentDecoded(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    // Invalid UTF-8 comes as this character, encoded or not: nobody means it.
    return decoded.includes('\ufffd') ? undefined : decoded;
  } catch {
    return undefined;
  }
}
