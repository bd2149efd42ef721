/** @jsxImportSource preact */
// The list of what happened to a player's rating.
import { utc } from '../../shared/time.ts';
import { type ListRow, meetingOf, momentOf, type Pause, pauseAt } from './changes-list.ts';
import type { ChangeRow, OtherRow } from './changes-repository.ts';
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
