import { createDraw, type Draw } from './draw.ts';
import { playMatch, playRetiredMatch } from './play.ts';
import type { City, CompetitionRecord, MatchFormat, PlayerRecord, Result } from './records.ts';

export type Fixture = readonly [PlayerRecord, PlayerRecord];

/** The level at which a player really plays, in NTRP: near the self-assessed one, never shown. */
function strengthOf(seed: number, player: PlayerRecord): number {
  return player.self_assessed_ntrp + createDraw(seed, 'strength', player.id).deviation() * 0.3;
}

/** Names a pair of players, in either order. */
export function pairKey(ids: readonly [string, string]): string {
  return [...ids].sort().join('/');
}

/**
 * A round of at most `most` pairs: nobody twice, levels at most 1.0 apart, nobody who has `met`,
 * to which the new pairs are added.
 */
export function drawFixtures(
  draw: Draw,
  players: readonly PlayerRecord[],
  met: Set<string>,
  most = players.length,
): Fixture[] {
  const waiting = draw.some(players);
  const fixtures: Fixture[] = [];
  for (let first = waiting.shift(); first && fixtures.length < most; first = waiting.shift()) {
    const { id, self_assessed_ntrp: level } = first;
    const place = waiting.findIndex(
      (other) =>
        Math.abs(other.self_assessed_ntrp - level) <= 1 && !met.has(pairKey([id, other.id])),
    );
    const second = place < 0 ? undefined : waiting.splice(place, 1)[0];
    if (!second) continue;
    met.add(pairKey([id, second.id]));
    fixtures.push([first, second]);
  }
  return fixtures;
}

/** The result of a fixture, who won it, and how long it took from the start, in minutes. */
export function playFixture(
  draw: Draw,
  [first, second]: Fixture,
  { seed, format, status }: { seed: number; format: MatchFormat; status: Result['status'] },
): { result: Result; winner: PlayerRecord; minutes: number } {
  const edge = strengthOf(seed, first) - strengthOf(seed, second);
  if (status === 'walkover') {
    const winner = draw.one([first, second]);
    return { result: { status, winner_id: winner.id }, winner, minutes: 20 };
  }
  if (status === 'retired') {
    const { score, games } = playRetiredMatch(draw, edge, format);
    const [winner, retired] = draw.chance(0.5) ? [first, second] : [second, first];
    return {
      result: { status, score, retired_player_id: retired.id },
      winner,
      minutes: minutesOf(games),
    };
  }
  const { score, games, winner } = playMatch(draw, edge, format);
  return {
    result: { status, score },
    winner: winner === 0 ? first : second,
    minutes: minutesOf(games),
  };
}

function minutesOf(games: number): number {
  return 5 + Math.round(games * 4.2);
}

/**
 * A venue of the competition, one that a player prefers where possible, and a court that nobody
 * `booked` for the slot, under a roof from November to March. Without a court number where all
 * are taken, and sometimes because the organizer doesn't send it.
 */
export function bookCourt(
  draw: Draw,
  { venues, competition, fixture, day, slot, booked }: Booking,
): { venue_id: string; court_number?: number } {
  const isWinter = ['11', '12', '01', '02', '03'].includes(day.slice(5, 7));
  const free = venues
    .filter(({ id }) => competition.venue_ids.includes(id))
    .flatMap(({ id, courts }) => courts.map((court) => ({ ...court, venue: id })))
    .filter(({ venue, number }) => !booked.has(`${venue}/${number}/${slot}`))
    .filter(({ indoor }) => indoor || !isWinter);
  const liked = free.filter(({ venue }) =>
    fixture.some(({ preferred_venue_ids }) => preferred_venue_ids.includes(venue)),
  );
  if (free.length === 0) return { venue_id: draw.one(competition.venue_ids) };
  const { venue, number } = draw.one(liked.length > 0 ? liked : free);
  booked.add(`${venue}/${number}/${slot}`);
  return draw.chance(0.05) ? { venue_id: venue } : { venue_id: venue, court_number: number };
}

type Booking = Pick<City, 'venues'> & {
  competition: CompetitionRecord;
  fixture: Fixture;
  /** The calendar day, and what tells its times apart. */
  day: string;
  slot: string;
  booked: Set<string>;
};
