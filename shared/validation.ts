import * as v from 'valibot';
import { type FieldError, pointerTo, problemAt } from './problem.ts';

/** What the schema makes of the value. Throws `validation-failed` that points at each wrong member. */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const faults = result.issues.map(fieldErrorOf);
  const places = new Set(faults.map(({ pointer }) => pointer));
  // What is below a fault isn't judged, such as the items of a list in place of an object.
  const isBelow = ({ pointer }: FieldError) =>
    [...pointer.matchAll(/\//g)].some(({ index }) => places.has(pointer.slice(0, index)));
  throw problemAt(
    'validation-failed',
    faults.filter((fault) => !isBelow(fault)),
  );
}

function fieldErrorOf(issue: v.BaseIssue<unknown>): FieldError {
  const path = issue.path ?? [];
  // valibot takes a list for an object that lacks its members.
  const list = path.findIndex(({ type, input }) => type === 'object' && Array.isArray(input));
  const place = list === -1 ? path : path.slice(0, list);
  const pointer = place.reduce((parent, { key }) => pointerTo(parent, key), '#');
  if (list !== -1) return { pointer, detail: 'Expected an object.' };
  const isMissing = issue.received === 'undefined';
  return { pointer, detail: isMissing ? `"${path.at(-1)?.key}" is missing.` : issue.message };
}
