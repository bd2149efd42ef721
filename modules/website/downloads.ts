// What can be taken away as tables for spreadsheets: all of a list, with what the pages show of it.
import { setImmediate as pause } from 'node:timers/promises';
import type { Db } from '../../shared/database/db.ts';
import type { QueryOf } from '../../shared/http/query.ts';
import { found } from '../../shared/http/reads.ts';
import type { CompetitionId, PlayerId } from '../../shared/ids.ts';
import { utc, warsawDay } from '../../shared/time.ts';
import { findCompetition } from '../competitions/index.ts';
import { type MatchShown, type Side, swapped, writtenScore } from '../matches/index.ts';
import { listRanking, type RankedPlayer } from '../ratings/index.ts';
import { meetingOf, momentOf, startOfList } from './changes-list.ts';
import type { ChangeRow } from './changes-repository.ts';
import {
  type CompetitionResult,
  competitionResults,
  competitionSummary,
} from './competition-repository.ts';
import { leagueRows } from './competition-table.tsx';
import { byteOrderMark, type Cell, csvOf } from './csv.ts';
import { downloadWords } from './download-words.ts';
import { send } from './file.ts';
import { nameIn } from './language.ts';
import { playerName } from './player-repository.ts';
import type { rankingQuery } from './ranking.tsx';
import { stateWords } from './state.tsx';
import { historyOfPlayer } from './takeaway-repository.ts';
import type { Visit } from './visit.ts';

type RankingQuery = QueryOf<typeof rankingQuery>;
type OfCompetition = { readonly competition_id: CompetitionId };
type OfPlayer = { readonly player_id: PlayerId };

/** The ranking, or a part of it, as its page has it: who is ranked, and after them everybody else. */
export async function rankingTable(db: Db, visit: Visit, query: RankingQuery): Promise<Response> {
  const { language } = visit;
  const words = downloadWords[language];
  const { q: name, venue: venue_id, competition: competition_id } = query;
  const sought = { name: name || undefined, venue_id, competition_id };
  const players = await all<RankedPlayer>((last) =>
    listRanking(db, sought, visit.now, atOnce, last?.end),
  );
  return table(visit, 'ranking', players, [
    // Among those with a name there are no places.
    [words.rank, ({ rank }) => (name ? null : rank)],
    [words.player, ({ display_name }) => nameIn(language, display_name)],
    [words.rating, ({ value }) => value],
    [words.confidence, ({ confidence }) => confidence],
    [words.ratedMatches, ({ rated_matches }) => rated_matches],
    [words.lastMatch, ({ last_rated_match_at: last }) => last && dayOf(last)],
    [words.state, ({ state }) => stateWords[language][state].word],
  ]);
}

/** The table of a league. Throws `not-found` for a tournament, which has none. */
export async function leagueTable(db: Db, visit: Visit, params: OfCompetition): Promise<Response> {
  const id = params.competition_id;
  const words = downloadWords[visit.language];
  const asked = { id, now: utc(visit.now), today: warsawDay(visit.now) };
  const [summary] = await competitionSummary(db, asked);
  const league = found(params, summary?.type === 'league' ? summary : undefined);
  return table(visit, `table-${id}`, leagueRows(league), [
    [words.place, (_, index) => index + 1],
    [words.player, ({ display_name }) => nameIn(visit.language, display_name)],
    [words.matches, ({ matches }) => matches],
    [words.wins, ({ wins }) => wins],
    [words.losses, ({ losses }) => losses],
    [words.setsWon, ({ sets }) => sets[0]],
    [words.setsLost, ({ sets }) => sets[1]],
    [words.gamesWon, ({ games }) => games[0]],
    [words.gamesLost, ({ games }) => games[1]],
  ]);
}

