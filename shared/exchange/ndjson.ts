import { refusal } from '../problem.ts';

/**
 * One line of a file, the first with number 1; where it isn't UTF-8, without a text, but with what is left of it
 * if U+FFFD stands for the rest.
 */
export type FileLine = {
  readonly number: number;
  readonly text: string | undefined;
  readonly remains?: string;
};

/** No record is nearly as long, and a file that is no text may go on for gigabytes without a line's end. */
const mostMegabytes = 100;
const newline = 10;
const byteOrderMark = '\ufeff';

/** What files without text begin with that are mistaken for one, and what to do with each. */
const foreign: readonly (readonly [begin: string, is: string])[] = [
  [
    'PK\x03\x04',
    'an Excel workbook or another archive: save its sheet as "CSV UTF-8", or unpack it',
  ],
  [
    '\xd0\xcf\x11\xe0',
    'an old Excel workbook, or one with a password: save it as .xlsx without one',
  ],
  ['\x1f\x8b', 'compressed: unpack it first, such as with gunzip'],
];

/** Throws where the bytes with which a file begins are those of something without text. */
export function refuseForeign(bytes: Buffer): void {
  const kind = foreign.find(([begin]) => bytes.toString('latin1', 0, begin.length) === begin);
  if (kind) throw refusal(`The file is ${kind[1]}.`);
}

/**
 * The lines of a file without their ends and without a byte order mark. Throws where one is too long, or the file
 * is something else.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let number = 0;
  const line = (bytes: Buffer): FileLine => {
    number += 1;
    if (number === 1) refuseForeign(bytes);
    const bare = (text: string) =>
      (number === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text).replace(/\r$/, '');
    try {
      return { number, text: bare(decoder.decode(bytes)) };
    } catch {
      return { number, text: undefined, remains: bare(bytes.toString()) };
    }
  };
  /** The parts of a line that goes on, which are put together once. */
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      yield line(Buffer.concat([...parts, bytes.subarray(start, end)]));
      parts = [];
      length = 0;
      start = end + 1;
    }
    if (start < bytes.length) parts.push(bytes.subarray(start));
    length += bytes.length - start;
    if (length > mostMegabytes * 1_024 ** 2) {
      throw refusal(`line ${number + 1}: is longer than ${mostMegabytes} MB`);
    }
  }
  if (parts.length > 0) yield line(Buffer.concat(parts));
}
