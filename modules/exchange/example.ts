import type { Field } from '../../shared/exchange/field.ts';
import { type TabularKind, tables } from './headings.ts';

/** How many rows of a sheet to fill in have their columns' formats. */
const preparedRows = 500;
const width = 20;

/**
 * A table to fill in, with the headings that an import knows, by the end of its file's name: as CSV for results, else as
 * a workbook with a sheet for results, one that explains the columns, and one for players.
 */
export async function exampleTable(file: string): Promise<Uint8Array> {
  const [matches, ...others] = tables.toReversed(); // the kinds are in the order in which they come in
  if (!matches) throw new Error('There are no tables.');
  if (!/\.xlsx$/i.test(file)) {
    return Buffer.from(`\ufeff${matches.columns.map(({ name }) => name).join(';')}\r\n`);
  }
  const { writeXlsx } = await import('hucre/xlsx');
  return writeXlsx({
    sheets: [toFill(matches), explained([matches, ...others]), ...others.map(toFill)],
  });
}

/** An empty sheet of the kind. Its cells are text where a spreadsheet would make a date of what is written into them. */
function toFill({ words, columns }: TabularKind) {
  return {
    name: words[1],
    columns: columns.map(({ dated }) => ({ width, numFmt: dated ? 'yyyy-mm-dd hh:mm' : '@' })),
    rows: [
      columns.map(({ name }) => name),
      ...Array.from({ length: preparedRows }, () => columns.map(() => null)),
    ],
    freezePane: { rows: 1 },
  };
}

function explained(kinds: readonly TabularKind[]) {
  const row = (sheet: string, { name, needed, help }: Field) => [
    sheet,
    name,
    needed ? 'needed' : '',
    help,
  ];
  const rows = kinds.flatMap(({ words, columns }) =>
    columns.map((column) => row(words[1], column)),
  );
  return {
    name: 'columns',
    columns: [{ width }, { width }, { width }, { width: 4 * width }],
    rows: [['Sheet', 'Column', '', 'What to write'], ...rows],
    freezePane: { rows: 1 },
  };
}
