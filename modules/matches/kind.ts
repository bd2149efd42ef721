import { readNumber, readTime, readWord } from '../../shared/exchange/cell.ts';
import type { Column, Kind } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { competitionKind } from '../competitions/index.ts';
import { playerKind } from '../players/index.ts';
import { venueKind } from '../venues/index.ts';
import { createFileCheck } from './file-check.ts';
import { exportMatches, insertMatches, type NewMatch, twinsOf } from './repository.ts';
import { type MatchRecord, MatchRecordSchema } from './schema.ts';
import { newMatch } from './service.ts';
import { readScore } from './written-score.ts';

const columns: readonly Column[] = [
  {
    name: 'competition',
    member: 'competition_id',
    needed: true,
    to: competitionKind,
    help: 'its name or id',
  },
  { name: 'venue', member: 'venue_id', needed: true, to: venueKind, help: 'its name or id' },
  { name: 'court_number', member: 'court_number', read: readNumber, help: '2' },
  {
    name: 'played_at',
    member: 'played_at',
    needed: true,
    read: readTime,
    help: '2026-05-01 18:00 in Warsaw, or 2026-05-01T18:00:00+02:00',
  },
  {
    name: 'player_1',
    member: 'player_ids/0',
    needed: true,
    to: playerKind,
    help: 'display name or id',
  },
  {
    name: 'player_2',
    member: 'player_ids/1',
    needed: true,
    to: playerKind,
    help: 'display name or id',
  },
  {
    name: 'status',
    member: 'status',
    read: readWord,
    otherwise: () => 'completed',
    help: 'completed (also where it is empty), retired or walkover',
  },
  { name: 'score', member: 'score', read: readScore, help: '6-4 7-6(5), or 6-4 3-6 [10-8]' },
  {
    name: 'winner',
    member: 'winner_id',
    to: playerKind,
    among: 'player_ids',
    help: 'name or id; needed for a walkover',
  },
  {
    name: 'retired_player',
    member: 'retired_player_id',
    to: playerKind,
    among: 'player_ids',
    help: 'name or id; needed where one retired',
  },
];

/** Matches as a kind of record. */
export const matchKind: Kind<MatchRecord> = {
  name: 'match',
  words: ['match', 'matches'],
  table: 'match',
  ids: 'match',
  schema: MatchRecordSchema,
  references: ({ competition_id, venue_id, player_ids }) => [
    { to: competitionKind, place: 'competition_id', id: competition_id },
    { to: venueKind, place: 'venue_id', id: venue_id },
    ...player_ids.map((id, index) => ({ to: playerKind, place: `player_ids/${index}`, id })),
  ],
  claims: (match) => [
    { place: '', key: keyOf(match), reason: 'duplicate-match: this match is in already' },
  ],
  async taken(on, matches) {
    const keys = new Map(matches.map((match) => [match.id, keyOf(match)]));
    const twins = await twinsOf(
      on,
      matches.map(({ id, competition_id, played_at, player_ids }) => ({
        id,
        competition_id,
        played_at: utc(played_at.instant),
        first_player_id: player_ids[0],
        second_player_id: player_ids[1],
      })),
    );
    return twins.map(({ id, twin }) => ({ place: '', key: keys.get(id) ?? '', by: twin }));
  },
  moments: ({ created_at }) => ({ created_at: created_at?.instant }),
  createCheck: createFileCheck,
  async insert(tx, matches, { now }) {
    await insertMatches(
      tx.db,
      matches.map((match) => rowOf(match, now)),
    );
    await tx.publish('match.submitted', { count: matches.length });
  },
  list: exportMatches,
  columns,
};

/** What no two matches have in common: the players in either order, the competition, the moment. */
function keyOf({ competition_id, played_at, player_ids }: MatchRecord): string {
  return [competition_id, played_at.instant, ...player_ids.toSorted()].join(' ');
}

function rowOf(match: MatchRecord, now: number): NewMatch {
  const row = newMatch(match, { id: match.id, createdAt: match.created_at?.instant ?? now });
  return { ...row, rating_status: match.rating_status ?? row.rating_status };
}
