// A match that is rated afterwards needs a place for each of its entries between those that there are.
import { expect, test } from 'bun:test';
import type { StoredMatch } from '../../modules/matches/index.ts';
import { createRecalculation, NoRoom } from '../../modules/ratings/recalculation.ts';
import { assess } from '../../modules/ratings/standing.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';

const both = ['plr_aaaaaaaaaa', 'plr_bbbbbbbbbb'] as [PlayerId, PlayerId];
const created_at = '2026-01-01T10:00:00.000Z';
const people = new Map(
  both.map((id) => [id, { id, self_assessed_ntrp: 3.5, created_at, display_name: 'Anna K.' }]),
);
const known: Partial<StoredMatch> = {
  id: 'mat_aaaaaaaaaa' as MatchId,
  played_at: '2026-01-02T10:00:00.000Z',
  first_player_id: both[0],
  second_player_id: both[1],
  winner_id: both[0],
  status: 'completed',
  score: { sets: [{ games: [6, 4] }, { games: [6, 4] }] },
};
const match = known as StoredMatch;

/** The places of the two entries of the match, which is rated after place 10 and before another one. */
function placesBefore(place: number) {
  const walk = createRecalculation({ people, look: undefined, present: 0 }, 10);
  for (const [id, person] of people) {
    walk.players.set(id, { from: 0, standing: assess(person).standing, drops: [] });
  }
  walk.insert(match, { place, now: '2026-01-03T10:00:00.000Z' });
  return walk.take().added.map(({ sequence }) => sequence);
}

test('two entries have places of their own where two are free', () => {
  expect(placesBefore(13)).toEqual([11, 12]);
});

test.each([11, 12])('where fewer are free, before %d, there is no room', (place) => {
  expect(() => placesBefore(place)).toThrow(NoRoom);
});
