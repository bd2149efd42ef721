// An import file of any length: made record by record, the same each time.
import { writeXlsxStream } from 'hucre/xlsx';
import { createDraw } from '../tests/ratings/random-season.ts';

const formats = ['full_set', 'match_tiebreak'] as const;
const scores = [
  [6, 4, 6, 3],
  [3, 6, 4, 6],
  [7, 5, 6, 0],
  [6, 7, 2, 6],
] as const;
const firstDay = Date.parse('2024-01-02T06:00:00Z');
const playedDays = 900;
const minutesOfADay = 14 * 60;

/** The nth id of the kind; the ids are in no order. */
function idOf(prefix: string, n: number): string {
  return `${prefix}_${(Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(36).padStart(10, '0')}`;
}

/** An organizer with a venue, competitions and that many players. */
export function* cityRecords(players: number): Generator<object> {
  const venue = { id: idOf('ven', 0), name: 'Park', district: 'Wola', address: 'Kortowa 1' };
  yield { kind: 'organizer', id: 'org_season', name: 'Season' };
  yield { kind: 'venue', ...venue, courts: [] };
  for (const [n, final_set] of formats.entries()) {
    const dates = { season: '2024-all', starts_on: '2024-01-01', ends_on: '2026-12-31' };
    const match_format = { games_per_set: 6, final_set, no_ad: false };
    const own = { id: idOf('cmp', n), name: `Cup ${n}`, type: 'league', match_format };
    const others = { organizer_id: 'org_season', venue_ids: [venue.id] };
    yield { kind: 'competition', ...own, ...dates, ...others };
  }
  for (let n = 0; n < players; n += 1) {
    yield {
      kind: 'player',
      id: idOf('plr', n),
      display_name: `Player ${n} A.`,
      self_assessed_ntrp: 1.5 + (n % 9) / 2,
      preferred_venue_ids: [venue.id],
      availability: [{ day: 'monday', start: '18:00', end: '20:00' }],
      created_at: '2024-01-01T08:00:00Z',
    };
  }
}

/** That many matches between the players, by the day of play or in no order. */
export function* matchRecords(players: number, matches: number, byDay = false): Generator<object> {
  const draw = createDraw(11);
  for (let n = 0; n < matches; n += 1) {
    const first = draw.below(players);
    const second = (first + 1 + draw.below(players - 1)) % players;
    const days = byDay ? Math.floor((n / matches) * playedDays) : draw.below(playedDays);
    const day = days * 86_400_000;
    const playedAt = firstDay + day + draw.below(minutesOfADay) * 60_000;
    const [a, b, c, d] = draw.pick(scores);
    const player_ids = [idOf('plr', first), idOf('plr', second)];
    const retires = draw.chance(0.05) && { status: 'retired', retired_player_id: player_ids[0] };
    const sets = [{ games: [a, b] }, { games: retires ? [1, 2] : [c, d] }];
    yield {
      kind: 'match',
      id: idOf('mat', n),
      competition_id: idOf('cmp', draw.below(formats.length)),
      venue_id: idOf('ven', 0),
      court_number: 1 + draw.below(9),
      played_at: new Date(playedAt).toISOString(),
      player_ids,
      status: 'completed',
      score: { sets },
      ...retires,
    };
  }
}

/** The records in the chunks of a file that is read. */
export async function* fileOf(records: Iterable<object>): AsyncGenerator<Uint8Array> {
  let text = '';
  for (const record of records) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

const headings = ['competition', 'venue', 'court_number', 'played_at', 'player_1', 'player_2'];
const resultHeadings = ['status', 'score', 'retired_player'];

/** As many rows of a table of matches, the headings first, all by name. */
export function* tableRows(
  players: number,
  matches: number,
): Generator<(string | number | Date)[]> {
  yield [...headings, ...resultHeadings];
  const draw = createDraw(11);
  for (let n = 0; n < matches; n += 1) {
    const first = draw.below(players);
    const names = [first, (first + 1 + draw.below(players - 1)) % players].map(
      (one) => `Player ${one} A.`,
    );
    const day = firstDay + draw.below(playedDays) * 86_400_000;
    const playedAt = new Date(day + draw.below(minutesOfADay) * 60_000);
    const [a, b, c, d] = draw.pick(scores);
    const place = [`Cup ${draw.below(formats.length)}`, 'Park', 1 + draw.below(9)];
    yield [...place, playedAt, ...names, 'completed', `${a}-${b} ${c}-${d}`, ''];
  }
}

/** The rows as CSV. */
export async function* csvOf(
  rows: Iterable<readonly (string | number | Date)[]>,
): AsyncGenerator<Uint8Array> {
  const text = (cell: string | number | Date) => (cell instanceof Date ? cell.toISOString() : cell);
  for (const row of rows) yield Buffer.from(`${row.map(text).join(';')}\r\n`);
}

/** The rows as the sheet of a workbook. */
export async function workbookOf(rows: Iterable<(string | number | Date)[]>): Promise<Uint8Array> {
  const columns = headings.map((name) =>
    name === 'played_at' ? { numFmt: 'yyyy-mm-dd hh:mm' } : {},
  );
  const stream = writeXlsxStream(rows, { name: 'Matches', columns, inlineStrings: false });
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
