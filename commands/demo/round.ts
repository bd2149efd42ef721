import { minuteMs, warsawDay } from '../../shared/time.ts';
import { createDraw } from './draw.ts';
import { bookCourt, drawFixtures, type Fixture, pairKey, playFixture } from './fixtures.ts';
import type { City, CompetitionRecord, MatchRecord, PlayerRecord, Result } from './records.ts';
import { warsawTime } from './warsaw.ts';

type League = { competition: CompetitionRecord; members: PlayerRecord[]; met: Set<string> };
type LeagueFixture = { competition: CompetitionRecord; fixture: Fixture };

/**
 * Round `round` (from 0) of the running leagues, one league of each match format: 16 to 24 results
 * that ended shortly before `now`, one of them retired, one a walkover, in the order of play.
 * Without `kind` each is a body for `POST /matches`. In its league no pair meets again, neither one
 * of the season nor one of another round, until everybody has met.
 */
export function roundOfToday(
  city: City,
  { seed, round, now }: { seed: number; round: number; now: Date },
): MatchRecord[] {
  const draw = createDraw(seed, 'results', round);
  const fixtures = draw.some(fixturesOf(city, seed, round));
  const booked = new Set<string>();
  return fixtures
    .map(({ competition, fixture }, index): MatchRecord => {
      const { result, minutes } = playFixture(draw, fixture, {
        seed,
        format: competition.match_format,
        status: statuses[index] ?? 'completed',
      });
      const playedAt = fiveMinutesOf(now.getTime() - (minutes + draw.integer(2, 40)) * minuteMs);
      return {
        kind: 'match',
        competition_id: competition.id,
        ...bookCourt(draw, {
          venues: city.venues,
          competition,
          fixture,
          day: warsawDay(playedAt),
          slot: 'today',
          booked,
        }),
        played_at: warsawTime(playedAt),
        player_ids: [fixture[0].id, fixture[1].id],
        ...result,
      };
    })
    .sort((a, b) => Date.parse(a.played_at) - Date.parse(b.played_at));
}

const statuses: readonly Result['status'][] = ['retired', 'walkover'];

function fiveMinutesOf(instant: number): number {
  return Math.floor(instant / (5 * minuteMs)) * 5 * minuteMs;
}

/** Draws the fixtures of all rounds up to this one, since each depends on who has met before. */
function fixturesOf(city: City, seed: number, round: number): LeagueFixture[] {
  const leagues = currentLeagues(city);
  for (let earlier = 0; earlier < round; earlier += 1) drawRound(leagues, seed, earlier);
  return drawRound(leagues, seed, round);
}

function drawRound(leagues: readonly League[], seed: number, round: number): LeagueFixture[] {
  const draw = createDraw(seed, 'fixtures', round);
  const busy = new Set<string>();
  return leagues.flatMap(({ competition, members, met }) => {
    const free = members.filter(({ id }) => !busy.has(id));
    const count = draw.integer(4, 6);
    let fixtures = drawFixtures(draw, free, met, count);
    if (fixtures.length < 4) {
      met.clear();
      fixtures = drawFixtures(draw, free, met, count);
    }
    for (const { id } of fixtures.flat()) busy.add(id);
    return fixtures.map((fixture) => ({ competition, fixture }));
  });
}

/** The league of each match format that ends last, with those who play in it. */
function currentLeagues({ competitions, players, season }: City): League[] {
  const ofFormat = new Map<string, CompetitionRecord>();
  for (const competition of competitions) {
    const { games_per_set, final_set } = competition.match_format;
    const known = ofFormat.get(`${games_per_set} ${final_set}`);
    if (!known || known.ends_on < competition.ends_on) {
      ofFormat.set(`${games_per_set} ${final_set}`, competition);
    }
  }
  return [...ofFormat.values()].map((competition) => {
    const pairs = season
      .filter(({ competition_id }) => competition_id === competition.id)
      .map(({ player_ids }) => player_ids);
    const ids = new Set(pairs.flat());
    return {
      competition,
      members: players.filter(({ id }) => ids.has(id)),
      met: new Set(pairs.map(pairKey)),
    };
  });
}
