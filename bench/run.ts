// How fast the compiled service answers, compared with a floor written by hand (floor/), on PostgreSQL
// and on the embedded database: six operations, each driven on both in turn, round by round, with wrk,
// which shares the machine. A wrong answer ends the run. A run of everything writes results.md.
//
//   bun run bench [--rounds 5] [--seconds 2] [--connections 16,64] [--players 10000]
//     [--only player,list,history,suggestions,matches,submission] [--databases server,embedded]
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { benchCity } from './city.ts';
import { onContest } from './contest.ts';
import { measure } from './measure.ts';
import { operationsOf } from './operations.ts';
import { readOptions } from './options.ts';
import { temporaryFolder } from './places.ts';
import { linesOf, nameOf, type PlacedResult, pageOf, section } from './table.ts';

const names = ['player', 'list', 'history', 'suggestions', 'matches', 'submission'] as const;
const { players, rounds, seconds, connections, only, databases } = readOptions({
  players: 10_000,
  rounds: 5,
  seconds: 2,
  connections: [16, 64],
  only: names,
  databases: ['server', 'embedded'],
});

const city = benchCity(players, players * 2);
const operations = operationsOf(city).filter(({ name }) => only.some((word) => word === name));

const results: PlacedResult[] = [];
const versions: string[] = [];
for (const place of databases) {
  const folder = await temporaryFolder();
  await onContest(place, folder, [...city.records, ...city.matches], async (contest) => {
    versions.push(`${nameOf(place)} ${contest.version}`);
    for await (const measured of measure(contest, {
      folder,
      operations,
      connections,
      rounds,
      seconds,
    })) {
      const result = { ...measured, place };
      results.push(result);
      for (const cells of linesOf(result)) console.log([result.operation, ...cells].join(' | '));
    }
  });
}
for (const { name } of operations) console.log(section(name, results));
if (only.length === names.length && databases.length === 2) {
  const { pg, '@electric-sql/pglite': pglite } = manifest.dependencies;
  const [, wrk] = spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout.split(' ');
  const about = [
    `${versions.join(', ')}; what they commit is on the disk`,
    `pg ${pg}, PGlite ${pglite}; wrk ${wrk}`,
    `${players} players, ${city.matches.length} matches; ${rounds} rounds of ${seconds} s`,
  ];
  await writeFile(join(import.meta.dirname, 'results.md'), pageOf(results, about));
}
