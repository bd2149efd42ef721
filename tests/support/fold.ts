// The slow twin of the walk: the whole history as the rules make it of the stored players, matches and runs, by the
// oracle, which shares nothing with the product.
import type { Db } from '../../shared/database/db.ts';
import { Oracle, type OracleMatch } from './oracle.ts';

/** The history and the rating of each player, by id, as they follow from the data alone. rules 11.7 */
export async function foldOf(db: Db) {
  const players = await db.selectFrom('player').selectAll().execute();
  const runs = await db.selectFrom('run').selectAll().orderBy('number').execute();
  const matches = await db.selectFrom('match').selectAll().execute();
  const oracle = new Oracle();
  for (const { id, self_assessed_ntrp: ntrp, created_at } of players) {
    oracle.register({ id, ntrp, createdAt: Date.parse(created_at) });
  }
  for (const { number, began_at, as_of } of runs) {
    const now = Date.parse(began_at);
    if (as_of === null) {
      for (const match of matches) if (match.run === number) oracle.submit(asOracleMatch(match));
      oracle.run(now);
    } else {
      const waiting = matches.filter(({ waited }) => waited.includes(number));
      const players = waiting.flatMap((one) => [one.first_player_id, one.second_player_id]);
      oracle.decay(Date.parse(as_of), now, new Set(players));
    }
  }
  return new Map(players.map(({ id }) => [id as string, of(oracle, id)]));
}

function of(oracle: Oracle, id: string) {
  const { k_factor: _, ...rating } = oracle.record(id);
  return { history: oracle.history(id), rating };
}

type Row = Awaited<ReturnType<typeof matchRows>>[number];
const matchRows = (db: Db) => db.selectFrom('match').selectAll().execute();

function asOracleMatch({ id, played_at, created_at, status, score, ...row }: Row): OracleMatch {
  return {
    id,
    playedAt: Date.parse(played_at),
    createdAt: Date.parse(created_at),
    players: [row.first_player_id, row.second_player_id],
    status,
    winner: row.winner_id,
    sets: score?.sets.map(({ games }) => [games[0] ?? 0, games[1] ?? 0] as const) ?? [],
    matchTiebreak: score?.match_tiebreak ?? undefined,
  };
}

/** The whole history as it is stored, as the oracle tells it, and the ratings. */
export async function storedFold(db: Db) {
  const rows = await db
    .selectFrom('rating_history')
    .selectAll()
    .orderBy('run')
    .orderBy('at')
    .orderBy('sent_at')
    .orderBy('match_id')
    .orderBy('nth')
    .execute();
  const ratings = await db.selectFrom('rating').selectAll().execute();
  return new Map(
    ratings.map(({ drops_applied: _, ...rating }) => {
      const own = rows.filter(({ player_id }) => player_id === rating.player_id);
      return [rating.player_id as string, { history: own.map(asOracleEntry), rating }];
    }),
  );
}

type Entry = Awaited<ReturnType<typeof entryRows>>[number];
const entryRows = (db: Db) => db.selectFrom('rating_history').selectAll().execute();

function asOracleEntry(entry: Entry) {
  const { opponent_id, opponent_rating, expected_score, actual_score, k_factor } = entry;
  const inputs = { opponent_id, opponent_rating, expected_score, actual_score, k_factor };
  const { player_id, occurred_at, reason, match_id, value_before, value_after } = entry;
  return {
    player_id,
    occurred_at,
    code: reason,
    match_id: reason === 'match_result' ? match_id : null,
    value_before,
    value_after,
    change: value_before === null ? null : value_after - value_before,
    confidence_before: entry.confidence_before,
    confidence_after: entry.confidence_after,
    calculation: opponent_id && inputs,
  };
}
