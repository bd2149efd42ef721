import { readScore } from '../../modules/matches/index.ts';
import { minuteMs, utc } from '../../shared/time.ts';
import { buildTown, type Town, type TownCompetition, type TownPlayer } from './city.ts';
import { createDraw, inPairs } from './draw.ts';
import { scores } from './tables.ts';

export type City = ReturnType<typeof buildCity>;
type Pair = readonly [TownPlayer, TownPlayer];
/** A body for `POST /matches`. */
export type Result = ReturnType<typeof playPairs>[number];

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
      const pairs = isLeague ? pairsOfRound(town, competition, round) : paired(field);
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

/** When matches of each past round can start: in the evening on weekdays, by day on weekends. */
export function startsOf({ type, starts_on }: TownCompetition): Temporal.ZonedDateTime[][] {
  const [rounds, interval] = type === 'league' ? [pastRounds, 7] : [5, 1];
  return Array.from({ length: rounds }, (_, round) => {
    const day = Temporal.PlainDate.from(starts_on).add({ days: round * interval });
    const times = day.dayOfWeek > 5 ? ['09:00', '11:30', '14:00'] : ['17:30', '20:00'];
    return times.map((plainTime) => day.toZonedDateTime({ timeZone: 'Europe/Warsaw', plainTime }));
  });
}

/** By level a half or a quarter of the players, without those who never began or have given up. */
function entrantsOf({ competitions, players }: Town, competition: TownCompetition): TownPlayer[] {
  const place = competitions.indexOf(competition);
  const active = players.filter((_, at) => at % 25 > 0 && (place < 2 || at % 5 > 0));
  const parts = place < 4 ? 2 : 4;
  const size = active.length / parts;
  return active.slice((place % parts) * size, ((place % parts) + 1) * size);
}

/** Who meets whom in a round of a league, by the circle method: all pairs meet before any meets again. */
function pairsOfRound(town: Town, league: TownCompetition, round: number): Pair[] {
  const [fixed, ...circle] = entrantsOf(town, league);
  const turn = round % circle.length;
  return fixed ? paired([fixed, ...circle.slice(turn), ...circle.slice(0, turn)]) : [];
}

/** The first with the last, the second with the last but one, and so on. */
function paired(players: readonly TownPlayer[]): Pair[] {
  return inPairs(players.slice(0, players.length / 2), players.toReversed());
}

/** Each pair plays on a court of the competition; with mishaps, one player retires and one isn't there. */
function playPairs(
  draw: ReturnType<typeof createDraw>,
  { venues }: Town,
  { id: competition_id, venue_ids, match_format: { games_per_set, final_set } }: TownCompetition,
  pairs: readonly Pair[],
  starts: readonly Temporal.ZonedDateTime[],
  hasMishaps: boolean,
) {
  const mishaps = hasMishaps ? (['retired', 'walkover'] as const) : [];
  const slots = venues
    .filter(({ id }) => venue_ids.includes(id))
    .flatMap(({ id, courts }) => courts.map((c) => ({ venue_id: id, court_number: c.number })))
    .flatMap((court) => starts.map((start) => ({ start, court })));
  const given = draw.some(slots, pairs.length);
  return inPairs(pairs, given).map(([[first, second], { start, court }], place) => {
    // The stronger one wins as often as ratings of these levels promise. rules 1.3
    const edge = strengthOf(first) - strengthOf(second);
    const isFirst = draw.integer(1, 1_000) <= 1_000 / (1 + 10 ** (-edge / 2));
    const [winner, loser] = isFirst ? [first, second] : [second, first];
    const played_at = start.toString({ timeZoneName: 'never', smallestUnit: 'second' });
    const player_ids = [first.id, second.id];
    const match = { competition_id, ...court, played_at, player_ids, winner_id: winner.id };
    const mishap = mishaps[place];
    if (mishap === 'walkover') return { ...match, status: mishap };
    const [text = ''] = draw.some(scores[mishap ?? `${games_per_set} ${final_set}`].split(','), 1);
    const score = readScore(isFirst ? text : text.replaceAll(/(\d+)-(\d+)/g, '$2-$1'));
    if ('fault' in score) throw new Error(score.fault);
    const played = { ...match, score: score.value };
    if (mishap) return { ...played, status: mishap, retired_player_id: loser.id };
    return { ...played, status: 'completed' as const };
  });
}

/** The NTRP level at which a player really plays: near the self-assessed one, derived from the id. */
function strengthOf({ id, self_assessed_ntrp }: TownPlayer): number {
  return self_assessed_ntrp + Number.parseInt(id.slice(-4), 36) / 36 ** 4 - 0.5;
}
