import { Option } from 'commander';
import {
  changeDays,
  erasedName,
  listRanking,
  matchesMissing,
  type RankedPlayer,
  rankedConfidence,
  rankedDays,
} from '../modules/ratings/index.ts';
import type { CompetitionId, VenueId } from '../shared/ids.ts';
import { warsawDay } from '../shared/time.ts';
import { checkIsThere, idOption, limitOption } from './option-values.ts';
import type { JsonFlag } from './output.ts';
import { verb } from './verb.ts';
import { changeInWords } from './words.ts';

type Flags = JsonFlag & {
  readonly competition?: CompetitionId;
  readonly ids?: true;
  readonly venue?: VenueId;
  readonly limit: number;
};

/** `ranking`: the players in the order of the page. */
export const ranking = verb({
  name: 'ranking',
  about: 'list the players by rating, with what has changed lately',
  options: [
    limitOption(),
    idOption('competition', 'only who has a match in this competition'),
    idOption('venue', 'only who prefers this venue'),
    new Option('--ids', 'with the ids of the players'),
  ],
  notes: `Ranked are players with a rated match within the last ${rankedDays} days and a
confidence of at least ${rankedConfidence}, which two matches give. The others come after
them: provisional with a match in that time, resting without one. Unlisted
players are left out. The change is from matches of the last ${changeDays} days. On a
narrow terminal the columns of confidence and matches make room for long names.`,
  layout: { whole: 'player', spare: ['confidence', 'matches'] },
  example: '--competition cmp_… --limit 10',
  async run({ database: { db }, clock }, flags: Flags, _, console) {
    const { json, competition, ids, venue, limit } = flags;
    await checkIsThere(db, 'competition', competition);
    await checkIsThere(db, 'venue', venue);
    const sought = { competition_id: competition, venue_id: venue };
    const players = await listRanking(db, sought, clock(), limit);
    const named = players.map((player) => ({
      ...player,
      display_name: player.display_name ?? erasedName,
    }));
    if (json) return named.map(recordOf);
    if (named.length > 0) return named.map((player) => rowOf(player, ids));
    console.out('None: there are no players there. "tennis players list" has everybody.');
    return undefined;
  },
});

type Named = RankedPlayer & { readonly display_name: string };

const missingOf = ({ state, confidence }: Named) =>
  state === 'ranked' ? 0 : matchesMissing(confidence);

function recordOf(player: Named) {
  const { id, display_name, rank, state, value, confidence, change, ...rest } = player;
  const { rated_matches, last_rated_match_at } = rest;
  return {
    ...{ rank, state, matches_missing: missingOf(player), player_id: id, display_name },
    rating: { value, confidence },
    ...{ rated_matches, change, last_rated_match_at },
  };
}

function rowOf(player: Named, ids: true | undefined) {
  const { rank, state, display_name, value, change, confidence, id, ...rest } = player;
  const { rated_matches: matches, last_rated_match_at: last } = rest;
  return {
    rank: rank ?? state,
    player: display_name,
    rating: value,
    confidence,
    matches,
    last_30_days: changeInWords(change),
    last_match: last && warsawDay(Date.parse(last)),
    ...(ids && { id }),
  };
}