/** All results of a competition, the last played first. */
export async function resultsTable(db: Db, visit: Visit, params: OfCompetition): Promise<Response> {
  const { language } = visit;
  const id = params.competition_id;
  const words = downloadWords[language];
  found(params, await findCompetition(db, id));
  const results = await all<CompetitionResult>((last) =>
    competitionResults(db, { id, after: last && [last.played_at, last.id] }, atOnce),
  );
  return table(visit, `results-${id}`, results, [
    [words.day, ({ played_at }) => dayOf(played_at)],
    [words.winner, ({ winner_name }) => nameIn(language, winner_name)],
    [words.loser, ({ loser_name }) => nameIn(language, loser_name)],
    [words.score, ({ first_won, score }) => scoreFrom(first_won ? 0 : 1, score)],
    [words.ending, ({ status }) => words.endings[status]],
    [words.counted, ({ rating_status }) => words.ratingStatuses[rating_status]],
    [words.winnerChange, ({ winner_change }) => winner_change],
    [words.loserChange, ({ loser_change }) => loser_change],
  ]);
}

/** Every change of a player's rating, the first one first. */
export async function historyTable(db: Db, visit: Visit, params: OfPlayer): Promise<Response> {
  const { language } = visit;
  const id = params.player_id;
  const words = downloadWords[language];
  found(params, await playerName(db, id));
  const changes = await all<ChangeRow>(async (last) => {
    const [page] = await historyOfPlayer(db, { id, entry: last?.at ?? startOfList.entry }, atOnce);
    return page?.changes ?? [];
  });
  const rows = changes.reverse().map((row) => ({ ...row, meeting: meetingOf(row, id) }));
  const [start, next] = rows;
  // A start that was noted after the first match has no day.
  const isLate = start && next && momentOf(start) > momentOf(next);
  return table(visit, `history-${id}`, rows, [
    [words.day, (row) => (isLate && row === start ? null : dayOf(utc(momentOf(row))))],
    [words.what, ({ reason }) => words.reasons[reason]],
    [words.opponent, ({ meeting }) => meeting && nameIn(language, meeting.opponent.display_name)],
    [words.opponentRating, ({ opponent_rating }) => opponent_rating],
    [words.score, ({ meeting }) => meeting && scoreFrom(meeting.side, meeting.score)],
    [words.result, ({ meeting }) => meeting && words[meeting.won ? 'won' : 'lost']],
    [words.expected, ({ expected_score }) => expected_score],
    [
      words.change,
      ({ value_before: before, value_after }) => (before === null ? null : value_after - before),
    ],
    [words.rating, ({ value_after }) => value_after],
    [words.confidence, ({ confidence_after }) => confidence_after],
  ]);
}

/** The heading of a column, and its cell in a row. */
type Column<Row> = readonly [heading: string, cell: (row: Row, index: number) => Cell | undefined];

/** The rows as a file; others get their turn after each thousand of them. */
async function table<Row>(
  visit: Visit,
  name: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Promise<Response> {
  const parts = [csvOf(visit.language, [columns.map(([heading]) => heading)])];
  for (let start = 0; start < rows.length; start += atOnce) {
    const cells = rows
      .slice(start, start + atOnce)
      .map((row, index) => columns.map(([, cell]) => cell(row, start + index) ?? null));
    parts.push(csvOf(visit.language, cells));
    await pause();
  }
  const content = byteOrderMark + parts.join('');
  return send(visit, { type: 'text/csv; charset=utf-8', name: `${name}.csv`, content });
}

/** How many rows are read, or written, at once. */
const atOnce = 1_000;

/** All rows of a list; `next` reads up to `atOnce` of them after one, or the first ones. */
async function all<Row>(next: (last: Row | undefined) => Promise<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let isWhole = false; !isWhole; ) {
    const page = await next(rows.at(-1));
    rows.push(...page);
    isWhole = page.length < atOnce;
  }
  return rows;
}

function dayOf(moment: string): string {
  return warsawDay(Date.parse(moment));
}

/** A score as one side sees it; its dashes keep a spreadsheet from making a date of 6-4. */
function scoreFrom(side: Side, score: MatchShown['score']): string | null {
  return score && writtenScore(side === 0 ? score : swapped(score), '–').join(' ');
}
