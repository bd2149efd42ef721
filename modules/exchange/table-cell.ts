import { type Cell, type Reader, readList } from '../../shared/exchange/cell.ts';
import type { Field } from '../../shared/exchange/field.ts';
import type { FindId, Found } from './names.ts';

/** What a cell means in its column; `record` is what the columns before it gave. */
export function readCell(
  { among, many, read = (part) => ({ value: part }) }: Field,
  text: string,
  record: Readonly<Record<string, unknown>>,
  find: FindId | undefined,
): Cell<unknown> & Pick<Found, 'of'> {
  if (text.includes('\ufffd')) {
    return { fault: 'A letter was lost as the file was saved; \ufffd stands in its place.' };
  }
  if (/\p{L}\?\p{L}/u.test(text)) {
    return { fault: 'A letter was lost as the file was saved; ? stands in its place.' };
  }
  const first: readonly unknown[] = among ? Object.values(record[among] ?? []) : [];
  const reader: Reader = find ? (part) => find(part, first) : read;
  return many ? readList(text, reader) : reader(text);
}
