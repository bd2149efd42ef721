// Results of one minute, as a sheet with one time for an evening has them, are rated in the order of the file.
import { expect, test } from 'bun:test';
import { freshDatabase, inWorkbench, onBothDatabases, testSettings } from '../support/service.ts';
import { commandsOn } from './terminal.ts';

const opponents = ['Bartek Ł.', 'Celina Ż.', 'Łukasz W.', 'Zofia N.', 'Maria D.', 'Ola P.'];
const rows = opponents.map((name, index) => {
  const score = index % 2 === 0 ? '6-4 6-3' : '1-6 2-6';
  return `League,Agrykola,2026-05-01 18:00,Anna K.,${name},${score}`;
});
const tableOf = (lines: readonly string[]) =>
  ['competition,venue,played_at,player_1,player_2,score', ...lines].join('\n');

onBothDatabases('results of one player at the same minute', (kind) => {
  /** All ratings after the table was imported into a database of its own. */
  async function ratingsOf(lines: readonly string[]) {
    const settings = testSettings(await freshDatabase(kind, 'city'));
    return inWorkbench(settings, async (workbench) => {
      const run = commandsOn(workbench);
      const imported = await run(['import', '-', '--format', 'csv'], tableOf(lines));
      expect(imported.out).toBe(`Imported ${lines.length} matches.\n`);
      expect((await run(['ratings', 'run'])).status).toBe(0);
      const ratings = workbench.database.db.selectFrom('player').select(['id', 'rating_value']);
      return ratings.orderBy('id').execute();
    });
  }

  test('are rated in the order of the file, in each of ten databases', async () => {
    const first = await ratingsOf(rows);
    for (let database = 2; database <= 10; database += 1) {
      expect(await ratingsOf(rows)).toEqual(first);
    }
    expect(await ratingsOf(rows.toReversed())).not.toEqual(first);
  });
});
