// Stands in for what `listRanking` will give: states, ranks only for the ranked, and nobody who is unlisted.
import type { Db } from '../../shared/database/db.ts';
import { listRanking, type RankedPlayer } from '../ratings/index.ts';
import { unlistedPlayers } from './takeaway-repository.ts';

const order = ['ranked', 'provisional', 'resting'] as const;

/** Everybody who is listed, the ranked first, then the provisional, then the resting. */
export async function rankingRows(db: Db, now: number) {
  const unlisted = new Set<string>((await unlistedPlayers(db, {})).map(({ id }) => id));
  const players: RankedPlayer[] = [];
  for (let isWhole = false; !isWhole; ) {
    const page = await listRanking(db, { everybody: true }, now, 1_000, players.at(-1)?.end);
    players.push(...page);
    isWhole = page.length < 1_000;
  }
  const stateOf = ({ is_ranked, confidence }: RankedPlayer) =>
    order[is_ranked ? (confidence >= 40 ? 0 : 1) : 2] ?? 'resting';
  const listed = players
    .filter(({ id }) => !unlisted.has(id))
    .map((player) => ({ ...player, state: stateOf(player) }))
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  let rank = 0;
  return listed.map((player, index) => {
    if (player.value !== listed[index - 1]?.value) rank = index + 1;
    return { ...player, rank: player.state === 'ranked' ? rank : null };
  });
}
