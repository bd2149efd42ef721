// Players and matches from a spreadsheet, by the rules of submissions.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ids, testCity } from '../support/city.ts';
import {
  cleanUp,
  freshDatabase,
  onBothDatabases,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../support/service.ts';
import { exportFrom, recordsIn } from './exchange.ts';
import { commandAt, commandsOn } from './terminal.ts';

const [anna = '', bartek = '', celina = '', lukasz = ''] = ids.players;
const [agrykola = '', lazienki = ''] = ids.venues;
/** Another player with the name of the ninth one, one with composed letters, one with Polish ones, and six namesakes. */
const namesakes = [
  { kind: 'player', id: 'plr_bbbbbbbbb1', display_name: 'Ewa Ś.', self_assessed_ntrp: 4 },
  {
    kind: 'player',
    id: 'plr_bbbbbbbbb2',
    display_name: 'Zoë \u0065\u0301.',
    self_assessed_ntrp: 4,
  },
  {
    kind: 'player',
    id: 'plr_bbbbbbbbb3',
    display_name: 'Łukasz Łoś-Łęcki',
    self_assessed_ntrp: 4,
  },
  ...Array.from({ length: 6 }, (_, n) => ({
    kind: 'player',
    id: `plr_namesake0${n}`,
    display_name: 'Jan Z.',
    self_assessed_ntrp: 3,
  })),
].map((player) => ({
  ...player,
  preferred_venue_ids: [],
  availability: [],
  created_at: '2026-02-01T10:00:00Z',
}));

const matchHeader =
  'competition;venue;court_number;played_at;player_1;player_2;status;score;winner;retired_player';

onBothDatabases('an import of CSV', (kind) => {
  let service: TestService;
  let before: string;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [...testCity(), ...namesakes] });
    before = await exportFrom(service.workbench);
  });

  const run = (text: string | Uint8Array, ...options: string[]) =>
    commandsOn(service.workbench)(['import', '-', '--format', 'csv', ...options], text);
  /** Imports the file; the new records, without what is made for each. */
  async function brought(text: string) {
    const known = new Set((await exportFrom(service.workbench)).split('\n'));
    expect(await run(text)).toMatchObject({ status: 0, err: '' });
    const now = (await exportFrom(service.workbench)).split('\n');
    return recordsIn(now.filter((line) => !known.has(line)).join('\n')).filter(
      ({ kind }) => kind !== 'history' && kind !== 'audit',
    );
  }

  describe('takes a match', () => {
    let day = 0;
    /** A row of cells over sound ones, on a day of its own. */
    const row = (cells: Record<string, string> = {}) => {
      day += 1;
      const sound: Record<string, string> = {
        competition: 'League',
        venue: 'Agrykola',
        court_number: '',
        played_at: new Date(Date.UTC(2026, 2, 1 + day)).toISOString(),
        player_1: 'Anna K.',
        player_2: 'Bartek Ł.',
        status: '',
        score: '6-4 7-6(5)',
        winner: '',
        retired_player: '',
      };
      const all = { ...sound, ...cells };
      return matchHeader
        .split(';')
        .map((name) => all[name])
        .join(';');
    };
    const file = (...rows: string[]) => `${[matchHeader, ...rows].join('\r\n')}\r\n`;

    test('with everything by name, and what is left out as in a submission', async () => {
      expect(await brought(file(row({ played_at: '2026-05-01 18:00' })))).toEqual([
        {
          kind: 'match',
          id: expect.stringMatching(/^mat_/),
          competition_id: ids.league,
          venue_id: agrykola,
          court_number: null,
          played_at: '2026-05-01T18:00:00+02:00',
          player_ids: [anna, bartek],
          status: 'completed',
          score: { sets: [{ games: [6, 4] }, { games: [7, 6], tiebreak: [7, 5] }] },
          winner_id: anna,
          retired_player_id: null,
          rating_status: 'pending',
          created_at: expect.stringMatching(/Z$/),
        },
      ]);
    });

    test.each<[what: string, cells: Record<string, string>, members: object]>([
      [
        'with everything by id',
        { competition: ids.league, venue: lazienki, player_1: celina, player_2: lukasz },
        { competition_id: ids.league, venue_id: lazienki, player_ids: [celina, lukasz] },
      ],
      [
        'whose names are spaced otherwise',
        { player_1: ' Anna   K. ', player_2: 'Bartek\u00a0Ł.' },
        { player_ids: [anna, bartek] },
      ],
      [
        'whose names are composed otherwise',
        { player_1: 'Celina Z\u0307.', player_2: 'Zo\u0065\u0308 é.' },
        { player_ids: [celina, 'plr_bbbbbbbbb2'] },
      ],
      ['with a court', { court_number: '2' }, { court_number: 2 }],
      ['that says that it has none', { court_number: 'None' }, { court_number: null }],
      [
        'with a match tiebreak',
        { competition: 'Tiebreak League', score: '6-4 3-6 [10-8]' },
        {
          score: { sets: [{ games: [6, 4] }, { games: [3, 6] }], match_tiebreak: [10, 8] },
        },
      ],
      ['with its winner', { winner: 'Anna K.' }, { winner_id: anna }],
      [
        'during which a player stopped',
        { status: 'Retired', score: '6-4 2-1', retired_player: 'Anna K.' },
        { status: 'retired', retired_player_id: anna, winner_id: bartek },
      ],
      [
        'to which a player did not come',
        { status: 'walkover', score: '', winner: bartek },
        { status: 'walkover', score: null, winner_id: bartek, rating_status: 'not_rated' },
      ],
      [
        'whose winner’s name only one of the two has',
        { player_1: 'plr_bbbbbbbbb1', status: 'walkover', score: '', winner: 'Ewa Ś.' },
        { player_ids: ['plr_bbbbbbbbb1', bartek], winner_id: 'plr_bbbbbbbbb1' },
      ],
    ])('%s', async (_, cells, members) => {
      expect(await brought(file(row(cells)))).toMatchObject([members]);
    });

    test('with empty cells behind the last column', async () => {
      expect(await brought(file(`${row()};; ;`))).toMatchObject([{ player_ids: [anna, bartek] }]);
    });

    test.each<[what: string, cells: Record<string, string>, reasons: RegExp[]]>([
      ['nobody has the name', { player_1: 'Ana K.' }, [/^line 2: player_1: .*mean "Anna K\."/]],
      [
        'both players have the name of the winner',
        {
          player_1: 'plr_namesake00',
          player_2: 'plr_namesake01',
          status: 'walkover',
          score: '',
          winner: 'Jan Z.',
        },
        [
          /^line 2: winner: 2 players are named "Jan Z\."; .* of one: plr_namesake00 .*plr_namesake01 /,
        ],
      ],
      [
        'the marks of letters are left out',
        { player_1: 'Lukasz Los-Lecki' },
        [/^line 2: player_1: .*mean "Łukasz Łoś-Łęcki"/],
      ],
      [
        'the surname comes first',
        { player_1: 'los-lecki lukasz' },
        [/^line 2: player_1: .*mean "Łukasz Łoś-Łęcki"/],
      ],
      [
        'the time of day is missing',
        { played_at: '03.04.2026' },
        [/^line 2: played_at: The time of day is missing\. Expected .* 01\.05\.2026 18:00/],
      ],
      [
        'the score says that somebody else won',
        { winner: 'Bartek Ł.' },
        [/^line 2: winner: winner can't be this player: the score says otherwise\.$/],
      ],
      [
        'a letter was lost',
        { player_1: 'Bartek \ufffd.' },
        [
          /^line 2: player_1: A letter was lost as the file was saved; \ufffd stands in its place\.$/,
        ],
      ],
      ['a letter has another case', { player_1: 'anna k.' }, [/^line 2: player_1: .*"Anna K\."/]],
      [
        'several have the name',
        { player_2: 'Ewa Ś.' },
        [new RegExp(`^line 2: player_2: 2 players .*${ids.players[8]}.*plr_bbbbbbbbb1`)],
      ],
      [
        'many have the name, of whom five are told',
        { player_2: 'Jan Z.' },
        [
          /^line 2: player_2: 6 players .* of one: (plr_namesake0\d \(NTRP 3, joined 2026-02-01\), ){5}…\.$/,
        ],
      ],
      ['there is no such venue', { venue: 'Nowhere' }, [/^line 2: venue: .*"Nowhere"/]],
      ['there is no such league', { competition: 'cmp_zzzzzzzzzz' }, [/^line 2: competition: /]],
      ['a player is missing', { player_2: '' }, [/^line 2: player_2: .*missing/]],
      ['the same player stands twice', { player_2: 'Anna K.' }, [/^line 2: player_2: .*twice/]],
      ['the time is missing', { played_at: '' }, [/^line 2: played_at: .*missing/]],
      ['the time never came', { played_at: '2026-03-29 02:30' }, [/^line 2: played_at: .*never/]],
      ['the time came twice', { played_at: '2025-10-26 02:30' }, [/^line 2: played_at: .*twice/]],
      ['the time is to come', { played_at: '2126-05-01 18:00' }, [/^line 2: played_at: .*future/]],
      ['the league has not begun', { played_at: '2026-02-01 18:00' }, [/^line 2: played_at: /]],
      ['the court is no number', { court_number: 'A' }, [/^line 2: court_number: /]],
      ['the court is none', { court_number: '0' }, [/^line 2: court_number: .*at least 1/]],
      ['the court is half', { court_number: '1,5' }, [/^line 2: court_number: .*whole/]],
      ['the status is unknown', { status: 'lost' }, [/^line 2: status: .*walkover/]],
      ['the score is missing', { score: '' }, [/^line 2: score: .*missing/]],
      ['the score is none', { score: '04.cze' }, [/^line 2: score: "04.cze"/]],
      ['a set can’t end so', { score: '6-5 6-3' }, [/^line 2: score: Set 1 .*6-5/]],
      [
        'two sets can’t end so',
        { score: '6-5 6-2(3)' },
        [/^line 2: score: Set 1/, /^line 2: score: Set 2/],
      ],
      ['the winner lost', { winner: 'Bartek Ł.' }, [/^line 2: winner: .*score/]],
      ['the winner did not play', { winner: 'Celina Ż.' }, [/^line 2: winner: .*two players/]],
      [
        'nobody says who was there',
        { status: 'walkover', score: '' },
        [/^line 2: winner: .*missing/],
      ],
      ['a walkover has a score', { status: 'walkover', winner: anna }, [/^line 2: score: /]],
      ['nobody says who retired', { status: 'retired' }, [/^line 2: retired_player: .*missing/]],
      ['nobody retired', { retired_player: anna }, [/^line 2: retired_player: .*leave it out/]],
      [
        'much is wrong',
        { competition: 'X', venue: 'Y', player_1: 'Z', court_number: 'A', score: 'B' },
        [/competition/, /venue/, /court_number/, /player_1/, /score/],
      ],
    ])('not where %s', async (_, cells, reasons) => {
      const stored = await exportFrom(service.workbench);
      const { status, lines } = await run(file(row(cells), row()));
      const faults = lines.slice(0, -1);
      expect([status, faults.length]).toEqual([1, reasons.length]);
      for (const reason of reasons) {
        expect(faults).toContainEqual(expect.stringMatching(reason));
      }
      expect(lines.at(-1)).toMatch(/^Nothing was imported: \d+ faults?\.$/);
      expect(await exportFrom(service.workbench)).toBe(stored);
    });

    test('once, however often the file comes and whoever stands first', async () => {
      const [first = '', again = ''] = [row(), row()];
      expect((await run(file(first))).status).toBe(0);
      const swapped = first.replace('Anna K.;Bartek Ł.', 'Bartek Ł.;Anna K.');
      const { status, lines } = await run(file(again, swapped, again));
      expect([status, lines.slice(0, 2)]).toEqual([
        1,
        [
          expect.stringMatching(/^line 3: duplicate-match: .*mat_/),
          expect.stringMatching(/^line 4: duplicate-match: .*line 2/),
        ],
      ]);
      expect((await run(file(first, swapped))).lines.slice(0, 2)).toEqual([
        expect.stringMatching(/^line 2: duplicate-match: .*mat_/),
        expect.stringMatching(/^line 3: duplicate-match: .*line 2/),
      ]);
    });
  });

  test('a known name is suggested for up to a hundred unknown ones', async () => {
    const unknown = Array.from({ length: 100 }, (_, n) => `Nobody N. ${n}`);
    const rows = ['Ana K.', ...unknown, 'Anka K.'].map((name) => `;;;;${name};;;;;`);
    const { err } = await run(`${[matchHeader, ...rows].join('\n')}\n`);
    const suggested = err.split('\n').filter((line) => line.includes('mean "Anna K."'));
    expect(suggested).toEqual([expect.stringContaining('line 2: player_1:')]);
  });

  describe('takes players', () => {
    test('with what Excel makes of decimals, lists and lines', async () => {
      const text = [
        '\ufeffsep=;',
        'Display name;Self assessed NTRP;Preferred venue IDs;Availability;Created at;ID',
        'Ada B.;"3,5";Agrykola | ven_aaaaaaaaa2;"monday 9:00-11:00',
        'saturday 10:00-14:00";2026-02-03 12:00;plr_ccccccccc1',
        ';;;;;',
        'Olek C.;2;;;;plr_ccccccccc2',
        '',
      ].join('\r\n');
      expect(await brought(text)).toEqual([
        {
          kind: 'player',
          id: 'plr_ccccccccc1',
          display_name: 'Ada B.',
          self_assessed_ntrp: 3.5,
          preferred_venue_ids: [agrykola, lazienki],
          availability: [
            { day: 'monday', start: '09:00', end: '11:00' },
            { day: 'saturday', start: '10:00', end: '14:00' },
          ],
          created_at: '2026-02-03T11:00:00.000Z',
        },
        {
          kind: 'player',
          id: 'plr_ccccccccc2',
          display_name: 'Olek C.',
          self_assessed_ntrp: 2,
          preferred_venue_ids: [],
          availability: [],
          created_at: expect.stringMatching(/Z$/),
        },
      ]);
      const response = await service.get('/v1/players/plr_ccccccccc1/rating');
      expect(await response.json()).toMatchObject({ value: 1400, confidence: 20 });
    });

    test('with spaces around what the cells say', async () => {
      const found = await brought('display_name , self_assessed_ntrp\n  Ida E. , 3.5 \n');
      expect(found).toMatchObject([{ display_name: 'Ida E.', self_assessed_ntrp: 3.5 }]);
    });

    test('without an id, and gives them one', async () => {
      const found = await brought('display_name,self_assessed_ntrp\nUla D.,4.5\n');
      expect(found).toMatchObject([
        { id: expect.stringMatching(/^plr_/), self_assessed_ntrp: 4.5 },
      ]);
    });

    test.each<[what: string, row: string, reason: RegExp]>([
      ['a level is no number', 'A B.,three,,', /^line 2: self_assessed_ntrp: /],
      ['a level has become a date', 'A B.,03.maj,,', /3\.5; a spreadsheet has made a date of it/],
      ['a level is not on the scale', 'A B.,7,,', /^line 2: self_assessed_ntrp: .*5\.5/],
      ['a level is between the steps', 'A B.,"3,25",,', /^line 2: self_assessed_ntrp: .*0\.5/],
      ['a name is missing', ',3,,', /^line 2: display_name: .*missing/],
      [
        'a venue is unknown',
        'A B.,3,Agrykola|Łazienkii,',
        /^line 2: preferred_venues: .*"Łazienki"/,
      ],
      ['a venue stands twice', 'A B.,3,Agrykola|Agrykola,', /^line 2: preferred_venues: .*twice/],
      ['a window is none', 'A B.,3,,monday', /^line 2: availability: /],
      ['a window ends first', 'A B.,3,,monday 12:00-11:00', /^line 2: availability: /],
      ['a day is none', 'A B.,3,,someday 10:00-11:00', /^line 2: availability: /],
      ['there are more cells than columns', 'A B.,3,5,,x', /^line 2: .*5 fields.*4 columns/],
    ])('not where %s', async (_, row, reason) => {
      const header = 'display_name,self_assessed_ntrp,preferred_venues,availability';
      const { status, lines } = await run(`${header}\n${row}\nOla P.,3\n`);
      expect([status, lines.length]).toEqual([1, 2]);
      expect(lines[0]).toMatch(reason);
    });
  });

  test.each<[what: string, text: string, reasons: RegExp[]]>([
    ['an empty file', '', [/^line 1: .*empty/]],
    ['a file without a header', '\n3,4\n', [/^line 2: .*first line must name columns/]],
    [
      'a file that lacks columns',
      'display_name,id\nA,plr_ddddddddd1\n',
      [/^line 1: self_assessed_ntrp: .*needs/],
    ],
    [
      'a column that does not exist',
      'display_name,self_assessed_ntrp,venues\nA,x,\n',
      [/^line 1: venues: .*preferred_venues/, /^line 2: self_assessed_ntrp/],
    ],
    [
      'a column that stands twice',
      'display_name,self_assessed_ntrp,Display name\nA,3,B\n',
      [/^line 1: display_name: .*two/],
    ],
    [
      'a file that Excel did not write as UTF-8',
      'display_name,self_assessed_ntrp\n\u0000\n',
      [/^line 2: (?!.*columns)/],
    ],
    ['a header that is not UTF-8', 'display_name,\u0000\nA,x\n', [/^line 1: is not valid UTF-8/]],
  ])('refuses %s', async (what, text, reasons) => {
    const bytes = what.includes('UTF-8')
      ? Buffer.from(text.replace('\u0000', '\u00a3ukasz,3'), 'latin1')
      : text;
    const { status, lines } = await run(bytes);
    expect([status, lines.length]).toEqual([1, reasons.length + 1]);
    reasons.forEach((reason, index) => {
      expect(lines[index]).toMatch(reason);
    });
  });

  test('columns without a name are taken where they are empty, and named where they are not', async () => {
    const header = 'sep=,\n,display_name,,self_assessed_ntrp,\n';
    expect(await brought(`${header},Iza N.,,4,\n`)).toMatchObject([{ display_name: 'Iza N.' }]);
    const { status, lines } = await run(`${header} ,Iza O., ,4\n1,Iza P.,a note,three,\n`);
    expect([status, lines.slice(0, -1)]).toEqual([
      1,
      [
        'line 4: column 1 has no name in line 2, and here it says "1"',
        'line 4: column 3 has no name in line 2, and here it says "a note"',
        expect.stringMatching(/^line 4: self_assessed_ntrp: /),
      ],
    ]);
  });

  test('a row with another delimiter than the header brings nobody of a wrong name', async () => {
    const { status, lines } = await run('display_name,self_assessed_ntrp\nAnna B.;3,5\n');
    expect([status, lines[0]]).toEqual([1, expect.stringMatching(/^line 2: .*semicolons/)]);
  });

  const long = 'Ź'.repeat(60_000);
  const player = 'display_name,self_assessed_ntrp,preferred_venues,availability';
  test.each<[what: string, text: string]>([
    ['a name', `${player}\nA B.,3,${long},\n`],
    ['many names', `${player}\nA B.,3,${'Ź|'.repeat(30_000)},\n`],
    ['a name that several have', `${matchHeader}\n;;;;Ewa${' '.repeat(60_000)}Ś.;;;;;\n`],
    ['a window', `${player}\nA B.,3,,${long}\n`],
    ['a level', `${player}\nA B.,${long},,\n`],
    ['a display name', `${player}\n${long},3,,\n`],
    ['a score', `${matchHeader}\n;;;;;;;${long};;\n`],
    ['a time', `${matchHeader}\n;;;${long};;;;;;\n`],
    ['a time with spaces', `${matchHeader}\n;;;2026-03-29${' '.repeat(60_000)}02:30;;;;;;\n`],
    ['a status', `${matchHeader}\n;;;;;;${long};;;\n`],
    ['a column', `${player},${long}\n`],
    ['a header', `${long}\n`],
    ['a quote within a field', `${player}\n${long}",3,,\n`],
    ['something after a quote', `${player}\n"${long}"x,3,,\n`],
    ['a column without a name', `${player},\nA B.,3,,,${long}\n`],
  ])('repeats no more than a part of %s', async (_, text) => {
    const { status, lines, out } = await run(text, '--json');
    expect(status).toBe(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(700);
    expect(out.length).toBeLessThan(3_000);
  });

  test.each<[what: string, text: string]>([
    ['a name', `${player}\nA B.,3,#,\n`],
    ['a window', `${player}\nA B.,3,,#\n`],
    ['a score', `${matchHeader}\n;;;;;;;#;;\n`],
    ['a column', `${player},#\n`],
    ['a quote within a field', `${player}\n#",3,,\n`],
    ['something after a quote', `${player}\n"#\n"x,3,,\n`],
    ['a column without a name', `${player},\nA B.,3,,,#\n`],
  ])('shows control characters in %s, and gives none to the terminal', async (_, text) => {
    const { status, err, lines } = await run(text.replace('#', '\u001b[2J\u0007\u009b1mX'));
    expect(status).toBe(1);
    expect(lines.filter((line) => !line.startsWith('line '))).toHaveLength(1);
    expect(err).toContain(String.raw`\u001b[2`);
    expect(err.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  test('a header alone is an import of nothing', async () => {
    expect(await run(`${matchHeader}\n`)).toMatchObject({ status: 0, out: 'Imported nothing.\n' });
  });

  test('nothing of a refused file stays', async () => {
    const now = recordsIn(await exportFrom(service.workbench));
    const then = recordsIn(before);
    expect(now.filter(({ kind }) => kind === 'venue')).toEqual(
      then.filter(({ kind }) => kind === 'venue'),
    );
    expect(now.some(({ display_name }) => display_name === 'A B.')).toBe(false);
  });
});

describe('a file is CSV', () => {
  afterAll(cleanUp);

  test('as a list is none', async () => {
    const settings = await freshDatabase('embedded');
    const list = '[{"kind":"organizer","id":"org_a","name":"A"}]';
    const { lines } = await commandAt(settings, ['import', '-'], list);
    expect(lines.at(-1)).toEndWith(' It is one list; NDJSON is one record a line.');
  });

  test('by its name, or by --format, which decides', async () => {
    const settings = await freshDatabase('embedded');
    const folder = await temporaryFolder();
    const csv = 'display_name;self_assessed_ntrp\nUla D.;4,5\n';
    const paths = ['players.csv', 'PLAYERS.CSV', 'players.txt'].map((name) => join(folder, name));
    for (const path of paths) await writeFile(path, csv);
    const [lower = '', upper = '', other = ''] = paths;
    const statuses = [];
    const hinted = [];
    const hint = 'It was read as NDJSON; --format csv reads it as a table.';
    for (const args of [
      [lower],
      [upper],
      [other, '--format', 'csv'],
      [other],
      [lower, '--format', 'ndjson'],
    ]) {
      const { status, err } = await commandAt(settings, ['import', ...args]);
      statuses.push(status);
      if (err.includes(hint)) hinted.push(args);
    }
    expect(statuses).toEqual([0, 0, 0, 1, 1]);
    expect(hinted).toEqual([[other]]);
    expect((await commandAt(settings, ['import', '-'], csv)).err).toContain(hint);
    expect((await commandAt(settings, ['import', '-'], '{}\n')).err).not.toContain(hint);
    expect((await commandAt(settings, ['import', lower, '--format', 'xml'])).status).toBe(2);
    await rm(folder, { recursive: true });
  });
});
