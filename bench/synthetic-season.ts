// A made-up club for comparing rating models, in the exchange format. Nothing in it is anybody's: strengths are drawn
// near the levels that players give themselves, newcomers improve, everybody's form drifts, and matches are played
// game by game, so that margins tell something, as on court.
import { createDraw } from '../tests/ratings/random-season.ts';

type Draw = ReturnType<typeof createDraw>;

const days = 730;
const firstDay = Date.parse('2024-01-01T10:00:00Z');
const strengthOfLevel = (level: number) => 1000 + (level - 1.5) * 200;
/** The sum of so many dice, around 0. */
const bell = (draw: Draw, width: number) =>
  ((draw.below(1000) + draw.below(1000) + draw.below(1000)) / 1500 - 1) * width;

/** Players, and about 15 matches of each against others of about the same strength. */
export function syntheticSeason(seed: number, size = 400): object[] {
  const draw = createDraw(seed);
  const people = Array.from({ length: size }, (_, n) => {
    const level = 1.5 + draw.below(9) / 2;
    return {
      id: `plr_${String(n).padStart(10, '0')}`,
      level,
      // People misjudge themselves, some by a whole level and more.
      strength: strengthOfLevel(level) + bell(draw, 300),
      joined: draw.chance(0.5) ? 0 : draw.below(days),
    };
  });
  const matches = Array.from({ length: size * 8 }, () => draw.below(days))
    .sort((one, other) => one - other)
    .flatMap((day, n) => {
      const present = people.filter(({ joined }) => joined <= day);
      const first = draw.pick(present);
      const near = present.filter((one) => one !== first && Math.abs(one.level - first.level) <= 1);
      if (near.length === 0) return [];
      const second = draw.pick(near);
      for (const player of [first, second]) player.strength += bell(draw, 25) + 1;
      return [matchOf(draw, n, day, first, second)];
    });
  const players = people.map(({ id, level }) => ({
    kind: 'player',
    id,
    self_assessed_ntrp: level,
  }));
  return [...players, ...matches];
}

type Person = { readonly id: string; readonly strength: number };

/** Best of three sets; the better player wins more of the games, and many more of the matches. */
function matchOf(draw: Draw, n: number, day: number, first: Person, second: Person) {
  const share = 1 / (1 + 10 ** ((second.strength - first.strength) / 1600));
  const stops = draw.chance(0.03) ? 3 + draw.below(12) : Number.POSITIVE_INFINITY;
  const sets: { games: [number, number] }[] = [];
  const won: [number, number] = [0, 0];
  let played = 0;
  while (Math.max(...won) < 2 && played < stops) {
    const games: [number, number] = [0, 0];
    sets.push({ games });
    const isOver = () =>
      Math.max(...games) === 7 || (Math.max(...games) === 6 && Math.min(...games) < 5);
    while (!isOver() && played < stops) {
      games[draw.chance(share) ? 0 : 1] += 1;
      played += 1;
    }
    if (isOver()) won[games[0] > games[1] ? 0 : 1] += 1;
  }
  const isRetired = Math.max(...won) < 2;
  const winner = isRetired ? draw.pick([first, second]) : won[0] > won[1] ? first : second;
  return {
    kind: 'match',
    id: `mat_${String(n).padStart(10, '0')}`,
    played_at: new Date(firstDay + day * 86_400_000 + (n % 600) * 60_000).toISOString(),
    player_ids: [first.id, second.id],
    winner_id: winner.id,
    status: isRetired ? 'retired' : 'completed',
    ...(isRetired && { retired_player_id: winner === first ? second.id : first.id }),
    score: { sets },
  };
}
