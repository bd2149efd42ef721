// What people see of lists in a terminal.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { fields, table as linesOfTable, wrap } from '../../shared/console/table.ts';

const lines = (...texts: string[]) => texts.join('\n');

/** The table's whole text. */
async function table(...given: Parameters<typeof linesOfTable>): Promise<string> {
  return lines(...(await Array.fromAsync(linesOfTable(...given))));
}

describe('a table', () => {
  test('is wide enough for its widest cells where there is room, and in a file', async () => {
    const records = [
      { id: 'ven_1', name: 'Legia' },
      { id: 'ven_22', name: '-' },
    ];
    const whole = lines('id      name', 'ven_1   Legia', 'ven_22  -');
    expect(await table(records)).toBe(whole);
    expect(await table(records, 13)).toBe(whole);
    expect(await table([])).toBe('None.');
  });

  test('lines up letters that take two columns, and accents that take none', async () => {
    const combined = 'Łucja Z\u0307o\u0301l\u0301'; // as some systems write Żół́
    const records = [combined, '東京', '🎾', 'Łucja'].map((name) => ({ name, end: '|' }));
    const ends = (await table(records))
      .split('\n')
      .slice(1)
      .map((line) => stringWidth(line));
    expect(ends).toEqual([12, 12, 12, 12]);
  });

  test('breaks cells between words, and headings too', async () => {
    const records = [{ id: 'ven_1', last_used_at: '2026-06-01 14:00', name: 'Klub Tenisowy' }];
    expect(await table(records, 34)).toBe(
      lines(
        'id     last used at      name',
        'ven_1  2026-06-01 14:00  Klub',
        '                         Tenisowy',
      ),
    );
    expect(await table(records, 29)).toBe(
      lines(
        'id     last used   name',
        '       at',
        'ven_1  2026-06-01  Klub',
        '       14:00       Tenisowy',
      ),
    );
  });

  test('keeps a whole column on one line, for which spare ones may be left out', async () => {
    const records = [{ player: 'Anna Maria K.', matches: '12', won: '7', since: '2026-05-01' }];
    const layout = { whole: 'player', spare: ['matches', 'won'] };
    const headings = async (room: number) => (await table(records, room, layout)).split('\n')[0];
    expect(await headings(39)).toBe('player         matches  won  since');
    expect(await headings(30)).toBe('player         won  since');
    expect(await headings(25)).toBe('player         since');
    expect(await table(records, 24, { whole: 'player' })).toContain('Anna Maria K.\n');
    expect(await table(records, 33, { ...layout, spare: [] })).toEndWith('Maria\nK.');
  });

  test('keeps the items of a list together where there is room', async () => {
    const records = [{ id: 'plr_1', availability: 'Mon 18:00–20:00, Sat 09:00–12:30' }];
    expect(await table(records, 24)).toBe(
      lines('id     availability', 'plr_1  Mon 18:00–20:00,', '       Sat 09:00–12:30'),
    );
    expect(await table(records, 20)).toBe(
      lines(
        'id     availability',
        ...['plr_1  Mon', '       18:00–20:00,', '       Sat', '       09:00–12:30'],
      ),
    );
  });

  test('leaves out what no record has, before it puts the records below each other', async () => {
    const records = [
      { id: 'key_1', revoked_at: '-', label: 'website' },
      { id: 'key_2', revoked_at: '-', label: 'app' },
    ];
    expect(await table(records, 23)).toContain('revoked');
    expect(await table(records, 22)).toBe(lines('id     label', 'key_1  website', 'key_2  app'));
    const long = records.map((record) => ({ ...record, label: 'a-very-long-label' }));
    expect(await table(long, 23)).toBe(
      lines(
        ...['id          key_1', 'revoked_at  -', 'label       a-very-lon…', ''],
        ...['id          key_2', 'revoked_at  -', 'label       a-very-lon…'],
      ),
    );
  });

  test('lets others have their turn while a long one is drawn', async () => {
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    });
    const records = Array.from({ length: 20_000 }, (_, index) => ({
      id: `plr_${index}`,
      name: 'A',
    }));
    expect((await table(records)).split('\n')).toHaveLength(20_001);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
  });

  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => text.replaceAll(/[\s,\p{C}]/gu, '') || 'x');
  const cell = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
  test('never breaks a word, loses none and keeps within the columns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: word, name: cell, label: cell }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 40, max: 100 }),
        async (records, columns) => {
          const text = await table(records, columns);
          for (const line of text.split('\n')) {
            expect(stringWidth(line)).toBeLessThanOrEqual(columns);
          }
          const shown = new Set(text.split(/\s+/));
          const words = records.flatMap((record) => Object.values(record).join(' ').split(' '));
          expect(words.filter((one) => !shown.has(one))).toEqual([]);
        },
      ),
    );
  });
});

test('one record has a line for each member, and whatever is longer goes on below itself', () => {
  const record = { id: 'ven_1', address: 'ul. Myśliwiecka 9, Warszawa', key: 'k'.repeat(30) };
  expect(fields(record)).toBe(
    lines('id       ven_1', 'address  ul. Myśliwiecka 9, Warszawa', `key      ${record.key}`),
  );
  expect(fields(record, 30)).toBe(
    lines(
      ...['id       ven_1', 'address  ul. Myśliwiecka 9,', '         Warszawa'],
      `key      ${record.key}`, // a key that was cut would be of no use
    ),
  );
});

test('a text is broken between its words', () => {
  expect(wrap('one two, three four', 9)).toEqual(['one two,', 'three', 'four']);
  expect(wrap('a longwordindeed b', 4)).toEqual(['a', 'longwordindeed', 'b']);
});
