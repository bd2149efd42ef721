import type { Draw } from './draw.ts';
import type { MatchFormat, Points, Score, SetScore } from './records.ts';

/** What was played: the score, its games, and who won, null where it was broken off. */
type Played = { score: Score; games: number; winner: 0 | 1 | null };

const gainPerLevel = 0.07;
const serverBonus = 0.12;

/**
 * Plays a match game by game. `edge` is how much stronger the first player is, in NTRP levels.
 * Each game, and each point of a tiebreak, goes to them with a chance that grows with the edge.
 */
export function playMatch(draw: Draw, edge: number, format: MatchFormat): Played {
  return playUntil(draw, edge, format, Number.POSITIVE_INFINITY);
}

/** Plays a match that a player gives up after at least one game, before it is decided. */
export function playRetiredMatch(draw: Draw, edge: number, format: MatchFormat): Played {
  for (;;) {
    const played = playUntil(draw, edge, format, draw.integer(1, format.games_per_set * 3));
    if (played.winner === null) return played;
  }
}

function playUntil(draw: Draw, edge: number, format: MatchFormat, lastGame: number): Played {
  const chance = Math.min(0.85, Math.max(0.15, 0.5 + edge * gainPerLevel));
  const sendsTiebreaks = draw.chance(0.8);
  const setsWon: Points = [0, 0];
  const sets: SetScore[] = [];
  let games = 0;
  while (Math.max(...setsWon) < 2) {
    if (games === lastGame) return { score: { sets }, games, winner: null };
    if (format.final_set === 'match_tiebreak' && sets.length === 2) {
      const points = playPoints(draw, chance, 10);
      return { score: { sets, match_tiebreak: points }, games, winner: winnerOf(points) };
    }
    const { set, tiebreak } = playSet(draw, chance, format.games_per_set, lastGame - games);
    games += set[0] + set[1];
    // rules 4.3: a short set's 5-4 takes no tiebreak.
    const isSent = tiebreak && sendsTiebreaks && format.games_per_set === 6;
    sets.push(isSent ? { games: set, tiebreak } : { games: set });
    if (!tiebreak && !isWon(set, format.games_per_set)) {
      return { score: { sets }, games, winner: null };
    }
    setsWon[winnerOf(set)] += 1;
  }
  return { score: { sets }, games, winner: winnerOf(setsWon) };
}

function playSet(draw: Draw, chance: number, target: number, gamesLeft: number) {
  const set: Points = [0, 0];
  for (let games = 0; games < gamesLeft && !isWon(set, target); games += 1) {
    if (games === 2 * target) {
      const tiebreak = playPoints(draw, chance, 7);
      set[winnerOf(tiebreak)] += 1;
      return { set, tiebreak };
    }
    const serve = games % 2 === 0 ? serverBonus : -serverBonus;
    set[draw.chance(chance + serve) ? 0 : 1] += 1;
  }
  return { set };
}

function playPoints(draw: Draw, chance: number, target: number): Points {
  const points: Points = [0, 0];
  while (!isWon(points, target)) points[draw.chance(chance) ? 0 : 1] += 1;
  return points;
}

function isWon([first, second]: Points, target: number): boolean {
  return Math.max(first, second) >= target && Math.abs(first - second) >= 2;
}

function winnerOf([first, second]: Points): 0 | 1 {
  return first > second ? 0 : 1;
}
