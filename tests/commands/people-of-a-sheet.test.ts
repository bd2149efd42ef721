// Whom the names of a sheet mean, and who is registered with it.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ids, person, testCity } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { exportFrom, importInto, recordsIn } from './exchange.ts';
import { commandsOn } from './terminal.ts';

const [anna = '', , , , zofia = ''] = ids.players;
const sharing = ['--competition', ids.league, '--venue', 'Agrykola', '--time', '18:00'];
const sheetOf = (heading: string, ...rows: readonly string[]) => [heading, ...rows].join('\n');
const bare = 'Data;Zawodnik 1;Zawodnik 2;Wynik';
const levels = 'Data;Zawodnik 1;Poziom 1;Zawodnik 2;Poziom 2;Wynik;Zwycięzca';

onBothDatabases('the people of a sheet', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: testCity() });
  });
  afterAll(() => service.stop());

  const command = (...argv: string[]) => commandsOn(service.workbench)(argv);
  const run = (text: string, ...options: string[]) =>
    commandsOn(service.workbench)(['import', 'sheet.csv', ...sharing, ...options], text);
  const players = async () =>
    recordsIn(await exportFrom(service.workbench)).filter((record) => record.kind === 'player');
  /** The players who came with the command, by their names. */
  async function added(text: string, ...options: string[]) {
    const known = new Set((await players()).map(({ id }) => id));
    const done = await run(text, ...options);
    expect([done.status, ...done.lines]).toEqual([0, ...done.lines]);
    const all = (await players()).filter(({ id }) => !known.has(id));
    const byName = (one: { display_name?: string }, other: typeof one) =>
      String(one.display_name) < String(other.display_name) ? -1 : 1;
    return { ...done, all: all.sort(byName) };
  }

  test('are found by names like theirs, which is told once', async () => {
    const sheet = sheetOf(
      `${bare};Zwycięzca`,
      '2.03.2026;Kowalska Anna;Nowak Zofia;6-4 6-3;A. Kowalska',
      '6.03.2026;KOWALSKA Anna;ZOFIA NOWAK;6-4 6-2;Kowalska Anna',
    );
    const { all, lines } = await added(sheet.replace('A. Kowalska', 'Anna K.'));
    expect(all).toEqual([]);
    expect(lines).toEqual([
      'This looks wrong, and is taken all the same:',
      `line 2: Zawodnik 1 (player_1): "Kowalska Anna" is taken for Anna K. (${anna})`,
      `line 2: Zawodnik 2 (player_2): "Nowak Zofia" is taken for Zofia N. (${zofia})`,
    ]);
    const again = await run(sheet.replace('A. Kowalska', ''), '--skip-known');
    expect(again.out).toBe('Imported nothing; left out, being in already: 2 matches.\n');
  });

  test('are asked for where two names may mean one of them', async () => {
    const sheet = sheetOf(
      bare,
      '10.03.2026;Anna Kowal;Zofia N.;6-4 6-3',
      '14.03.2026;Anna Kowalska;Zofia N.;6-4 6-3',
      '18.03.2026;Anna Kowalska;Zofia N.;6-4 6-3',
    );
    const { status, lines } = await run(sheet);
    expect([status, lines[0], lines.length]).toEqual([
      1,
      `line 3: Zawodnik 1 (player_1): "Anna Kowal" and "Anna Kowalska" may both be Anna K. (${anna}) (rows 3 and 4); write the id where it is.`,
      2,
    ]);
  });

  test('are asked for where two of them may be meant', async () => {
    await importInto(service.workbench, [
      person('plr_twinsofja1', 'Jan Zy.', 3),
      person('plr_twinsofja2', 'Jan Zyc.', 4, { preferred_venue_ids: [ids.venues[0]] }),
    ]);
    const { lines } = await run(sheetOf(bare, '10.03.2026;Jan Zych;Zofia N.;6-4 6-3'));
    expect(lines[0]).toBe(
      'line 2: Zawodnik 1 (player_1): 2 players may be named "Jan Zych"; write the id of one: plr_twinsofja1 (Jan Zy., NTRP 3, joined 2026-01-01), plr_twinsofja2 (Jan Zyc., NTRP 4, joined 2026-01-01, Agrykola).',
    );
  });

  test('who aren’t there are listed once, with all their rows', async () => {
    const days = ['10', '14', '18', '22', '26'];
    const rows = days.map((day) => `${day}.03.2026;Iga Nowa;Zofia N.;6-4 6-3`);
    const { status, lines } = await run(
      sheetOf(bare, ...rows, '30.03.2026;Ana K.;Jo Obca;6-0 6-0'),
    );
    expect([status, ...lines]).toEqual([
      1,
      'line 2: Zawodnik 1 (player_1): There is no player named "Iga Nowa" (rows 2, 3, 4 and 2 more). --add-players registers those who are missing.',
      'line 7: Zawodnik 1 (player_1): There is no player named "Ana K.". Did you mean "Anna K."?',
      'line 7: Zawodnik 2 (player_2): There is no player named "Jo Obca".',
      'Nothing was imported: 3 faults.',
    ]);
  });

  const season = sheetOf(
    levels,
    '8.04.2026;Marek Kowalski;3,5;KWIATEK Marek;4.0;6-4 6-3;Marek Kowalski',
    '3.04.2026;Kwiatek Marek;;Zofia N.;;6-4 6-3;Kwiatek Marek',
    '4.04.2026;Lis-Mała, Ewa;;Marek Kowalski;3.5;6-4 6-3;Ewa Lis-Mała',
  );

  test('are registered with --add-players, with the levels that there are', async () => {
    const before = await exportFrom(service.workbench);
    const without = await run(season, '--add-players');
    expect(without.lines).toEqual([
      expect.stringMatching(/^line 2: "Marek Kowalski" is new/),
      expect.stringMatching(/^line 2: "KWIATEK Marek" is new/),
      'line 4: Zawodnik 1 (player_1): There is no player named "Lis-Mała, Ewa"; --add-players needs a level, in level_1 or level_2 beside the name, or --level for all.',
      expect.stringMatching(
        /^line 4: Zwycięzca \(winner\): There is no player named "Ewa Lis-Mała"/,
      ),
      'Nothing was imported: 2 faults.',
    ]);
    const dry = await run(season, '--add-players', '--level', '3', '--dry-run');
    expect(dry.out).toBe('Would import 3 players, 3 matches. Nothing was changed.\n');
    expect(await exportFrom(service.workbench)).toBe(before);

    const { all, out, lines } = await added(season, '--add-players', '--level', '3');
    expect(out).toBe('Imported 3 players, 3 matches.\n');
    expect(all).toMatchObject([
      { display_name: 'Ewa L.', self_assessed_ntrp: 3, created_at: '2026-04-04T16:00:00.000Z' },
      {
        display_name: 'Marek Ko.',
        self_assessed_ntrp: 3.5,
        created_at: '2026-04-04T16:00:00.000Z',
      },
      { display_name: 'Marek Kw.', self_assessed_ntrp: 4, created_at: '2026-04-03T16:00:00.000Z' },
    ] as never);
    expect(lines).toEqual([
      'line 2: "Marek Kowalski" is new: Marek Ko., NTRP 3.5, joined 2026-04-04.',
      'line 2: "KWIATEK Marek" is new: Marek Kw., NTRP 4.0, joined 2026-04-03.',
      'line 4: "Lis-Mała, Ewa" is new: Ewa L., NTRP 3.0 (a guess), joined 2026-04-04.',
    ]);
  });

  test('are known when the sheet comes again, longer', async () => {
    const longer = `${season}\n20.04.2026;Marek Kowalski;;Jan Kowal;2.5;6-4 6-3;`;
    const { all, out } = await added(longer, '--add-players', '--level', '3', '--skip-known');
    expect(out).toBe('Imported 1 player, 1 match; left out, being in already: 3 matches.\n');
    expect(all).toMatchObject([{ display_name: 'Jan K.', self_assessed_ntrp: 2.5 }] as never);
  });

  test('are registered with the first name first, if the sheet has first names that are known last', async () => {
    const sheet = sheetOf(
      bare,
      '2.06.2026;Bąk Anna;Cis Zofia;6-4 6-3',
      '6.06.2026;Bąk Anna;Dąb Iga;6-4 6-3',
    );
    const { all } = await added(sheet, '--add-players', '--level', '3');
    expect(all.map(({ display_name }) => display_name)).toEqual(['Anna B.', 'Iga D.', 'Zofia C.']);
  });

  test('aren’t registered where the rows leave doubts', async () => {
    const { lines } = await run(
      sheetOf(
        levels,
        '10.05.2026;Ola Bąk;3,0;Ula Cis;9;6-4 6-3;',
        '14.05.2026;Ola Bąk;3,5;O. Bąk;3;6-4 6-3;',
      ),
      '--add-players',
    );
    expect(lines).toEqual([
      expect.stringMatching(/^line 2: Poziom 2 \(level_2\): Expected a level from/),
      expect.stringMatching(
        /^line 2: Zawodnik 1 .*"Ola Bąk" \(rows 2 and 3\), and "O\. Bąk" \(row 3\) may be the same/,
      ),
      expect.stringMatching(/^line 2: Zawodnik 2 .*"Ula Cis", and the level beside it is wrong\.$/),
      expect.stringMatching(
        /^line 3: Zawodnik 2 .*"O\. Bąk", and "Ola Bąk" \(row 2\) may be the same/,
      ),
      'Nothing was imported: 4 faults.',
    ]);
    const several = await run(
      sheetOf(
        levels,
        '10.05.2026;Ola Bąk;3;Anna K.;;6-4 6-3;',
        '14.05.2026;Ola Bąk;4;Zofia N.;;6-4 6-3;',
      ),
      '--add-players',
    );
    expect(several.lines[0]).toEndWith(', and several levels stand beside it: 3.0, 4.0.');
  });

  test('can’t be registered with a table of players, or with a level alone', async () => {
    const roster = 'display_name;self_assessed_ntrp\nOla Bąk;3';
    const { status, lines } = await commandsOn(service.workbench)(
      ['import', 'p.csv', '--add-players'],
      roster,
    );
    expect([status, lines]).toEqual([2, ['--add-players: It is for a table of matches.']]);
    expect((await run(season, '--level', '3')).lines).toEqual(['--level goes with --add-players.']);
    const long = sheetOf(bare, ...Array(20_001).fill('10.03.2026;Iga Nowa;Zofia N.;6-4 6-3'));
    expect((await run(long, '--add-players')).lines[0]).toMatch(/20,000 rows at most/);
  });

  test('whose match is older than the day of joining are told of, and put right', async () => {
    const late = 'plr_joinedlate';
    await importInto(service.workbench, [
      person(late, 'Późna P.', 3, { created_at: '2026-04-01T10:00:00+02:00' }),
    ]);
    const { lines } = await added(
      sheetOf(
        bare,
        '25.03.2026;Późna P.;Anna K.;6-4 6-3',
        '15.03.2026;Zofia N.;Późna P.;6-4 6-3',
        '5.04.2026;Zofia N.;Późna P.;6-4 6-3',
      ),
    );
    expect(lines).toEqual([
      'This looks wrong, and is taken all the same:',
      `line 3: Zawodnik 2 (player_2): the match is older than the day of joining, 2026-04-01: "tennis players update ${late} --joined 2026-03-15" puts that right`,
    ]);
    const update = (...options: string[]) => command('players', 'update', late, ...options);
    const before = await exportFrom(service.workbench);
    const dry = await update('--joined', '2026-03-15', '--dry-run');
    expect([dry.status, dry.out]).toEqual([0, expect.stringMatching(/1 entry of the history/)]);
    expect(await exportFrom(service.workbench)).toBe(before);
    expect((await update('--joined', '2026-03-15', '--yes')).status).toBe(0);
    const records = recordsIn(await exportFrom(service.workbench));
    const moment = '2026-03-14T23:00:00.000Z';
    expect(records.find(({ id }) => id === late)).toMatchObject({ created_at: moment });
    expect(
      records.find(({ kind, player_id }) => kind === 'history' && player_id === late),
    ).toMatchObject({
      occurred_at: moment,
      reason: { code: 'initial_assessment' },
    });
    const entry = records.findLast(({ kind }) => kind === 'audit');
    expect(entry).toMatchObject({
      action: 'player updated',
      subject: late,
      before: { created_at: '2026-04-01T08:00:00.000Z' },
      after: { created_at: moment },
    });
    const known = new Set(before.split('\n'));
    const changed = records.filter((record) => !known.has(JSON.stringify(record)));
    expect(changed.map(({ kind }) => kind).sort()).toEqual(['audit', 'history', 'player']);
    expect((await command('ratings', 'verify')).status).toBe(0);

    expect((await update('--joined', '2026-03-15', '--yes')).lines).toEqual([
      `${late} joined on 2026-03-15 already.`,
    ]);
    expect((await update('--joined', '2999-01-01', '--yes')).lines).toEqual([
      '2999-01-01 lies in the future.',
    ]);
    expect((await update('--joined', 'soon')).status).toBe(2);
    expect((await update('--joined', '2026-03-16', '--ntrp', '4')).status).toBe(2);
    // A later day is right, too.
    expect((await update('--joined', '2026-04-20', '--yes')).status).toBe(0);
    expect((await command('ratings', 'verify')).status).toBe(0);
  });
});
