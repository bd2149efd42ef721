// Players and matches from a spreadsheet, by the rules of submissions.
import { beforeAll, describe, expect, test } from 'bun:test';
import { ids, person, testCity } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { exportFrom, recordsIn } from './exchange.ts';
import { commandsOn } from './terminal.ts';

const [anna = '', bartek = '', celina = '', lukasz = ''] = ids.players;
const [agrykola = '', lazienki = ''] = ids.venues;
/** Another player with the name of the ninth one, one with composed letters, one with Polish ones, and six namesakes. */
const namesakes = [
  ['plr_bbbbbbbbb1', 'Ewa Ś.', 4],
  ['plr_bbbbbbbbb2', 'Zoë \u0065\u0301.', 4],
  ['plr_bbbbbbbbb3', 'Łukasz Łoś-Łęcki', 4],
  ...Array.from({ length: 6 }, (_, n) => [`plr_namesake0${n}`, 'Jan Z.', 3]),
].map(([id, name, level]) => person(String(id), String(name), Number(level)));

const matchHeader =
  'competition;venue;court_number;played_at;player_1;player_2;status;score;winner;retired_player';
const playerHeader = 'display_name,self_assessed_ntrp,preferred_venues,availability';

onBothDatabases('an import of CSV', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [...testCity(), ...namesakes] });
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
    /** A row of cells over sound ones, with nothing else within two days. */
    const row = (cells: Record<string, string> = {}) => {
      day += 1;
      const played_at = new Date(Date.UTC(2026, 2, 1 + 3 * (day % 40), 0, day)).toISOString();
      const players = { player_1: 'Anna K.', player_2: 'Bartek Ł.' };
      const place = { competition: 'League', venue: 'Agrykola' };
      const all: Record<string, string> = {
        ...{ ...place, ...players, played_at, score: '6-4 7-6(5)' },
        ...cells,
      };
      const names = matchHeader.split(';');
      return names.map((name) => all[name] ?? '').join(';');
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
          came_after: null,
        },
      ]);
    });

    const walkover = { status: 'walkover', score: '' };
    const retired = { status: 'Retired', score: '6-4 2-1', retired_player: 'Anna K.' };
    test.each<[what: string, cells: Record<string, string>, members: object]>([
      [
        'with everything by id',
        { competition: ids.league, venue: lazienki, player_1: celina, player_2: lukasz },
        { competition_id: ids.league, venue_id: lazienki, player_ids: [celina, lukasz] },
      ],
      [
        'whose names are spaced or composed otherwise',
        { player_1: ' Celina   Z\u0307. ', player_2: 'Zo\u0065\u0308\u00a0é.' },
        { player_ids: [celina, 'plr_bbbbbbbbb2'] },
      ],
      ['with a court', { court_number: '2' }, { court_number: 2 }],
      ['that says that it has none', { court_number: 'None' }, { court_number: null }],
      [
        'with a match tiebreak',
        { competition: 'Tiebreak League', score: '6-4 3-6 [10-8]' },
        { score: { sets: [{ games: [6, 4] }, { games: [3, 6] }], match_tiebreak: [10, 8] } },
      ],
      ['with its winner', { winner: 'Anna K.' }, { winner_id: anna }],
      [
        'during which a player stopped',
        retired,
        { status: 'retired', retired_player_id: anna, winner_id: bartek },
      ],
      [
        'to which a player did not come',
        { ...walkover, winner: bartek },
        { status: 'walkover', score: null, winner_id: bartek, rating_status: 'not_rated' },
      ],
      [
        'whose winner’s name only one of the two has',
        { ...walkover, player_1: 'plr_bbbbbbbbb1', winner: 'Ewa Ś.' },
        { player_ids: ['plr_bbbbbbbbb1', bartek], winner_id: 'plr_bbbbbbbbb1' },
      ],
    ])('%s', async (_, cells, members) => {
      expect(await brought(file(row(cells)))).toMatchObject([members]);
    });

    test('with empty cells behind the last column', async () => {
      expect(await brought(file(`${row()};; ;`))).toMatchObject([{ player_ids: [anna, bartek] }]);
    });

    const both = { player_1: 'plr_namesake00', player_2: 'plr_namesake01' };
    test.each<[what: string, cells: Record<string, string>, ...reasons: RegExp[]]>([
      ['nobody has the name', { player_1: 'Ana K.' }, /player_1: .*mean "Anna K\."/],
      [
        'a letter was lost',
        { player_1: 'Bartek \ufffd.' },
        /player_1: A letter was lost as the file was saved; \ufffd stands in its place\.$/,
      ],
      ['several have the name', { player_2: 'Ewa Ś.' }, /player_2: 2 players .*09.*plr_bbbbbbbbb1/],
      [
        'many have the name, of whom five are told',
        { player_2: 'Jan Z.' },
        /player_2: 6 players .* of one: (plr_namesake0\d \(NTRP 3, joined 2026-01-01\), ){5}…\.$/,
      ],
      [
        'both players have the name of the winner',
        { ...walkover, ...both, winner: 'Jan Z.' },
        /winner: 2 players are named "Jan Z\."; .* of one: plr_namesake00 .*plr_namesake01 /,
      ],
      ['there is no such venue', { venue: 'Nowhere' }, /venue: .*"Nowhere"/],
      ['there is no such league', { competition: 'cmp_zzzzzzzzzz' }, /competition: /],
      ['a player is missing', { player_2: '' }, /player_2: .*missing/],
      ['the same player stands twice', { player_2: 'Anna K.' }, /player_2: .*twice/],
      ['the time is missing', { played_at: '' }, /played_at: .*missing/],
      ['the time never came', { played_at: '2026-03-29 02:30' }, /played_at: .*never/],
      ['the day could be another', { played_at: '3/4/2026 18:00' }, /played_at: .*either of two/],
      ['the time is to come', { played_at: '2126-05-01 18:00' }, /played_at: .*future/],
      ['the league has not begun', { played_at: '2026-02-01 18:00' }, /played_at: /],
      ['the court is none', { court_number: '0' }, /court_number: .*at least 1/],
      ['the court is half', { court_number: '1,5' }, /court_number: .*whole/],
      ['the status is unknown', { status: 'lost' }, /status: .*walkover/],
      ['the score is missing', { score: '', status: 'completed' }, /score: .*missing/],
      ['the score is none', { score: '04.cze' }, /score: "04.cze"/],
      ['sets can’t end so', { score: '6-5 7-2' }, /score: Set 1 .*6-5/, /score: Set 2/],
      ['the winner lost', { winner: 'Bartek Ł.' }, /winner: .*: the score says otherwise\.$/],
      ['the winner did not play', { winner: 'Celina Ż.' }, /winner: .*two players/],
      ['nobody says who was there', walkover, /winner: .*missing/],
      ['a walkover has a score', { status: 'walkover', winner: anna }, /score: /],
      ['nobody says who retired', { status: 'retired' }, /retired_player: .*missing/],
      ['nobody retired', { retired_player: anna }, /retired_player: .*leave it out/],
      [
        'much is wrong',
        { competition: 'X', venue: 'Y', player_1: 'Z', court_number: 'A', score: 'B' },
        ...[/competition/, /venue/, /court_number/, /player_1/, /score/],
      ],
    ])('not where %s', async (_, cells, ...reasons) => {
      const { status, lines } = await run(file(row(cells), row()));
      const faults = lines.slice(0, -1);
      expect([status, faults.length]).toEqual([1, reasons.length]);
      for (const { source } of reasons) {
        expect(faults).toContainEqual(expect.stringMatching(RegExp(`^line 2: ${source}`)));
      }
      expect(lines.at(-1)).toMatch(/^Nothing was imported: \d+ faults?\.$/);
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
    });
  });

  test('a known name is suggested for up to a hundred unknown ones', async () => {
    const unknown = Array.from({ length: 100 }, (_, n) => `Nobody N. ${n}`);
    const rows = ['Ana K.', ...unknown, 'Anka K.'].map((name) => `;;;;${name};;;6-4 6-4;;`);
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
      ['a level has become a date', 'A B.,03.maj,,', /.*3\.5; a spreadsheet has made a date of it/],
      ['a level is between the steps', 'A B.,"3,25",,', /self_assessed_ntrp: .*0\.5/],
      ['a name is missing', ',3,,', /display_name: .*missing/],
      ['a venue is unknown', 'A B.,3,Agrykola|Łazienkii,', /preferred_venues: .*mean "Łazienki"/],
      ['a venue stands twice', 'A B.,3,Agrykola|Agrykola,', /preferred_venues: .*twice/],
      ['a window is none', 'A B.,3,,monday', /availability: /],
      ['a window ends first', 'A B.,3,,monday 12:00-11:00', /availability: /],
      ['there are more cells than columns', 'A B.,3,5,,x', /.*5 fields.*4 columns/],
    ])('not where %s', async (_, row, { source }) => {
      const { status, lines } = await run(`${playerHeader}\n${row}\nOla P.,3\n`);
      expect([status, lines.length]).toEqual([1, 2]);
      expect(lines[0]).toMatch(RegExp(`^line 2: ${source}`));
    });
  });

  const latin = (text: string) => Buffer.from(text, 'latin1');
  test.each<[what: string, text: string | Uint8Array, ...reasons: RegExp[]]>([
    ['an empty file', '', /^line 1: .*empty/],
    ['a file without a header', '\n3,4\n', /^line 2: One of the first lines must name columns/],
    [
      'a file that lacks columns',
      'display_name,id\nA,plr_1\n',
      /^line 1: self_assessed_ntrp: .*needs/,
    ],
    [
      'a column that stands twice',
      'display_name,self_assessed_ntrp,Display name\nA,3,B\n',
      /^line 1: display_name: .*two/,
    ],
    [
      'a line that is not UTF-8, below one that is',
      Buffer.concat([Buffer.from(`${playerHeader}\nŻaneta,3,,\n`), latin('\u00a3ukasz,3,,\n')]),
      /^line 3: (?!.*columns)/,
    ],
    [
      'a header in no known character set',
      latin('name,\u0081\nA,x\n'),
      /^line 1: is not valid UTF-8/,
    ],
  ])('refuses %s', async (_, text, ...reasons) => {
    const { status, lines } = await run(text);
    expect([status, lines.slice(0, -1)]).toEqual([
      1,
      reasons.map((reason) => expect.stringMatching(reason)),
    ]);
  });

  test('columns without a name are passed over', async () => {
    const header = 'sep=,\n,display_name,,self_assessed_ntrp,\n';
    expect(await brought(`${header},Iza N.,,4,\n`)).toMatchObject([{ display_name: 'Iza N.' }]);
  });

  test('a row with another delimiter than the header brings nobody of a wrong name', async () => {
    const { status, lines } = await run('display_name,self_assessed_ntrp\nAnna B.;3,5\n');
    expect([status, lines[0]]).toEqual([1, expect.stringMatching(/^line 2: .*semicolons/)]);
  });

  /** Files with a mark in each place that is repeated to whoever imports. */
  const repeated: [what: string, text: string][] = [
    ['a name', `${playerHeader}\nA B.,3,#,\n`],
    ['a window', `${playerHeader}\nA B.,3,,#\n`],
    ['a score', `${matchHeader}\n;;;;;;;#;;\n`],
    ['a heading', `${playerHeader},Name (#)\n`],
    ['a quote within a field', `${playerHeader}\n#",3,,\n`],
    ['something after a quote', `${playerHeader}\n"#\n"x,3,,\n`],
  ];
  const long = 'Ź'.repeat(60_000);
  const spaces = ' '.repeat(60_000);
  test.each([
    ...repeated.map(([what, text]): [string, string] => [what, text.replaceAll('#', long)]),
    ['a display name', `${playerHeader}\n${long},3,,\n`],
    ['a header', `${long}\n`],
    ['many names', `${playerHeader}\nA B.,3,${'Ź|'.repeat(30_000)},\n`],
    ['a level', `${playerHeader}\nA B.,${long},,\n`],
    ['a time', `${matchHeader}\n;;;${long};;;;;;\n`],
    ['a status', `${matchHeader}\n;;;;;;${long};;;\n`],
    ['a name that several have', `${matchHeader}\n;;;;Ewa${spaces}Ś.;;;;;\n`],
    ['a time with spaces', `${matchHeader}\n;;;2026-03-29${spaces}02:30;;;;;;\n`],
  ])('repeats no more than a part of %s', async (_, text) => {
    const { status, lines, out } = await run(text, '--json');
    expect(status).toBe(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(700);
    expect(out.length).toBeLessThan(3_000);
  });

  test.each(repeated)(
    'shows control characters in %s, and gives none to the terminal',
    async (_, text) => {
      const { status, err, lines } = await run(text.replaceAll('#', '\u001b[2J\u0007\u009b1mX'));
      expect(status).toBe(1);
      expect(lines.filter((line) => !line.startsWith('line '))).toHaveLength(1);
      expect(err).toContain(String.raw`\u001b[2`);
      expect(err.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    },
  );

  test('a header alone is an import of nothing', async () => {
    expect(await run(`${matchHeader}\n`)).toMatchObject({ status: 0, out: 'Imported nothing.\n' });
  });

  test('nothing of a refused file stays', async () => {
    const records = recordsIn(await exportFrom(service.workbench));
    expect(records.filter(({ kind }) => kind === 'venue')).toHaveLength(3);
    expect(records.some(({ display_name }) => display_name === 'A B.')).toBe(false);
  });

  const hint = 'It was read as NDJSON; --format csv reads it as a table.';
  test.each([
    [['players.csv'], 0, false],
    [['PLAYERS.CSV'], 0, false],
    [['players.txt'], 0, false],
    [['players.dat', '--format', 'csv'], 0, false],
    [['players.dat'], 1, true],
    [['-'], 1, true],
    [['players.csv', '--format', 'ndjson'], 1, false],
  ])(
    'a file is CSV by its name, or by --format, which decides: %j',
    async (args, status, hinted) => {
      const text = 'display_name;self_assessed_ntrp\nUla D.;4,5\n';
      const outcome = await commandsOn(service.workbench)(['import', ...args], text);
      expect([outcome.status, outcome.err.includes(hint)]).toEqual([status, hinted]);
    },
  );

  test.each([
    ['{}', 'kind: '],
    ['[{"kind":"organizer"}]', ' It is one list; NDJSON is one record a line.'],
  ])('%s is not said to be a table', async (text, said) => {
    const { err } = await commandsOn(service.workbench)(['import', '-'], text);
    expect([err.includes(said), err.includes(hint)]).toEqual([true, false]);
  });
});
