import { minuteMs, utc } from '../../shared/time.ts';
import { buildTown, type Competition, type Player, type Town } from './city.ts';
import { createDraw } from './draw.ts';
import { type Pair, playPairs, type Result } from './play.ts';

export type City = ReturnType<typeof buildCity>;

/** How many rounds of each league are played before the first start: one a week. */
const pastRounds = 9;

/** A fictional city with nine months of results before `today`; the seed decides it. */
export function buildCity({ seed, today }: { seed: number; today: Date }) {
  const town = buildTown(seed, today);
  const draw = createDraw(seed, 'season');
  const results = town.competitions.flatMap((competition) => {
    let field = draw.some(entrantsOf(town, competition), 32);
    return startsOf(competition).flatMap((starts, round) => {
      const isLeague = competition.type === 'league';
      const pairs = isLeague ? pairsOfRound(town, competition, round) : pairsOf(field);
      const played = playPairs(draw, town, competition, draw.some(pairs), starts, isLeague);
      field = field.filter(({ id }) => played.some(({ winner_id }) => winner_id === id));
      return played;
    });
  });
  const startOf = ({ played_at }: Result) => Date.parse(played_at);
  results.sort((one, other) => startOf(one) - startOf(other));
  const season = results.map((result) => {
    const submitted = startOf(result) + draw.integer(60, 300) * minuteMs;
    return { kind: 'match' as const, id: draw.id('mat'), created_at: utc(submitted), ...result };
  });
  return { ...town, season };
}

/** Some results of the hours before `now` in the four running leagues; `round` is from 0. */
export function roundOfToday(town: Town, seed: number, round: number, now: Date) {
  const draw = createDraw(seed, 'today', round);
  const present = now.toTemporalInstant().toZonedDateTimeISO('Europe/Warsaw');
  const starts = [55, 110, 165, 220].map((minutes) => present.subtract({ minutes }));
  return town.competitions.slice(-4).flatMap((league, place) => {
    const pairs = draw.some(pairsOfRound(town, league, pastRounds + round), draw.integer(4, 6));
    return playPairs(draw, town, league, pairs, starts, place === 0);
  });
}

/** When matches of each past round can start: in the week in the evening, else by day. */
export function startsOf({ type, starts_on }: Competition): Temporal.ZonedDateTime[][] {
  const [rounds, interval] = type === 'league' ? [pastRounds, 7] : [5, 1];
  return Array.from({ length: rounds }, (_, round) => {
    const day = Temporal.PlainDate.from(starts_on).add({ days: round * interval });
    const times = day.dayOfWeek > 5 ? ['09:00', '11:30', '14:00'] : ['17:30', '20:00'];
    return times.map((plainTime) => day.toZonedDateTime({ timeZone: 'Europe/Warsaw', plainTime }));
  });
}

/** By level a half or a quarter of the players, but who never began or has since given up. */
function entrantsOf({ competitions, players }: Town, competition: Competition): Player[] {
  const place = competitions.indexOf(competition);
  const active = players.filter((_, at) => at % 25 > 0 && (place < 2 || at % 5 > 0));
  const parts = place < 4 ? 2 : 4;
  const size = active.length / parts;
  return active.slice((place % parts) * size, ((place % parts) + 1) * size);
}

/** Who meets whom in a round of a league: by the circle method, everybody before anybody again. */
function pairsOfRound(town: Town, league: Competition, round: number): Pair[] {
  const [fixed, ...circle] = entrantsOf(town, league);
  const turn = round % circle.length;
  return fixed ? pairsOf([fixed, ...circle.slice(turn), ...circle.slice(0, turn)]) : [];
}

/** The first with the last, the second with the last but one, and so on. */
function pairsOf(players: readonly Player[]): Pair[] {
  return players.slice(0, players.length / 2).flatMap((player, place): Pair[] => {
    const other = players.at(-1 - place);
    return other ? [[player, other]] : [];
  });
}
