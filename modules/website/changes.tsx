/** @jsxImportSource preact */
import type { PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { type ListRow, meetingOf, momentOf } from './changes.ts';
import type { ChangeRow, OtherRow } from './changes-repository.ts';
import { dayInWords } from './format.ts';
import { Change, Columns, MatchLink, PlayerLink, Sentence } from './parts.tsx';
import { playerWords } from './player-words.ts';
import type { Meeting } from './sentences.ts';
import type { Visit } from './visit.ts';

type OfPlayer<Props> = Props & { readonly visit: Visit; readonly player: PlayerId };

/** A page of all that happened to a rating. */
export function Changes({ visit, player, rows }: OfPlayer<{ readonly rows: readonly ListRow[] }>) {
  const { list } = playerWords[visit.language];
  return (
    <table class="changes">
      <caption>{list.caption}</caption>
      <Columns names={[list.day, list.what]} numbers={[list.change, visit.words.rating]} />
      <tbody>
        {rows.map((row) =>
          row.change ? (
            <Changed key={row.change.id} {...{ visit, player, change: row.change }} />
          ) : (
            <Unchanged key={row.shown.match_id} {...{ visit, player, other: row.other }} />
          ),
        )}
      </tbody>
    </table>
  );
}

function Changed({ visit, player, change }: OfPlayer<{ readonly change: ChangeRow }>) {
  const { list } = playerWords[visit.language];
  const { reason, value_before, value_after } = change;
  const meeting = meetingOf(change, player);
  return (
    <tr>
      <td class="day">{dayInWords(visit.language, utc(momentOf(change)))}</td>
      <td>
        {meeting ? (
          <Played {...{ visit, player, meeting }} />
        ) : (
          reason !== 'match_result' && list[reason === 'inactivity' ? 'drop' : 'start']
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
  const { list } = playerWords[visit.language];
  const meeting = meetingOf(other, player);
  return (
    <tr>
      <td class="day">{dayInWords(visit.language, other.played_at)}</td>
      <td>{meeting && <Played {...{ visit, player, meeting }} />}</td>
      <td class="unrated" colSpan={2}>
        {other.status === 'walkover' ? list.notRated : list.pending}
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
      <a class="quiet" href={visit.to(`players/${player}/against/${opponent.id}`)}>
        {visit.words.headToHead}
      </a>
    </>
  );
}
