/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { Db } from '../../shared/database/db.ts';
import { found } from '../../shared/http/reads.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { headToHead, type MeetingRow, meetingsOf } from './against-repository.ts';
import { againstWords } from './against-words.ts';
import { dayInWords } from './format.ts';
import { sumsOf } from './head-to-head.ts';
import { Page } from './page.tsx';
import { Pages, type PagingQuery, pageOfList } from './paging.tsx';
import { Change, Columns, MatchLink, PlayerLink } from './parts.tsx';
import { playerWords } from './player-words.ts';
import { recordLines, recordWords } from './record.ts';
import { TwoColumns } from './two-columns.tsx';
import type { Visit } from './visit.ts';
import { nameIn } from './words.ts';

type Params = { readonly player_id: PlayerId; readonly opponent_id: PlayerId };
/** The names of the two, as headings. */
type Two = { readonly visit: Visit; readonly headings: readonly VNode[] };

/** Two players against each other: what each has won, and every match. */
export async function againstPage(db: Db, visit: Visit, params: Params, { cursor }: PagingQuery) {
  const pair = { own: params.player_id, other: params.opponent_id };
  const isPair = pair.own !== pair.other;
  const compared = found(params, isPair ? (await headToHead(db, pair))[0] : undefined);
  const page = await pageOfList({
    visit,
    cursor,
    size: 30,
    rows: (limit, after) => meetingsOf(db, pair, limit, after),
    position: ({ played_at, id }) => [played_at, id],
    between: ({ played_at }) => dayInWords(visit.language, played_at),
  });
  const own = { id: pair.own, display_name: compared.own_name };
  const other = { id: pair.other, display_name: compared.other_name };
  const names = [own, other].map(({ display_name }) => nameIn(visit.language, display_name));
  const headings = names.map((name, side) => <bdi key={side}>{name}</bdi>);
  const words = againstWords[visit.language];
  return (
    <Page visit={visit} title={[names.join(' – '), visit.words.headToHead, ...page.place]}>
      <h1>
        {headings[0]} – {headings[1]}
      </h1>
      <p>
        {visit.words.headToHead}: <PlayerLink visit={visit} player={own} /> {compared.own_rating},{' '}
        <PlayerLink visit={visit} player={other} /> {compared.other_rating}.{' '}
        <a href={visit.to(`players/${own.id}/what-if`, { opponent: other.id })}>{words.whatIf}</a>
      </p>
      {compared.counts.length === 0 ? (
        <p>{words.never}</p>
      ) : (
        <>
          <Sums {...{ visit, headings, counts: compared.counts }} />
          <Meetings {...{ visit, headings, own: own.id, rows: page.rows }} />
          <Pages visit={visit} page={page} />
        </>
      )}
    </Page>
  );
}

type SumsProps = Two & { readonly counts: Parameters<typeof sumsOf>[0] };

function Sums({ visit, headings, counts }: SumsProps) {
  const words = againstWords[visit.language];
  const { rated, sets, games, walkovers, pending } = sumsOf(counts);
  return (
    <section>
      <h2>{words.balance}</h2>
      <TwoColumns
        label={words.balance}
        what={recordWords[visit.language].what}
        own={headings[0]}
        other={headings[1]}
        rows={recordLines(visit.language, rated, walkovers, [
          { name: words.sets, own: sets[0], other: sets[1] },
          { name: words.games, own: games[0], other: games[1] },
        ])}
      />
      {pending > 0 && <p class="quiet">{playerWords[visit.language].waiting(pending)}</p>}
    </section>
  );
}

type MeetingsProps = Two & { readonly own: PlayerId; readonly rows: readonly MeetingRow[] };

function Meetings({ visit, headings, own, rows }: MeetingsProps) {
  const words = againstWords[visit.language];
  const { list } = playerWords[visit.language];
  return (
    <section>
      <h2>{words.meetings}</h2>
      <table class="meetings">
        <caption>{words.caption}</caption>
        <Columns names={[list.day, list.what]} numbers={headings} />
        <tbody>
          {rows.map((row) => (
            <MeetingLine key={row.id} {...{ visit, own, row }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type LineProps = { readonly visit: Visit; readonly own: PlayerId; readonly row: MeetingRow };

function MeetingLine({ visit, own, row }: LineProps) {
  const { list } = playerWords[visit.language];
  const changes = [
    { side: 'own', before: row.own_before, after: row.own_after },
    { side: 'other', before: row.other_before, after: row.other_after },
  ];
  return (
    <tr>
      <td class="day">{dayInWords(visit.language, row.played_at)}</td>
      <td>
        <MatchLink
          {...{ visit, match: row, won: row.winner_id === own }}
          side={row.first_player_id === own ? 0 : 1}
        />{' '}
        <span class="quiet">
          <bdi>{row.competition}</bdi>
        </span>
      </td>
      {row.rating_status === 'rated' ? (
        changes.map(({ side, before, after }) => (
          <td key={side} class="number">
            {before !== null && after !== null && (
              <>
                <Change points={after - before} /> <span class="nowrap">{after}</span>
              </>
            )}
          </td>
        ))
      ) : (
        <td class="unrated" colSpan={2}>
          {row.rating_status === 'pending' ? list.pending : list.notRated}
        </td>
      )}
    </tr>
  );
}
