// How the rows of a league's own sheet become the texts of the columns.
import { describe, expect, test } from 'bun:test';
import { bestTable, isHeading, tables } from '../../modules/exchange/headings.ts';
import { matchSheet } from '../../modules/matches/sheet.ts';
import { folded } from '../../shared/text.ts';

const venues = ['Agrykola', 'Korty 24', 'Warszawianka'];
const compose = (cells: Record<string, string>, shared: Record<string, string> = {}) =>
  matchSheet.compose(cells, {
    shared,
    isKnown: (column, text) => column === 'venue' && venues.includes(text),
  });
/** The texts of the row, the faults by their columns, and what was assumed. */
function read(cells: Record<string, string>, shared?: Record<string, string>) {
  const composed = compose(cells, shared);
  if ('refused' in composed) return { texts: {}, faults: [], refused: composed.refused };
  const texts = Object.entries(composed.texts).filter(([, text]) => text !== undefined);
  return { ...composed, texts: Object.fromEntries(texts), refused: undefined };
}

describe('a day and a time', () => {
  test.each<[played_at: string, time: string | undefined, whole: string]>([
    ['2026-05-01', '18:00', '2026-05-01 18:00:00'],
    ['1.5.26', '18.00', '2026-05-01 18:00:00'],
    ['2026/05/01', '18', '2026-05-01 18:00:00'],
    ['2026-05-01 00:00:00', 'godz. 9:05', '2026-05-01 09:05:00'],
    ['2026-05-01 18:00', '18:00', '2026-05-01 18:00:00'],
    ['2026-05-01 18:00', undefined, '2026-05-01 18:00'],
    ['2026-05-01T18:00:00+02:00', '9:00', '2026-05-01T18:00:00+02:00'],
    ['3/4/2026', '18:00', '3/4/2026'],
  ])('%s and %s are %s', (played_at, time, whole) => {
    expect(read({ played_at, ...(time && { time }) })).toMatchObject({
      texts: { played_at: whole },
      faults: [],
    });
  });

  test('a day alone is at noon, which is said, or at the time that all rows share', () => {
    expect(read({ played_at: '01.05.2026' })).toMatchObject({
      texts: { played_at: '2026-05-01 12:00' },
      assumed: 'no time of day: noon is taken',
    });
    const shared = read({ played_at: '01.05.2026' }, { time: '18:00:00' });
    expect(shared).toMatchObject({ texts: { played_at: '2026-05-01 18:00:00' } });
    expect(shared).not.toHaveProperty('assumed', expect.any(String));
  });

  test.each([
    ['2026-05-01', 'wieczorem', 'Expected a time of day such as 18:00.'],
    ['2026-05-01 17:00', '18:00', '17:00:00 stands beside the day.'],
  ])('%s and %s contradict each other', (played_at, time, reason) => {
    const faults = [{ column: 'played_at', at: 'time', reason }];
    expect(read({ played_at, time })).toMatchObject({ faults });
  });
});

describe('a place', () => {
  test.each<[cells: Record<string, string>, place: object]>([
    [{ court_number: '2' }, { court_number: '2' }],
    [{ court_number: 'kort 2' }, { court_number: '2' }],
    [{ court_number: 'Kort nr 2 (kryty)' }, { court_number: '2' }],
    [{ court_number: 'brak' }, { court_number: 'none' }],
    [{ court_number: 'Agrykola 2' }, { venue: 'Agrykola', court_number: '2' }],
    [{ court_number: 'Agrykola, kort 2' }, { venue: 'Agrykola', court_number: '2' }],
    [{ court_number: 'Agrykola (kort 2)' }, { venue: 'Agrykola', court_number: '2' }],
    [{ court_number: 'kort 2, Agrykola' }, { venue: 'Agrykola', court_number: '2' }],
    [{ court_number: 'Agrykola' }, { venue: 'Agrykola' }],
    [{ venue: 'Agrykola 2' }, { venue: 'Agrykola', court_number: '2' }],
    [
      { venue: 'Agrykola 2', court_number: '3' },
      { venue: 'Agrykola', court_number: '3' },
    ],
    [
      { venue: 'Agrykola', court_number: 'Agrykola 2' },
      { venue: 'Agrykola', court_number: '2' },
    ],
    [{ venue: 'kort 2' }, { court_number: '2' }],
    [{ venue: 'Korty 24' }, { venue: 'Korty 24' }],
    [{ venue: 'Korty 24 3' }, { venue: 'Korty 24', court_number: '3' }],
    [{ venue: 'Nowhere 2' }, { venue: 'Nowhere 2' }],
    [{ court_number: 'centralny' }, { court_number: 'centralny' }],
  ])('%j is %j', (cells, place) => {
    expect(read(cells)).toMatchObject({ texts: place, faults: [] });
    expect(Object.keys(read(cells).texts)).toEqual(expect.arrayContaining(Object.keys(place)));
  });

  test('of which nobody knows the venue is asked for', () => {
    expect(read({ court_number: 'Agrikola 2' })).toMatchObject({
      faults: [{ column: 'court_number', reason: expect.stringContaining('named "Agrikola"') }],
    });
  });
});

