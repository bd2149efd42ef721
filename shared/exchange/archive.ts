// What a ZIP archive says of its entries, read before any of them is unpacked.
import { refusal } from '../problem.ts';

type Entry = { readonly name: string; readonly packed: number; readonly unpacked: number };

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const entryLength = 46;
const longestComment = 0xffff;

/** The entries of an archive by its directory, with their bytes. Throws where there is none that can be read. */
export function entriesOf(bytes: Buffer): Entry[] {
  const isEnd = (at: number) => bytes.readUInt32LE(at) === endSignature;
  let end = bytes.length - endLength;
  const first = Math.max(0, end - longestComment);
  while (end >= first && !isEnd(end)) end -= 1;
  if (end < first) throw damaged();
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (at + entryLength > bytes.length || bytes.readUInt32LE(at) !== entrySignature) {
      throw damaged();
    }
    const name = at + entryLength + bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + entryLength, name),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
    });
    at = name + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

const damaged = () => refusal('The workbook is damaged: the list of its parts is missing.');
