import { findPlayer } from '../modules/players/index.ts';
import {
  findRating,
  type HistoryEntry,
  listHistory,
  matchesMissing,
  stateOf,
} from '../modules/ratings/index.ts';
import { changesOfPlayer, momentOf, startOfList } from '../modules/website/index.ts';
import { noSuchRow } from '../shared/database/db.ts';
import { warsawDay } from '../shared/time.ts';
import { knownId, limitOption } from './option-values.ts';
import { type JsonFlag, print } from './output.ts';
import { verb } from './verb.ts';
import { changeInWords } from './words.ts';

type Flags = JsonFlag & { readonly limit: number };

/** An entry, and the day in Warsaw when its match was played, or its drop fell due. */
type Change = HistoryEntry & { readonly day: string };

/** `ratings show`: a player's rating, and the sentences that say why. */
export const showRating = verb({
  name: 'show',
  about: 'show a player’s rating, and its last changes with the reasons',
  takes: ['<player>', 'the id of the player'],
  options: [limitOption('how many changes', 10)],
  example: 'plr_… --limit 3',
  async run({ database, clock }, options: Flags, name, console) {
    const id = knownId('player', name);
    const { limit } = options;
    const [player, rating, history, lists] = await database.atOneMoment(async (db) => [
      await findPlayer(db, id),
      await findRating(db, id),
      await listHistory(db, id, limit, undefined),
      await changesOfPlayer(db, { id, ...startOfList }, limit),
    ]);
    const rows = lists.flatMap(({ changes }) => changes);
    const moments = new Map(rows.map((change) => [change.id, momentOf(change)]));
    const changes = history.map(({ entry }) => ({
      day: warsawDay(moments.get(entry.id) ?? Date.parse(entry.occurred_at)),
      ...entry,
    }));
    if (!player || !rating) throw noSuchRow('player', id);
    const { display_name } = player;
    const state = stateOf(rating, clock());
    if (options.json) {
      const { player_id, ...rest } = rating;
      return { player_id, display_name, state, ...rest, changes };
    }
    const { value, confidence, rated_matches, last_rated_match_at } = rating;
    await print(console, options, {
      name: display_name,
      rating: value,
      confidence: `${confidence} of 100`,
      state:
        state === 'ranked'
          ? state
          : `${state}, ${matchesMissing(confidence)} more rated for a rank`,
      rated_matches,
      last_rated_match: last_rated_match_at,
    });
    console.out('');
    await print(console, options, changes.map(rowOf));
    return undefined;
  },
});

function rowOf({ day, change, value_after, reason }: Change) {
  return { day, change: changeInWords(change), rating: value_after, why: reason.explanation };
}
