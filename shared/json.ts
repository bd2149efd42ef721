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
  const [error] = unwritable(value, () => '#');
  if (error) throw problemAt('validation-failed', [error]);
  return value;
}

/** Whether the value has members by name, and is no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => deeperThan(member, levels - 1));
}

/** Numbers and texts that can't be passed on: too large for a double, or no Unicode text. */
function* unwritable(value: unknown, pointer: () => string): Generator<FieldError> {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
    yield { pointer: pointer(), detail: 'The number is too large.' };
  } else if (typeof value === 'string' && !value.isWellFormed()) {
    yield { pointer: pointer(), detail: 'The text holds half of a surrogate pair.' };
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name.isWellFormed()) yield* unwritable(member, () => pointerTo(pointer(), name));
    else
      yield { pointer: pointer(), detail: 'The name of a member holds half of a surrogate pair.' };
  }
}
