import { findPlayer } from '../modules/players/index.ts';
import { findRating, listHistory, standingOf } from '../modules/ratings/index.ts';
import { noSuchRow } from '../shared/database/db.ts';
import { isId } from '../shared/ids.ts';
import { warsawDay } from '../shared/time.ts';
import { count } from './option-values.ts';
import { print } from './output.ts';
import { verb } from './verb.ts';

type Changes = Awaited<ReturnType<typeof listHistory>>;

/** `ratings show`: where a player stands, and the sentences that say why. */
export const showRating = verb({
  name: 'show',
  about: 'show a player’s rating, and its last changes with the reasons',
  takes: ['<player>', 'the id of the player'],
  options: (command) =>
    command.option('--limit <number>', 'how many changes, up to 10000', count, 10),
  example: 'plr_… --limit 3',
  async run({ database }, options: { readonly limit: number; readonly json?: true }, id, console) {
    if (!isId('player', id)) throw noSuchRow('player', id);
    const [player, rating, changes] = await database.atOneMoment(async (db) => [
      await findPlayer(db, id),
      await findRating(db, id),
      await listHistory(db, id, options.limit, undefined),
    ]);
    if (!player || !rating) throw noSuchRow('player', id);
    const { display_name } = player;
    const standing = standingOf(rating.confidence);
    if (options.json) {
      const { player_id, ...rest } = rating;
      return { player_id, display_name, standing, ...rest, changes: changes.map(entryOf) };
    }
    const { value, confidence, rated_matches, last_rated_match_at } = rating;
    print(console, options, {
      name: display_name,
      rating: value,
      confidence: `${confidence} of 100, ${standing}`,
      rated_matches,
      last_rated_match: last_rated_match_at,
    });
    console.out('');
    print(console, options, changes.map(rowOf));
    return undefined;
  },
});

const entryOf = ({ entry }: Changes[number]) => entry;

function rowOf({ entry }: Changes[number]) {
  const { occurred_at, change, value_after, reason } = entry;
  return {
    day: warsawDay(Date.parse(occurred_at)),
    change: change !== null && change > 0 ? `+${change}` : change,
    rating: value_after,
    why: reason.explanation,
  };
}
