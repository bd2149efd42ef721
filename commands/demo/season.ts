import { minuteMs, utc, warsawDay } from '../../shared/time.ts';
import { competitionPlans } from './competitions.ts';
import { createDraw, type Draw } from './draw.ts';
import { bookCourt, drawFixtures, type Fixture, playFixture } from './fixtures.ts';
import type { City, CompetitionRecord, MatchRecord, PlayerRecord, Result } from './records.ts';
import { addDays, isWeekend, warsawInstant, warsawTime } from './warsaw.ts';

type Options = { seed: number; today: Date; newId: (prefix: string) => string };
type Slot = { day: string; time: string };

const leagueRounds = 7;
const leagueMembers = 92;

/** All results of the competitions up to two days before `today`, in the order of play. */
export function playSeason(city: Omit<City, 'season'>, options: Options): MatchRecord[] {
  const { seed, newId } = options;
  const today = warsawDay(options.today.getTime());
  const lastDay = addDays(today, -2);
  const draw = createDraw(seed, 'season');
  const lastDays = drawLastDays(draw, city.players, today);
  const isActive = (day: string) => (player: PlayerRecord) =>
    (lastDays.get(player.id) ?? '') >= day;
  const booked = new Set<string>();
  const season: MatchRecord[] = [];

  const play = (competition: CompetitionRecord, fixture: Fixture, slots: readonly Slot[]) => {
    const slot = freeSlot(draw, fixture, slots, booked);
    if (!slot) return undefined;
    const playedAt = warsawInstant(slot.day, slot.time);
    for (const { id } of fixture) booked.add(`${id}/${slot.day}`);
    const { result, winner, minutes } = playFixture(draw, fixture, {
      seed,
      format: competition.match_format,
      status: drawStatus(draw),
    });
    const submittedAfter = (minutes + draw.integer(5, 120)) * minuteMs + draw.integer(0, minuteMs);
    season.push({
      kind: 'match',
      id: newId('mat'),
      created_at: utc(playedAt + submittedAfter),
      competition_id: competition.id,
      ...bookCourt(draw, {
        venues: city.venues,
        competition,
        fixture,
        day: slot.day,
        slot: `${slot.day} ${slot.time}`,
        booked,
      }),
      played_at: warsawTime(playedAt),
      player_ids: [fixture[0].id, fixture[1].id],
      ...result,
    });
    return winner;
  };

  const playLeague = (league: CompetitionRecord, entrants: readonly PlayerRecord[]) => {
    const days = daysBetween(league.starts_on, league.ends_on).filter((day) => day <= lastDay);
    const members = draw.some(entrants, leagueMembers);
    const met = new Set<string>();
    for (let round = 0; round < leagueRounds; round += 1) {
      const place = (of: number) => Math.floor((of * days.length) / leagueRounds);
      const roundDays = days.slice(place(round), place(round + 1));
      const present = members.filter(isActive(roundDays.at(-1) ?? ''));
      const slots = roundDays.flatMap(slotsOf);
      for (const fixture of drawFixtures(draw, present, met)) play(league, fixture, slots);
    }
  };

  const playTournament = (cup: CompetitionRecord, entrants: readonly PlayerRecord[]) => {
    let field = draw.some(entrants.filter(isActive(cup.ends_on)), 32);
    for (const day of daysBetween(cup.starts_on, cup.ends_on)) {
      const winners = pairsOf(field).map((pair) => play(cup, pair, slotsOf(day)));
      if (winners.length > 0) field = winners.filter((player) => player !== undefined);
    }
  };

  // Tournaments first: a round of theirs has a single day.
  for (const type of ['tournament', 'league'] as const) {
    competitionPlans.forEach(({ levels: [lowest, highest] }, index) => {
      const competition = city.competitions[index];
      if (competition?.type !== type) return;
      const entrants = city.players.filter(
        ({ self_assessed_ntrp: level }) => level >= lowest && level <= highest,
      );
      (type === 'league' ? playLeague : playTournament)(competition, entrants);
    });
  }
  return season.sort((a, b) => instantOf(a) - instantOf(b));
}

/** Until which day each player plays: most of them on and on, some gave up, a few never began. */
function drawLastDays(draw: Draw, players: readonly PlayerRecord[], today: string) {
  return new Map(
    draw.some(players).map(({ id }, index) => {
      if (index < 4) return [id, ''];
      return [id, index < 36 ? addDays(today, -draw.integer(62, 200)) : today];
    }),
  );
}

function drawStatus(draw: Draw): Result['status'] {
  const share = draw.share();
  if (share < 0.02) return 'walkover';
  return share < 0.05 ? 'retired' : 'completed';
}

function freeSlot(draw: Draw, fixture: Fixture, slots: readonly Slot[], booked: Set<string>) {
  return draw.some(slots).find(({ day }) => fixture.every(({ id }) => !booked.has(`${id}/${day}`)));
}

/** The starting times of a day: evenings in the week, daytime at the weekend. */
function slotsOf(day: string): Slot[] {
  const times = isWeekend(day) ? ['09:00', '11:30', '14:00', '16:30'] : ['17:30', '20:00'];
  return times.map((time) => ({ day, time }));
}

function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

function pairsOf(field: readonly PlayerRecord[]): Fixture[] {
  return field.flatMap((player, index): Fixture[] => {
    const next = field[index + 1];
    return index % 2 === 0 && next ? [[player, next]] : [];
  });
}

function instantOf({ played_at }: MatchRecord): number {
  return Date.parse(played_at);
}
