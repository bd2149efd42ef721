// How long it takes to import matches and to rate them, beside inserting as many rows by hand into a
// copy of the same table (of `match` for the import; of `rating_history`, two rows a match, for the
// rating) with one statement for every 2,000 rows in one transaction.
//
//   bun bench/bulk.ts [--matches 20000] [--database embedded|server]
//
// Both databases sync what they commit. The goal: 20,000 imported in 20 s and rated in 10 s.
import { sql } from 'kysely';
import { openWorkbench, type Workbench } from '../commands/workbench.ts';
import { randomSeason } from '../tests/ratings/random-season.ts';
import { importLines, numberOption, onDatabase, placesOf, seconds } from './places.ts';

const argv = process.argv.slice(2);
const count = numberOption(argv, '--matches', 20_000);
const players = Math.max(200, Math.round(count / 50));
const season = randomSeason(1, players, count, 910);
const lines = season.matches.map(({ record }) => JSON.stringify(record));

/** Inserts the table's rows into a copy with the same indexes and checks; seconds. */
async function byHand({ database }: Workbench, table: string): Promise<number> {
  const place = sql.table(table);
  await sql`create table copy (like ${place} including all)`.execute(database.db);
  const found = await sql<{ rows: object[] }>`select json_agg(t) as rows from ${place} t`.execute(
    database.db,
  );
  const rows = found.rows[0]?.rows ?? [];
  const taken = await seconds(() =>
    database.transaction(async (tx) => {
      for (let start = 0; start < rows.length; start += 2_000) {
        const part = JSON.stringify(rows.slice(start, start + 2_000));
        const records = sql`json_populate_recordset(null::copy, ${part}::json)`;
        await sql`insert into copy select * from ${records}`.execute(tx.db);
      }
    }),
  );
  await sql`drop table copy`.execute(database.db);
  return taken;
}

const results: string[] = [];
for (const kind of placesOf(argv)) {
  await onDatabase(kind, async (settings) => {
    const workbench = await openWorkbench({
      settings,
      reportUnrateable: (id, fault) => console.error(id, fault),
    });
    await importLines(
      workbench,
      season.records.map((record) => JSON.stringify(record)),
    );
    const imported = await seconds(() => importLines(workbench, lines));
    const importedByHand = await byHand(workbench, 'match');
    const rated = await seconds(() => workbench.run());
    const ratedByHand = await byHand(workbench, 'rating_history');
    const show = (what: string, taken: number, hand: number) => {
      const rate = Math.round(count / taken);
      const times = (taken / hand).toFixed(1);
      console.log(
        `${kind}: ${what} ${count} matches in ${taken.toFixed(2)} s (${rate} a second); ` +
          `their rows by hand in ${hand.toFixed(2)} s: ${times} times as long`,
      );
    };
    show('imported', imported, importedByHand);
    show('rated', rated, ratedByHand);
    results.push(`${kind} import ${imported.toFixed(1)} s, rating ${rated.toFixed(1)} s`);
    await workbench.database.close();
  });
}
console.log(`${count} matches, ${players} players: ${results.join('; ')}`);
