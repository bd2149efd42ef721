// When a change of a rating took place: other than when it was applied.
import { expect, test } from 'bun:test';
import { momentOf } from '../../modules/website/index.ts';
import type { HistoryId } from '../../shared/ids.ts';

const applied = '2026-11-21T03:00:00.000Z';
const played = '2026-01-10T17:00:00.000Z';

const change = {
  at: [1, played, applied, '', 1],
  id: 'rtg_aaaaaaaaaa' as HistoryId,
  occurred_at: applied,
  drops_applied: 0,
  value_before: 1500,
  value_after: 1500,
  confidence_after: 60,
  opponent_rating: null,
  expected_score: null,
  actual_score: null,
  match_id: null,
  played_at: null,
  last_rated_match_at: null,
  first_player_id: null,
  status: null,
  score: null,
  winner_id: null,
  opponent_id: null,
  opponent_name: null,
  is_noted_late: false,
} as const;

test.each([
  ['a match, when it was played', { reason: 'match_result', played_at: played }, played],
  ['an initial assessment, when it was made', { reason: 'initial_assessment' }, applied],
  [
    'a drop, when it fell due',
    { reason: 'inactivity', last_rated_match_at: played, drops_applied: 2 },
    '2026-04-10T17:00:00.000Z',
  ],
] as const)('%s', (_, more, moment) => {
  expect(new Date(momentOf({ ...change, ...more })).toISOString()).toBe(moment);
});
