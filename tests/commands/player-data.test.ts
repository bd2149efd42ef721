// Everything that is stored about one player, in one file.
import { beforeAll, expect, test } from 'bun:test';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { processConsole } from '../../shared/console/console.ts';
import { completed, ids, person, retired } from '../support/city.ts';
import { rows } from '../support/rows.ts';
import {
  json,
  load,
  onBothDatabases,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../support/service.ts';
import { commandsOn } from './terminal.ts';

const [anna = '', bartek = '', celina = ''] = ids.players;
const former = 'plr_formerxxx1';

type Rows = Record<string, Record<string, unknown>[]>;

onBothDatabases('the data of a player', (kind) => {
  let service: TestService;
  let run: ReturnType<typeof commandsOn>;
  beforeAll(async () => {
    service = await startTestService(kind);
    run = commandsOn(service.workbench);
    await load(service.workbench, [person(former, 'Anna Kow.', 3)]);
    const bodies = [
      completed(),
      retired(),
      completed({ player_ids: [former, celina] }),
      completed({ player_ids: [celina, anna] }),
    ];
    const matches: string[] = [];
    for (const body of bodies) matches.push((await json(await service.submit(body))).id);
    await service.rate();
    const [, second = '', , fourth = ''] = matches;
    const done = async (...args: string[]) => {
      const { status, err } = await run([...args, '--yes']);
      expect([status, err]).toEqual([0, '']);
    };
    await done('players', 'merge', former, anna);
    await done('matches', 'void', second, '--reason', 'twice');
    // This one is another's from then on, and only the log knows whose it was.
    await done('matches', 'correct', fourth, '--player-2', bartek, '--reason', 'mistaken');
    await run(['players', 'update', anna, '--unlisted']);
  });

  const dataOf = async (id: string): Promise<Rows & { merged_ids: string[] }> => {
    const { status, out, err } = await run(['players', 'data', id, '-']);
    expect([status, err]).toEqual([0, '']);
    return JSON.parse(out);
  };

  /** Each row, of any table, in which the id is, by what names it in its table. */
  async function rowsWith(id: string) {
    const { db } = service.workbench.database;
    const tables = await rows(
      db,
      sql<{ name: string; keys: string[] }>`
        select relname as name, array(select attname::text from pg_attribute
            where attrelid = indrelid and attnum = any(indkey)) as keys
          from pg_class join pg_index on indrelid = pg_class.oid
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and indisprimary`,
    );
    const found: [table: string, key: Record<string, unknown>][] = [];
    for (const { name, keys } of tables) {
      const having = await rows(
        db,
        sql<{ row: Record<string, unknown> }>`
          select to_json(one) as row from ${sql.table(name)} one where strpos(one::text, ${id}) > 0`,
      );
      for (const { row } of having) {
        const names = 'id' in row ? ['id'] : keys;
        found.push([name, Object.fromEntries(names.map((column) => [column, row[column]]))]);
      }
    }
    return found;
  }

  test('is every row of every table in which the player is', async () => {
    for (const id of [anna, bartek, celina]) {
      const { merged_ids, ...tables } = await dataOf(id);
      const stored = await rowsWith(id);
      const missing = stored.filter(([table, key]) => {
        const written = [...(tables[table] ?? []), ...(tables[`${table}_of_opponents`] ?? [])];
        return !written.some((row) =>
          Object.entries(key).every(([column, value]) => row[column] === value),
        );
      });
      expect(missing).toEqual([]);
      expect(merged_ids).toEqual(id === anna ? [former] : []);
    }
    const kinds = new Set((await rowsWith(anna)).map(([table]) => table));
    expect([...kinds].toSorted()).toEqual([
      'audit_entry',
      'former_entry',
      'match',
      'player',
      'player_name',
      'player_venue',
      'rating',
      'rating_history',
      'recalculation',
      'submission_key',
      'voided_match',
    ]);
  });

  test('is told in words that people know', async () => {
    const { player, match, voided_match, audit_entry } = await dataOf(anna);
    expect(player).toMatchObject([{ display_name: 'Anna K.', unlisted: true }]);
    expect(match).toContainEqual(
      expect.objectContaining({
        competition_name: 'League',
        venue_name: 'Agrykola',
        first_player_name: 'Anna K.',
        second_player_name: 'Bartek Ł.',
      }),
    );
    expect(voided_match).toHaveLength(1);
    const done = audit_entry?.map(({ action, subject }) => `${action} ${subject}`);
    expect(done).toContain(`player updated ${anna}`);
    expect(done).toContain(`players merged ${former}`);
    expect(audit_entry?.filter(({ action }) => action === 'match corrected')).toHaveLength(1);
  });

  test('goes to a new file, which nobody else can read', async () => {
    const disk = processConsole();
    const write = commandsOn(service.workbench, { write: disk.write, writable: disk.writable });
    const file = join(await temporaryFolder(), 'anna.json');
    const { status, out } = await write(['players', 'data', anna, file, '--json']);
    expect([status, JSON.parse(out).file]).toEqual([0, file]);
    expect(JSON.parse(await readFile(file, 'utf8')).player_id).toBe(anna);
    await writeFile(file, 'mine');
    const again = await write(['players', 'data', anna, file]);
    expect([again.status, again.lines]).toEqual([1, [`${file}: is there already`]]);
    expect(await readFile(file, 'utf8')).toBe('mine');

    const tried: string[] = [];
    const writable = async (path: string) => {
      tried.push(path);
    };
    const byDefault = await commandsOn(service.workbench, { writable })(['players', 'data', anna]);
    expect([byDefault.err, tried]).toEqual(['', [`${anna}.json`]]);
    expect(byDefault.out).toMatch(/^plr_aaaaaaaa01.json: \d+ rows of the database\.$/m);
  });

  test('is of the one who stays, and of nobody who never was', async () => {
    const merged = await run(['players', 'data', former, '-']);
    expect([merged.status, merged.lines]).toEqual([
      1,
      [`The player ${former} was merged into ${anna}.`],
    ]);
    const unknown = await run(['players', 'data', 'plr_nobodyxxxx', '-']);
    expect([unknown.status, unknown.out]).toEqual([1, '']);
    await load(service.workbench, [person('plr_removedxx1', 'Ala A.', 3)]);
    expect((await run(['players', 'remove', 'plr_removedxx1'])).status).toBe(0);
    const { player, audit_entry } = await dataOf('plr_removedxx1');
    expect([player, audit_entry]).toEqual([
      [],
      [expect.objectContaining({ action: 'player removed' })],
    ]);
  });
});
