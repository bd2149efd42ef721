// RFC 4180 as spreadsheets write it: commas or semicolons, a byte order mark, a line `sep=;`.
import { shortened } from '../text.ts';
import { type FileLine, linesOf } from './ndjson.ts';
import { type TableRow, withoutEntities } from './table.ts';

/** A quoted field that goes on for longer was never closed. */
const mostLines = 50;
/** The likelier first. */
const delimiters = [',', ';', '\t'];

/** So many lines with text may come before the headings: a title, say. */
export const linesAbove = 6;

/**
 * The records of a file, each with the line on which it begins. Its delimiter is the one by which one of the first lines names columns, as `isHeading`
 * says of the fields. Lines with nothing but empty fields are left out. Of a record that can't be read only
 * the first line is lost, so that an unclosed quote doesn't hide what follows.
 */
export async function* csvRecords(
  chunks: AsyncIterable<Uint8Array>,
  isHeading: (fields: readonly string[]) => boolean = () => true,
): AsyncGenerator<TableRow> {
  let delimiter: string | undefined;
  /** How many columns there are. */
  let width: number | undefined;
  /** The lines by which the delimiter is found. */
  const first: FileLine[] = [];
  let begun: FileLine[] = [];

  function* take(line: FileLine): Generator<TableRow> {
    if (begun.length === 0 && textOf(line).trim() === '') return;
    begun.push(line);
    yield* read(begun.length === mostLines);
  }

  function* read(isEnd: boolean): Generator<TableRow> {
    const [first, ...later] = begun;
    if (!first || delimiter === undefined) return;
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
      if (!width && isHeading(record)) width = record.length;
      yield fault ? { line: first.number, fault } : { line: first.number, fields: record };
    }
  }

  function* begin(): Generator<TableRow> {
    delimiter = delimiterOf(first.map(textOf), isHeading);
    for (const line of first) yield* take(line);
  }

  /** How many of them have text. */
  let filled = 0;
  for await (const given of linesOf(chunks)) {
    // Before it is divided: an entity ends with a semicolon.
    const line = given.text?.includes('&')
      ? { ...given, text: await withoutEntities(given.text) }
      : given;
    if (delimiter !== undefined) {
      yield* take(line);
      continue;
    }
    if (/[^\s;,"]/.test(textOf(line))) filled += 1;
    if (filled === 1) delimiter = separatorLine.exec(line.text ?? '')?.[1];
    if (filled > 0 && delimiter === undefined) first.push(line);
    if (filled > linesAbove) yield* begin();
  }
  if (delimiter === undefined) yield* begin();
  while (begun.length > 0) yield* read(true);
}

const textOf = ({ text, remains = '' }: FileLine) => text ?? remains;

const notUtf8 =
  'is not valid UTF-8; in Excel, save it as "CSV UTF-8", elsewhere choose UTF-8 as its character set';
const separatorLine = /^"?sep=(.)"?$/i;
const unclosed = 'a field in quotes is not closed';

/** The delimiter by which one of the lines is a heading; or else the one that is most in the first line. */
function delimiterOf(
  lines: readonly string[],
  isHeading: (fields: readonly string[]) => boolean,
): string {
  const count = (text: string, delimiter: string) =>
    text.replaceAll(/"(?:[^"]|"")*"/g, '').split(delimiter).length;
  const mostIn = (text: string, some: readonly string[]) =>
    some.toSorted((one, other) => count(text, other) - count(text, one))[0];
  for (const [index, line] of lines.entries()) {
    const fitting = delimiters.filter((delimiter) => {
      const fields = recordAt(lines.slice(index), delimiter);
      return typeof fields !== 'string' && isHeading(fields);
    });
    const best = mostIn(line, fitting);
    if (best) return best;
  }
  return mostIn(lines[0] ?? '', delimiters) ?? ',';
}

/** The fields of the record that begins with the first line, which may go on in quotes. */
function recordAt(lines: readonly string[], delimiter: string): string[] | string {
  for (const end of lines.keys()) {
    const record = fieldsOf(lines.slice(0, end + 1).join('\n'), delimiter);
    if (record !== unclosed) return record;
  }
  return unclosed;
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
