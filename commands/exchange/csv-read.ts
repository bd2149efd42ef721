// Players and matches out of a spreadsheet: a row becomes a record of the exchange format, which
// passes the same rules as any other.
import { exportCompetitions } from '../../modules/competitions/index.ts';
import { exportPlayers } from '../../modules/players/index.ts';
import { exportVenues } from '../../modules/venues/index.ts';
import type { Db } from '../../shared/database/db.ts';
import { csvRecords } from '../../shared/exchange/csv.ts';
import { utc } from '../../shared/time.ts';
import type { Row } from './csv-cells.ts';
import { columnOf, type Header, inColumns, readHeader } from './csv-columns.ts';
import { matchReader } from './csv-matches.ts';
import { createNames } from './csv-names.ts';
import { playerReader } from './csv-players.ts';
import type { Report, Source } from './kinds.ts';

/**
 * The rows of a CSV file, whose header says whether they are players or matches. Names become ids by
 * what the database holds. `now` is in milliseconds.
 */
export function csvSource(
  database: Db,
  chunks: AsyncIterable<Uint8Array>,
  now: number,
  report: Report,
): Source {
  /** Cells that can't be read: what the rules say of the gap that they leave is no news. */
  const unread = new Set<string>();
  const reportUnread: Report = (line, column, reason) => {
    unread.add(`${line} ${column}`);
    report(line, column, reason);
  };

  function rowOf(header: Header, line: number, fields: readonly string[]): Row {
    const text = (column: string) => header.cell(fields, column);
    return {
      text,
      read(column, reader) {
        if (text(column) === '') return undefined;
        const cell = reader(text(column));
        if ('value' in cell) return cell.value;
        reportUnread(line, column, cell.fault);
        return undefined;
      },
    };
  }

  async function* values() {
    let header: Header | undefined;
    let read: ((row: Row) => object) | undefined;
    for await (const record of csvRecords(chunks)) {
      const { line } = record;
      if ('fault' in record) {
        report(line, '', record.fault);
        if (!header) return;
      } else if (!header || !read) {
        header = readHeader(line, record.fields, report);
        if (!header) return;
        read = await readerOf(header.table, database, now);
      } else if (record.fields.slice(header.width).some((field) => field.trim() !== '')) {
        const width = `${record.fields.length} fields, but there are ${header.width} columns`;
        report(line, '', `The row has ${width}: is a field with a delimiter not in quotes?`);
      } else {
        yield { line, value: read(rowOf(header, line, record.fields)) };
      }
    }
    if (!header) report(1, '', 'The file is empty: its first line must name the columns.');
  }

  return {
    values: values(),
    report(line, place, reason) {
      const column = columnOf(place);
      if (!unread.has(`${line} ${column}`)) report(line, column, inColumns(reason));
    },
  };
}

async function readerOf(table: Header['table'], database: Db, now: number) {
  const venues = await createNames('venue', venuesOf(database));
  if (table === 'players') return playerReader(venues, utc(now));
  return matchReader({
    venues,
    competitions: await createNames('competition', competitionsOf(database)),
    players: await createNames('player', playersOf(database)),
  });
}

async function* venuesOf(database: Db) {
  for await (const { id, name, district } of exportVenues(database)) {
    yield { id, name, note: district };
  }
}

async function* competitionsOf(database: Db) {
  for await (const { id, name, season } of exportCompetitions(database)) {
    yield { id, name, note: season };
  }
}

async function* playersOf(database: Db) {
  for await (const { id, display_name, ...player } of exportPlayers(database)) {
    const joined = player.created_at.slice(0, 'YYYY-MM-DD'.length);
    const note = `NTRP ${player.self_assessed_ntrp}, joined ${joined}`;
    yield { id, name: display_name, note };
  }
}
