// RFC 4180 as spreadsheets write it: commas or semicolons, a byte order mark, a line `sep=;`.
import { shortened } from '../text.ts';
import { type FileLine, linesOf } from './ndjson.ts';
import { type TableRow, withoutEntities } from './table.ts';

/** A quoted field that goes on for longer was never closed. */
const mostLines = 50;
const delimiters = [';', ',', '\t'];

/**
 * The records of a file, the header first, each with the line on which it begins. Lines with nothing but empty fields are left out. Of a record
 * that can't be read only the first line is lost, so that an unclosed quote doesn't hide what follows.
 */
export async function* csvRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TableRow> {
  let delimiter: string | undefined;
  /** How many fields the header has. */
  let width: number | undefined;
  let begun: FileLine[] = [];

  function* take(line: FileLine): Generator<TableRow> {
    if (begun.length === 0 && textOf(line).trim() === '') return;
    begun.push(line);
    yield* read(begun.length === mostLines);
  }

  function* read(isEnd: boolean): Generator<TableRow> {
    const [first, ...later] = begun;
    if (!first) return;
    if (delimiter === undefined) {
      const [, separator] = separatorLine.exec(first.text ?? '') ?? [];
      delimiter = separator ?? delimiterOf(textOf(first));
      if (separator) begun = [];
      if (separator) return;
    }
    const whole = begun.map(textOf).join('\n');
    const record = fieldsOf(whole, delimiter);
    if (record === unclosed && !isEnd) return;
    const garbled = begun.filter(({ text }) => text === undefined);
    begun = [];
    if (typeof record === 'string') {
      yield { line: first.number, fault: first === garbled[0] ? notUtf8 : record };
      for (const line of later) yield* take(line);
    } else if (garbled.length > 0) {
      for (const { number } of garbled) yield { line: number, fault: notUtf8 };
    } else if (record.some((field) => field.trim() !== '')) {
      const fault = width && otherDelimiterFault(whole, delimiter, width);
      width ??= record.length;
      yield fault ? { line: first.number, fault } : { line: first.number, fields: record };
    }
  }

  for await (const line of linesOf(chunks)) {
    // Before it is divided: an entity ends with a semicolon.
    yield* take(
      line.text?.includes('&') ? { ...line, text: await withoutEntities(line.text) } : line,
    );
  }
  while (begun.length > 0) yield* read(true);
}

const textOf = ({ text, remains = '' }: FileLine) => text ?? remains;

const notUtf8 =
  'is not valid UTF-8; in Excel, save it as "CSV UTF-8", elsewhere choose UTF-8 as its character set';
const separatorLine = /^"?sep=(.)"?$/i;
const unclosed = 'a field in quotes is not closed';

/** The delimiter that occurs most in the header, outside quotes. */
function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"(?:[^"]|"")*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return delimiters.reduce((best, other) => (count(other) > count(best) ? other : best), ',');
}

const words: Readonly<Record<string, string>> = { ';': 'semicolons', ',': 'commas', '\t': 'tabs' };

/**
 * Says so if another delimiter splits a row into as many fields as the header has: `Anna B.;3,5` below
 * `name,level` would be somebody named `Anna B.;3`. Commas aren't tried, since numbers have them.
 */
function otherDelimiterFault(row: string, delimiter: string, width: number): string | undefined {
  const other = [';', '\t'].find((mark) => mark !== delimiter && isRowBy(row, mark, width));
  if (!other) return undefined;
  const those = words[other];
  const these = words[delimiter] ?? `"${delimiter}"`;
  return `there are ${those} between the fields, and ${these} in the header; a text with ${those} goes into quotes`;
}

function isRowBy(row: string, delimiter: string, width: number): boolean {
  const fields = row.includes(delimiter) ? fieldsOf(row, delimiter) : [];
  return typeof fields !== 'string' && fields.length === width;
}

/** The fields of one record, or what is wrong with it. */
function fieldsOf(text: string, delimiter: string): string[] | string {
  if (text.includes('\r')) return 'a carriage return ends no line; in Excel, save as "CSV UTF-8"';
  if (!text.includes('"')) return text.split(delimiter);
  const fields: string[] = [];
  for (let start = 0; ; start += 1) {
    const isQuoted = text[start] === '"';
    const end = isQuoted ? closingQuote(text, start) : nextOf(text, delimiter, start);
    if (end === undefined) return unclosed;
    const field = text.slice(isQuoted ? start + 1 : start, end);
    if (!isQuoted && field.includes('"')) {
      return `a quote stands within the field ${shortened(field)}; put it all in quotes and double this one`;
    }
    fields.push(isQuoted ? field.replaceAll('""', '"') : field);
    start = isQuoted ? end + 1 : end;
    if (start === text.length) return fields;
    if (text[start] !== delimiter)
      return `something follows the closing quote of "${shortened(field)}"`;
  }
}

function nextOf(text: string, delimiter: string, from: number): number {
  const found = text.indexOf(delimiter, from);
  return found < 0 ? text.length : found;
}

function closingQuote(text: string, opening: number): number | undefined {
  let quote = text.indexOf('"', opening + 1);
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote < 0 ? undefined : quote;
}
