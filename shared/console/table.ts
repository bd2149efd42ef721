import stringWidth from 'string-width';

/** Cells by the name of their column, or values by their name. */
export type Words = Readonly<Record<string, string>>;

/** A column, and the widths that its cells take: as they are, by their items, and by their words. */
type Column = {
  readonly name: string;
  readonly cells: readonly string[];
  readonly whole: number;
  readonly items: number;
  readonly words: number;
};

const gap = '  ';

/** `Mon 18:00–20:00,` and a date with its time stay together where there is room. */
const shortItem = 16;

/** How many columns of a terminal a text takes: two for each East Asian letter, none for an accent. */
const widthOf = (text: string) => stringWidth(text);
const widest = (texts: readonly string[]) =>
  texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * Records as a table for people, a column a member; a line that says so where there are none. Within
 * so many `columns` of a terminal, cells break between words; where even that doesn't fit, columns
 * without any value are left out, and then the records stand below each other.
 */
export function table(records: readonly Words[], columns = Number.POSITIVE_INFINITY): string {
  const [first] = records;
  if (!first) return 'None.';
  const all = Object.keys(first).map((member) => columnOf(member, records));
  const used = all.filter(({ cells }) => cells.some((cell) => cell !== '-' && cell !== ''));
  for (const shown of [all, used]) {
    const widths = widthsOf(shown, columns);
    if (widths) return rowsOf(shown, widths);
  }
  return records.map((record) => fields(record, columns, true)).join('\n\n');
}

/**
 * A record for people, a line a member. Within so many `columns` values break between words; a word
 * that is longer than a line is shortened only where that was asked for.
 */
export function fields(
  record: Words,
  columns = Number.POSITIVE_INFINITY,
  shortening = false,
): string {
  const width = widest(Object.keys(record));
  const room = Math.max(columns - width - gap.length, 1);
  return Object.entries(record)
    .flatMap(([name, value]) =>
      wrap(value, room).map((line, index) => {
        const text = shortening ? shortened(line, room) : line;
        return (padded(index === 0 ? name : '', width) + gap + text).trimEnd();
      }),
    )
    .join('\n');
}

/**
 * The text in lines of at most that width, broken where `between` matches, by itself after commas or
 * else between words; what is longer has a line of its own.
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

/** The items of the list that a cell holds, with their commas; those beyond that width word by word. */
function partsOf(text: string, width: number): string[] {
  const items = text.split(/(?<=,) /);
  return items.flatMap((item) => (widthOf(item) <= width ? [item] : item.split(' ')));
}

function columnOf(member: string, records: readonly Words[]): Column {
  const name = member.replaceAll('_', ' ');
  const cells = records.map((record) => record[member] ?? '');
  const words = widest([name, ...cells].flatMap((text) => text.split(' ')));
  const items = Math.max(words, widest(cells.flatMap((text) => partsOf(text, shortItem))));
  return { name, cells, whole: widest([name, ...cells]), items, words };
}

/** The columns' widths within the room, none narrower than its longest word; else undefined. */
function widthsOf(shown: readonly Column[], room: number): number[] | undefined {
  const free = room - gap.length * (shown.length - 1);
  const whole = shown.map((column) => column.whole);
  if (sum(whole) <= free) return whole;
  const widths = shown.map(({ items }) => items);
  while (sum(widths) > free) {
    const gains = shown.map(({ words }, index) => (widths[index] ?? 0) - words);
    const enough = gains.filter((gain) => gain >= sum(widths) - free);
    const gain = enough.length > 0 ? Math.min(...enough) : Math.max(...gains);
    if (gain <= 0) return undefined;
    const index = gains.indexOf(gain);
    widths[index] = shown[index]?.words ?? 0;
  }
  // Whoever needs little gets all of it; the widest ones share what is left.
  for (let left = free - sum(widths); left > 0; left -= 1) {
    const open = widths.map((width, index) => (width < (whole[index] ?? 0) ? width : Infinity));
    const narrowest = open.indexOf(Math.min(...open));
    widths[narrowest] = (widths[narrowest] ?? 0) + 1;
  }
  return widths;
}

function rowsOf(shown: readonly Column[], widths: readonly number[]): string {
  const height = shown[0]?.cells.length ?? 0;
  const rows = [
    shown.map(({ name }) => name),
    ...Array.from({ length: height }, (_, row) => shown.map(({ cells }) => cells[row] ?? '')),
  ];
  return rows.flatMap((row) => linesOf(row, widths)).join('\n');
}

/** One row, which takes as many lines as its highest cell. */
function linesOf(row: readonly string[], widths: readonly number[]): string[] {
  const parts = row.map((cell, column) => wrap(cell, widths[column] ?? 0));
  const height = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    parts
      .map((lines, column) => padded(lines[line] ?? '', widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  while (letters.length > 0 && widthOf(letters.join('')) >= width) letters.pop();
  return `${letters.join('')}…`;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(width - widthOf(text), 0));
}
