import {
  changeDays,
  erasedName,
  listRanking,
  type RankedPlayer,
  rankedDays,
  standingOf,
} from '../modules/ratings/index.ts';
import type { CompetitionId, VenueId } from '../shared/ids.ts';
import { warsawDay } from '../shared/time.ts';
import { checkIsThere, idOption, limitOption } from './option-values.ts';
import type { JsonFlag } from './output.ts';
import { verb } from './verb.ts';
import { changeInWords } from './words.ts';

type Flags = JsonFlag & {
  readonly competition?: CompetitionId;
  readonly venue?: VenueId;
  readonly limit: number;
};

const nobody = `None: nobody has a rated match within the last ${rankedDays} days there. "tennis players list" has everybody.`;

/** `ranking`: the players by rating, as the page shows them. */
export const ranking = verb({
  name: 'ranking',
  about: 'list the players by rating, with what has changed lately',
  options: [
    limitOption(),
    idOption('competition', 'only who has a match in this competition'),
    idOption('venue', 'only who prefers this venue'),
  ],
  notes: `Ranked are players with a rated match within the last ${rankedDays} days. The change
is from matches of the last ${changeDays} days.`,
  example: '--competition cmp_… --limit 10',
  async run({ database: { db }, clock }, flags: Flags, _, console) {
    const { json, competition, venue, limit } = flags;
    await checkIsThere(db, 'competition', competition);
    await checkIsThere(db, 'venue', venue);
    const sought = { competition_id: competition, venue_id: venue };
    const players = await listRanking(db, sought, clock(), limit);
    const named = players.map((player) => ({
      ...player,
      display_name: player.display_name ?? erasedName,
    }));
    if (json) return named.map(recordOf);
    if (named.length > 0) return named.map(rowOf);
    console.out(nobody);
    return undefined;
  },
});

type Named = RankedPlayer & { readonly display_name: string };

function recordOf({ id, display_name, rank, value, confidence, change, ...rest }: Named) {
  const { rated_matches, last_rated_match_at } = rest;
  const standing = standingOf(confidence);
  const rating = { value, confidence, standing };
  return { rank, player_id: id, display_name, rating, rated_matches, change, last_rated_match_at };
}

function rowOf({ rank, display_name, value, change, ...rest }: Named) {
  const { id, confidence, rated_matches: matches, last_rated_match_at: last } = rest;
  return {
    rank,
    player: display_name,
    rating: value,
    confidence: standingOf(confidence),
    matches,
    last_30_days: changeInWords(change),
    last_match: last && warsawDay(Date.parse(last)),
    id,
  };
}
