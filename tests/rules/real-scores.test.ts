// Real score lines, beside the checkout in ../shared; the comments in the file explain its columns.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type Score, type ScoreFormat, scoreFaults } from '../../modules/matches/score.ts';
import type { Pair } from '../../modules/matches/score-rules.ts';

const file = new URL('../../../shared/scores.csv', import.meta.url);

const pair = v.strictTuple([v.number(), v.number()]);
const set = v.union([
  v.strictObject({ games: pair }),
  v.strictObject({ games: pair, tiebreak: pair }),
]);
const sets = v.pipe(v.array(set), v.minLength(1), v.maxLength(3)); // more sets: not the shape
const scoreSchema = v.union([
  v.strictObject({ sets }),
  v.strictObject({ sets, match_tiebreak: pair }),
]);

const rowSchema = v.strictObject({
  kind: v.picklist(['full_set', 'match_tiebreak', 'retired', 'walkover']),
  score: v.string(),
  count: v.string(),
  valid: v.picklist(['true', 'false']),
  reason: v.string(),
});
type Row = v.InferOutput<typeof rowSchema>;

/** The records of a CSV text (RFC 4180) by column name, without the comment lines. */
function rowsOf(text: string): Row[] {
  const records: string[][] = [];
  const body = text.replace(/^#.*\r?\n/gm, '');
  let record: string[] = [];
  for (const [, cell = '', end] of body.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/g)) {
    record.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ',') continue;
    if (record.length > 1) records.push(record); // an empty line is no record
    record = [];
  }
  const [header = [], ...rows] = records;
  return rows.map((cells) =>
    v.parse(rowSchema, Object.fromEntries(header.map((name, i) => [name, cells[i]]))),
  );
}

function mirrored(score: Score): Score {
  const swap = ([a, b]: Pair): Pair => [b, a];
  const swapped = score.sets.map(({ games, tiebreak }) =>
    tiebreak ? { games: swap(games), tiebreak: swap(tiebreak) } : { games: swap(games) },
  );
  const points = score.match_tiebreak;
  return points ? { sets: swapped, match_tiebreak: swap(points) } : { sets: swapped };
}

function isValid(row: Row, turn: (score: Score) => Score): boolean {
  if (row.kind === 'walkover') return row.score === 'null';
  const shape = v.safeParse(scoreSchema, JSON.parse(row.score));
  if (!shape.success) return false;
  const score = turn(shape.output);
  const finalSet = score.match_tiebreak ? 'match_tiebreak' : 'full_set';
  const format: ScoreFormat = { games_per_set: 6, final_set: finalSet };
  return (
    scoreFaults({ status: row.kind === 'retired' ? 'retired' : 'completed', score }, format)
      .length === 0
  );
}

if (existsSync(file)) {
  const rows = rowsOf(readFileSync(file, 'utf8'));

  describe(`the rules agree with ${rows.length} real score lines`, () => {
    for (const kind of rowSchema.entries.kind.options) {
      const ofKind = rows.filter((row) => row.kind === kind);
      const orders = { winner: (score: Score) => score, loser: mirrored };
      for (const [first, turn] of Object.entries(orders)) {
        test(`${kind}, the ${first} first (${ofKind.length} lines)`, () => {
          const wrong = ofKind.filter((row) => isValid(row, turn) !== (row.valid === 'true'));
          expect(wrong).toEqual([]);
          expect(ofKind).not.toBeEmpty();
        });
      }
    }
  });
} else {
  test.skip('real score lines: ../shared/scores.csv is not beside this checkout', () => {});
}
