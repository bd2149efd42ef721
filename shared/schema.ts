import * as v from 'valibot';
import { isPrintable, isVisible, shortened } from './text.ts';
import {
  exampleDate,
  exampleDateTime,
  expectedDate,
  expectedDateTime,
  isCalendarDate,
  parseDateTime,
  utc,
} from './time.ts';

// What a schema expects, in words for whoever sent the value; `received` is the value's own spelling.
v.setSchemaMessage(({ expected, received, input }) => {
  if (expected === 'never') return noMember(input);
  const options = expected?.replace(/^\((.*)\)$/, '$1').split(' | ') ?? ['something else'];
  const wanted = options.map(inWords).join(', ').replaceAll('"', '');
  const allowed = `${options.length > 1 ? 'one of: ' : ''}${wanted}`;
  return `Expected ${allowed}, not ${shortened(inWords(received))}.`;
});

/** What valibot names by its class or type alone; a text that was sent comes in quotes. */
const inWords = (name: string) => typesInWords.get(name) ?? name;
const typesInWords = new Map([
  ['Object', 'an object'],
  ['Array', 'an array'],
  ['number', 'a number'],
  ['string', 'a string'],
  ['boolean', 'true or false'],
]);

/** The longest name, address or label that is taken, in UTF-16 units. */
export const longestText = 200;

export const noNul = 'Holds a NUL, which no text may.';

/** Any text that a database takes. */
export function storable() {
  return v.pipe(
    v.string(),
    v.check((value) => !value.includes('\0'), noNul),
  );
}

/** A text for people: one line of which something can be seen, at most 200 characters. */
export function text() {
  return v.pipe(
    v.string(),
    v.nonEmpty('Expected at least one character.'),
    v.maxLength(longestText, `Expected at most ${longestText} characters.`),
    v.check((value) => value.isWellFormed(), 'Holds half of a surrogate pair.'),
    v.check(isPrintable, 'Holds a control character or a line break.'),
    v.check(isVisible, 'Holds nothing that can be seen.'),
  );
}

/** A whole number within bounds; counts by value, so 6.0 is 6. */
export function wholeNumber(lowest: number, highest = Number.MAX_SAFE_INTEGER) {
  return v.pipe(
    v.number(),
    v.integer('Expected a whole number.'),
    v.minValue(lowest, `Expected at least ${lowest}.`),
    v.maxValue(highest, `Expected at most ${highest}.`),
  );
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function calendarDate() {
  return v.pipe(
    v.string(),
    v.check(isCalendarDate, expectedDate),
    v.metadata({ format: 'date', example: exampleDate }),
  );
}

/** A moment with its offset; gives how it was written and what it means. RFC 3339 */
export function writtenTime() {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const time = parseDateTime(dataset.value);
      if (time) return time;
      addIssue({ message: expectedDateTime });
      return NEVER;
    }),
    v.metadata({ format: 'date-time', example: exampleDateTime }),
  );
}

/** A moment in any offset, of which only what it means is kept: it becomes UTC with milliseconds. */
export function utcMoment() {
  return v.pipe(
    writtenTime(),
    v.transform(({ instant }) => utc(instant)),
  );
}

/** A moment in a response. */
export function moment() {
  return v.pipe(
    v.string(),
    v.metadata({ format: 'date-time', example: '2026-05-01T16:00:00.000Z' }),
  );
}

/** An object with only these members; a fault names each other one. rules 5.6 */
export function closed<const E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.strictObject(entries),
    v.rawCheck(({ dataset, addIssue }) => {
      // valibot itself names only the first of them.
      const issue = dataset.issues?.find(
        ({ expected, path }) => expected === 'never' && path?.length === 1,
      );
      const object = issue?.path?.[0].input;
      for (const name of Object.keys(object ?? {})) {
        if (!Object.hasOwn(entries, name))
          addIssue({ message: noMember(name), ...member(object, name) });
      }
    }),
  );
}

const noMember = (name: unknown) => `There is no member "${shortened(String(name))}" here.`;

/** A list of `least` to `most` items; if it is too short or too long, the items aren't judged. */
export function listOf<S extends v.GenericSchema>(
  item: S,
  least: number,
  most: number,
  words: string,
) {
  return v.pipe(
    v.array(v.unknown()),
    v.minLength(least, words),
    v.maxLength(most, words),
    v.array(item),
    v.metadata({ minItems: least, maxItems: most }),
  );
}

/** A list without duplicates; even a long one is searched once, which `checkItems` can't. */
export function distinct<S extends v.GenericSchema>(item: S) {
  return v.pipe(
    v.array(item),
    v.rawCheck(({ dataset: { value, typed }, addIssue }) => {
      if (!typed) return;
      const met = new Set<unknown>();
      for (const [index, each] of value.entries()) {
        if (met.has(each))
          addIssue({ message: 'Stands twice in the list.', ...member(value, index) });
        met.add(each);
      }
    }),
    v.metadata({ uniqueItems: true }),
  );
}

/** What an issue of a check tells of the member or item at which it points. */
export function member(parent: unknown, key: string | number) {
  const value: unknown = Object(parent)[key];
  const path: [v.UnknownPathItem] = [
    { type: 'unknown', origin: 'value', input: parent, key, value },
  ];
  return { input: value, path };
}
