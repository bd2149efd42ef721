import { type FieldError, Problem, pointerTo, problemAt } from './problem.ts';

const mostLevels = 32;

/** How long the pointers of one problem may be together. */
const mostPointed = 64 * 1_024;

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
  const errors = firstOf(unwritable(value, () => '#'));
  if (errors.length > 0) throw problemAt('validation-failed', errors);
  return value;
}

/** The first faults whose pointers are at most 64 KiB together, but at least one: a name may be long. */
function firstOf(faults: Iterable<FieldError>): FieldError[] {
  const errors: FieldError[] = [];
  let room = mostPointed;
  for (const fault of faults) {
    room -= fault.pointer.length;
    if (room < 0 && errors.length > 0) break;
    errors.push(fault);
  }
  return errors;
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
