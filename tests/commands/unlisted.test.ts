// Players who are not to be seen on the public pages: how that is said, kept, and passed on. rules 13.5
import { beforeAll, expect, test } from 'bun:test';
import { ids, person } from '../support/city.ts';
import {
  freshDatabase,
  json,
  load,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { exportFrom, recordsIn } from './exchange.ts';
import { commandAt, commandsOn, type Outcome } from './terminal.ts';

const [anna = '', bartek = ''] = ids.players;

onBothDatabases('an unlisted player', (kind) => {
  let service: TestService;
  let run: (args: readonly string[], input?: string) => Promise<Outcome>;
  beforeAll(async () => {
    service = await startTestService(kind);
    run = commandsOn(service.workbench);
  });
  const runJson = async (...args: string[]) => {
    const { status, out, err } = await run([...args, '--json']);
    expect([status, err]).toEqual([0, '']);
    return JSON.parse(out);
  };
  /** The lines of an export that are of a player whose name begins so. */
  const recordsOf = async (name: string) =>
    recordsIn(await exportFrom(service.workbench)).filter(
      (record) => record.kind === 'player' && record.display_name.startsWith(name),
    );

  test('is added as one, shown as one, and listed again', async () => {
    const added = await runJson('players', 'add', '--name', 'Ula U.', '--ntrp', '3', '--unlisted');
    expect(added.unlisted).toBe(true);
    expect(await runJson('players', 'show', added.id)).toEqual(added);
    const listed = await runJson('players', 'list');
    expect(listed.find(({ id }: { id: string }) => id === added.id)).toEqual(added);
    expect(listed.find(({ id }: { id: string }) => id === anna)).not.toHaveProperty('unlisted');
    expect((await run(['players', 'show', added.id])).out).toMatch(/^unlisted +yes$/m);
    expect((await run(['players', 'show', anna])).out).toMatch(/^unlisted +no$/m);

    const { unlisted: _, ...shown } = added;
    expect(await json(await service.get(`/v1/players/${added.id}`))).toEqual(shown);

    const renamed = await runJson('players', 'update', added.id, '--name', 'Ula V.');
    expect(renamed).toEqual({ ...added, display_name: 'Ula V.' });
    expect(await runJson('players', 'update', added.id, '--listed')).not.toHaveProperty('unlisted');
    const entries = await runJson('audit', 'list', '--player', added.id);
    expect(entries[0].before.unlisted).toBe(true);
    expect(entries[0].after).not.toHaveProperty('unlisted');
    expect((await run(['audit', 'list', '--player', added.id])).out).toContain('unlisted yes → -');
  });

  test.each<string[]>([
    ['add', '--name', 'Ula W.', '--ntrp', '3'],
    ['update', anna],
  ])('is not listed at the same time: players %s', async (...args) => {
    const { status, lines } = await run(['players', ...args, '--unlisted', '--listed']);
    expect([status, lines]).toEqual([2, [expect.stringContaining('cannot be used with')]]);
  });

  test('comes in by a table, with a yes in English or Polish', async () => {
    const words = ['yes', 'Tak', 'TRUE', 'no', 'nie', 'false', ''];
    const rows = words.map((word, n) => `Tabela ${n};3;${word}`);
    const file = `display_name;self_assessed_ntrp;unlisted\n${rows.join('\n')}\n`;
    expect((await run(['import', '-', '--format', 'csv'], file)).status).toBe(0);
    const records = (await recordsOf('Tabela')).toSorted((one, other) =>
      one.display_name < other.display_name ? -1 : 1,
    );
    expect(records.map(({ unlisted }) => unlisted)).toEqual([
      ...[true, true, true],
      ...words.slice(3).map(() => undefined),
    ]);

    const wrong = await run(['import', '-', '--format', 'csv'], file.replace('Tak', 'perhaps'));
    expect(wrong.lines[0]).toBe('line 3: unlisted: Expected yes or no.');
    // A table that doesn't say so leaves those alone who were unlisted since.
    await runJson('players', 'update', records[3]?.id, '--unlisted');
    const skip = ['import', '-', '--format', 'csv', '--skip-known'];
    expect((await run(skip, file.replace(';no\n', ';\n'))).status).toBe(0);
    expect((await run(skip, file)).lines[0]).toContain('differs in unlisted');
  });

  test('says so in an export, where others say nothing, which comes in as the same bytes', async () => {
    const records = [
      person('plr_exported01', 'Eksport 1', 3, { unlisted: true }),
      person('plr_exported02', 'Eksport 2', 3, { unlisted: false }),
      person('plr_exported03', 'Eksport 3', 3),
    ];
    await load(service.workbench, records);
    const exported = await recordsOf('Eksport');
    expect(exported.map((record) => Object.hasOwn(record, 'unlisted'))).toEqual([
      ...[true, false, false],
    ]);
    const text = await exportFrom(service.workbench);
    const other = await freshDatabase(kind);
    expect((await commandAt(other, ['import', '-'], text)).status).toBe(0);
    expect((await commandAt(other, ['export', '-'])).out).toBe(text);
  });

  test('is restored as one', async () => {
    const sealed = (await run(['backup', '-'])).out;
    const other = await freshDatabase(kind);
    expect((await commandAt(other, ['restore', '-'], sealed)).status).toBe(0);
    const shown = await commandAt(other, ['players', 'show', 'plr_exported01', '--json']);
    expect(JSON.parse(shown.out).unlisted).toBe(true);
  });

  test('stays one when merged with one who is listed, either way, and when erased', async () => {
    await load(service.workbench, [
      person('plr_mergedxx01', 'Jedna M.', 3),
      person('plr_mergedxx02', 'Druga M.', 3, { unlisted: true }),
      person('plr_mergedxx03', 'Trzecia M.', 3),
      person('plr_mergedxx04', 'Czwarta M.', 3),
      person('plr_mergedxx05', 'Piąta M.', 3),
    ]);
    const merge = async (from: string, into: string) => {
      await runJson('players', 'merge', from, into, '--yes');
      const [entry] = await runJson('audit', 'list', '--player', into, '--limit', '1');
      return [entry.subject, entry.after];
    };
    const [two, three] = ['plr_mergedxx02', 'plr_mergedxx03'];
    expect(await merge('plr_mergedxx01', two)).toEqual([
      two,
      { from: 'plr_mergedxx01', unlisted: true },
    ]);
    expect(await merge(two, three)).toEqual([three, { from: two, unlisted: true }]);
    expect(await merge('plr_mergedxx04', 'plr_mergedxx05')).toEqual([
      'plr_mergedxx05',
      { from: 'plr_mergedxx04' },
    ]);
    await runJson('players', 'erase', three, '--yes');
    expect((await runJson('players', 'show', three)).unlisted).toBe(true);
    expect(await runJson('players', 'show', bartek)).not.toHaveProperty('unlisted');
  });
});
