// The character set of a file that people saved: UTF-8, UTF-16, or what Excel in Poland writes.
import { isAscii, isUtf8 } from 'node:buffer';
import { refuseForeign } from './ndjson.ts';

/** A line that goes on for longer is judged by its beginning. */
const mostHeld = 65_536;
const newline = 10;

/** Bytes that Windows-1250 doesn't have. */
const undefinedBytes = /[\x81\x83\x88\x90\x98]/;

/**
 * The file's bytes in UTF-8; `say` is called where they were something else. UTF-16 is known by its mark, or by the NUL
 * beside its first letter; Windows-1250 by the first line with a letter beyond ASCII, if that isn't UTF-8. Such a line
 * decides for all that follow, so that a single broken one remains a fault of its own.
 * Throws where the file is something without text.
 */
export async function* inUtf8(
  chunks: AsyncIterable<Uint8Array>,
  say: (sentence: string) => void,
): AsyncGenerator<Uint8Array> {
  let begin: Buffer | undefined = Buffer.alloc(0);
  /** What is read from the first letter beyond ASCII on, until its line ends. */
  let held = Buffer.alloc(0);
  let isUnicode = false;
  let decoder: TextDecoder | undefined;
  const found = (name: string, label: string) => {
    say(`The file is in ${name}.`);
    decoder = new TextDecoder(label);
  };

  function* take(bytes: Buffer, isEnd: boolean): Generator<Uint8Array> {
    if (decoder) yield Buffer.from(decoder.decode(bytes, { stream: !isEnd }));
    else if (isUnicode || (held.length === 0 && isAscii(bytes))) yield bytes;
    else {
      held = Buffer.concat([held, bytes]);
      const from = held.findIndex((byte) => byte > 0x7f);
      const end = from < 0 ? -1 : held.indexOf(newline, from);
      if (end < 0 && held.length < mostHeld && !isEnd) return;
      const isCut = end < 0 && !isEnd;
      const line =
        end < 0 ? held.subarray(0, isCut ? lastOf(held) : undefined) : held.subarray(0, end);
      isUnicode = from < 0 || isUtf8(line) || undefinedBytes.test(line.toString('latin1'));
      if (!isUnicode) found('Windows-1250', 'windows-1250');
      const rest = held;
      held = Buffer.alloc(0);
      yield* take(rest, isEnd);
    }
  }

  for await (const chunk of chunks) {
    let bytes = Buffer.from(chunk);
    if (begin) {
      bytes = begin = Buffer.concat([begin, bytes]);
      if (bytes.length < 4) continue;
      begin = undefined;
      refuseForeign(bytes);
      const [first = 0, second = 0] = bytes;
      if (first === 0xff && second === 0xfe) found('UTF-16', 'utf-16le');
      else if (first === 0xfe && second === 0xff) found('UTF-16', 'utf-16be');
      else if (first !== 0 && second === 0) found('UTF-16', 'utf-16le');
      else if (first === 0 && second !== 0) found('UTF-16', 'utf-16be');
    }
    yield* take(bytes, false);
  }
  yield* take(begin ?? Buffer.alloc(0), true);
}

/** Where the last character of UTF-8 begins, of which some bytes may be missing. */
const lastOf = (bytes: Buffer) => bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80);
