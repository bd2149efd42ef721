// What `tennis import` is told of a table, and what its help says of tables.
import { InvalidArgumentError, Option } from 'commander';
import { columnNames, type TableOptions, tables } from '../modules/exchange/index.ts';
import { Failure } from '../shared/console/console.ts';
import { readClock } from '../shared/exchange/moment.ts';
import { level as readALevel } from './option-values.ts';

export type TableFlags = Pick<TableOptions, 'map'> & {
  readonly competition?: string;
  readonly venue?: string;
  readonly time?: string;
  readonly addPlayers?: true;
  readonly level?: number;
};

type Mapped = NonNullable<TableOptions['map']>;

/** The options for the rows of a table. */
export const tableOptions: readonly Option[] = [
  new Option(
    '--map <heading=column>',
    "which column a heading means, where it isn't understood; as often as needed",
  ).argParser(readMap),
  new Option('--competition <name-or-id>', 'the competition of rows that name none'),
  new Option('--venue <name-or-id>', 'the venue of rows that name none'),
  new Option('--time <time>', 'the time of day of rows with a day alone; else noon').argParser(
    (text) => {
      const read = readClock(text);
      if ('fault' in read) throw new InvalidArgumentError(read.fault);
      return read.value;
    },
  ),
  new Option('--add-players', 'register the players of matches who are missing'),
  new Option('--level <level>', 'with --add-players: the level where rows give none').argParser(
    readALevel,
  ),
];

/** What the options say of the table; undefined if none is given. */
export function tableIn(flags: TableFlags): TableOptions | undefined {
  const { map, competition, venue, time, addPlayers, level } = flags;
  if (level !== undefined && !addPlayers) throw new Failure('--level goes with --add-players.', 2);
  const shared = Object.entries({ competition, venue, time }).filter(
    (one): one is [string, string] => one[1] !== undefined,
  );
  if (!map && !addPlayers && shared.length === 0) return undefined;
  return {
    ...(map && { map }),
    ...(addPlayers && { addPlayers: { level } }),
    shared: Object.fromEntries(shared),
  };
}

/** Reads `Gracz A=player_1`, and adds it to those before it. */
function readMap(text: string, before: Mapped = []): Mapped {
  const sign = text.lastIndexOf('=');
  const [heading, column] = [text.slice(0, Math.max(sign, 0)).trim(), text.slice(sign + 1).trim()];
  if (!heading) throw new InvalidArgumentError("Expected such as 'Gracz A=player_1'.");
  if (column && !tables.some((table) => columnNames(table).includes(column))) {
    throw new InvalidArgumentError(`There is no column "${column}"; the help lists them.`);
  }
  return [...before, { heading, column }];
}

const allColumns = tables.map(({ words, columns, sheet }) => ({
  title: `Columns of a table of ${words[1]} (* is needed):`,
  columns: [...columns, ...(sheet?.parts ?? []).map((part) => ({ needed: false, ...part }))],
}));
const width = Math.max(
  ...allColumns.flatMap(({ columns }) => columns.map(({ name }) => name.length)),
);

export const tableHelp = [
  ...allColumns.flatMap(({ title, columns }) => [
    title,
    ...columns.flatMap(({ name, needed, help }) =>
      help === undefined ? [] : `  ${name.padEnd(width)} ${needed ? '*' : ' '} ${help}`,
    ),
  ]),
  'Headings may be Polish, or one of the usual other words: data, kort, wynik,',
  'zawodnik 1, gospodarz, uwagi; docs/import.md lists them. Up to six lines may',
  'stand above them. Columns that are not understood are left out, and named.',
  'Days are 2026-05-01, 2026/05/01, 01.05.2026 or 1.5.26, times 18:00 or 18.00.',
  'Players may be named in full or shortened, if only one fits; otherwise',
  'write the id. --add-players registers those who are missing.',
].join('\n');
