import type { Language } from './language.ts';
import { harmless } from './xml.ts';

/** What a cell of a table holds; a number stays one in a spreadsheet. */
export type Cell = string | number | null;

/** What a file begins with by which a spreadsheet knows UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * Rows of a table as spreadsheets read them, with the separator and the decimal sign that they expect where the
 * language is spoken. RFC 4180
 */
export function csvOf(language: Language, rows: readonly (readonly Cell[])[]): string {
  const [separator, decimalSign] = language === 'pl' ? [';', ','] : [',', '.'];
  const written = (cell: Cell) =>
    typeof cell === 'number' ? String(cell).replace('.', decimalSign) : quoted(cell ?? '');
  return rows.map((row) => `${row.map(written).join(separator)}\r\n`).join('');
}

/** Where a spreadsheet would begin a formula: also after a separator, if it splits at another one than ours. */
const formula = /(?<=^|[,;\t])(?=\s*[=+\-@＝＋－＠\t\r\n])/g;

/** A text in a cell, made harmless by an apostrophe where a spreadsheet would run it. OWASP, "CSV Injection" */
function quoted(text: string): string {
  const safe = harmless(text).replaceAll(formula, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
