/** @jsxImportSource preact */
// What happened to a player's rating, in one list of changes and of matches that changed nothing.
import { dayMs, utc } from '../../shared/time.ts';
import { daysUntilDrop, endOfHistory } from '../ratings/index.ts';
import type { ChangeRow, ListPosition, OtherRow } from './changes-repository.ts';
import { counted, dayInWords, inEach, type Language } from './language.ts';
import {
  Change,
  Columns,
  isUnlisted,
  MatchLink,
  type Player,
  PlayerLink,
  Sentence,
} from './parts.tsx';
import type { Meeting } from './sentences.ts';
import type { Visit } from './visit.ts';

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** What the list of matches and changes says. */
export const listWords = inEach({
  title: ['Matches and changes', 'Mecze i zmiany'],
  caption: [
    'Every match and every change of the rating, most recently counted first',
    'Wszystkie mecze i zmiany liczby punktów, od ostatnio uwzględnionych',
  ],
  day: ['Day', 'Dzień'],
  what: ['Match', 'Mecz'],
  change: ['Change', 'Zmiana'],
  start: ['Start', 'Początek'],
  notRated: ['not rated', 'bez wpływu na punkty'],
  pause: [
    (from: string, until?: string) =>
      until ? `No rated match from ${from} to ${until}` : `No rated match since ${from}`,
    (from: string, until?: string) =>
      `Bez meczu rankingowego od ${from}${until ? ` do ${until}` : ''}`,
  ],
  drops: [
    (count: number, to: number) =>
      `${numberWords[count] ?? count} ${count === 1 ? 'drop' : 'drops'} of confidence, to ${to} of 100; rating unchanged`,
    (count: number, to: number) =>
      `${counted('pl', count, { one: 'spadek', few: 'spadki', other: 'spadków' })} pewności, do ${to} na 100; liczba punktów bez zmian`,
  ],
});

/** Where a list begins: before everything. */
export const startOfList: ListPosition = {
  entry: endOfHistory,
  played_at: 'infinity',
  match_id: '',
};

/** A row of the list, and how far the list has come with it. */
type ListRow = { readonly position: ListPosition } & (
  | { readonly change: ChangeRow; readonly other?: undefined }
  | { readonly change?: undefined; readonly other: OtherRow }
);

/**
 * Both lists as one: the changes in the order in which they were applied, the last first, and the
 * others among them by when they were played. From the same position, it always continues in the same way.
 */
export function inOneList(
  changes: readonly ChangeRow[],
  others: readonly OtherRow[],
  from: ListPosition,
): ListRow[] {
  const rows: ListRow[] = [];
  const left = [...others];
  let position = from;
  /** Puts those of the others on the list that were played after a moment. */
  const listOthers = (after: number) => {
    for (let other = left[0]; other && Date.parse(other.played_at) > after; other = left[0]) {
      position = { ...position, played_at: other.played_at, match_id: other.match_id };
      rows.push({ other, position });
      left.shift();
    }
  };
  for (const change of changes) {
    // Nothing comes before the initial assessment.
    const isFirst = change.reason === 'initial_assessment';
    listOthers(isFirst ? Number.NEGATIVE_INFINITY : momentOf(change));
    position = { ...position, entry: change.at };
    rows.push({ change, position });
  }
  listOthers(Number.NEGATIVE_INFINITY);
  return rows;
}

/**
 * When the cause of a change took place, in milliseconds since the epoch: a match was played, a drop fell
 * due. The change may have been applied much later, with a late result or after an import.
 */
export function momentOf(change: ChangeRow): number {
  const { reason, played_at, last_rated_match_at: last, drops_applied, occurred_at } = change;
  if (reason !== 'inactivity' || last === null) return Date.parse(played_at ?? occurred_at);
  return Date.parse(last) + daysUntilDrop(drops_applied) * dayMs;
}

/** The match of a row from the player's side; undefined if it has none. */
export function meetingOf(
  { match_id, opponent_id, opponent_name, status, ...match }: ChangeRow | OtherRow,
  player: string,
): Meeting | undefined {
  if (!match_id || !opponent_id || !status) return undefined;
  return {
    id: match_id,
    opponent: { id: opponent_id, display_name: opponent_name },
    status,
    score: match.score ?? null,
    side: match.first_player_id === player ? 0 : 1,
    won: match.winner_id === player,
  };
}

type OfPlayer<Props> = Props & { readonly visit: Visit; readonly player: Player };
type Rows = {
  readonly rows: readonly ListRow[];
  /** Whether nothing comes before them. */
  readonly isFirst: boolean;
};

