// A match is rated before it was played, as the clocks have it: its drops come before they are due.
import { expect, test } from 'bun:test';
import type { StoredMatch } from '../../modules/matches/index.ts';
import { rateMatch } from '../../modules/ratings/rate-match.ts';
import { createReplay } from '../../modules/ratings/replay.ts';
import type { HistoryEntry } from '../../modules/ratings/schema.ts';
import { assess } from '../../modules/ratings/standing.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';

const [anna, bartek, celina] = ['plr_aaaaaaaaaa', 'plr_bbbbbbbbbb', 'plr_cccccccccc'] as [
  PlayerId,
  PlayerId,
  PlayerId,
];
const created_at = '2026-01-01T10:00:00.000Z';
const assessed = (id: PlayerId) => ({ id, self_assessed_ntrp: 3.5, created_at });

function match(id: string, played_at: string): StoredMatch {
  const known: Partial<StoredMatch> = {
    id: id as MatchId,
    played_at,
    first_player_id: anna,
    second_player_id: bartek,
    winner_id: anna,
    status: 'completed',
    score: { sets: [{ games: [6, 4] }, { games: [6, 4] }] },
  };
  return known as StoredMatch;
}

const early = match('mat_aaaaaaaaaa', '2026-01-02T10:00:00.000Z');
const late = match('mat_bbbbbbbbbb', '2026-05-02T10:00:00.000Z'); // 120 days after it
const soon = { ...late, played_at: '2026-02-02T10:00:00.000Z' };
const now = '2026-01-03T10:00:00.000Z';
const next = '2026-01-04T10:00:00.000Z';

/** Both matches are rated within two days, though the second was played in May: two drops each, down to 20. */
function ratedAhead() {
  const starts = [assess(assessed(anna)), assess(assessed(bartek))];
  const standings = new Map(starts.map(({ standing }) => [standing.player_id, standing]));
  const first = rateMatch(early, standings, now, () => '');
  const between = new Map(first.standings.map((standing) => [standing.player_id, standing]));
  const second = rateMatch(late, between, next, () => '');
  return {
    before: [...starts.map(({ entry }) => entry), ...first.entries],
    drops: second.entries.filter(({ reason }) => reason.code === 'inactivity'),
    sides: second.entries.filter(({ reason }) => reason.code === 'match_result'),
  };
}

/** What is wrong with the history, each with its entry's id. */
function faultsOf(history: readonly HistoryEntry[], matches = [early, late]) {
  const replay = createReplay(assessed);
  const faults: [string, string][] = [];
  for (const entry of history) {
    const played = matches.find(({ id }) => id === entry.reason.match_id);
    replay.follow(entry, played, (fault) => faults.push([entry.id, fault]));
  }
  replay.finish();
  return faults;
}

const { before, drops, sides } = ratedAhead();
const notDue = drops.map(({ id }): [string, string] => [id, 'is a drop that was not due']);

test('the match that follows says that its drops were due', () => {
  expect(drops.map(({ confidence_after }) => confidence_after)).toEqual([25, 20, 25, 20]);
  expect(faultsOf([...before, ...drops, ...sides])).toEqual([]);
});

test('without a match after them they were not', () => {
  expect(faultsOf([...before, ...drops])).toEqual(notDue);
});

test('nor before a match that was played too soon', () => {
  const faults = faultsOf([...before, ...drops, ...sides], [early, soon]);
  expect(faults.filter(([, fault]) => fault.includes('due'))).toEqual(notDue);
});

test('nor where the match was rated at another moment', () => {
  const later = sides.map((side) => ({ ...side, occurred_at: '2026-01-05T10:00:00.000Z' }));
  expect(faultsOf([...before, ...drops, ...later])).toEqual(notDue);
});

test('nor where they are of different moments themselves', () => {
  const [first, ...rest] = drops;
  const moved = { ...first, occurred_at: '2026-01-03T12:00:00.000Z' } as HistoryEntry;
  expect(faultsOf([...before, moved, ...rest, ...sides])).toEqual(notDue.slice(0, 1));
});

const both = [early, late];
const [starts, first] = [before.slice(0, 2), before.slice(2)];
const moved = first.map((entry) => ({ ...entry, occurred_at: '2025-12-31T10:00:00.000Z' }));
const ofOthers = { ...early, first_player_id: bartek, second_player_id: celina };

test.each<[fault: string, history: HistoryEntry[], matches: StoredMatch[]]>([
  ['is a second initial assessment', [...starts, ...starts], both],
  ['comes before the initial assessment', first, both],
  ['has an opponent without an initial assessment', [...starts.slice(0, 1), ...first], both],
  ['has no such match', before, []],
  ['is of a player who did not play the match', before, [ofOthers]],
  [
    'does not stand beside the other entry of its match',
    [...starts, ...first.slice(1), ...first.slice(1)],
    both,
  ],
  ['lacks a drop of confidence that was due before the match', [...before, ...sides], both],
  ['occurred_at is before that of the previous entry', [...starts, ...moved], both],
])('it says of an entry: %s', (fault, history, matches) => {
  expect(faultsOf(history, matches)[0]?.[1]).toBe(fault);
});
