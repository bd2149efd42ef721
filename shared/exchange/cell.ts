// Readers for the text of a table's cell or of an option, in the ways in which people write it.
import { shortened } from '../text.ts';

/** What a text means, with what is to be said of that, or what is wrong with it. */
export type Cell<T> =
  | { readonly value: T; readonly remark?: string | undefined }
  | { readonly fault: string };
export type Reader<T = unknown> = (text: string) => Cell<T>;

/** A number with a decimal point or comma; `fault` is said of anything else. */
export function readNumber(text: string, fault = 'Expected a number.'): Cell<number> {
  if (!/^\d{1,9}([.,]\d{1,9})?$/.test(text)) return { fault };
  return { value: Number(text.replace(',', '.')) };
}

/** A hint where a text is a date that a spreadsheet makes of 4-6 or 3.5: `04.cze`, `4-Jun`, `2026-06-04`. */
export function dateHint(text: string): string | undefined {
  const isDate =
    /^(\d{1,2}[-.]\p{L}{3,}|\p{L}{3,}[-.]\d{1,4})\.?$/u.test(text) ||
    /^\d{1,4}([-./:])\d{1,2}\1\d{2,4}$/.test(text);
  return isDate
    ? '; a spreadsheet has made a date of it: make its column one of text first'
    : undefined;
}

/** A word of the exchange format, in small or capital letters. */
export function readWord(text: string): Cell<string> {
  return { value: text.toLowerCase() };
}

const yes: readonly string[] = ['yes', 'tak', 'true'];
const no: readonly string[] = ['no', 'nie', 'false'];

/** A yes or a no, in English or Polish. */
export function readYesNo(text: string): Cell<boolean> {
  const word = text.toLowerCase();
  if (yes.includes(word)) return { value: true };
  return no.includes(word) ? { value: false } : { fault: 'Expected yes or no.' };
}

/** How many of a cell's wrong parts are named. */
const mostNamed = 5;

/** A list of several, with `|` or a line break between them. */
export function readList<T>(text: string, read: Reader<T>): Cell<T[]> {
  const parts = text.split(/[|\n]/).flatMap((part) => part.trim() || []);
  const cells = parts.map((part) => ({ part, cell: read(part) }));
  const faults = cells.flatMap(({ part, cell }) =>
    'fault' in cell ? [`"${shortened(part)}": ${cell.fault}`] : [],
  );
  if (faults.length > mostNamed) faults.splice(mostNamed, faults.length, '…');
  if (faults.length > 0) return { fault: faults.join(' ') };
  return { value: cells.flatMap(({ cell }) => ('value' in cell ? [cell.value] : [])) };
}