/** A page of all that happened to a rating. */
export function Changes({ visit, player, rows, isFirst }: OfPlayer<Rows>) {
  const words = listWords[visit.language];
  return (
    <table class="changes">
      <caption>{words.caption}</caption>
      <Columns names={[words.day, words.what]} numbers={[words.change, visit.words.rating]} />
      <tbody>
        {rows.map(({ change, other }, index) => {
          if (other) return <Unchanged key={other.match_id} {...{ visit, player, other }} />;
          if (change.reason !== 'inactivity') {
            return <Changed key={change.id} {...{ visit, player, change }} />;
          }
          if (rows[index - 1]?.change?.reason === 'inactivity') return null;
          const pause = pauseAt(rows, index, isFirst);
          return <Paused key={change.id} {...{ visit, pause }} />;
        })}
      </tbody>
    </table>
  );
}

function Changed({ visit, player, change }: OfPlayer<{ readonly change: ChangeRow }>) {
  const words = listWords[visit.language];
  const { value_before, value_after } = change;
  const meeting = meetingOf(change, player.id);
  return (
    <tr>
      <td class="day">{dayOfChange(visit.language, change)}</td>
      <td>
        {meeting ? <Played {...{ visit, player, meeting }} /> : words.start}
        <p class="told">
          <Sentence visit={visit} told={{ ...change, player, meeting }} />
        </p>
      </td>
      <td class="number">
        {value_before !== null && <Change points={value_after - value_before} />}
      </td>
      <td class="number">{value_after}</td>
    </tr>
  );
}

/** The day of a change; of a start that was noted after the first match, only that it is one. */
export function dayOfChange(language: Language, change: ChangeRow): string | undefined {
  return change.is_noted_late ? undefined : dayInWords(language, utc(momentOf(change)));
}

type Pause = { readonly last: ChangeRow; readonly drops: number; readonly until?: string };

/**
 * The drops of confidence from a row on, which was the last one, as far as they are on the page; `until` when, unless
 * the pause goes on.
 */
function pauseAt(rows: readonly ListRow[], index: number, isFirst: boolean): Pause | undefined {
  const last = rows[index]?.change;
  if (!last) return undefined;
  const after = rows.slice(index).findIndex(({ change }) => change?.reason !== 'inactivity');
  const drops = after < 0 ? rows.length - index : after;
  const next = rows.slice(0, index).findLast(({ change }) => change)?.change;
  if (!next && isFirst) return { last, drops };
  // A result that came late was played before.
  const until = Math.max(momentOf(last), next ? momentOf(next) : 0);
  return { last, drops, until: utc(until) };
}

type PausedProps = { readonly visit: Visit; readonly pause: Pause | undefined };

/** A time without a rated match, in a line. */
function Paused({ visit, pause }: PausedProps) {
  if (!pause) return null;
  const words = listWords[visit.language];
  const { last, drops, until } = pause;
  const day = (moment: string) => dayInWords(visit.language, moment);
  return (
    <tr class="paused">
      <td class="day">{day(utc(momentOf(last)))}</td>
      <td>
        {words.pause(day(last.last_rated_match_at ?? last.occurred_at), until && day(until))}:{' '}
        {words.drops(drops, last.confidence_after)}
      </td>
      <td />
      <td class="number">{last.value_after}</td>
    </tr>
  );
}

function Unchanged({ visit, player, other }: OfPlayer<{ readonly other: OtherRow }>) {
  const words = listWords[visit.language];
  const meeting = meetingOf(other, player.id);
  return (
    <tr>
      <td class="day">{dayInWords(visit.language, other.played_at)}</td>
      <td>{meeting && <Played {...{ visit, player, meeting }} />}</td>
      <td class="unrated" colSpan={2}>
        {other.status === 'walkover' ? words.notRated : visit.words.notRatedYet}
      </td>
    </tr>
  );
}

/** A match from the player's side, with links to it and to all matches of the two players. */
function Played({ visit, player, meeting }: OfPlayer<{ readonly meeting: Meeting }>) {
  const { opponent, side, won } = meeting;
  return (
    <>
      <PlayerLink visit={visit} player={opponent} />{' '}
      <MatchLink {...{ visit, match: meeting, side, won }} />{' '}
      {!isUnlisted(opponent) && (
        <a class="quiet" href={visit.to(`players/${player.id}/against/${opponent.id}`)}>
          {visit.words.headToHead}
        </a>
      )}
    </>
  );
}
