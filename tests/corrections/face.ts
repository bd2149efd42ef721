// How the tests ask for corrections: the one place that knows the product's way of asking.
import type { Workbench } from '../../commands/workbench.ts';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { MatchId, PlayerId, VenueId } from '../../shared/ids.ts';
import { ids } from '../support/city.ts';
import type { Played } from './season.ts';
import { type Correction, playerId } from './truth.ts';

const askedFor = { actor: { user: 'tester' }, reason: 'It was wrong.' };
const idOf = (player: number) => playerId(player) as PlayerId;

/** Corrections in a season that is played on the workbench; `matchId` gives the id of a match. */
export function correctionsOn(workbench: Workbench, matchId: (match: number) => string) {
  const corrections = createCorrections(workbench);
  return {
    rebuild: (order: 'applied' | 'played') => corrections.rebuild(order, askedFor),
    /** Puts something right, or only says what would become of it. */
    correct(one: Correction, dryRun = false) {
      const asked = { ...askedFor, dryRun };
      if (one.kind === 'level') return corrections.changeLevel(idOf(one.player), one.level, asked);
      if (one.kind === 'merge') {
        return corrections.mergePlayers(idOf(one.from), idOf(one.into), asked);
      }
      const id = matchId(one.match) as MatchId;
      if (one.kind === 'void') return corrections.voidMatch(id, asked);
      if (one.kind === 'restore') return corrections.restoreMatch(id, asked);
      const { competition_id: _, ...changes } = bodyOf(one.to);
      return corrections.correctMatch(id, changes, asked);
    },
  };
}

/** What an organizer sends. */
export function bodyOf({ players, playedAt, venue, result }: Played) {
  const [first, second] = [idOf(players[0]), idOf(players[1])];
  const { status, winner, sets, matchTiebreak } = result;
  const score = {
    sets: sets.map(([own, opponents]) => ({ games: [own, opponents] as [number, number] })),
    ...(matchTiebreak && { match_tiebreak: matchTiebreak }),
  };
  return {
    competition_id: ids.tiebreakLeague,
    venue_id: `${ids.venues[venue]}` as VenueId,
    played_at: new Date(playedAt).toISOString(),
    player_ids: [first, second],
    status,
    ...(status !== 'walkover' && { score }),
    ...(status === 'walkover' && { winner_id: winner === 0 ? first : second }),
    ...(status === 'retired' && { retired_player_id: winner === 0 ? second : first }),
  };
}
