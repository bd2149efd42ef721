// Sheets as leagues and federations have them, with their own columns.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { ids, testCity } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { exportFrom, recordsIn } from './exchange.ts';
import { commandsOn } from './terminal.ts';

const [anna = '', bartek = '', celina = '', lukasz = '', zofia = ''] = ids.players;
const [agrykola = '', lazienki = ''] = ids.venues;

const polish = [
  ';;;;;;;',
  'Liga, wiosna 2026;;;;;;;',
  ';;;;;;;',
  'Lp.;Data;Kort;Zawodnik 1;Zawodnik 2;Wynik;Zwycięzca;Uwagi',
  '1.;02.03.2026 r.;Agrykola 1;Anna K.;Bartek Ł.;6-4 6-3;Anna K.;',
  '2.;3.3.26;Agrykola 2;Celina Ż.;Łukasz W.;4-6 6-3 6-2;Celina Ż.;ładny mecz',
  '3.;4.03.2026;Łazienki, kort 1;Anna K.;Zofia N.;6-4 2-1;Anna K.;krecz',
  '4.;05.03.2026;Łazienki;Bartek Ł.;Celina Ż.;;Celina Ż.;walkower',
  '5.;06.03.2026;;Łukasz W.;Zofia N.;6-0 6-0;;',
  '6.;;;;;;;',
].join('\r\n');

