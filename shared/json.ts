import { type FieldError, Problem, pointerTo, problemAt } from './problem.ts';

const mostLevels = 32;

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
  const errors = unwritable(value, () => '#');
  if (errors.length > 0) throw problemAt('validation-failed', errors);
  return value;
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => deeperThan(member, levels - 1));
}

/** Numbers and texts that can't be passed on: too large for a double, or no Unicode text. */
function unwritable(value: unknown, pointer: () => string): FieldError[] {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    return [{ pointer: pointer(), detail: 'The number is too large.' }];
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    return [{ pointer: pointer(), detail: 'The text holds half of a surrogate pair.' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name.isWellFormed()
      ? unwritable(member, () => pointerTo(pointer(), name))
      : [{ pointer: pointer(), detail: 'The name of a member holds half of a surrogate pair.' }],
  );
}
