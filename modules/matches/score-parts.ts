// The parts of a score as people write it: pairs of numbers and single numbers, in brackets or in none.
import { type Cell, dateHint } from '../../shared/exchange/cell.ts';
import { shortened } from '../../shared/text.ts';

/** What people put between two numbers: any dash (Pd), what some programs make of one (U+2212), `:`, `/`. */
export const sign = String.raw`[\p{Pd}\u2212:/]`;

export type Bracket = '' | '(' | '[' | '{';

export type Part = {
  /** As it is written, with what stands right beside it. */
  readonly text: string;
  readonly bracket: Bracket;
  /** The bracket round this part and others. */
  readonly outer: Bracket;
  readonly first: string;
  /** The other number of a pair. */
  readonly second: string | undefined;
};

const numbers = String.raw`(\d{1,3})(?!\d)(?:\s*${sign}\s*(\d{1,3})(?!\d|\s*${sign}))?`;
const part = new RegExp(
  String.raw`([([{])\s*${numbers}\s*[)\]}]|(?<!\d)${numbers}|[\s,;.|]+|[^]`,
  'gu',
);
/** What is wrong with it then stands beside it. */
const onePair = new RegExp(`^\\d+${sign}\\d+$`, 'u');
const superscript = /[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+/g;

/** The parts of a score in their order, or what is none. Brackets round several of them mean nothing. */
export function partsOf(written: string): Cell<Part[]> {
  const text = written
    .replaceAll(superscript, (points) => `(${points.normalize('NFKC')})`)
    .replaceAll(/\^(\d+)/g, '($1)');
  if (madeANumber.test(text)) return noSet(text);
  const parts: Part[] = [];
  let outer: Bracket = '';
  for (const found of text.matchAll(part)) {
    const [all, bracket, inside, other, first = inside, second = other] = found;
    const around = chunkAt(text, found.index, found.index + all.length);
    if (first !== undefined) {
      if (/^0\d/.test(second ?? '') || (second && /^0\d/.test(first))) return noSet(around);
      parts.push({ text: around, bracket: bracketOf(bracket), outer, first, second });
    } else if (/[()[\]{}]/.test(all)) outer = bracketOf(all);
    else if (!/[\s,;.|]/.test(all)) return noSet(onePair.test(around) ? text : around);
  }
  const isPaired = ['()', '[]', '{}'].every(
    ([open = '', close = '']) => text.split(open).length === text.split(close).length,
  );
  if (!isPaired) return { fault: `"${shortened(text)}" lacks a bracket.` };
  return parts.length > 0 ? { value: parts } : noSet(text);
}

/** The fault of a text that is no part of a score. */
export function noSet(text: string): { readonly fault: string } {
  const expected = 'expected a score such as 6-4 7-6(5) or 6-4 3-6 [10-8]';
  return { fault: `"${shortened(text)}" is no set: ${expected}${hintAt(text)}.` };
}

/** 6.4, 0,25 and 46177; but 64.63 is two sets. */
const madeANumber = /^(?!\d\d[.,]\d\d$)\d+[.,]\d+$|^\d{3,}$/;
const madeATime = /^\d{1,2}:\d\d$/;

/** What may have led to a part that is no set. */
function hintAt(text: string): string {
  const kind = madeANumber.test(text) ? 'number' : madeATime.test(text) ? 'time' : undefined;
  if (kind)
    return `; a spreadsheet may have made a ${kind} of it: make its column one of text first`;
  const known =
    '; the only words in it may say that somebody retired or did not play, such as ret or wo';
  return dateHint(text) ?? (/\p{L}/u.test(text) ? known : '');
}

/** The piece between spaces, commas and semicolons in which something stands. */
function chunkAt(text: string, from: number, to: number): string {
  const before = /[^\s,;]*$/.exec(text.slice(0, from))?.[0] ?? '';
  const after = /^[^\s,;]*/.exec(text.slice(to))?.[0] ?? '';
  return `${before}${text.slice(from, to)}${after}`.trim();
}

function bracketOf(found: string | undefined): Bracket {
  return found === '(' || found === '[' || found === '{' ? found : '';
}
