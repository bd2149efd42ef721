/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { Db } from '../../shared/database/db.ts';
import { found } from '../../shared/http/reads.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { gamesWon, setsWon } from '../matches/index.ts';
import { listWords } from './changes.tsx';
import { dayInWords, inEach, nameIn } from './language.ts';
import { type Compared, headToHead, type MeetingRow, meetingsOf } from './match-repository.ts';
import { Page } from './page.tsx';
import { Pages, type PagingQuery, pageOfList } from './paging.tsx';
import { Change, Columns, MatchLink, PlayerLink } from './parts.tsx';
import { RatingInFull } from './state.tsx';
import { Record } from './two-columns.tsx';
import type { Visit } from './visit.ts';

export const headToHeadWords = inEach({
  whatIf: ['What would a match change?', 'Co zmieniłby mecz?'],
  never: ['They have not played each other yet.', 'Jeszcze nie było między nimi meczu.'],
  balance: ['Won by each', 'Bilans'],
  sets: ['Sets', 'Sety'],
  games: ['Games', 'Gemy'],
  meetings: ['Their matches', 'Ich mecze'],
  caption: [
    'The last one first; the score from the side of the player named first',
    'Od ostatniego; wynik z perspektywy gracza wymienionego jako pierwszego',
  ],
});

type Params = { readonly player_id: PlayerId; readonly opponent_id: PlayerId };
/** The names of the two, as headings. */
type Two = { readonly visit: Visit; readonly headings: readonly VNode[] };

/** Two players against each other: what each has won, and every match. */
export async function headToHeadPage(
  db: Db,
  visit: Visit,
  params: Params,
  { cursor }: PagingQuery,
) {
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
  const words = headToHeadWords[visit.language];
  const { rated, sets, games, walkovers, pending } = sumsOf(compared.counts);
  return (
    <Page visit={visit} title={[names.join(' – '), visit.words.headToHead, ...page.titleParts]}>
      <h1>
        {headings[0]} – {headings[1]}
      </h1>
      <ul class="plain">
        {[
          { player: own, rating: compared.own_rating },
          { player: other, rating: compared.other_rating },
        ].map(({ player, rating }) => (
          <li key={player.id}>
            <PlayerLink visit={visit} player={player} />{' '}
            <RatingInFull visit={visit} value={rating.value} of={rating} />
          </li>
        ))}
      </ul>
      <p>
        <a href={visit.to(`players/${own.id}/what-if`, { opponent: other.id })}>{words.whatIf}</a>
      </p>
      {compared.counts.length === 0 ? (
        <p>{words.never}</p>
      ) : (
        <>
          <Record
            {...{ visit, title: words.balance, own: headings[0], other: headings[1], pending }}
            {...{ counts: rated, walkovers }}
            further={[
              { name: words.sets, own: sets[0], other: sets[1] },
              { name: words.games, own: games[0], other: games[1] },
            ]}
          />
          <Meetings {...{ visit, headings, own: own.id, rows: page.rows }} />
          <Pages visit={visit} page={page} />
        </>
      )}
    </Page>
  );
}

type MeetingsProps = Two & { readonly own: PlayerId; readonly rows: readonly MeetingRow[] };

function Meetings({ visit, headings, own, rows }: MeetingsProps) {
  const words = headToHeadWords[visit.language];
  const list = listWords[visit.language];
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
  const list = listWords[visit.language];
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
          {row.rating_status === 'pending' ? visit.words.notRatedYet : list.notRated}
        </td>
      )}
    </tr>
  );
}

type Count = Compared['counts'][number];
type Of = readonly [own: number, other: number];

/** Sets and games of rated matches, walkovers, and how many results wait for their rating. */
function sumsOf(counts: readonly Count[]) {
  const rated = counts.filter(({ rating_status }) => rating_status === 'rated');
  const walkovers = counts.filter(({ rating_status }) => rating_status === 'not_rated');
  const pending = counts.filter(({ rating_status }) => rating_status === 'pending');
  return {
    rated,
    sets: sum(rated, (one) => ofOwn(one, one.score ? setsWon(one.score, one) : [0, 0])),
    games: sum(rated, (one) => ofOwn(one, one.score ? gamesWon(one.score) : [0, 0])),
    walkovers: sum(walkovers, ({ won }) => (won ? [1, 0] : [0, 1])),
    pending: pending.reduce((all, { matches }) => all + matches, 0),
  };
}

function sum(counts: readonly Count[], of: (count: Count) => Of): Of {
  return counts.reduce<Of>(
    ([own, other], count) => {
      const [more, others] = of(count);
      return [own + more * count.matches, other + others * count.matches];
    },
    [0, 0],
  );
}

/** Turns a pair in the order of the match's players into the order of the compared ones. */
function ofOwn({ is_first }: Count, [first, second]: Of): Of {
  return is_first ? [first, second] : [second, first];
}
