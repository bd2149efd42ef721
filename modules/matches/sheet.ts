// How a row of a sheet of results, as leagues write them, becomes the texts of the columns.
import { readClock, readMoment } from '../../shared/exchange/moment.ts';
import type { Beside, Composed, Sheet, TextFault, Texts } from '../../shared/exchange/sheet.ts';
import { folded } from '../../shared/text.ts';
import { matchParts } from './columns.ts';
import { gamesWon, winnerOf } from './score.ts';
import { type Mark, markIn } from './score-marks.ts';
import { placeIn } from './sheet-place.ts';
import { readResult } from './written-score.ts';

export const matchSheet: Sheet = { parts: matchParts, isOpen, compose, complete };

/** Some of the texts, by which a row's own are replaced: undefined for none. */
type Replaced = {
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly faults?: readonly TextFault[];
};

function compose(cells: Texts, beside: Beside): Composed {
  const refused = withoutPlace(cells);
  if (refused) return { refused };
  const time = timeIn(cells, beside.shared.time);
  const all = [time, placeIn(cells, beside), resultIn(cells)];
  const texts = Object.assign({}, cells, ...all.map((one) => one.texts));
  return { texts, faults: all.flatMap(({ faults = [] }) => faults), assumed: time.assumed };
}

/** Whether a row has no result yet: neither who won, nor a game, nor that somebody gave up; or nobody to play. */
function isOpen(cells: Texts): boolean {
  const { status = '', score, winner, retired_player, remarks = '', player_1, player_2 } = cells;
  if ([player_1, player_2].some((name) => /^(bye|wolny los)$/i.test(name ?? ''))) return true;
  if (winner ?? retired_player) return false;
  const isPlanned = status === '' || planned.includes(folded(status));
  const result = [score, setsIn(cells)].filter(Boolean).join(' ');
  return (
    isPlanned &&
    markIn(remarks) === undefined &&
    /^[0\P{L}]*$/u.test(result) &&
    !/[1-9]/.test(result)
  );
}

/** The day and the time of day in one; `usual` is the time of day where a row has none. */
function timeIn(
  { played_at, time }: Texts,
  usual: string | undefined,
): Replaced & { readonly assumed?: string } {
  const moment = played_at === undefined ? undefined : readMoment(played_at);
  if (!moment || 'fault' in moment || moment.value.offset) return { texts: {} };
  const { day, clock } = moment.value;
  if (time === undefined) {
    if (clock) return { texts: {} };
    const texts = { played_at: `${day} ${usual ?? '12:00'}` };
    return usual ? { texts } : { texts, assumed: 'no time of day: noon is taken' };
  }
  const read = readClock(time);
  if ('fault' in read) return { texts: {}, faults: [fault('played_at', read.fault, 'time')] };
  // A spreadsheet may write a day as its midnight.
  if (clock && clock !== midnight && clock !== read.value) {
    return { texts: {}, faults: [fault('played_at', `${clock} stands beside the day.`, 'time')] };
  }
  return { texts: { played_at: `${day} ${read.value}` } };
}

const midnight = '00:00:00';

const wordsOf = (...words: string[]) => words.map(folded);
const completed = wordsOf(
  ...['completed', 'complete', 'played', 'finished', 'final'],
  ...['rozegrany', 'rozegrana', 'rozegrane', 'rozegrano', 'zagrany', 'zakończony', 'zakończone'],
);
const withoutWinner = wordsOf(
  ...['abandoned', 'unfinished', 'incomplete', 'suspended', 'timed', 'time', 'draw', 'remis'],
  ...['przerwany', 'przerwane', 'przerwano', 'niedokończony', 'niedokończone', 'na czas'],
  ...['nierozstrzygnięty', 'nierozstrzygnięte'],
);
const planned = wordsOf(
  ...['planned', 'scheduled', 'not played', 'open', 'to be played'],
  ...['zaplanowany', 'nierozegrany', 'do rozegrania', 'planowany'],
);
const twice = /^(?:double|obustronn|obopóln|podwójn)\p{L}*[\s_-]+(?:walk|w\.?\/?o)/iu;

