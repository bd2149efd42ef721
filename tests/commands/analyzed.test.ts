// What fills a database leaves it analyzed: the planner of the next process knows its tables.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'kysely';
import { benchCity } from '../../bench/city.ts';
import { openWorkbench } from '../../commands/workbench.ts';
import type { Settings } from '../../shared/config.ts';
import {
  freshDatabase,
  onBothDatabases,
  temporaryFolder,
  testSettings,
} from '../support/service.ts';
import { many } from '../support/tier.ts';
import { commandAt } from './terminal.ts';

const city = benchCity(many(200, 500), many(300, 800));
const lines = [...city.records, ...city.matches].map((record) => `${JSON.stringify(record)}\n`);
const filled = ['player', 'rating', 'match', 'rating_history'] as const;

/** How many rows each table has, and how many different ratings players have; as known, and in truth. */
async function knowledgeIn(settings: Partial<Settings>) {
  const { database } = await openWorkbench({ settings: testSettings(settings), purpose: 'use' });
  const number = async (text: string): Promise<number> => {
    const { rows } = await sql
      .raw<{ number: number }>(`select ${text} as number`)
      .execute(database.db);
    return Math.round(Number(rows[0]?.number));
  };
  const known: Record<string, number> = {};
  const actual: Record<string, number> = {};
  for (const table of filled) {
    known[table] = await number(`(select reltuples from pg_class where relname = '${table}')`);
    actual[table] = await number(`(select count(*) from ${table})`);
  }
  known.ratings = await number(`(select case when n_distinct < 0 then -n_distinct * ${actual.player}
    else n_distinct end from pg_stats where tablename = 'player' and attname = 'rating_value')`);
  actual.ratings = await number('(select count(distinct rating_value) from player)');
  await database.close();
  return { known, actual };
}

onBothDatabases('a command that fills the database', (kind) => {
  test('leaves it analyzed: import, ratings run and restore', async () => {
    const settings = await freshDatabase(kind);
    await run(['import', '-'], settings, lines.join(''));
    const imported = await knowledgeIn(settings);
    expect(imported.known).toEqual(imported.actual);

    await run(['ratings', 'run'], settings);
    const rated = await knowledgeIn(settings);
    expect(rated.known).toEqual(rated.actual);
    expect(rated.actual.ratings).toBeGreaterThan(Number(imported.actual.ratings));

    const file = join(await temporaryFolder(), 'backup.ndjson');
    await run(['backup', file], settings);
    const restored = await freshDatabase(kind);
    await run(['restore', file], restored);
    expect(await knowledgeIn(restored)).toEqual(rated);
  });
});

async function run(args: readonly string[], settings: Partial<Settings>, input = '') {
  const { status, err } = await commandAt(settings, args, input);
  expect({ status, err: status === 0 ? '' : err }).toEqual({ status: 0, err: '' });
}
