// Names as sheets have them beside names as they are stored: "KOWALSKI Jan" and "Jan Kowalski" may be "Jan K.".
import { comparableName } from '../../shared/names.ts';
import { folded } from '../../shared/text.ts';

/** A word of a name, or a part of a hyphenated one; short if it stands for a longer one, such as `K.` or `Ko.`. */
type Part = { readonly letters: string; readonly isShort: boolean };

/** A word as it is written, and what is compared of it. */
type Word = { readonly written: string; readonly parts: readonly Part[] };

/** The first names of a name, or the surname. */
type Half = { readonly words: readonly Word[]; readonly parts: readonly Part[] };

/** One way to tell the surname from the other words. */
type Reading = { readonly given: Half; readonly surname: Half };

/** A name with the ways to read it. */
export type Name = {
  /** Its words in one order, as they are compared: the same for "KOWALSKI Jan" and "Jan Kowalski". */
  readonly key: string;
  readonly readings: readonly Reading[];
};

/** No name of more words is compared with others. */
const mostWords = 6;

/** Without a hint in the name itself, a sheet may put the surname first or last; what is stored has it last. */
export function readName(text: string, isStored: boolean): Name {
  const words = wordsOf(text);
  const key = partsOf(words).map(({ letters }) => letters);
  const readings = words.length > mostWords ? [] : readingsOf(text, words, isStored);
  return { key: key.sort().join(' '), readings };
}

function wordsOf(text: string): Word[] {
  const apart = comparableName(text).replaceAll(/\.(?=\p{L})/gu, '. ');
  return apart.split(/[\s,]+/).flatMap((written) => {
    const parts = written.split(/\p{Pd}/u).flatMap((part): Part[] => {
      const letters = folded(part);
      return letters ? [{ letters, isShort: part.endsWith('.') || letters.length === 1 }] : [];
    });
    return parts.length > 0 ? [{ written, parts }] : [];
  });
}

function readingsOf(text: string, words: readonly Word[], isStored: boolean): Reading[] {
  if (words.length < 2) return [];
  const splitAt = (index: number) => [words.slice(0, index), words.slice(index)] as const;
  const before = text.includes(',') ? wordsOf(text.slice(0, text.indexOf(','))).length : 0;
  if (before > 0 && before < words.length) {
    const [surname, given] = splitAt(before);
    return [reading(given, surname)];
  }
  const given = words.filter(({ written }) => /\p{Ll}/u.test(written));
  const surname = words.filter(({ written }) =>
    /^\P{Ll}*\p{Lu}\P{Ll}*\p{Lu}\P{Ll}*$/u.test(written),
  );
  if (surname.length > 0 && surname.length + given.length === words.length && given.length > 0) {
    return [reading(given, surname)];
  }
  const [first, last] = splitAt(words.length - 1);
  const readings = [reading(first, last)];
  if (isStored) return readings;
  for (let index = 1; index < words.length; index += 1) {
    const [begin, end] = splitAt(index);
    if (index < words.length - 1) readings.push(reading(begin, end));
    readings.push(reading(end, begin));
  }
  return readings;
}

const reading = (given: readonly Word[], surname: readonly Word[]): Reading => ({
  given: { words: given, parts: partsOf(given) },
  surname: { words: surname, parts: partsOf(surname) },
});

const partsOf = (words: readonly Word[]) => words.flatMap(({ parts }) => parts);

type Fit = 'same' | 'short' | undefined;

/** How the one list of parts may stand for the other; `isOpen` if the longer one may go on. */
function fitOf(one: readonly Part[], other: readonly Part[], isOpen: boolean): Fit {
  const length = Math.min(one.length, other.length);
  let isSame = isOpen || one.length === other.length;
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one[index], other[index]];
    if (!a || !b) return undefined;
    if (a.letters === b.letters) continue;
    isSame = false;
    const isShortOf = (short: Part, long: Part) =>
      short.isShort && long.letters.startsWith(short.letters);
    if (!isShortOf(a, b) && !isShortOf(b, a)) return undefined;
  }
  if (isSame) return 'same';
  const shorter = one.length < other.length ? one : other;
  const goesOn = one.length !== other.length && !isOpen;
  return goesOn && !shorter[length - 1]?.isShort ? undefined : 'short';
}

/** Whether the two may be one: the first name in full and what there is of the surname, or its initial and the whole surname. */
function isLike(one: Reading, other: Reading): boolean {
  const surname = fitOf(one.surname.parts, other.surname.parts, false);
  if (!surname) return false;
  const given = fitOf(one.given.parts, other.given.parts, true);
  return given === 'same' || (given === 'short' && surname === 'same');
}

