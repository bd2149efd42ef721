// Rating systems that forecast a match before they learn from it. All begin at the levels that players gave.
import { gamesWon } from '../modules/matches/score.ts';
import { startingRating } from '../modules/players/starting-rating.ts';
import { rateMatch } from '../modules/ratings/rate-match.ts';
import { assess, type Standing } from '../modules/ratings/standing.ts';
import type { PlayerId } from '../shared/ids.ts';
import { dayMs } from '../shared/time.ts';

// biome-ignore lint/suspicious/noExplicitAny: the records are the exchange format's, which an import checks
export type Item = any;

/** A rating system: what it expects of the first player; and what it makes of the result. */
export type Model = { expect(match: Item): number; learn(match: Item): void };

const elo = (own: number, other: number) => 1 / (1 + 10 ** ((other - own) / 400));

/** This service's rating, by its own functions. */
export function thisRating(players: readonly Item[]): Model {
  const standings = new Map<PlayerId, Standing>(
    players.map((player) => [player.id, assess({ ...player, created_at: firstDay }).standing]),
  );
  const value = (id: PlayerId) => standings.get(id)?.value ?? 0;
  return {
    expect: ({ first_player_id, second_player_id }) =>
      elo(value(first_player_id), value(second_player_id)),
    learn(match) {
      const rated = rateMatch(match, standings, match.played_at, () => '');
      for (const standing of rated.standings) standings.set(standing.player_id, standing);
    },
  };
}

/** Elo with a fixed K; `weight` may make more of a clear result. Retirements teach it nothing. */
export function fixedElo(
  players: readonly Item[],
  k: number,
  weight = (_: Item, __: number) => 1,
): Model {
  const values = startsOf(players);
  const of = (id: string) => values.get(id) ?? 0;
  const expect = (match: Item) => elo(of(match.first_player_id), of(match.second_player_id));
  return {
    expect,
    learn(match) {
      if (match.status !== 'completed') return;
      const lead =
        (of(match.first_player_id) - of(match.second_player_id)) * (firstWon(match) ? 1 : -1);
      const change = k * weight(match, lead) * ((firstWon(match) ? 1 : 0) - expect(match));
      values.set(match.first_player_id, of(match.first_player_id) + change);
      values.set(match.second_player_id, of(match.second_player_id) - change);
    },
  };
}

/** By the difference in games, and less where the stronger one won: as FiveThirtyEight did for points. */
export function byMargin({ score }: Item, lead: number): number {
  const [one, other] = gamesWon(score);
  return Math.log(Math.abs(one - other) + 1) * (2.2 / (lead * 0.001 + 2.2));
}

/** Glicko (Glickman 1999), each match a period; a deviation of 50 grows back to that of the beginning in two years. */
export function glicko(players: readonly Item[], most: number): Model {
  const [q, growth] = [Math.log(10) / 400, (most ** 2 - 50 ** 2) / 730];
  const known = new Map(
    [...startsOf(players)].map(([id, r]) => [id, { r, rd: most, at: Number.NaN }]),
  );
  const of = (id: string, at: number) => {
    const { r, rd, at: last } = known.get(id) ?? { r: 0, rd: most, at };
    const days = Number.isNaN(last) ? 0 : (at - last) / dayMs;
    return { r, rd: Math.min(most, Math.sqrt(rd ** 2 + growth * Math.max(0, days))) };
  };
  const flat = (rd: number) => 1 / Math.sqrt(1 + (3 * q ** 2 * rd ** 2) / Math.PI ** 2);
  const chance = (one: number, other: number, rd: number) =>
    1 / (1 + 10 ** ((-flat(rd) * (one - other)) / 400));
  const both = (match: Item) => {
    const at = Date.parse(match.played_at);
    return [of(match.first_player_id, at), of(match.second_player_id, at)] as const;
  };
  return {
    expect(match) {
      const [one, other] = both(match);
      return chance(one.r, other.r, Math.hypot(one.rd, other.rd));
    },
    learn(match) {
      if (match.status !== 'completed') return;
      const [one, other] = both(match);
      const after = (own: typeof one, opponent: typeof one, won: boolean) => {
        const expected = chance(own.r, opponent.r, opponent.rd);
        const information = (q * flat(opponent.rd)) ** 2 * expected * (1 - expected);
        const variance = 1 / (1 / own.rd ** 2 + information);
        const r = own.r + q * variance * flat(opponent.rd) * ((won ? 1 : 0) - expected);
        return { r, rd: Math.max(30, Math.sqrt(variance)), at: Date.parse(match.played_at) };
      };
      known.set(match.first_player_id, after(one, other, firstWon(match)));
      known.set(match.second_player_id, after(other, one, !firstWon(match)));
    },
  };
}

const firstDay = '2000-01-01T00:00:00.000Z';
export const firstWon = (match: Item) => match.winner_id === match.first_player_id;
const startsOf = (players: readonly Item[]) =>
  new Map<string, number>(
    players.map(({ id, self_assessed_ntrp }) => [id, startingRating(self_assessed_ntrp)]),
  );
