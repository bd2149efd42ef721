import { insertRows } from '../../shared/database/db.ts';
import { called, type Kind } from '../../shared/exchange/kind.ts';
import { runNumber } from '../../shared/ids.ts';
import { dayMs, utc, warsawMinute } from '../../shared/time.ts';
import { competitionKind } from '../competitions/index.ts';
import { playerKind } from '../players/index.ts';
import { lastRun, runKind } from '../runs/index.ts';
import { venueKind } from '../venues/index.ts';
import { matchColumns } from './columns.ts';
import { resultsLike } from './doubtful.ts';
import { createMatchCheck, createVoidedCheck } from './file-check.ts';
import { newMatch } from './judging.ts';
import { listedMatches, listedVoided } from './record-repository.ts';
import {
  type MatchRecord,
  MatchRecordSchema,
  type VoidedRecord,
  VoidedRecordSchema,
} from './record-schema.ts';
import { type Placed, type StoredMatch, twinsOf } from './repository.ts';
import { swapped } from './score.ts';
import { matchSheet } from './sheet.ts';
import { writtenScore } from './written-score.ts';

export const matchKind: Kind<MatchRecord> = {
  ...called('match', 'matches'),
  schema: MatchRecordSchema,
  references: {
    competition_id: competitionKind,
    venue_id: venueKind,
    player_ids: playerKind,
    ...{ run: runKind, waited: runKind, came_after: runKind },
  },
  past: ['created_at'],
  claims: (match) => [
    { place: '', key: keyOf(match), reason: 'duplicate-match: this match is in already' },
  ],
  async taken(db, matches) {
    const keys = new Map(matches.map((match) => [match.id, keyOf(match)]));
    const twins = await twinsOf(db, matches.map(momentOf));
    return twins.map(({ id, twin }) => ({ place: '', key: keys.get(id) ?? '', by: twin }));
  },
  putRight: (db, matches) => resultsLike(db, matches),
  told: ({ id, played_at, score, status }) =>
    `it is ${score ? writtenScore(score).join(' ') : status} of ${warsawMinute(played_at.instant)} there, and "tennis matches correct ${id}" puts that right`,
  monthOf: ({ played_at }) => Math.floor(played_at.instant / (30 * dayMs)),
  createCheck: createMatchCheck,
  async insert(tx, matches, { now }) {
    const last = await lastRun(tx.db);
    const rows = matches.map((match) => rowOf(match, now, last));
    await insertRows(tx.db, 'match', rows);
    await tx.publish('match.submitted', {});
  },
  ...listedMatches,
  content: contentOf,
  columns: matchColumns,
  sheet: matchSheet,
};

/** Voided matches as a kind of record, so that a backup can restore them, too. */
export const voidedKind: Kind<VoidedRecord> = {
  name: 'voided_match',
  words: ['voided match', 'voided matches'],
  table: 'voided_match',
  schema: VoidedRecordSchema,
  references: matchKind.references ?? {},
  apartFrom: matchKind,
  past: ['created_at', 'voided_at'],
  createCheck: createVoidedCheck,
  insert(tx, matches) {
    const rows = matches.map((match) => {
      const row = rowOf(match, match.created_at.instant, 0);
      return { ...row, received_at: row.created_at, voided_at: utc(match.voided_at.instant) };
    });
    return insertRows(tx.db, 'voided_match', rows);
  },
  ...listedVoided,
};

/** What no two matches may have in common: the players in either order, the competition, the moment. */
function keyOf({ competition_id, played_at, player_ids }: MatchRecord): string {
  return [competition_id, played_at.instant, ...player_ids.toSorted()].join(' ');
}

/**
 * A result, whichever player is named first, without its rating status, and without a tiebreak's points if
 * the line has none. rules 9.4
 */
function contentOf(
  { rating_status, run, waited, came_after, player_ids, score: whole, ...match }: MatchRecord,
  line: MatchRecord,
): object {
  const score = whole && {
    ...whole,
    sets: whole.sets.map((set, index) =>
      line.score?.sets[index]?.tiebreak ? set : { games: set.games },
    ),
  };
  const players = player_ids.toSorted();
  return {
    ...match,
    player_ids: players,
    score: score && players[0] !== player_ids[0] ? swapped(score) : score,
    court_number: match.court_number ?? undefined,
    created_at: match.created_at ?? undefined,
    winner_id: match.winner_id ?? undefined, // it follows from the others
  };
}

function momentOf({ id, competition_id, played_at, player_ids }: MatchRecord) {
  const [first_player_id, second_player_id] = player_ids;
  const moment = utc(played_at.instant);
  return { id, competition_id, played_at: moment, first_player_id, second_player_id };
}

/** The row of a match that came in at the moment, in milliseconds, and, if it doesn't say, after that run or look. */
function rowOf(match: MatchRecord, now: number, after: number): StoredMatch & Placed {
  const row = newMatch(match, { id: match.id, createdAt: match.created_at?.instant ?? now });
  const { rating_status, run, waited, came_after } = match;
  return {
    ...row,
    rating_status: rating_status ?? row.rating_status,
    run: run ? runNumber(run) : null,
    waited: (waited ?? []).map(runNumber),
    came_after: came_after === undefined ? after : came_after === null ? 0 : runNumber(came_after),
  };
}
