// How long a rating run takes for many pending matches, compared with writing the same rows by hand: to
// a second database with the same data, on one connection, with five statements in one transaction for
// each batch (history entries, ratings, the copies at players and venues, the status of the matches).
//
//   bun bench/bulk.ts [--matches 200000] [--players 4000] [--batch 500] [--database embedded|server]
//
// Both databases are on disk and sync every commit. The goal: 0.8 of the rate by hand.
import { sql } from 'kysely';
import { openWorkbench, type Workbench } from '../commands/workbench.ts';
import { importRecords } from '../modules/exchange/index.ts';
import type { Database } from '../shared/database/connect.ts';
import { readOptions } from './options.ts';
import { byBench, onDatabase, type Place, seconds } from './places.ts';
import { cityLines, fileOf, matchLines } from './results-file.ts';

const {
  matches,
  batch: batchSize,
  database,
  ...options
} = readOptions({
  matches: 200_000,
  players: 0,
  batch: 500,
  database: ['embedded', 'server'],
});
const players = options.players || Math.max(200, Math.round(matches / 50));
const megabytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
const perSecond = (taken: number) => Math.round(matches / taken);

type Entry = {
  readonly player_id: string;
  readonly match_id: string | null;
  readonly value_after: number;
  readonly confidence_after: number;
  readonly occurred_at: string;
};
type Standing = Record<string, string | number | null> & { rated_matches: number };
/** What one transaction writes. */
type Rows = {
  readonly entries: Entry[];
  readonly standings: Standing[];
  readonly matchIds: string[];
};

/** Runs the work on a new database of that kind, which holds the matches, all of them pending. */
function onFilled<T>(place: Place, work: (workbench: Workbench, taken: number) => Promise<T>) {
  return onDatabase(place, async (settings) => {
    const workbench = await openWorkbench({ settings });
    const load = async (lines: Iterable<string>) => {
      const { ok } = await importRecords(workbench.database, fileOf(lines), byBench(), {
        file: 'bench',
      });
      if (!ok) throw new Error('The import was refused.');
    };
    await load(cityLines(players));
    const taken = await seconds(() => load(matchLines(players, matches)));
    const result = await work(workbench, taken);
    await workbench.database.close();
    return result;
  });
}

/** What a run has written, batch by batch. */
async function writtenRows({ db }: Database): Promise<Rows[]> {
  const { rows } = await sql<Entry & { played_at: string | null }>`
    select h.*, m.played_at from rating_history h left join match m on m.id = match_id
    where reason <> 'initial_assessment' order by sequence`.execute(db);
  const standings = new Map<string, Standing>();
  const batches: Rows[] = [];
  let begin = 0;
  for (let end = 0, entries = 0; end < rows.length; end += 1) {
    if (rows[end]?.match_id) entries += 1;
    if (entries < 2 * batchSize && end < rows.length - 1) continue;
    const part = rows.slice(begin, end + 1);
    for (const { player_id, match_id, value_after, confidence_after, ...row } of part) {
      const before = standings.get(player_id);
      standings.set(player_id, {
        player_id,
        value: value_after,
        confidence: confidence_after,
        rated_matches: (before?.rated_matches ?? 0) + (match_id ? 1 : 0),
        last_rated_match_at: row.played_at ?? before?.last_rated_match_at ?? null,
        drops_applied: match_id ? 0 : Number(before?.drops_applied ?? 0) + 1,
        updated_at: row.occurred_at,
      });
    }
    const changed = [...new Set(part.map(({ player_id }) => player_id))];
    batches.push({
      entries: part,
      standings: changed.flatMap((id) => standings.get(id) ?? []),
      matchIds: [...new Set(part.flatMap(({ match_id }) => match_id ?? []))],
    });
    begin = end + 1;
    entries = 0;
  }
  return batches;
}

/** Writes the rows as one would by hand. */
async function writeByHand({ transaction }: Database, batches: readonly Rows[]): Promise<void> {
  const columns = sql.raw(`id, player_id, occurred_at, reason, match_id, explanation, value_before,
    value_after, confidence_before, confidence_after, opponent_id, opponent_rating, expected_score,
    actual_score, k_factor`);
  for (const { entries, standings, matchIds } of batches) {
    await transaction(async ({ db }) => {
      await sql`insert into rating_history (${columns}) select ${columns} from
        json_populate_recordset(null::rating_history, ${JSON.stringify(entries)}::json)`.execute(
        db,
      );
      const given = sql`json_populate_recordset(null::rating, ${JSON.stringify(standings)}::json) g`;
      await sql`update rating set value = g.value, confidence = g.confidence,
        rated_matches = g.rated_matches, last_rated_match_at = g.last_rated_match_at,
        drops_applied = g.drops_applied, updated_at = g.updated_at
        from ${given} where rating.player_id = g.player_id`.execute(db);
      await sql`update player set rating_value = g.value, rating_confidence = g.confidence
        from ${given} where player.id = g.player_id`.execute(db);
      await sql`update player_venue set rating_value = g.value
        from ${given} where player_venue.player_id = g.player_id`.execute(db);
      await sql`update match set rating_status = 'rated', rating_fault = null
        where id = any(${matchIds}) and rating_status = 'pending'`.execute(db);
    });
  }
}

for (const place of database) {
  const { rows, rated } = await onFilled(place, async ({ run, database }, imported) => {
    console.log(
      `${place}: imported ${matches} in ${imported.toFixed(1)} s, ${perSecond(imported)}/s`,
    );
    const before = megabytes();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, megabytes());
    }, 50);
    const rated = await seconds(async () => {
      const result = await run();
      if (result.rated !== matches) throw new Error(`Rated ${result.rated} only.`);
    });
    clearInterval(watch);
    console.log(
      `${place}: rated at ${perSecond(rated)}/s; memory ${before} MB before, ${most} MB at the most`,
    );
    return { rows: await writtenRows(database), rated };
  });
  const byHand = await onFilled(place, ({ database }) =>
    seconds(() => writeByHand(database, rows)),
  );
  const ratio = (byHand / rated).toFixed(2);
  console.log(`${place}: by hand at ${perSecond(byHand)}/s; the run at ${ratio} of that rate`);
}
