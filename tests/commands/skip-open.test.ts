// A plan of matches that fills up with results can be imported as it is.
import { beforeAll, expect, test } from 'bun:test';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';

onBothDatabases('a row without a result', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  const run = (text: string, ...options: string[]) =>
    commandsOn(service.workbench)(['import', '-', '--format', 'csv', ...options], text);
  const header = 'competition;venue;played_at;player_1;player_2;status;score;winner;retired_player';
  const plan = [
    header,
    'League;Agrykola;2026-05-01 18:00;Anna K.;Bartek Ł.;;6-4 6-3;;',
    'League;Agrykola;2036-05-02 18:00;Anna K.;Celina Ż.; ;; ;',
    'League;Agrykola;2026-05-03 18:00;Anna K.;BYE;;;;',
    'League;;;;;;;;',
  ].join('\n');

  test('is a fault that names the option', async () => {
    const { status, lines } = await run(plan);
    const said = (line: number) => `line ${line}: no result yet; --skip-open leaves such rows out`;
    expect([status, lines.slice(0, -1)]).toEqual([1, [said(3), said(4), said(5)]]);
  });

  test('is left out and counted, if that is wished', async () => {
    const dry = JSON.parse((await run(plan, '--skip-open', '--dry-run', '--json')).out);
    expect([dry.would_import.match, dry.open]).toEqual([1, 3]);
    expect((await run(plan, '--skip-open')).out).toBe('Imported 1 match; left out, open: 3.\n');
    expect((await run(plan, '--skip-open', '--skip-known')).out).toBe(
      'Imported nothing; left out, being in already: 1 match; left out, open: 3.\n',
    );
    const { open, left_out } = JSON.parse(
      (await run(plan, '--skip-known', '--json', '--skip-open')).out,
    );
    expect([open, left_out.match]).toEqual([3, 1]);
  });

  test.each([
    ['a status', 'walkover;;;', /line 2: winner: /],
    ['a winner', ';;Anna K.;', /line 2: score: /],
    ['a score', ';0-1;;', /line 2: score: /],
  ])('is none if it has %s', async (_, cells, fault) => {
    const row = `League;Agrykola;2026-05-09 18:00;Anna K.;Celina Ż.;${cells}`;
    const { status, lines } = await run([header, row].join('\n'), '--skip-open');
    expect([status, lines[0]]).toEqual([1, expect.stringMatching(fault)]);
  });

  test('is no row of players', async () => {
    const { lines } = await run('display_name;self_assessed_ntrp\nNowa N.;', '--skip-open');
    expect(lines[0]).toStartWith('line 2: self_assessed_ntrp: ');
  });
});
