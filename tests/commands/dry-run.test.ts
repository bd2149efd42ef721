// A check names every line that is wrong, and changes nothing.
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { completed, ids, person } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { exportFrom, fileOf, type Line } from './exchange.ts';
import { commandsOn, type Outcome } from './terminal.ts';

const place = { district: 'Wola', address: 'ul. Nowa 1', courts: [] };
const venue = (more: object = {}) => ({
  ...{ kind: 'venue', id: 'ven_bbbbbbbbb1', name: 'New Courts', ...place },
  ...more,
});
const player = (more: Record<string, unknown> = {}) => ({
  ...person('plr_bbbbbbbbb1', 'New P.', 3.5, { preferred_venue_ids: ['ven_bbbbbbbbb1'] }),
  ...more,
});
const match = (more: Record<string, unknown> = {}) => ({ kind: 'match', ...completed(more) });
const csv = (...rows: string[]) =>
  ['competition,venue,played_at,player_1,player_2,score', ...rows].join('\n');

onBothDatabases('a dry run of an import', (kind) => {
  let service: TestService;
  let before: string;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  beforeEach(async () => {
    before = await exportFrom(service.workbench);
  });

  const run = (text: string | Uint8Array, ...options: string[]): Promise<Outcome> =>
    commandsOn(service.workbench)(['import', '-', ...options], text);
  const dryRun = (lines: readonly Line[], ...options: string[]) =>
    run(fileOf(lines), '--dry-run', ...options);
  const unchanged = async () => expect(await exportFrom(service.workbench)).toBe(before);

  const faulty = [
    venue(),
    match({ venue_id: 'ven_zzzzzzzzzz', player_ids: [ids.players[0], 'plr_zzzzzzzzzz'] }),
    '{',
    player({ self_assessed_ntrp: 9, display_name: 5 }),
    '',
    match({ score: { sets: [{ games: [6, 5] }, { games: [6, 3] }] } }),
    { kind: 'referee' },
    venue(),
  ];
  const reasons = [
    /^line 2: venue_id: .*ven_zzzzzzzzzz/,
    /^line 2: player_ids\/1: .*plr_zzzzzzzzzz/,
    /^line 3: .*JSON/,
    /^line 4: display_name: /,
    /^line 4: self_assessed_ntrp: /,
    /^line 6: score\/sets\/0: .*6-5/,
    /^line 7: kind: /,
    /^line 8: id: .*line 1/,
  ];

  test('names each line that is wrong, its member and the reason, as the import itself does', async () => {
    const { status, out, lines } = await dryRun(faulty);
    expect([status, out, lines.slice(0, -1)]).toEqual([
      1,
      '',
      reasons.map((reason) => expect.stringMatching(reason)),
    ]);
    expect(lines.at(-1)).toBe('Found 8 faults; nothing was changed.');
    const real = await run(fileOf(faulty));
    expect(real.lines).toEqual([...lines.slice(0, -1), 'Nothing was imported: 8 faults.']);
    await unchanged();
  });

  test('repeats no more than a part of an unknown member’s name, but for programs', async () => {
    const name = 'x'.repeat(5_000);
    const part = `${'x'.repeat(60)}…`;
    const reason = `There is no member "${part}" here.`;
    const lines = [venue({ [name]: 1 })];
    expect((await dryRun(lines)).lines[0]).toBe(`line 1: ${part}: ${reason}`);
    const { faults } = JSON.parse((await dryRun(lines, '--json')).out);
    expect(faults).toEqual([{ line: 1, member: name, reason }]);
    const { status, detail, errors } = await json(await service.submit(completed({ [name]: 1 })));
    expect([status, detail]).toEqual([422, `${part}: ${reason}`]);
    expect(errors).toEqual([{ pointer: `#/${name}`, detail: reason }]);
  });

  test('names all of them, however many there are', async () => {
    const { lines } = await dryRun(Array.from({ length: 1_500 }, () => '{'));
    expect(lines.slice(0, -1)).toEqual(
      Array.from({ length: 1_500 }, (_, index) => `line ${index + 1}: This is not valid JSON.`),
    );
    expect(lines.at(-1)).toStartWith('Found 1,500 faults');
  });

  test('knows what stands far away in a long file', async () => {
    const many = Array.from({ length: 1_500 }, (_, n) =>
      player({ id: `plr_c${String(n).padStart(9, '0')}`, preferred_venue_ids: [] }),
    );
    const later = { id: 'plr_d000000000', preferred_venue_ids: [] };
    const named = match({ player_ids: [later.id, 'plr_c000000001'] });
    const { lines } = await dryRun([named, ...many, player(later), { ...many[0] }, '{', named]);
    expect(lines).toEqual([
      `line 1: player_ids/0: the player ${later.id} is defined only in line 1502`,
      'line 1: player_ids/1: the player plr_c000000001 is defined only in line 3',
      'line 1503: id: taken: plr_c000000000, in line 2',
      'line 1504: This is not valid JSON.',
      'line 1505: duplicate-match: this match is in already, in line 1',
      'Found 5 faults; nothing was changed.',
    ]);
  });

  test('doesn’t blame a line for naming a record that is wrong itself', async () => {
    const { lines } = await dryRun([
      venue({ name: 5 }),
      player(),
      match({ player_ids: [ids.players[0], 'plr_bbbbbbbbb1'], venue_id: 'ven_bbbbbbbbb1' }),
    ]);
    expect(lines).toEqual([expect.stringMatching(/^line 1: name: /), expect.anything()]);
  });

  test('says what a sound file would bring, and brings nothing', async () => {
    const lines = [venue(), player(), match(), match({ player_ids: ids.players.slice(2, 4) })];
    expect(await dryRun(lines)).toMatchObject({
      status: 0,
      out: 'Would import 1 venue, 1 player, 2 matches. Nothing was changed.\n',
      err: '',
    });
    await unchanged();
    expect(await run(fileOf(lines))).toMatchObject({
      status: 0,
      out: 'Imported 1 venue, 1 player, 2 matches.\n',
    });
    expect(await exportFrom(service.workbench)).not.toBe(before);
    expect(await dryRun(lines)).toMatchObject({ status: 1 });
  });

  describe('for programs', () => {
    test('counts what would come in by kind', async () => {
      const some = match({ player_ids: ids.players.slice(4, 6) });
      const others = match({ player_ids: ids.players.slice(6, 8) });
      const { status, out } = await dryRun([some, others], '--json');
      expect([status, JSON.parse(out)]).toEqual([
        0,
        {
          remarks: [],
          would_import: expect.objectContaining({ match: 2, player: 0, history: 0 }),
        },
      ]);
    });

    test('gives each fault with its line, and member or column', async () => {
      const { status, out } = await dryRun([match({ court_number: 0 })], '--json');
      expect([status, JSON.parse(out)]).toEqual([
        1,
        { faults: [{ line: 1, member: 'court_number', reason: expect.any(String) }] },
      ]);
      const text = csv('League,Agrykola,2026-05-01 18:00,Anna K.,Bartek Ł.,6-4');
      const table = await run(text, '--format', 'csv', '--dry-run', '--json');
      expect(JSON.parse(table.out)).toEqual({
        faults: [{ line: 2, column: 'score', reason: expect.any(String) }],
      });
    });
  });
});