describe('an end', () => {
  const winner = 'Anna';
  test.each<[cells: Record<string, string>, result: object]>([
    [{ score: '6-4 6-4' }, { score: '6-4 6-4' }],
    [{ status: 'Rozegrany', score: '6-4 6-4' }, { status: 'completed' }],
    [
      { status: 'krecz', score: '6-4 2-1', winner },
      { status: 'retired', score: '6-4 2-1' },
    ],
    [{ score: '6-4 2-1 ret.', winner }, { status: 'retired' }],
    [{ score: '6-4 2-1', remarks: 'krecz, kontuzja', winner }, { status: 'retired' }],
    [{ score: '6-4 2-1', retired_player: 'Ola' }, { status: 'retired' }],
    [{ status: 'completed', score: '6-4 2-1', remarks: 'krecz', winner }, { status: 'retired' }],
    [{ status: 'walkower', winner }, { status: 'walkover' }],
    [{ score: 'w.o.', winner }, { status: 'walkover' }],
    [{ remarks: 'Walkower', winner }, { status: 'walkover' }],
    [{ retired_player: 'Ola' }, { status: 'walkover' }],
    [{ status: 'krecz', winner }, { status: 'walkover' }],
    [{ status: 'def.', score: '6-2 3-1', winner }, { status: 'retired' }],
    [{ status: 'planned' }, { status: 'planned' }],
    [{ score: '6-4 6-4', retired_player: 'Ola' }, { score: '6-4 6-4' }],
    [{ set_1: '6:4', set_2: '3:6', set_3: '10:8' }, { score: '6:4 3:6 10:8' }],
    [{ set_1: '6:4', set_2: '6:3', score: '2:0' }, { score: '6:4 6:3' }],
    [{ set_1: '6:4', set_2: '2:1', score: 'krecz', winner }, { status: 'retired' }],
  ])('%j is %j', (cells, result) => {
    const { texts, faults } = read(cells);
    expect([texts, faults]).toMatchObject([result, []]);
    if (!('status' in result)) expect(texts).not.toHaveProperty('status');
    if ('status' in result && result.status === 'walkover')
      expect(texts).not.toHaveProperty('score');
  });

  test.each<[cells: Record<string, string>, column: string, reason: string]>([
    [{ status: 'krecz', score: '6-4 2-1' }, 'retired_player', 'who gave up, or who won in winner'],
    [{ score: 'w.o.' }, 'winner', 'who won, or who gave up in retired_player'],
    [{ score: '6-4 6-4', remarks: 'krecz' }, 'status', 'the sets decide the match'],
    [{ set_1: '6-4', set_2: '6-3', score: '6-4 6-4' }, 'score', 'sets say 6-4 6-3'],
  ])('%j is asked about', (cells, column, reason) => {
    expect(read(cells).faults).toEqual([
      expect.objectContaining({ column, reason: expect.stringContaining(reason) }),
    ]);
  });

  test.each<[cells: Record<string, string>, column: string, reason: string]>([
    [{ status: 'Przerwany', score: '6-4 2-1' }, 'status', 'no place for a match that nobody won'],
    [{ status: 'na czas', score: '6-4 2-1' }, 'status', 'no place'],
    [{ status: 'double_walkover' }, 'status', 'Nobody won a double walkover'],
    [{ remarks: 'obustronny walkower' }, 'remarks', 'Nobody won'],
  ])('of %j has no place', (cells, column, reason) => {
    expect(read(cells).refused).toMatchObject({ column, reason: expect.stringContaining(reason) });
  });

  test.each<[record: Record<string, unknown>, more: object]>([
    [{ status: 'retired', winner_id: 'a' }, { retired_player_id: 'b' }],
    [{ status: 'retired', winner_id: 'c' }, { retired_player_id: undefined }],
    [
      { status: 'walkover', retired_player_id: 'a' },
      { winner_id: 'b', retired_player_id: undefined },
    ],
    [{ status: 'walkover', retired_player_id: 'a', winner_id: 'a' }, { retired_player_id: 'a' }],
    [{ status: 'completed', retired_player_id: 'a' }, { retired_player_id: 'a' }],
  ])('%j names the other one: %j', (record, more) => {
    const whole = { ...record, player_ids: ['a', 'b'] };
    matchSheet.complete?.(whole);
    expect(whole).toMatchObject(more);
  });
});

describe('headings', () => {
  const columnsOf = (...fields: string[]) => bestTable(fields, {})?.columns;

  test.each(tables.map((table) => [table.name, table] as const))(
    'of a file of %s mean one column each',
    (_, { columns, sheet }) => {
      const names = [...columns, ...(sheet?.parts ?? [])].flatMap(({ name, also = [] }) => [
        name,
        ...also,
      ]);
      const keys = names.map(folded);
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    },
  );

  test('are the same with capitals, accents, signs and what stands in brackets', () => {
    expect(
      columnsOf('DATA', 'Dzien (gry)', 'Nr. kortu', 'Zawodnik 1', 'wygrał(a)', 'Venue-ID'),
    ).toEqual(['played_at', 'played_at', 'court_number', 'player_1', 'winner', 'venue']);
  });

  test.each<[fields: string[], is: boolean]>([
    [['Liga wiosenna'], false],
    [['Wynik'], false],
    [['Data', 'Wynik'], true],
    [['Imię i nazwisko', 'Poziom'], true],
    [['6-4', '6-3'], false],
  ])('%j: %p', (fields, is) => {
    expect(isHeading(fields, {})).toBe(is);
  });
});
