// How the command line shows records to people.
import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'kysely';
import { counted } from '../../commands/words.ts';
import { ids } from '../support/city.ts';
import {
  onBothDatabases,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../support/service.ts';
import { commandsOn } from './terminal.ts';

onBothDatabases('people read', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });

  /** The lines of a table, each cell a text. */
  async function table(...args: string[]) {
    const { status, out } = await commandsOn(service.workbench)(args);
    expect(status).toBe(0);
    return out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
  }

  test('what the courts of a venue are', async () => {
    const [head, first] = await table('venues', 'list');
    expect(head).toEqual(['id', 'name', 'district', 'address', 'courts']);
    expect(first?.slice(1)).toEqual([
      ...['Agrykola', 'Śródmieście', 'ul. Kortowa 1, Warszawa', '1 clay, 2 hard indoor'],
    ]);
  });

  test('how the matches of a competition are scored', async () => {
    const shown = Object.fromEntries(await table('competitions', 'show', ids.shortCup));
    expect(shown).toMatchObject({
      name: 'Short Cup',
      type: 'tournament',
      match_format: 'short sets, no-ad, full third set',
      venue_ids: 'ven_aaaaaaaaa1, ven_aaaaaaaaa2',
    });
  });

  test('at which level a player was assessed, and when the player has time', async () => {
    const shown = Object.fromEntries(await table('players', 'show', ids.players[0] ?? ''));
    expect(shown).toEqual({
      id: 'plr_aaaaaaaa01',
      display_name: 'Anna K.',
      rating: '1300',
      confidence: '20',
      created_at: '2026-01-01 11:00',
      ntrp: '3',
      venues: 'ven_aaaaaaaaa1',
      availability: 'Mon 18:00–20:00, Sat 10:00–14:00',
    });
  });

  test('how many records were exported', async () => {
    const { db } = service.workbench.database;
    await sql`insert into venue (id, name, district, address, courts)
      select 'ven_' || lpad(n::text, 10, '0'), 'Many', 'Wola', '1', '[]'
      from generate_series(1, 2000) n`.execute(db);
    const folder = await temporaryFolder();
    const { err } = await commandsOn(service.workbench)(['export', join(folder, 'all.ndjson')]);
    expect(err).toMatch(/^Exported 2,0\d\d records\.\n$/);
    await db.deleteFrom('venue').where('name', '=', 'Many').execute();
  });

  test('the id of a client once', async () => {
    const [head] = await table('clients', 'list');
    expect(head).toEqual([
      ...['id', 'former until', 'organizer id', 'scopes', 'created at', 'revoked at'],
    ]);
  });
});

test.each([
  [0, '0 matches'],
  [1, '1 match'],
  [2_000, '2,000 matches'],
])('%i are counted in words', (number, words) => {
  expect(counted(number, 'match', 'matches')).toBe(words);
});
