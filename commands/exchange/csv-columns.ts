import type { Report } from './kinds.ts';

export type Table = 'players' | 'matches';
type Column = { readonly name: string; readonly required?: true; readonly help: string };

/** The columns of each table, as people write them. */
export const tables: Readonly<Record<Table, readonly Column[]>> = {
  players: [
    { name: 'id', help: 'made where it is empty' },
    { name: 'display_name', required: true, help: 'Zofia W.' },
    { name: 'self_assessed_ntrp', required: true, help: '3.5 or 3,5' },
    { name: 'preferred_venues', help: 'names or ids, with | between them' },
    { name: 'availability', help: 'monday 18:00-20:00 | saturday 10:00-14:00' },
    { name: 'created_at', help: 'as played_at; now, where it is empty' },
  ],
  matches: [
    { name: 'competition', required: true, help: 'its name or id' },
    { name: 'venue', required: true, help: 'its name or id' },
    { name: 'court_number', help: '2' },
    {
      name: 'played_at',
      required: true,
      help: '2026-05-01 18:00 in Warsaw, or 2026-05-01T18:00:00+02:00',
    },
    { name: 'player_1', required: true, help: 'display name or id' },
    { name: 'player_2', required: true, help: 'display name or id' },
    { name: 'status', help: 'completed (also where it is empty), retired or walkover' },
    { name: 'score', help: '6-4 7-6(5), or 6-4 3-6 [10-8]' },
    { name: 'winner', help: 'name or id; needed for a walkover' },
    { name: 'retired_player', help: 'name or id; needed where one retired' },
  ],
};

/** The members of a record by the columns in which they stand. rules 9.1 */
const columnsOfMembers: readonly (readonly [member: string, column: string])[] = [
  ['player_ids/0', 'player_1'],
  ['player_ids/1', 'player_2'],
  ['player_ids', 'player_1 and player_2'],
  ['competition_id', 'competition'],
  ['venue_id', 'venue'],
  ['winner_id', 'winner'],
  ['retired_player_id', 'retired_player'],
  ['preferred_venue_ids', 'preferred_venues'],
];

/** The column in which the place in a record stands. */
export function columnOf(place: string): string {
  const found = columnsOfMembers.find(
    ([member]) => place === member || place.startsWith(`${member}/`),
  );
  return found?.[1] ?? place.split('/')[0] ?? '';
}

/** What the rules say of a record, in the words of the table. */
export function inColumns(reason: string): string {
  if (/^"\w+" is missing\.$/.test(reason)) return 'It is missing.';
  return reason.replaceAll(
    /\b\w+_ids?\b/g,
    (word) => columnsOfMembers.find(([member]) => member === word)?.[1] ?? word,
  );
}

export type Header = {
  readonly table: Table;
  /** The cell of a row in the column, without spaces around it; '' where there is none. */
  cell(fields: readonly string[], column: string): string;
  /** How many columns there are. */
  readonly width: number;
};

/** Reads the names of the columns; undefined where the rows can't be read by them. */
export function readHeader(
  line: number,
  fields: readonly string[],
  report: Report,
): Header | undefined {
  const names = fields.map(columnName);
  const knownIn = (table: Table) => tables[table].filter(({ name }) => names.includes(name)).length;
  const table = knownIn('players') > knownIn('matches') ? 'players' : 'matches';
  const columns = tables[table];
  const listed = columns.map(({ name }) => name).join(', ');
  if (knownIn(table) === 0) {
    report(line, '', `The first line must name columns: ${listed}; or those of players.`);
    return undefined;
  }
  names.forEach((name, index) => {
    if (name === '') return;
    if (names.indexOf(name) !== index) report(line, name, 'There are two columns of this name.');
    else if (columns.every((column) => column.name !== name)) {
      report(line, name, `A file of ${table} has no such column, but: ${listed}.`);
    }
  });
  const missing = columns.filter(({ name, required }) => required && !names.includes(name));
  for (const { name } of missing) report(line, name, `A file of ${table} needs this column.`);
  if (missing.length > 0) return undefined;
  return {
    table,
    cell: (row, column) => row[names.indexOf(column)]?.trim() ?? '',
    width: names.length,
  };
}

/** A column's name as people vary it: `Venue ID` for `venue`. */
function columnName(text: string): string {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return name.replace(/(?<=.)_ids$/, 's').replace(/(?<=.)_id$/, '');
}