onBothDatabases('an import of a sheet as it is', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: testCity() });
  });
  afterAll(() => service.stop());

  const run = (text: string | Uint8Array, ...options: string[]) =>
    commandsOn(service.workbench)(['import', 'sheet.csv', ...options], text);
  /** Imports the sheet; its matches in the order of play, and what was said. */
  async function brought(text: string | Uint8Array, ...options: string[]) {
    const known = new Set((await exportFrom(service.workbench)).split('\n'));
    const { status, lines } = await run(text, ...options);
    expect([status, ...lines]).toEqual([0, ...lines]);
    const now = (await exportFrom(service.workbench)).split('\n');
    const records = recordsIn(now.filter((line) => !known.has(line)).join('\n'));
    const matches = records.filter((record) => record.kind === 'match');
    const inOrder = (one: { played_at: string }, other: typeof one) =>
      one.played_at < other.played_at ? -1 : 1;
    return { matches: matches.map((match) => match as never).sort(inOrder), lines };
  }
  /** The lines that say what is wrong. */
  async function refused(text: string | Uint8Array, ...options: string[]) {
    const { status, lines } = await run(text, ...options);
    return { status, faults: lines.slice(0, status === 1 ? -1 : undefined) };
  }

  test('takes a Polish one, with what all of its rows share', async () => {
    const { matches, lines } = await brought(
      polish,
      '--competition',
      'League',
      '--venue',
      'Agrykola',
    );
    const place = { competition_id: ids.league, status: 'completed' };
    expect(matches).toMatchObject([
      {
        ...place,
        ...{ played_at: '2026-03-02T12:00:00+01:00', venue_id: agrykola, court_number: 1 },
        ...{ player_ids: [anna, bartek], winner_id: anna },
      },
      { ...place, venue_id: agrykola, court_number: 2, player_ids: [celina, lukasz] },
      {
        ...{ venue_id: lazienki, court_number: 1, player_ids: [anna, zofia] },
        ...{ status: 'retired', winner_id: anna, retired_player_id: zofia },
      },
      {
        ...{ venue_id: lazienki, court_number: null, player_ids: [bartek, celina] },
        ...{ status: 'walkover', score: null, winner_id: celina },
      },
      { ...place, venue_id: agrykola, court_number: null, winner_id: lukasz },
    ] as never);
    expect(lines).toEqual([
      'line 4: Left out: Lp.',
      'line 5: 5 rows have no time of day: noon is taken.',
    ]);
  });

  test('knows it again, also from the exact hour that all rows share', async () => {
    const { status, out } = await run(polish, ...sharing, '--skip-known');
    expect([status, out]).toEqual([
      0,
      'Imported nothing; left out, being in already: 5 matches.\n',
    ]);
    const dated = await run(polish, ...sharing, '--time', '18.00', '--dry-run');
    expect(dated.out).toContain('Would import 5 matches.');
    expect(dated.err).not.toContain('noon');
  });
  const sharing = ['--competition', ids.league, '--venue', agrykola];

  test('takes a federation’s, with times, sets and codes of its own', async () => {
    const sheet = [
      'MatchId,Event Name,Match Date,Start,Location,Court No,Home Player,Away Player,Set 1,Set 2,Set 3,Winner,Match Status,Round',
      '7001,,2026/03/10,18:00,Agrykola,1,Anna K.,Bartek Ł.,6-4,3-6,7-5,Anna K.,Completed,R16',
      '7002,,2026/03/11,18:30,Łazienki,#2,Anna K.,Celina Ż.,6-4,1-1,,Celina Ż.,Retired,QF',
      '7003,,2026/03/12,9.15,Łazienki,-,Celina Ż.,Zofia N.,,,,Zofia N.,Walkover,SF',
    ].join('\n');
    const { matches, lines } = await brought(sheet, '--competition', 'League');
    expect(matches).toMatchObject([
      { played_at: '2026-03-10T18:00:00+01:00', court_number: 1, status: 'completed' },
      { played_at: '2026-03-11T18:30:00+01:00', court_number: 2, retired_player_id: anna },
      { played_at: '2026-03-12T09:15:00+01:00', court_number: null, winner_id: zofia },
    ] as never);
    expect(lines).toEqual(['line 1: Left out: MatchId, Event Name, Round.']);
  });

  test('takes headings that --map explains, also above those that it would understand', async () => {
    const sheet = [
      'Gra = (A);Zawodnik;Gra = (B);Data i godzina;Wynik (sety);Stann;#',
      'Anna K.;junior;Bartek Ł.;13.03.2026 18:00;6-4 6-4;;2',
    ].join('\n');
    const map = ['gra = (a)=player_1', 'Gra = (B)=player_2', '#=court_number'].flatMap((one) => [
      '--map',
      one,
    ]);
    const { matches, lines } = await brought(sheet, ...sharing, ...map);
    expect(matches).toMatchObject([{ player_ids: [anna, bartek], court_number: 2 }] as never);
    expect(lines).toEqual(['line 1: Left out: Zawodnik, Stann. Is "Stann" the status?']);
  });

  test('leaves out what --map says', async () => {
    const sheet = [
      'Turniej;Kort;Zawodnik 1;Zawodnik 2;Termin;Data;Wynik',
      'Nasza liga;centralny;Anna K.;Bartek Ł.;wiosna;14.03.2026 18:00;6-4 6-4',
    ].join('\n');
    const map = ['Turniej', 'Kort', 'termin'].flatMap((one) => ['--map', `${one}=`]);
    const { matches, lines } = await brought(sheet, ...sharing, ...map);
    expect(matches).toMatchObject([{ competition_id: ids.league, court_number: null }] as never);
    expect(lines[0]).toEqual('line 1: Left out: Turniej, Kort, Termin.');
  });

  describe('takes the competition’s only venue', () => {
    const header = 'competition;date;player 1;player 2;result';
    test('where no other is named', async () => {
      const sheet = `${header};court\nShort Tiebreak Cup;2026-04-10 18:00;Anna K.;Bartek Ł.;4-1 4-2;kort 2`;
      const { matches } = await brought(sheet);
      expect(matches).toMatchObject([{ venue_id: ids.venues[2], court_number: 2 }] as never);
    });

    test('and asks once for one where it has several', async () => {
      const row = 'League;2026-04-10 18:00;Anna K.;Bartek Ł.;6-1 6-2';
      expect(await refused([header, row, row].join('\n'))).toEqual({
        status: 1,
        faults: [
          'line 2: venue: This column is missing, and more than one may be meant: --venue names one for all rows.',
        ],
      });
      const empty = await refused([`${header};Obiekt`, `${row};`, `${row};`].join('\n'));
      expect(empty.faults).toEqual([
        expect.stringMatching(/^line 2: Obiekt \(venue\): It is missing, and .*--venue/),
        expect.stringMatching(/^line 3: Obiekt \(venue\): It is missing/),
      ]);
    });
  });

  test('takes a workbook with a title, days and hours, and names the cells that are wrong', async () => {
    const workbook = (day: CellValue, set: CellValue) =>
      writeXlsx({
        sheets: [
          {
            name: 'Wyniki',
            columns: [{}, { numFmt: 'yyyy-mm-dd' }, {}, {}, {}, {}, { numFmt: 'd mmm' }],
            rows: [
              ['Liga, wiosna 2026'],
              [],
              ['Lp.', 'Data', 'Godzina', 'Kort', 'Gospodarz', 'Gość', 'I set', 'II set', 'Uwagi'],
              [1, day, '18.00', 'Agrykola 2', 'Anna K.', 'Bartek Ł.', '6-4', set, 'upał'],
            ],
          },
        ],
      });
    const day = new Date(Date.UTC(2026, 2, 15));
    const { matches, lines } = await brought(await workbook(day, '6-2'), ...sharing);
    expect(matches).toMatchObject([
      { played_at: '2026-03-15T18:00:00+01:00', venue_id: agrykola, court_number: 2 },
    ] as never);
    expect(lines[0]).toEqual('line 3: Left out: Lp.');
    const { faults } = await refused(await workbook('3/4/2026', '#REF!'), ...sharing);
    expect(faults).toEqual([
      'line 3: Left out: Lp.',
      'line 4, H4: II set (set_2): Its formula fails, with #REF!.',
      expect.stringMatching(/^line 4, B4: Data \(played_at\): .*either of two days/),
    ]);
  });

  test('says of players when they joined, and when they play, in Polish', async () => {
    const known = new Set((await exportFrom(service.workbench)).split('\n'));
    const sheet = [
      'Kadra 2026',
      'Imię i nazwisko;Poziom;Kluby;Dostępność;Data dołączenia;Telefon',
      'Ada B.;3,5;Agrykola;śr. 18:00-20:00 | niedziela 9.00-11.00;1.02.2026;600',
    ].join('\n');
    expect(await run(sheet)).toMatchObject({ status: 0, err: 'line 2: Left out: Telefon.\n' });
    const now = (await exportFrom(service.workbench))
      .split('\n')
      .filter((line) => !known.has(line));
    expect(recordsIn(now.join('\n')).find((record) => record.kind === 'player')).toMatchObject({
      display_name: 'Ada B.',
      self_assessed_ntrp: 3.5,
      preferred_venue_ids: [agrykola],
      availability: [
        { day: 'wednesday', start: '18:00', end: '20:00' },
        { day: 'sunday', start: '09:00', end: '11:00' },
      ],
      created_at: '2026-01-31T23:00:00.000Z',
    });
  });

  const row = 'Anna K.;Bartek Ł.;2026-04-11 18:00;6-4 6-4';
  test.each<[what: string, text: string, options: string[], fault: RegExp]>([
    [
      'a needed heading that is mistyped',
      `Zawodnk 1;Zawodnik 2;Data;Wynik\n${row}`,
      sharing,
      /^line 1: player_1: .*needs this column; did you mean "Zawodnk 1" for player_1\?/,
    ],
    [
      'a sheet that names no competition',
      `Zawodnik 1;Zawodnik 2;Data;Wynik\n${row}`,
      [],
      /^line 1: competition: .*--competition names one for all rows/,
    ],
    [
      'two columns of one meaning',
      `Zawodnik 1;Zawodnik 2;Data;Wynik;Termin\n${row};`,
      sharing,
      /^line 1: Termin \(played_at\): There are two columns of this meaning; the other is "Data"\. --map 'HEADING=' leaves one out\.$/,
    ],
    [
      'headings below more than six lines',
      `${'Wiosna\n'.repeat(7)}Zawodnik 1;Zawodnik 2;Data;Wynik\n${row}`,
      sharing,
      /^line 1: One of the first lines must name columns/,
    ],
    [
      'a page of the web',
      '<table>\n<tr><td class="x">Anna</td></tr>\n</table>',
      sharing,
      /^line 1: This is a page of the web/,
    ],
    [
      'a wrong cell, under the heading of the sheet',
      `Zawodnik 1;Zawodnik 2;Data;Wynik\n${row.replace('Anna', 'Ania')}`,
      sharing,
      /^line 2: Zawodnik 1 \(player_1\): There is no player/,
    ],
    [
      'a time that is none',
      `Zawodnik 1;Zawodnik 2;Data;Wynik;Godzina\n${row};wieczorem`,
      sharing,
      /^line 2: Godzina \(time\): Expected a time of day/,
    ],
    [
      'a match that may have been given up',
      `Zawodnik 1;Zawodnik 2;Data;Wynik\n${row.replace('6-4 6-4', '6-4 2-1')}`,
      sharing,
      /^line 2: Wynik \(score\): .*Did a player retire/,
    ],
    [
      'a match without a winner',
      `Zawodnik 1;Zawodnik 2;Data;Wynik;Stan\n${row};przerwany`,
      sharing,
      /^line 2: Stan \(status\): There is no place/,
    ],
  ])('refuses %s', async (_, text, options, fault) => {
    const { status, faults } = await refused(text, ...options);
    expect([status, faults]).toEqual([1, [expect.stringMatching(fault)]]);
  });

  test.each<[options: string[], mistake: RegExp]>([
    [['--map', 'Gracz=player_1'], /--map: There is no heading "Gracz", but: Zawodnik 1, /],
    [['--map', 'Data=self_assessed_ntrp'], /--map: A file of matches has no column "self_assessed/],
    [['--map', 'Data=nothing'], /There is no column "nothing"/],
    [['--map', 'Data'], /such as 'Gracz A=player_1'/],
    [['--time', 'noon'], /Expected a time of day/],
    [['--competition', 'Leage'], /--competition: There is no competition .*mean "League"/],
    [['--venue', 'ven_zzzzzzzzzz'], /--venue: There is no venue with this id/],
    [['--format', 'ndjson'], /are for tables/],
  ])('is not begun where the command is mistaken: %j', async (options, mistake) => {
    const text = `Zawodnik 1;Zawodnik 2;Data;Wynik\n${row}`;
    const { status, faults } = await refused(text, ...sharing, ...options);
    expect([status, faults]).toEqual([2, [expect.stringMatching(mistake)]]);
  });
});
