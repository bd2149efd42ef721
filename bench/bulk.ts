// How long `tennis ratings run` takes for many pending matches, next to writing the same rows by hand:
// on one connection, with five statements in a transaction for each batch (history entries, ratings,
// the copies at players and venues, the status of the matches). Each time both begin with a copy of the
// same database, and they take turns at being first. The goal: 0.8 of the rate by hand.
//
//   bun bench/bulk.ts [--matches 200000] [--players 4000] [--rounds 3] [--batch 15000]
//     [--database embedded,server]
//
// `--batch` is that of the writing by hand. A quarter of the matches shows whether memory grows with their
// number. The databases are on disk and sync every commit. Linux only. A run without options writes bulk.md.
import { spawn } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Workbench } from '../commands/workbench.ts';
import type { Settings } from '../shared/config.ts';
import type { Database } from '../shared/database/connect.ts';
import { compiledFile } from '../tests/runtime/programs.ts';
import { readOptions } from './options.ts';
import { importAll, memory, onDatabase, type Place, seconds, within } from './places.ts';
import { cityRecords, matchRecords } from './results-file.ts';
import { median, nameOf, tableOf, writePage } from './table.ts';

const {
  matches: all,
  players,
  rounds,
  batch: batchSize,
  database: places,
} = readOptions({
  matches: 200_000,
  players: 4_000,
  rounds: 3,
  batch: 15_000,
  database: ['embedded', 'server'],
});
const program = await compiledFile();

type Entry = {
  readonly player_id: string;
  readonly match_id: string | null;
  readonly nth: number;
  readonly value_after: number;
  readonly confidence_after: number;
  readonly rated_matches: number;
  readonly last_rated_match_at: string | null;
  readonly drops_applied: number;
  readonly occurred_at: string;
};
type Standing = Record<string, string | number | null> & { rated_matches: number };
/** What one transaction writes. */
type Rows = {
  readonly entries: Entry[];
  readonly standings: Standing[];
  readonly matchIds: string[];
};

/** Fills the empty database with the matches, all of them pending. */
function fill(settings: Settings, matches: number): Promise<void> {
  return within(settings, async (workbench) => {
    await importAll(workbench, cityRecords(players));
    await importAll(workbench, matchRecords(players, matches));
  });
}

/** Runs the work on a copy of the database that nobody uses meanwhile. */
async function onCopy<T>(settings: Settings, work: (copy: Settings) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (!DATABASE_URL) {
    const copy = `${DATA_DIR}-copy`;
    await cp(DATA_DIR, copy, { recursive: true });
    return work({ ...settings, DATA_DIR: copy }).finally(() => rm(copy, { recursive: true }));
  }
  const url = (name: string) => Object.assign(new URL(DATABASE_URL), { pathname: name }).href;
  const client = new Client({ connectionString: url('postgres') });
  await client.connect();
  try {
    const template = new URL(DATABASE_URL).pathname.slice(1);
    await client.query(`create database copy template ${template} strategy file_copy`);
    await client.query('checkpoint');
    return await work({ ...settings, DATABASE_URL: url('copy') });
  } finally {
    await client.query('drop database if exists copy with (force)');
    await client.end();
  }
}

/** What a run has written, in batches. */
async function writtenRows({ db }: Database): Promise<Rows[]> {
  const { rows } = await sql<Entry>`select * from rating_history
    where run > 0 order by run, at, sent_at, match_id, nth`.execute(db);
  const standings = new Map<string, Standing>();
  const batches: Rows[] = [];
  let begin = 0;
  for (let end = 0, entries = 0; end < rows.length; end += 1) {
    if (rows[end]?.nth === 99) entries += 1;
    if (entries < 2 * batchSize && end < rows.length - 1) continue;
    const part = rows.slice(begin, end + 1);
    for (const { player_id, value_after, confidence_after, ...row } of part) {
      standings.set(player_id, {
        player_id,
        value: value_after,
        confidence: confidence_after,
        rated_matches: row.rated_matches,
        last_rated_match_at: row.last_rated_match_at,
        drops_applied: row.drops_applied,
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
  const columns =
    sql.raw(`id, player_id, run, at, sent_at, match_id, nth, occurred_at, reason, explanation,
    value_before, value_after, confidence_before, confidence_after, opponent_id, opponent_rating,
    expected_score, actual_score, k_factor, rated_matches, last_rated_match_at, drops_applied`);
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
      await sql`update match set rating_status = 'rated', rating_fault = null, run = 1
        where id = any(${matchIds}) and rating_status = 'pending'`.execute(db);
    });
  }
}

type Run = { readonly seconds: number; readonly megabytes: number };

/** Rates what is pending, by the command, in a process of its own. */
async function run({ DATA_DIR, DATABASE_URL = '' }: Settings, matches: number): Promise<Run> {
  const env = { DATA_DIR, DATABASE_URL };
  const begun = performance.now();
  const command = spawn(program, ['ratings', 'run'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = memory(command.pid ?? 0, 'VmHWM') || megabytes; // it may have just ended
  }, 100);
  command.on('exit', () => clearInterval(watch));
  const output = await text(command.stdout);
  if (!output.startsWith(`Rated ${matches.toLocaleString('en')} matches`)) throw new Error(output);
  return { seconds: (performance.now() - begun) / 1_000, megabytes };
}

const lines: string[][] = [];

async function measure(place: Place, matches: number, rounds: number): Promise<void> {
  await onDatabase(place, async (settings) => {
    const filled = { ...settings, DATA_DIR: join(settings.DATA_DIR, 'filled') };
    await fill(filled, matches);
    const rows = await onCopy(filled, async (copy) => {
      await run(copy, matches);
      return within(copy, ({ database }) => writtenRows(database));
    });
    const runs: Run[] = [];
    const byHand: number[] = [];
    const sides = [
      async () => runs.push(await onCopy(filled, (copy) => run(copy, matches))),
      async () => {
        const write = ({ database }: Workbench) => seconds(() => writeByHand(database, rows));
        byHand.push(await onCopy(filled, (copy) => within(copy, write)));
      },
    ];
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 ? sides.toReversed() : sides) await side();
    }
    const rate = (times: readonly number[]) => median(times.map((taken) => matches / taken));
    lines.push([
      nameOf(place),
      String(matches),
      rate(runs.map(({ seconds }) => seconds)),
      rate(byHand),
      median(
        runs.map(({ seconds }, round) => (byHand[round] ?? Number.NaN) / seconds),
        2,
      ),
      Math.max(...runs.map(({ megabytes }) => megabytes)).toFixed(),
    ]);
    console.log(lines.at(-1)?.join(' | '));
  });
}

for (const place of places) {
  await measure(place, all / 4, 1);
  await measure(place, all, rounds);
}
const columns = ['database', 'matches', 'rated a second', 'by hand', 'ratio', 'MB at the most'];
const about = [
  `${players} players; by hand ${batchSize} matches at a time`,
  `the middle of ${rounds} rounds, of a quarter of the matches one`,
];
if (process.argv.length === 2) await writePage('bulk', about, tableOf(columns, lines));
