import stringWidth from 'string-width';
import { createPause } from '../pause.ts';

/** Cells by the name of their column, or values by their name. */
export type Words = Readonly<Record<string, string>>;

/** A column of a table, by what its cells need. */
type Column = {
  readonly member: string;
  readonly heading: string;
  /** The width of its longest word: it never gets less. */
  words: number;
  /** The width of its longest cell on one line. */
  whole: number;
  /** The width that it gets; at first, what its short items need to stay whole. */
  width: number;
  /** Whether any cell has a value. */
  isUsed: boolean;
};

const gap = '  ';

/** Items up to this width, such as `Mon 18:00–20:00,` or a date with its time, stay whole if that fits. */
const shortItem = 16;

/** What matters where a table is wider than the terminal. */
export type Layout = {
  /** The column whose cells stay on one line, as long as there is any way. */
  readonly whole?: string;
  /** Columns that may be left out for that, the first one first. */
  readonly spare?: readonly string[];
};

/** Letters that take one column each: the Latin ones, without the soft hyphen, and what tables add. */
const singles = /^[\x20-\x7e\xa0-\xac\xae-\u02ff–→]*$/;

/** How many columns of a terminal a text takes: two for each East Asian letter, none for an accent. */
const widthOf = (text: string) => (singles.test(text) ? text.length : stringWidth(text));
const widest = (texts: readonly string[]) =>
  texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);

/**
 * The lines of a table for people, a column a member of the records, which are gone through twice;
 * where there are none, a line that says so. Within the `room` of a terminal, cells break between
 * words, in the layout's whole column as the last; if even that doesn't fit, columns without any value are
 * left out, and at last the records are shown below each other. Others have their turn meanwhile.
 */
export async function* table(
  records: Iterable<Words>,
  room = Number.POSITIVE_INFINITY,
  layout: Layout = {},
): AsyncGenerator<string> {
  const pause = createPause();
  let all: readonly Column[] | undefined;
  for (const record of records) {
    all ??= Object.keys(record).map(columnOf);
    for (const column of all) measure(column, record[column.member] ?? '');
    await pause();
  }
  if (!all) return yield 'None.';
  const columns = choicesOf(all, layout).find((some) => fits(some, room));
  const widths = columns?.map(({ width }) => width) ?? [];
  const row = (cells: readonly string[]) =>
    beside(
      widths,
      cells.map((cell, column) => wrap(cell, widths[column] ?? 0)),
    );
  if (columns) yield* row(columns.map(({ heading }) => heading));
  let shown = 0;
  for (const record of records) {
    if (columns) yield* row(columns.map(({ member }) => record[member] ?? ''));
    else yield `${shown > 0 ? '\n' : ''}${fields(record, room, true)}`;
    shown += 1;
    await pause();
  }
}

/**
 * A record for people, a line a member. Within the `room`, values break between words; a word
 * longer than a line is shortened only where that was asked for.
 */
export function fields(record: Words, room = Number.POSITIVE_INFINITY, shortening = false): string {
  const width = widest(Object.keys(record));
  const rest = Math.max(room - width - gap.length, 1);
  const lines = Object.entries(record).flatMap(([name, value]) => {
    const parts = wrap(value, rest);
    return beside([width], [[name], shortening ? parts.map((part) => cut(part, rest)) : parts]);
  });
  return lines.join('\n');
}

/**
 * The text in lines of at most that width, broken where `between` matches, by default after commas
 * or else between words; a longer part has a line of its own.
 */
export function wrap(text: string, width: number, between?: RegExp): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  for (const part of between ? text.split(between) : partsOf(text, width)) {
    const line = lines.at(-1);
    const longer = line === undefined ? part : `${line} ${part}`;
    if (line === undefined || widthOf(longer) > width) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** The items of the list that a cell holds, with their commas; items beyond that width in words. */
function partsOf(text: string, width: number): string[] {
  const items = text.split(/(?<=,) /);
  return items.flatMap((item) => (widthOf(item) <= width ? [item] : item.split(' ')));
}

function columnOf(member: string): Column {
  const heading = member.replaceAll('_', ' ');
  const words = widest(heading.split(' '));
  return { member, heading, words, whole: widthOf(heading), width: words, isUsed: false };
}

/** The sets of columns that may be shown, the best one first. */
function choicesOf(all: readonly Column[], { whole, spare = [] }: Layout): Column[][] {
  const used = all.filter(({ isUsed }) => isUsed);
  const fewer = spare.map((_, n) =>
    used.filter(({ member }) => !spare.slice(0, n + 1).includes(member)),
  );
  const unbroken = (column: Column) =>
    column.member === whole ? { ...column, words: column.whole, width: column.whole } : column;
  const kept = whole === undefined ? [] : [all, used, ...fewer].map((some) => some.map(unbroken));
  return [...kept, all, used].map((some) => some.map((column) => ({ ...column })));
}

/** Makes the column know a cell. */
function measure(column: Column, cell: string): void {
  column.words = Math.max(column.words, widest(cell.split(' ')));
  column.whole = Math.max(column.whole, widthOf(cell));
  column.width = Math.max(column.width, column.words, widest(partsOf(cell, shortItem)));
  column.isUsed ||= !/^-?$/.test(cell);
}

/** Whether the columns fit into the room without a broken word; gives each its width. */
function fits(columns: readonly Column[], room: number): boolean {
  const free = room - gap.length * (columns.length - 1);
  const left = () => columns.reduce((rest, { width }) => rest - width, free);
  const gain = ({ width, words }: Column) => width - words;
  while (left() < 0) {
    const byGain = columns.toSorted((one, other) => gain(other) - gain(one));
    const column = byGain.findLast((one) => gain(one) >= -left()) ?? byGain[0];
    if (!column || gain(column) === 0) return false;
    column.width = column.words;
  }
  // Narrow columns get all that they need; the widest ones share what is left.
  for (let rest = left(); rest > 0; rest -= 1) {
    const open = columns.filter(({ width, whole }) => width < whole);
    const narrowest = Math.min(...open.map(({ width }) => width));
    const column = open.find(({ width }) => width === narrowest);
    if (!column) return true;
    column.width += 1;
  }
  return true;
}

/** Cells side by side, in as many lines as the tallest one takes. */
function beside(widths: readonly number[], cells: readonly (readonly string[])[]): string[] {
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, column) => {
        const text = lines[line] ?? '';
        return text + ' '.repeat(Math.max((widths[column] ?? 0) - widthOf(text), 0));
      })
      .join(gap)
      .trimEnd(),
  );
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(shown + segment) >= width) break;
    shown += segment;
  }
  return `${shown}…`;
}
