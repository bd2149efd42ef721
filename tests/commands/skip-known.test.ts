// A spreadsheet that grows every week can be imported every week.
import { beforeAll, describe, expect, test } from 'bun:test';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { newId } from '../../shared/ids.ts';
import { completed, ids, person, retired, testCity, walkover } from '../support/city.ts';
import { hold } from '../support/held.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { exportFrom, fileOf, firstEntryOf, type Line, recordsIn } from './exchange.ts';
import { commandsOn } from './terminal.ts';

const [anna = '', bartek = '', celina = ''] = ids.players;
const [agrykola = '', lazienki = ''] = ids.venues;
const lineOf = (match: object) => ({ kind: 'match', ...match });
const played = (day: number, more: object = {}) =>
  completed({ played_at: `2026-04-${String(day).padStart(2, '0')}T18:00:00+02:00`, ...more });

/** What people read of an import: what came in, and what was left out. */
const report = (imported: string, leftOut: string) =>
  `Imported ${imported}; left out, being in already: ${leftOut}.\n`;

onBothDatabases('an import that leaves out what is known', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  const run = (input: string | Uint8Array, ...options: string[]) =>
    commandsOn(service.workbench)(['import', '-', ...options], input);
  const csv = (header: string, ...rows: string[]) => [header, ...rows].join('\n');
  const skip = (text: string, ...more: string[]) =>
    run(text, '--format', 'csv', '--skip-known', ...more);
  const matchHeader =
    'competition,venue,court_number,played_at,player_1,player_2,status,score,winner';

  /** What comes in of a file of lines, and what is left out; the faults where there are any. */
  async function brought(lines: readonly Line[]) {
    const dry = await run(fileOf(lines), '--skip-known', '--dry-run', '--json');
    const { out, status } = await run(fileOf(lines), '--skip-known', '--json');
    expect(dry.status).toBe(status as number);
    const { imported, left_out, faults } = JSON.parse(out);
    const { would_import, left_out: would_leave, faults: found } = JSON.parse(dry.out);
    expect([would_import, would_leave, found]).toEqual([imported, left_out, faults]);
    const some = (counts: Record<string, number>) =>
      Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    return faults ? { faults } : { imported: some(imported), leftOut: some(left_out) };
  }

  test('an organizer is known by its name, too', async () => {
    const organizer = { kind: 'organizer', name: 'Liga Wtorkowa' };
    expect(await brought([organizer])).toEqual({ imported: { organizer: 1 }, leftOut: {} });
    expect(await brought([organizer])).toEqual({ imported: {}, leftOut: { organizer: 1 } });
  });

  test('a secret that was changed since differs by the name that the line has for it', async () => {
    const organizer = { kind: 'organizer', id: 'org_secretive1', name: 'Liga Tajna' };
    const client = { kind: 'client', client_id: 'cli_secretive', organizer_id: organizer.id };
    const lines = [
      organizer,
      { ...client, client_secret: 'a-secret-of-the-club-1234', scopes: ['matches:write'] },
      { kind: 'api_key', id: 'key_secretive1', label: 'secretive', key: 'a-key-of-the-club-12345' },
    ];
    const counts = { organizer: 1, client: 1, api_key: 1 };
    expect(await brought(lines)).toEqual({ imported: counts, leftOut: {} });
    expect(await brought(lines)).toEqual({ imported: {}, leftOut: counts });
    const command = commandsOn(service.workbench);
    expect((await command(['clients', 'rotate', 'cli_secretive'])).status).toBe(0);
    expect((await command(['keys', 'rotate', 'secretive'])).status).toBe(0);
    const refused = await run(fileOf(lines), '--skip-known');
    expect(refused.lines).toEqual([
      'line 2: client_id: taken: cli_secretive, but differs in client_secret',
      'line 3: id: taken: key_secretive1, but differs in key',
      'line 3: label: taken: a key in use has that label already, as key_secretive1, but differs in key',
      'line 3: key: taken: this key is in use already, as key_secretive1, but differs in key',
      'Nothing was imported: 4 faults.',
    ]);
  });

  test('a key whose label another one has is not taken for one that is in', async () => {
    const key = { kind: 'api_key', key: 'test-secret-of-another-key-1234', label: 'tests' };
    expect((await run(fileOf([key]))).lines).toEqual([
      expect.stringMatching(/^line 1: label: taken: .*, as key_\w+$/),
      'Nothing was imported: 1 fault.',
    ]);
  });

  test.each([
    ['in another offset', '2026-02-01T09:00:00+23:00', '2026-01-31T10:00:00.000Z'],
    ['too exactly', '2026-02-01T09:00:00.9996Z', '2026-02-01T09:00:00.999Z'],
    ['without its milliseconds', '2026-02-01T09:00:00z', '2026-02-01T09:00:00.000Z'],
  ])('a history whose moments are written %s is known', async (_, written, kept) => {
    const id = newId('player');
    const occurred_at = written;
    const entry = firstEntryOf(id, { id: id.replace('plr', 'rtg'), occurred_at });
    const both = [person(id, 'Maria M.', 3.5, { created_at: written }), entry];
    const counts = { player: 1, history: 1 };
    expect(await brought(both)).toEqual({ imported: counts, leftOut: {} });
    expect(await brought(both)).toEqual({ imported: {}, leftOut: counts });
    const stored = recordsIn(await exportFrom(service.workbench));
    const found = stored.find((record) => record.id === entry.id);
    expect(found).toEqual({ ...entry, occurred_at: kept });
    expect((await verifyRatings(service.workbench.database.db)).differences).toEqual([]);
  });

  test('a row without an id below the one of the known player is a namesake', async () => {
    const header = 'id,display_name,self_assessed_ntrp';
    const first = csv(header, 'plr_cccccccc01,Zofia M.,3');
    expect((await skip(first)).out).toStartWith('Imported 1 player');
    const { out } = await skip(csv(header, 'plr_cccccccc01,Zofia M.,3', ',Zofia M.,3'));
    expect(out).toBe(report('1 player', '1 player'));
  });

  test('a row that says less is the namesake who has no more, whatever their ids', async () => {
    const header = 'display_name,self_assessed_ntrp,preferred_venues';
    const rows = ['Jan N.,3.5,', 'Jan N.,3.5,Agrykola'];
    const [less, more] = rows.map(
      (row, n) => `plr_${n === 0 ? 'zzzzzzzzzz' : '0000000000'},${row}`,
    );
    expect((await skip(csv(`id,${header}`, `${less}`, `${more}`))).out).toContain('2 players');
    expect((await skip(csv(header, ...rows))).out).toBe(report('nothing', '2 players'));
  });

  test.each(['plr_0000000001', 'plr_zzzzzzzzz1'])(
    'a row without an id is not whom a later row names: %s',
    async (id) => {
      const header = 'id,display_name,self_assessed_ntrp';
      const row = `Ola ${id.slice(4, 5)}.,3`;
      const [named, unnamed] = [`${id},${row}`, `,${row}`];
      const all = [unnamed, named, unnamed];
      for (const [rows, said] of [
        [[unnamed], report('1 player', 'nothing')],
        [[unnamed, named], report('1 player', '1 player')],
        [all, report('1 player', '2 players')],
        [all, report('nothing', '3 players')],
      ] as const) {
        expect((await skip(csv(header, ...rows))).out).toBe(said);
      }
    },
  );

  test('who has a name that is in already, or in the file, is named, and comes in', async () => {
    const table = (...names: string[]) =>
      csv('display_name,self_assessed_ntrp', ...names.map((name) => `${name},3`));
    const first = ['Nora V.', 'Zoë\u00a0K.', 'Nina V.', 'Zoe\u0308  K.'];
    const inFile = 'line 5: display_name: line 3 has this name, too';
    expect((await run(table(...first), '--format', 'csv')).lines.slice(1)).toEqual([inFile]);
    const again = table('Nina V.', 'Nora\u00a0V.');
    const known = [2, 3].map((line) => {
      const said = `^line ${line}: display_name: there is a player of this name already, plr_\\w{10}$`;
      return expect.stringMatching(RegExp(said));
    });
    const dry = await run(again, '--format', 'csv', '--dry-run');
    expect([dry.status, dry.lines.slice(1)]).toEqual([0, known]);
    expect((await run(again, '--format', 'csv')).lines.slice(1)).toEqual(known);
    // Who is named by an id is meant.
    expect((await run(fileOf([person('plr_bbbbbbbb01', 'Nora V.', 3)]))).lines).toEqual([]);
  });

  test('who was merged and comes in again by the id is named', async () => {
    const head = 'id,display_name,self_assessed_ntrp';
    const [one, two] = ['plr_merged0001', 'plr_merged0002'];
    const text = csv(head, `${one},Mia W.,3`, `${two},Mia Wu,3`);
    expect((await run(text, '--format', 'csv')).status).toBe(0);
    const merge = commandsOn(service.workbench);
    expect((await merge(['players', 'merge', two, one, '--yes'])).status).toBe(0);
    const { out, lines } = await skip(text);
    expect(out).toBe(report('1 player', '1 player'));
    const named = `line 3: id: this player was merged into ${one}, and comes apart again`;
    expect(lines.slice(1)).toEqual([named]);
  });

  test('one that waits for another to end says so after a second', async () => {
    const free = await hold(service.workbench.database.locked, 'import');
    const told = Promise.withResolvers<string>();
    const on = commandsOn(service.workbench, { err: told.resolve });
    const waiting = on(['import', '-', '--skip-known']);
    expect(await told.promise).toBe(
      'Another import or restore is under way; this one begins once that has ended.',
    );
    await free();
    expect((await waiting).status).toBe(0);
    expect((await run('', '--skip-known')).err).toBe('');
  });

  describe('week by week', () => {
    const rows = [
      'League,Agrykola,1,2026-03-02 18:00,Anna K.,Bartek Ł.,,6-4 7-6(5),',
      'League,Agrykola,,2026-03-03 18:00,Celina Ż.,Anna K.,retired,6-4 2-1,',
      'League,Łazienki,2,2026-03-04 18:00,Celina Ż.,Bartek Ł.,walkover,,Bartek Ł.',
    ].map((row, index) => `${row},${index === 1 ? 'Anna K.' : ''}`);
    const header = `${matchHeader},retired_player`;
    const later =
      'Tiebreak League,Agrykola,1,2026-03-09 18:00,Anna K.,Bartek Ł.,,6-4 3-6 [10-8],Anna K.,';

    test('a table of matches brings what is new in it, and says how many lines it left out', async () => {
      const said = async (rows: string[], ...options: string[]) => {
        const { status, out, err } = await skip(csv(header, ...rows), ...options);
        expect([status, err]).toEqual([0, '']);
        return out;
      };
      expect(await said(rows)).toBe(report('3 matches', 'nothing'));
      const before = await exportFrom(service.workbench);
      expect(await said([...rows, later], '--dry-run')).toBe(
        'Would import 1 match; left out, being in already: 3 matches. Nothing was changed.\n',
      );
      expect(await exportFrom(service.workbench)).toBe(before);
      expect(await said([...rows, later])).toBe(report('1 match', '3 matches'));
      expect(await said([...rows, later])).toBe(report('nothing', '4 matches'));
    });

    test('without being told to, it stays the fault that it was', async () => {
      const { status, lines } = await run(csv(header, ...rows), '--format', 'csv');
      expect([status, lines[0], lines.at(-1)]).toEqual([
        1,
        expect.stringMatching(/^line 2: duplicate-match: this match is in already, as mat_\w+$/),
        expect.stringMatching(
          / faults\. --skip-known leaves out what is in with the same content\.$/,
        ),
      ]);
    });

    const known = 'League,Agrykola,1,2026-03-02 18:00,Anna K.,Bartek Ł.,,6-4 7-6(5),,'.split(',');
    const withCells = (cells: Record<number, string>) =>
      known.map((cell, index) => cells[index] ?? cell).join(',');
    test.each<[what: string, cells: Record<number, string>]>([
      ['from the other side', { 4: 'Bartek Ł.', 5: 'Anna K.', 7: '4-6 6-7(5)' }],
      ['without the points of a tiebreak', { 7: '6-4 7-6' }],
      ['without them from the other side', { 4: 'Bartek Ł.', 5: 'Anna K.', 7: '4-6 6-7' }],
      ['with its winner', { 8: 'Anna K.' }],
      ['without its court', { 2: '' }],
      ['with ids', { 0: ids.league, 1: agrykola, 4: anna }],
      ['with another offset', { 3: '2026-03-02T17:00:00Z' }],
    ])('a match %s says the same', async (_, cells) => {
      const { out } = await skip(csv(header, withCells(cells)));
      expect(out).toBe(report('nothing', '1 match'));
    });

    test.each<[what: string, cells: Record<number, string>, differing: string]>([
      ['a score', { 7: '6-4 7-5' }, 'score'],
      ['other points of a tiebreak', { 7: '6-4 7-6(4)' }, 'score'],
      ['another tiebreak without points', { 7: '7-6 6-4' }, 'score'],
      ['a winner', { 7: '4-6 6-7(5)' }, 'score'],
      ['a court', { 2: '2' }, 'court_number'],
      ['a venue', { 1: 'Łazienki' }, 'venue'],
      ['an end', { 6: 'walkover', 7: '', 8: 'Bartek Ł.' }, 'status, winner'],
      ['a venue and a court', { 1: 'Łazienki', 2: '2' }, 'venue, court_number'],
    ])('a match with %s that contradicts is a fault that says so', async (_, cells, differing) => {
      const { status, lines } = await skip(csv(header, rows[1] ?? '', withCells(cells)));
      const reason =
        /^line 3: duplicate-match: this match is in already, as (mat_\w+), but differs in (.*); it is 6-4 7-6\(5\) of 2026-03-02 18:00 there, and "tennis matches correct \1" puts that right$/;
      expect([status, lines.length, lines[1]]).toEqual([1, 2, 'Nothing was imported: 1 fault.']);
      expect(reason.exec(lines[0] ?? '')?.[2]).toBe(differing);
    });

    test('a match that was submitted is known, too', async () => {
      const { id } = await json(await service.submit(played(20)));
      const row = 'League,Agrykola,,2026-04-20 18:00,Anna K.,Bartek Ł.,,6-4 6-3,,';
      expect((await skip(csv(header, row))).out).toContain('being in already: 1 match.');
      const contrary = 'League,Agrykola,,2026-04-20 18:00,Anna K.,Bartek Ł.,,6-4 6-2,,';
      expect((await skip(csv(header, contrary))).lines[0]).toContain(
        `as ${id}, but differs in score; it is 6-4 6-3 of 2026-04-20 18:00 there`,
      );
    });

    test('a member that is null says no more than one that is left out, and another moment differs', async () => {
      const sent = lineOf(completed({ court_number: 2, created_at: '2026-05-14T12:00:00Z' }));
      expect(await brought([sent])).toMatchObject({ imported: { match: 1 } });
      const nulls = { id: null, created_at: null, court_number: null, winner_id: null };
      expect(await brought([{ ...sent, ...nulls }])).toEqual({
        imported: {},
        leftOut: { match: 1 },
      });
      const { faults } = await brought([{ ...sent, created_at: '2026-05-15T12:00:00Z' }]);
      expect(faults[0].reason).toContain('but differs in created_at;');
    });

    test('two new lines that are one match stay a fault', async () => {
      const row = 'League,Agrykola,,2026-04-24 18:00,Anna K.,Bartek Ł.,,6-4 6-3,,';
      const { status, lines } = await skip(csv(header, row, row));
      expect([status, lines[0]]).toEqual([1, expect.stringContaining('in already, in line 2')]);
    });
  });

  describe('a table of players', () => {
    const header = 'id,display_name,self_assessed_ntrp,preferred_venues,availability';
    const rows = [
      ',Irena A.,"3,5",Agrykola | Łazienki,monday 18:00-20:00',
      'plr_irena00001,Irena B.,4,,',
      ',Irena C.,4,,',
    ];

    test('is known by names where it has no ids, and by what it says', async () => {
      expect((await skip(csv(header, ...rows))).out).toStartWith('Imported 3 players; ');
      const more = ',Irena D.,2,,';
      expect((await skip(csv(header, ...rows, more))).out).toBe(report('1 player', '3 players'));
      const less = csv('display_name,self_assessed_ntrp', ' Irena  A.,3.5', 'Irena B.,4');
      expect((await skip(less)).out).toBe(report('nothing', '2 players'));
    });

    test('may bring a namesake behind the one who is known', async () => {
      const { out } = await skip(csv(header, ',Irena C.,4,,', ',Irena C.,2.5,,', ',Irena C.,4,,'));
      expect(out).toBe(report('2 players', '1 player'));
      const again = await skip(csv(header, ',Irena C.,2.5,,', ',Irena C.,4,,', ',Irena C.,4,,'));
      expect(again.out).toBe(report('nothing', '3 players'));
    });

    test.each<[row: string, line: RegExp]>([
      [
        ',Irena A.,3.5,Agrykola,',
        /display_name: "Irena A\." is in already, as plr_\w+, but differs in preferred_venues; another player of this name needs an id here$/,
      ],
      [',Irena A.,4,,monday 18:00-21:00', /differs in availability;/],
      ['plr_irena00001,Irena Z.,4,,', /id: taken: .*1, but differs in display_name$/],
    ])('that contradicts what is in is a fault: %s', async (row, line) => {
      const { status, lines } = await skip(csv(header, row));
      expect([status, lines]).toEqual([
        1,
        [expect.stringMatching(line), 'Nothing was imported: 1 fault.'],
      ]);
    });
  });

  describe('an exchange file', () => {
    test('is all known where it was exported from, rated matches and secrets included', async () => {
      await service.rate();
      const lines = recordsIn(await exportFrom(service.workbench));
      const counts: Record<string, number> = {};
      for (const { kind: name } of lines) counts[name] = (counts[name] ?? 0) + 1;
      expect(await brought(lines)).toEqual({ imported: {}, leftOut: counts });
      expect(counts.history).toBeGreaterThan(10);
      expect(recordsIn(await exportFrom(service.workbench))).toEqual(lines);
    });

    test('that grew since it was exported brings the rest', async () => {
      const lines = recordsIn(await exportFrom(service.workbench)).filter(
        (line) => line.kind !== 'history' && line.kind !== 'audit',
      );
      const more = [
        { ...lines.find((line) => line.kind === 'venue'), id: 'ven_grown00000' },
        lineOf(played(22)),
        lineOf(retired({ player_ids: [celina, bartek] })),
      ];
      const { imported } = await brought([...lines, ...more]);
      expect(imported).toEqual({ venue: 1, match: 2 });
    });

    const city = () => testCity() as Record<string, unknown>[];
    const first = (name: string) => city().find((line) => line.kind === name) ?? {};
    test.each<[name: string, change: object, place: string]>([
      ['organizer', { name: 'Another Club' }, 'id'],
      ['client', { scopes: [] }, 'client_id'],
      ['venue', { district: 'Wola' }, 'id'],
      ['venue', { courts: [] }, 'id'],
      ['competition', { ends_on: '2026-07-31' }, 'id'],
      ['competition', { venue_ids: [lazienki, agrykola] }, 'id'],
      ['player', { self_assessed_ntrp: 5 }, 'id'],
      ['player', { created_at: '2026-01-01T10:00:01Z' }, 'id'],
    ])('has one %s as it is, or with %j as a fault', async (name, change, place) => {
      expect(await brought([first(name)])).toEqual({ imported: {}, leftOut: { [name]: 1 } });
      const { faults } = await brought([{ ...first(name), ...change }]);
      expect(faults).toEqual([
        { line: 1, member: place, reason: expect.stringMatching(/^taken: /) },
      ]);
    });

    test('knows a match by its id, and does not mind where its rating stands', async () => {
      const body = played(23, { id: 'mat_known00000' });
      const match = lineOf(body);
      expect(await brought([match])).toEqual({ imported: { match: 1 }, leftOut: {} });
      await service.rate();
      const pending = { ...match, rating_status: 'pending' };
      expect(await brought([match, pending])).toEqual({ imported: {}, leftOut: { match: 2 } });
      const other = await brought([{ ...match, id: 'mat_other00000' }]);
      expect(other.faults).toEqual([
        { line: 1, member: '', reason: expect.stringContaining('as mat_known00000') },
      ]);
      const none = await brought([{ ...match, court_number: null }]);
      expect(none.leftOut).toEqual({ match: 1 });
      const nobody = walkover({ played_at: body.played_at, id: body.id });
      expect((await brought([lineOf(nobody)])).faults?.length).toBe(2);
    });

    test('may name what is left out', async () => {
      const lines = [first('venue'), first('player'), lineOf(played(24))];
      expect(await brought(lines)).toEqual({
        imported: { match: 1 },
        leftOut: { venue: 1, player: 1 },
      });
    });
  });
});
