// Which kind of rating forecasts best: reads players and matches in the exchange format (NDJSON, as `tennis export`
// writes it) and compares models on the same completed matches by log loss and Brier score. Each model forecasts a
// match before it learns from it; all begin at the levels that players gave.
//
//   bun bench/rating-model.ts season.ndjson      matches of your own
//   bun bench/rating-model.ts demo [seed]        the demo's fictional city
//   bun bench/rating-model.ts synthetic [seed]   a made-up club of 400 players over two years
import { readFile } from 'node:fs/promises';
import { buildCity } from '../commands/demo/season.ts';
import { logLoss } from '../modules/quality/fit.ts';
import {
  byMargin,
  firstWon,
  fixedElo,
  glicko,
  type Item,
  type Model,
  thisRating,
} from './rating-models.ts';
import { syntheticSeason } from './synthetic-season.ts';

async function recordsOf(source: string, seed: number): Promise<Item[]> {
  if (source === 'synthetic') return syntheticSeason(seed);
  if (source === 'demo')
    return Object.values(buildCity({ seed, today: new Date('2026-12-01') })).flat();
  return (await readFile(source, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const [source = 'demo', seed = '1'] = process.argv.slice(2);
const records = await recordsOf(source, Number(seed));
const players = records.filter(({ kind }) => kind === 'player');
const matches = records
  .filter(({ kind, status }) => kind === 'match' && status !== 'walkover')
  .map((match) => {
    const [first_player_id, second_player_id] = match.player_ids;
    const played_at = new Date(match.played_at).toISOString();
    return { ...match, first_player_id, second_player_id, played_at };
  })
  .sort((one, other) => (one.played_at < other.played_at ? -1 : 1));
const models: Readonly<Record<string, Model>> = {
  'this rating': thisRating(players),
  'Elo, K 16': fixedElo(players, 16),
  'Elo, K 24': fixedElo(players, 24),
  'Elo, K 32': fixedElo(players, 32),
  'Elo by margin': fixedElo(players, 14, byMargin),
  'Glicko, deviation 350': glicko(players, 350),
  'Glicko, deviation 100': glicko(players, 100),
  'levels alone': fixedElo(players, 0),
};
const completed = matches.filter(({ status }) => status === 'completed');
console.log(`${source}: ${players.length} players, ${completed.length} completed matches`);
console.log(
  '| model | log loss | Brier | the same, second half: log loss | Brier |\n|---|---:|---:|---:|---:|',
);
for (const [name, model] of Object.entries(models)) {
  const scores = matches.flatMap((match) => {
    const expected = model.expect(match);
    model.learn(match);
    const given = firstWon(match) ? expected : 1 - expected;
    return match.status === 'completed' ? [[logLoss(given, true), (1 - given) ** 2] as const] : [];
  });
  const mean = (from: number, place: 0 | 1) =>
    (
      scores.slice(from).reduce((sum, score) => sum + score[place], 0) /
      (scores.length - from)
    ).toFixed(4);
  const half = Math.floor(scores.length / 2);
  console.log(`| ${name} | ${mean(0, 0)} | ${mean(0, 1)} | ${mean(half, 0)} | ${mean(half, 1)} |`);
}
