// A column that is renamed in its entity, and a filter of which only the query of a list knows, are matters of
// the type check, not of a run.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseFolder } from '../support/folder.ts';

setDefaultTimeout(180_000);
const root = new URL('../..', import.meta.url).pathname;
const copied = ['modules', 'shared', 'package.json', 'tsconfig.json'];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(baseFolder(), 'tennis-types-'));
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the type check finds in the copy, an error a line. */
function errors(): string[] {
  const tsc = [process.execPath, 'node_modules/typescript/bin/tsc', '--checkers', '1'];
  const { stdout } = Bun.spawnSync(tsc, { cwd: folder });
  return stdout.toString().match(/^[\w/.-]+\.ts\(.*$/gm) ?? [];
}

/** The module in whose entity a column is renamed, and where a statement names it. */
const columns: [module: string, column: string, file: string][] = [
  ['venues', 'district', 'venues/repository.ts'],
  ['players', 'display_name', 'players/repository.ts'],
  ['players', 'display_name', 'ratings/repository.ts'],
  ['players', 'week', 'players/suggestion-repository.ts'],
  ['players', 'folded', 'ratings/name-repository.ts'],
  ['competitions', 'final_set', 'competitions/repository.ts'],
  ['matches', 'played_at', 'matches/repository.ts'],
  ['matches', 'played_at_text', 'ratings/walk-repository.ts'],
  ['matches', 'played_at', 'matches/voided-repository.ts'],
  ['matches', 'rating_fault', 'matches/pending-repository.ts'],
  ['matches', 'location', 'matches/submission-repository.ts'],
  ['ratings', 'drops_applied', 'ratings/repository.ts'],
  ['ratings', 'last_rated_match_at', 'ratings/ranking-repository.ts'],
  ['ratings', 'nth', 'ratings/walk-repository.ts'],
  ['ratings', 'k_factor', 'ratings/history-repository.ts'],
  ['ratings', 'ended_at', 'ratings/job-repository.ts'],
  ['runs', 'as_of', 'ratings/walk-repository.ts'],
  ['runs', 'began_at', 'runs/repository.ts'],
  ['players', 'display_name', 'ratings/name-repository.ts'],
  ['auth', 'revoked_at', 'auth/repository.ts'],
  ['auth', 'signs_from', 'auth/rotation-repository.ts'],
  ['audit', 'after', 'audit/reading-repository.ts'],
  ['audit', 'after', 'players/repository.ts'],
  ['venues', 'courts', 'website/career-repository.ts'],
  ['matches', 'score', 'website/match-repository.ts'],
  ['matches', 'rating_status', 'website/changes-repository.ts'],
  ['ratings', 'value_before', 'website/competition-repository.ts'],
];

/** The modules with a list that has filters. */
const lists = ['venues', 'competitions', 'players', 'matches'];

describe('statements are typed by the entities', () => {
  let found: readonly string[] = [];

  /** The lines of a module's file in which the type check found a fault. */
  const wrongIn = (file: string) => {
    const lines = readFileSync(join(folder, 'modules', file), 'utf8').split('\n');
    return found.flatMap((error) => {
      const [, place, line] = /^modules\/([^(]+)\((\d+),/.exec(error) ?? [];
      return place === file ? [lines[Number(line) - 1]] : [];
    });
  };

  beforeAll(() => {
    const sound = errors();
    if (sound.length > 0) throw new Error(`The copy is wrong before the change: ${sound[0]}`);
    for (const [module, column] of columns) {
      const entity = join(folder, 'modules', module, 'entity.ts');
      const text = readFileSync(entity, 'utf8');
      writeFileSync(
        entity,
        text.replace(new RegExp(`\\b${column}(?=: (p|timestamp)\\b)`), `old_${column}`),
      );
    }
    for (const module of lists) {
      const routes = join(folder, 'modules', module, 'routes.ts');
      const text = readFileSync(routes, 'utf8');
      const planted = "listQuery({ planted: parameter(v.string(), 'Of no list.', 'x'),";
      writeFileSync(routes, text.replace('listQuery({', planted));
    }
    found = errors();
  });

  test.each(columns)('%s: a renamed %p fails the type check in %s', (_, column, file) => {
    expect(wrongIn(file).join('\n')).toContain(column);
  });

  test.each(lists)('%s: so does a filter that the list does not know', (module) => {
    expect(wrongIn(`${module}/routes.ts`).join('\n')).toMatch(/^ *list\(list/m);
  });
});
