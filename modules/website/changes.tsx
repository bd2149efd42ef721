/** @jsxImportSource preact */
// What happened to a player's rating, in one list of changes and of matches that changed nothing.
import type { PlayerId } from '../../shared/ids.ts';
import { dayMs, utc } from '../../shared/time.ts';
import { daysUntilDrop, endOfHistory } from '../ratings/index.ts';
import type { ChangeRow, ListPosition, OtherRow } from './changes-repository.ts';
import { dayInWords, inEach } from './language.ts';
import { Change, Columns, isUnlisted, MatchLink, PlayerLink, Sentence } from './parts.tsx';
import type { Meeting } from './sentences.ts';
import type { Visit } from './visit.ts';

/** What the list of matches and changes says. */
export const listWords = inEach({
  title: ['Matches and changes', 'Mecze i zmiany'],
  caption: [
    'Every match and every change of the rating, most recently counted first',
    'Wszystkie mecze i zmiany rankingu, od ostatnio uwzględnionych',
  ],
  day: ['Day', 'Dzień'],
  what: ['Match', 'Mecz'],
  change: ['Change', 'Zmiana'],
  start: ['Start', 'Początek'],
  drop: ['Time without a match', 'Przerwa w grze'],
  notRated: ['not rated', 'bez wpływu na ranking'],
});

/** Where a list begins: before everything. */
export const startOfList: ListPosition = {
  entry: endOfHistory,
  played_at: 'infinity',
  match_id: '',
};

/** A row of the list, and how far the list has come with it. */
type ListRow = { readonly position: ListPosition } & (
  | { readonly change: ChangeRow }
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
  player: PlayerId,
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

type OfPlayer<Props> = Props & { readonly visit: Visit; readonly player: PlayerId };

/** A page of all that happened to a rating. */
export function Changes({ visit, player, rows }: OfPlayer<{ readonly rows: readonly ListRow[] }>) {
  const words = listWords[visit.language];
  return (
    <table class="changes">
      <caption>{words.caption}</caption>
      <Columns names={[words.day, words.what]} numbers={[words.change, visit.words.rating]} />
      <tbody>
        {rows.map((row) =>
          row.change ? (
            <Changed key={row.change.id} {...{ visit, player, change: row.change }} />
          ) : (
            <Unchanged key={row.position.match_id} {...{ visit, player, other: row.other }} />
          ),
        )}
      </tbody>
    </table>
  );
}

function Changed({ visit, player, change }: OfPlayer<{ readonly change: ChangeRow }>) {
  const words = listWords[visit.language];
  const { reason, value_before, value_after } = change;
  const meeting = meetingOf(change, player);
  return (
    <tr>
      <td class="day">{dayInWords(visit.language, utc(momentOf(change)))}</td>
      <td>
        {meeting ? (
          <Played {...{ visit, player, meeting }} />
        ) : (
          reason !== 'match_result' && words[reason === 'inactivity' ? 'drop' : 'start']
        )}
        <p class="told">
          <Sentence visit={visit} told={{ ...change, meeting }} />
        </p>
      </td>
      <td class="number">
        {value_before !== null && <Change points={value_after - value_before} />}
      </td>
      <td class="number">{value_after}</td>
    </tr>
  );
}

function Unchanged({ visit, player, other }: OfPlayer<{ readonly other: OtherRow }>) {
  const words = listWords[visit.language];
  const meeting = meetingOf(other, player);
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
        <a class="quiet" href={visit.to(`players/${player}/against/${opponent.id}`)}>
          {visit.words.headToHead}
        </a>
      )}
    </>
  );
}
