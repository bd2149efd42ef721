import type { Language } from './language.ts';
import { harmless } from './xml.ts';

/** What a cell of a table holds; a number stays one in a spreadsheet. */
export type Cell = string | number | null;

/**
 * A table as spreadsheets open it: UTF-8 with a byte order mark, with the separator and the decimal sign that they
 * expect where the language is spoken. RFC 4180
 */
export function csvOf(language: Language, rows: readonly (readonly Cell[])[]): string {
  const [separator, decimalSign] = language === 'pl' ? [';', ','] : [',', '.'];
  const written = (cell: Cell) =>
    typeof cell === 'number' ? String(cell).replace('.', decimalSign) : quoted(cell ?? '');
  const lines = rows.map((row) => `${row.map(written).join(separator)}\r\n`);
  return `\ufeff${lines.join('')}`;
}

/** Where a spreadsheet would begin a formula: also after a separator, if it splits at another one than ours. */
const formula = /(?<=^|[,;\t])(?=\s*[=+\-@＝＋－＠\t\r\n])/g;

/** A text in a cell, made harmless by an apostrophe where a spreadsheet would run it. OWASP, "CSV Injection" */
function quoted(text: string): string {
  const safe = harmless(text).replaceAll(formula, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