/** Whether two names may be one person's. */
function mayBeOne(one: Name, other: Name): boolean {
  if (one.key === other.key) return true;
  return one.readings.some((reading) => other.readings.some((each) => isLike(reading, each)));
}

/** Under what a name is kept, and under what those are looked for that may be the same. */
function keysOf({ given, surname }: Reading) {
  const [one, other] = [given.parts[0], surname.parts[0]];
  const [first = '', last = ''] = [one?.letters, other?.letters];
  const byFirst = (sign: string) => `${first} ${last[0]}${sign}`;
  const bySurname = (sign: string) => `${first[0]}${sign} ${last}`;
  return {
    kept: [
      `${first} ${last}`,
      byFirst(other?.isShort ? '.' : '…'),
      bySurname(one?.isShort ? '.' : '…'),
    ],
    sought: [
      ...[`${first} ${last}`, byFirst('.'), bySurname('.')],
      ...[other?.isShort ? byFirst('…') : [], one?.isShort ? bySurname('…') : []].flat(),
    ],
  };
}

/** Finds things by names like theirs, without going through all of them. */
export function createLikeness<T>() {
  type Entry = { readonly name: Name; readonly thing: T };
  const byKey = new Map<string, Entry[]>();
  const byShort = new Map<string, Entry[]>();
  const put = (map: Map<string, Entry[]>, key: string, entry: Entry) => {
    const some = map.get(key);
    if (some) some.push(entry);
    else map.set(key, [entry]);
  };
  function near(name: Name): T[] {
    const keys = new Set(name.readings.flatMap((one) => keysOf(one).sought));
    const entries = new Set([...keys].flatMap((key) => byShort.get(key) ?? []));
    return [...entries].filter((entry) => mayBeOne(entry.name, name)).map(({ thing }) => thing);
  }

  return {
    add(name: Name, thing: T): void {
      const entry = { name, thing };
      put(byKey, name.key, entry);
      for (const key of new Set(name.readings.flatMap((one) => keysOf(one).kept)))
        put(byShort, key, entry);
    },
    /** Those with the same words, in any order; if there are none, those that are near. */
    find: (name: Name): T[] => byKey.get(name.key)?.map(({ thing }) => thing) ?? near(name),
    /** All of two words or more whose names may be the same. */
    near,
  };
}

/** The first name in a name as it is stored, as it is compared. */
export function firstNameIn(stored: string): string | undefined {
  const [part] = readName(stored, true).readings[0]?.given.parts ?? [];
  return part?.isShort ? undefined : part?.letters;
}

/** Of a name that may be read in both ways, the first word and the last one, as they are compared. */
export function endsOf(text: string): readonly [first: string, last: string] | undefined {
  const { readings } = readName(text, false);
  const [usual, other] = readings;
  const [first, last] = [usual?.given, usual?.surname].map((half) => half?.parts[0]?.letters);
  return other && first !== undefined && last !== undefined ? [first, last] : undefined;
}

/**
 * The first name and as many letters of the surname as `isFree` asks for, at least one: "Jan K." for "KOWALSKI Jan".
 * Where the name itself doesn't tell, the surname is its last word, or its first one.
 * A name of one word, or with a short one, stays as it is.
 */
export function shortName(
  text: string,
  isFree: (name: string) => boolean,
  isSurnameFirst = false,
): string {
  const { readings } = readName(text, false);
  const [usual, ...others] = readings;
  const turned = others.find(({ surname }) => surname.words.length === 1);
  const read = (isSurnameFirst && turned) || usual;
  const [first] = read?.given.words ?? [];
  const whole = read?.surname.words.map(({ written }) => spelled(written)).join(' ') ?? '';
  const parts = read ? [...read.given.parts, ...read.surname.parts] : [];
  if (!first || parts.some(({ isShort }) => isShort)) return comparableName(text);
  const letters = [...whole];
  const names = letters.slice(1).map((_, index) => {
    const some = letters.slice(0, index + 1).join('');
    return `${spelled(first.written)} ${some}.`;
  });
  return names.find(isFree) ?? `${spelled(first.written)} ${whole}`;
}

/** A word in capitals as it is usually written: `Kowalska-Nowak`. */
function spelled(word: string): string {
  if (/\p{Ll}/u.test(word)) return word;
  return word.toLowerCase().replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}
