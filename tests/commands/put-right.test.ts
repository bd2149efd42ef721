// Weeks later: what was put right in the sheet since, and who was renamed, isn't taken for new.
import { beforeEach, expect, test } from 'bun:test';
import fc from 'fast-check';
import { freshDatabase, inWorkbench, onBothDatabases, testSettings } from '../support/service.ts';
import { many } from '../support/tier.ts';
import { commandsOn } from './terminal.ts';

onBothDatabases('a sheet that is imported again', (kind) => {
  let settings: ReturnType<typeof testSettings>;
  beforeEach(async () => {
    settings = testSettings(await freshDatabase(kind, 'city'));
  });
  /** The commands in turn, each with the text that it reads; what each said. */
  const inTurn = (...commands: readonly (readonly [args: string, input?: string])[]) =>
    inWorkbench(settings, async (workbench) => {
      const run = commandsOn(workbench);
      const outcomes = [];
      for (const [args, input] of commands) outcomes.push(await run(split(args), input));
      return outcomes;
    });
  const skip = 'import - --format csv --skip-known';
  const table = (header: string, ...rows: string[]) => [header, ...rows].join('\n');
  const header = 'competition,venue,played_at,player_1,player_2,status,score,winner';
  const matches = (...rows: string[]) => table(header, ...rows);
  const roster = (...rows: string[]) => table('display_name,self_assessed_ntrp', ...rows);
  const row = (
    played_at: string,
    {
      score = '6-4 6-3',
      venue = 'Agrykola',
      players = 'Anna K.,Bartek Ł.',
      league = 'League',
    } = {},
  ) => `${league},${venue},${played_at},${players},,${score},`;
  const first = row('2026-05-10 18:00');

  test.each<[what: string, row: string]>([
    ['the day', row('2026-05-12 10:00')],
    ['the day, two days back', row('2026-05-08 10:00')],
    ['the time and the score', row('2026-05-10 19:00', { score: '6-4 7-5' })],
    ['the venue and the day', row('2026-05-11 18:00', { venue: 'Łazienki' })],
    ['who is named first', row('2026-05-11 18:00', { players: 'Bartek Ł.,Anna K.' })],
    ['how it ended', 'League,Agrykola,2026-05-09 18:00,Anna K.,Bartek Ł.,walkover,,Anna K.'],
  ])('refuses a row in which somebody put right %s', async (_, changed) => {
    const [, again] = await inTurn([skip, matches(first)], [skip, matches(changed)]);
    expect([again?.status, again?.lines]).toEqual([
      1,
      [
        expect.stringMatching(
          /^line 2: this may be the match (mat_\w+), put right since: it is 6-4 6-3 of 2026-05-10 18:00 there, and "tennis matches correct \1" puts that right; if both were played, "tennis matches add" takes this one$/,
        ),
        'Nothing was imported: 1 fault.',
      ],
    ]);
  });

  test.each<[what: string, rows: string[]]>([
    ['three days later', [row('2026-05-13 00:00')]],
    ['three days before', [row('2026-05-07 23:00')]],
    ['of another competition', [row('2026-05-11 18:00', { league: 'Foreign Cup' })]],
    ['of other players', [row('2026-05-11 18:00', { players: 'Anna K.,Celina Ż.' })]],
    ['above one that says what is stored', [row('2026-05-11 18:00'), first]],
    ['below one that says what is stored', [first, row('2026-05-11 18:00')]],
  ])('takes a row %s for another match', async (_, rows) => {
    const [, again] = await inTurn([skip, matches(first)], [skip, matches(...rows)]);
    expect(again?.out).toStartWith('Imported 1 match; ');
  });

  test('takes it once the stored one is corrected, and does not rate it twice', async () => {
    const moved = matches(row('2026-05-11 18:00'));
    const [, refused] = await inTurn([skip, matches(first)], [skip, moved]);
    const [, id = ''] = /correct (mat_\w+)/.exec(refused?.err ?? '') ?? [];
    const [, again, listed] = await inTurn(
      [`matches correct ${id} --played-at 2026-05-11_18:00 --reason rain --yes`],
      [skip, moved],
      ['matches list --json'],
    );
    expect(again?.out).toBe('Imported nothing; left out, being in already: 1 match.\n');
    expect(JSON.parse(listed?.out ?? '')).toHaveLength(1);
  });

  test('without being asked to skip, it only looks wrong', async () => {
    const [, again] = await inTurn(
      [skip, matches(first)],
      ['import - --format csv', matches(row('2026-05-11 18:00'))],
    );
    expect(again?.lines[1]).toStartWith('line 2: sent twice? the match mat_');
  });

  test('refuses just what the plainest of ways refuses', async () => {
    const anyRow = fc.record({ day: fc.integer({ min: 1, max: 12 }), pair: fc.nat(1) });
    const anySheet = fc.uniqueArray(anyRow, {
      maxLength: 5,
      selector: ({ day, pair }) => `${day} ${pair}`,
    });
    const textOf = (rows: readonly { day: number; pair: number }[]) =>
      matches(
        ...rows.map(({ day, pair }) =>
          row(`2026-05-${String(day).padStart(2, '0')} 18:00`, {
            players: ['Anna K.,Bartek Ł.', 'Bartek Ł.,Celina Ż.'][pair] ?? '',
          }),
        ),
      );
    await inWorkbench(settings, async (workbench) => {
      const run = commandsOn(workbench);
      await fc.assert(
        fc.asyncProperty(anySheet, anySheet, async (before, after) => {
          await workbench.database.db.deleteFrom('match').execute();
          await run(split(skip), textOf(before));
          const { out } = await run([...split(skip), '--json'], textOf(after));
          const has = (sheet: typeof before, one: (typeof before)[number]) =>
            sheet.some(({ day, pair }) => day === one.day && pair === one.pair);
          const unsaid = before.filter((one) => !has(after, one));
          const wrong = after.flatMap((one, index) => {
            const isLike = unsaid.some(
              ({ day, pair }) => pair === one.pair && Math.abs(day - one.day) <= 2,
            );
            return !has(before, one) && isLike ? [index + 2] : [];
          });
          const { faults = [] } = JSON.parse(out);
          expect(faults.map(({ line }: { line: number }) => line)).toEqual(wrong);
        }),
        { numRuns: many(10, 25) },
      );
    });
  });

  const rename = ['players update plr_aaaaaaaa01 --name Anna_Nowak'] as const;

  test('knows a player by a former name, which is said once', async () => {
    const sheet = matches(first, row('2026-05-20 18:00'));
    const [, , again, more, people] = await inTurn(
      [skip, matches(first)],
      rename,
      [skip, sheet],
      [skip, roster('Anna K.,3', 'Anna Nowak,3')],
      ['players list --json'],
    );
    const said = '"Anna K." is now called "Anna Nowak" (plr_aaaaaaaa01)';
    expect([again?.out, again?.lines.slice(1)]).toEqual([
      'Imported 1 match; left out, being in already: 1 match.\n',
      [`line 2: player_1: ${said}`],
    ]);
    expect([more?.out, more?.lines.slice(1)]).toEqual([
      'Imported nothing; left out, being in already: 2 players.\n',
      [`line 2: display_name: ${said}`],
    ]);
    expect(JSON.parse(people?.out ?? '')).toHaveLength(12);
  });

  test('knows one who was merged by the former name, however often', async () => {
    const [, listed] = await inTurn(
      ['import - --format csv', roster('Ania K.,3', 'A. K.,3')],
      ['players list --json'],
    );
    const players: { id: string; display_name: string }[] = JSON.parse(listed?.out ?? '');
    const idOf = (name: string) => players.find(({ display_name }) => display_name === name)?.id;
    const [, , sheet] = await inTurn(
      [`players merge ${idOf('A. K.')} ${idOf('Ania K.')} --yes`],
      [`players merge ${idOf('Ania K.')} plr_aaaaaaaa01 --yes`],
      [skip, matches(row('2026-05-20 18:00', { players: 'A. K.,Bartek Ł.' }))],
    );
    expect([sheet?.out, sheet?.lines.slice(1)]).toEqual([
      'Imported 1 match; left out, being in already: nothing.\n',
      ['line 2: player_1: "A. K." is now called "Anna K." (plr_aaaaaaaa01)'],
    ]);
  });

  test('gives a former name to whom has it now, and to nobody who is erased', async () => {
    const [, , taken, , , gone] = await inTurn(
      rename,
      ['players update plr_aaaaaaaa07 --name Anna_K.'],
      ['import - --format csv', matches(first)],
      ['players update plr_aaaaaaaa03 --name Celina_Z.'],
      ['players erase plr_aaaaaaaa03 --yes'],
      ['import - --format csv', matches(row('2026-05-20 18:00', { players: 'Celina Ż.,Anna K.' }))],
    );
    expect([taken?.out, taken?.err]).toEqual(['Imported 1 match.\n', '']);
    expect(gone?.lines[0]).toStartWith('line 2: player_1: There is no player named "Celina Ż."');
  });

  test('keeps the level of joining, and registers nobody twice', async () => {
    const [again, twice, other] = await inTurn(
      [skip, roster('Anna K.,4', 'Bartek Ł.,3', 'Nowa N.,2')],
      [skip, table('id,display_name,self_assessed_ntrp', 'plr_aaaaaaaa01,Anna K.,"4,5"')],
      ['players list --json'],
    );
    const kept =
      'line 2: self_assessed_ntrp: keeps the level 3.0 of joining; "tennis players update plr_aaaaaaaa01 --ntrp" changes it';
    expect([again?.out, again?.lines.slice(1)]).toEqual([
      'Imported 1 player; left out, being in already: 2 players.\n',
      [kept],
    ]);
    expect([twice?.out, twice?.lines.slice(1)]).toEqual([
      'Imported nothing; left out, being in already: 1 player.\n',
      [kept],
    ]);
    expect(JSON.parse(other?.out ?? '')).toHaveLength(13);
  });
});

/** The arguments of a command; `_` stands for a space within one. */
function split(args: string): string[] {
  return args
    .split(' ')
    .map((arg) =>
      arg.replaceAll('_', arg.startsWith('plr_') || arg.startsWith('mat_') ? '_' : ' '),
    );
}
