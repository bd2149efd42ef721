import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ids } from '../support/city.ts';
import { json, onBothDatabases, type TestService } from '../support/service.ts';
import { elementsOf, readable } from '../website/html.ts';
import { fieldsOf, passes, phoneOf, startDesk } from './phone.ts';

const header = 'competition;venue;played_at;player_1;player_2;score';
const row = (day: number, more = 'Anna K.;Bartek Ł.;6-4 6-3', competition = 'Tiebreak League') =>
  `${competition};Agrykola;2026-03-${String(day).padStart(2, '0')} 18:00;${more}`;
const table = (...rows: string[]) => `${[header, ...rows].join('\r\n')}\r\n`;

onBothDatabases('A file at the desk', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startDesk(kind);
  });
  afterAll(() => service.stop());

  /** Uploads the file as a browser does. */
  async function upload(
    file: string | Uint8Array<ArrayBuffer>,
    competition: string = ids.tiebreakLeague,
    pass: string = passes.club,
  ) {
    const body = new FormData();
    body.set('competition', competition);
    body.set('file', new File([file], 'results.csv', { type: 'text/csv' }));
    const answer = await fetch(`${service.url}/desk/file`, {
      method: 'POST',
      body,
      headers: { cookie: `desk=${pass}`, 'sec-fetch-site': 'same-origin' },
    });
    return { status: answer.status, html: await answer.text() };
  }
  const matches = async () => (await json(await service.get('/v1/matches?limit=100'))).data.length;

  test('is checked first, then imported by a button; what is known is left out', async () => {
    const checked = await upload(table(row(2), row(3)));
    expect(readable(checked.html)).toContain('Results to import: 2. In already, and left out: 0.');
    expect(await matches()).toBe(0);
    const desk = phoneOf(service, passes.club);
    const imported = await desk.send('/desk/file', fieldsOf(checked.html, 'confirm'));
    expect(readable(imported.html)).toContain('Results imported: 2.');
    expect(await matches()).toBe(2);
    const again = await desk.send('/desk/file', fieldsOf(checked.html, 'confirm'));
    expect(readable(again.html)).toContain('Results imported: 0. In already, and left out: 2.');
    const grown = await upload(table(row(2), row(3), row(4)));
    expect(readable(grown.html)).toContain('Results to import: 1. In already, and left out: 2.');
    const entries = await service.workbench.database.db
      .selectFrom('audit_entry')
      .select('actor')
      .where('action', '=', 'imported')
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute();
    expect(entries).toEqual([{ actor: { pass: 'Court desk', organizer_id: ids.organizer } }]);
  });

  test('need not name the competition, and what is left out is said', async () => {
    const sheet = 'Lp.;Data;Kort;Zawodnik 1;Zawodnik 2;Wynik\r\n';
    const { html } = await upload(
      `${sheet}1;20.03.2026 18:00;Agrykola 2;Anna K.;Bartek Ł.;6-0 6-1\r\n`,
    );
    expect(readable(html)).toContain('Results to import: 1.');
    expect(readable(html)).toContain('line 1: Left out: Lp.');
  });

  test('may be saved as Excel does: in Windows-1250, or in UTF-16; a workbook is none', async () => {
    const text = table(row(12));
    const windows1250 = Uint8Array.from(text, (letter) =>
      letter === 'Ł' ? 0xa3 : letter.charCodeAt(0),
    );
    for (const bytes of [windows1250, Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))]) {
      const checked = await upload(bytes);
      expect(readable(checked.html)).toContain('Results to import: 1.');
      const [, sent] = /name="file" value="([^"]*)"/.exec(checked.html) ?? [];
      expect(sent).toContain('Bartek Ł.');
    }
    const workbook = await upload('PK\x03\x04 and so on');
    expect(readable(workbook.html)).toContain(
      'an Excel workbook or another archive: save its sheet',
    );
  });

  test('leaves out rows without a result, and counts them', async () => {
    const checked = await upload(table(row(2), row(20, 'Anna K.;Ola P.;'), row(21, 'Anna K.;?;')));
    const text = readable(checked.html);
    expect(text).toContain('Results to import: 0. In already, and left out: 1.');
    expect(text).toContain('Without a result yet, and left out: 2.');
  });

  test('says what is wrong, line by line, and what looks wrong', async () => {
    const before = await matches();
    const wrong = await upload(
      table(row(5, 'Anna K.;Nobody;6-4 6-3'), row(6, 'Anna K.;Ola P.;6-5 6-3')),
    );
    expect(readable(wrong.html)).toContain('line 2: player_2');
    expect(readable(wrong.html)).toContain('line 3: score');
    expect(wrong.html).not.toContain('class="confirm"');
    const late = await upload(
      table(`Tiebreak League;Agrykola;2026-07-20 18:00;Anna K.;Ola P.;6-0 6-0`),
    );
    expect(readable(late.html)).toContain("line 2: played_at: after the competition's last day");
    expect(await matches()).toBe(before);
  });

  test('holds only results of the competition that was chosen, which is the pass’s', async () => {
    const before = await matches();
    for (const name of ['League', 'Foreign Cup']) {
      const { html } = await upload(table(row(7, 'Anna K.;Ola P.;6-0 6-0', name)));
      expect(readable(html)).toContain('line 2: only results of "Tiebreak League"');
    }
    const players = await upload('display_name;self_assessed_ntrp\nNeu X.;3\n');
    expect(readable(players.html)).toContain('only results of');
    for (const [pass, competition] of [
      [passes.club, ids.foreignCup],
      [passes.league, ids.league],
      [passes.other, ids.tiebreakLeague],
    ] as const) {
      expect((await upload(table(row(8)), competition, pass)).status).toBe(404);
    }
    const forged = { competition: ids.tiebreakLeague, confirmed: '1', file: table(row(9)) };
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await phoneOf(service, passes.club).send('/desk/file', forged, foreign)).status).toBe(
      403,
    );
    expect(await matches()).toBe(before);
  });

  test('can be empty, too long or full of markup', async () => {
    expect(readable((await upload('')).html)).toContain('Choose a file first');
    expect((await upload(`${header}\n${'x'.repeat(70_000)}`)).status).toBe(413);
    const { html } = await upload(table('<script>alert(1)</script>;<b>;1;2;3;4'));
    expect(elementsOf(html).filter(({ tag }) => tag === 'script')).toEqual([]);
  });
});