/** Why a result can't be stored at all. */
function withoutPlace(cells: Texts): TextFault | undefined {
  const column = ['status', 'score', 'remarks'].find((name) => twice.test(cells[name] ?? ''));
  if (column) {
    return fault(column, "Nobody won a double walkover, so it can't be stored: leave the row out.");
  }
  if (!withoutWinner.includes(folded(cells.status ?? ''))) return undefined;
  const way = 'If somebody gave up, write retired, and who in retired_player.';
  const reason = `There is no place for a match that nobody won: leave the row out. ${way}`;
  return fault('status', reason);
}

/** The status and the score. */
function resultIn(cells: Texts): Replaced {
  const { status = '', remarks = '', winner, retired_player } = cells;
  const sets = setsIn(cells);
  const score = sets || cells.score;
  const read = score === undefined ? { value: {} } : readResult(score);
  const written = 'value' in read ? read.value : undefined;
  const games = written?.score;
  const isPlayed = !written || (games !== undefined && isBegun(games));
  const isDecided = games !== undefined && winnerOf(games, standard) !== undefined;
  const word = folded(status);
  const said = written?.ending ?? markIn(cells.score ?? '') ?? markIn(status);
  const remarked = said ? undefined : markIn(remarks);
  const gaveUp = status === '' && retired_player !== undefined && !isDecided;
  const byMark: Mark = isPlayed ? 'retired' : 'walkover';
  // The words of the interface mean what they say; people use the others for both.
  const strict = (['retired', 'walkover'] as const).find((one) => one === word);
  const ending = strict ?? (said || remarked || gaveUp ? byMark : undefined);
  const usual = completed.includes(word) ? 'completed' : status || undefined;
  const texts = {
    status: ending ?? usual,
    score: ending === 'walkover' && !isPlayed ? undefined : score,
  };
  const faults: TextFault[] = [];
  if (sets && cells.score && !agrees(cells.score, sets)) {
    faults.push(fault('score', `The columns of the sets say ${sets}.`));
  }
  if (remarked && isDecided && !strict) {
    const reason = 'This says that somebody gave up, but the sets decide the match.';
    faults.push(fault('status', reason, 'remarks'));
  } else if (ending && winner === undefined && retired_player === undefined) {
    const [column, who, other] =
      ending === 'retired'
        ? ['retired_player', 'gave up', 'who won in winner']
        : ['winner', 'won', 'who gave up in retired_player'];
    faults.push(fault(column ?? '', `It is missing: write who ${who}, or ${other}.`));
  }
  return { texts, faults };
}

const standard = { games_per_set: 6, final_set: 'full_set' } as const;

const isBegun = (score: Parameters<typeof gamesWon>[0]) =>
  score.match_tiebreak !== undefined || Math.max(...gamesWon(score)) > 0;

/** The sets that stand in columns of their own, as one score. */
function setsIn(cells: Texts): string {
  const names = matchParts.flatMap(({ name }) => (name.startsWith('set_') ? name : []));
  return names.flatMap((name) => cells[name] ?? []).join(' ');
}

/** Whether a score says no other than the sets beside it: the same games, or 2:0 for the sets. */
function agrees(score: string, sets: string): boolean {
  const numbers = (text: string) => text.match(/\d+/g)?.join(' ');
  return /^[0-3]\P{L}[0-3]$/u.test(score) || [undefined, numbers(sets)].includes(numbers(score));
}

/** Who gave up is the other than the winner, and the winner of a walkover the other than who didn't come. */
function complete(record: Record<string, unknown>): void {
  const { status, player_ids, winner_id, retired_player_id } = record;
  const [first, second]: readonly unknown[] = Array.isArray(player_ids) ? player_ids : [];
  const otherThan = (id: unknown) => (id === first ? second : id === second ? first : undefined);
  if (status === 'retired' && winner_id && !retired_player_id) {
    record.retired_player_id = otherThan(winner_id);
  }
  const present = status === 'walkover' && retired_player_id && otherThan(retired_player_id);
  if (!present || (winner_id && winner_id !== present)) return;
  record.winner_id = present;
  record.retired_player_id = undefined;
}

function fault(column: string, reason: string, at?: string): TextFault {
  return { column, reason, ...(at && { at }) };
}
