/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import type { Position } from '../../shared/http/cursor.ts';
import { found } from '../../shared/http/reads.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { matchSuggestions } from '../players/index.ts';
import { rankedSince, standingOf } from '../ratings/index.ts';
import { careerOf } from './career.ts';
import { inOneList, momentOf, nothingShown } from './changes.ts';
import { Changes } from './changes.tsx';
import { changesOfPlayer, type Shown } from './changes-repository.ts';
import { RatingChart } from './chart.tsx';
import { dayInWords, numberInWords } from './format.ts';
import { NextOpponents } from './next-opponents.tsx';
import { Page } from './page.tsx';
import { Pages, type PagingQuery, pageOfList } from './paging.tsx';
import { Confidence, Fact, VenueLinks } from './parts.tsx';
import { type Profile, playerName, playerProfile } from './player-repository.ts';
import { playerWords } from './player-words.ts';
import { rankingWords } from './ranking-words.ts';
import { recordLines, recordWords } from './record.ts';
import { TwoColumns } from './two-columns.tsx';
import type { Visit } from './visit.ts';
import { nameIn } from './words.ts';

const pageSize = 30;

/** A player: where the rating stands and the list of how it came there; later pages have only the list. */
export async function playerPage(db: Db, visit: Visit, id: PlayerId, { cursor }: PagingQuery) {
  const isFirst = cursor === undefined;
  const [profile] = isFirst
    ? await playerProfile(db, { id, since: rankedSince(visit.now), ...nothingShown }, pageSize + 1)
    : [];
  const player = found({ player_id: id }, isFirst ? profile : await playerName(db, id));
  const page = await pageOfList({
    visit,
    cursor,
    size: pageSize,
    rows: async (limit, after) => {
      const from = shownBy(after);
      const lists = profile ?? (await changesOfPlayer(db, { id, ...from }, limit))[0];
      return inOneList(lists?.changes ?? [], lists?.others ?? [], from).slice(0, limit);
    },
    position: ({ shown }) => [shown.entry[0], shown.played_at, shown.match_id, shown.entry[1]],
    between: (row) =>
      dayInWords(visit.language, row.change ? utc(momentOf(row.change)) : row.other.played_at),
  });
  const suggestions =
    profile && (await matchSuggestions(db, id, { limit: 5, max_rating_gap: 150 }));
  const words = playerWords[visit.language];
  const name = nameIn(visit.language, player.display_name);
  return (
    <Page visit={visit} title={isFirst ? [name] : [name, words.list.title, ...page.place]}>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {profile && <Summary visit={visit} profile={profile} />}
      {profile && suggestions && <NextOpponents {...{ visit, player: profile, suggestions }} />}
      <section>
        <h2>{words.list.title}</h2>
        <Changes {...{ visit, player: id, rows: page.rows }} />
        <Pages visit={visit} page={page} />
      </section>
    </Page>
  );
}

function shownBy(position: Position | undefined): Shown {
  if (!position) return nothingShown;
  const [sequence, played_at, match_id, entry] = position;
  return {
    entry: [Number(sequence), String(entry)],
    played_at: String(played_at),
    match_id: String(match_id),
  };
}

type SummaryProps = { readonly visit: Visit; readonly profile: Profile };

function Summary({ visit, profile }: SummaryProps) {
  const { language, to } = visit;
  const { id, value, confidence, rank, rated_matches, last_rated_match_at: last } = profile;
  const words = playerWords[visit.language];
  const career = careerOf(profile);
  const { won, lost, pending } = profile.unrated;
  return (
    <>
      <dl class="facts">
        <Fact name={visit.words.rating}>{value}</Fact>
        <Fact name={visit.words.confidence}>
          <Confidence visit={visit} value={confidence} /> <small>{words.outOf(confidence)}</small>
        </Fact>
        {rank !== null && (
          <Fact name={rankingWords[language].rank}>
            {numberInWords(language, rank)} <small>{words.ranked}</small>
          </Fact>
        )}
        <Fact name={words.best}>
          {career.best.value} <small>{dayInWords(language, career.best.day)}</small>
        </Fact>
        <Fact name={words.lowest}>
          {career.lowest.value} <small>{dayInWords(language, career.lowest.day)}</small>
        </Fact>
        <Fact name={visit.words.ratedMatches}>
          {numberInWords(language, rated_matches)}
          {last && <small> {words.last(dayInWords(language, last))}</small>}
        </Fact>
      </dl>
      <p>
        {words.meaning[rated_matches > 0 ? standingOf(confidence) : 'none']}{' '}
        <a href={to('rules')}>{visit.words.rules}</a>
      </p>
      {profile.venues.length > 0 && (
        <p>
          {words.venues} <VenueLinks visit={visit} venues={profile.venues} />
        </p>
      )}
      {rated_matches > 0 && <RatingChart visit={visit} career={career} />}
      <p>
        <a href={to(`players/${id}/what-if`)}>{words.whatIfAnybody}</a>
      </p>
      {rated_matches + won + lost + pending > 0 && (
        <section>
          <h2>{words.record}</h2>
          <TwoColumns
            label={words.record}
            what={recordWords[visit.language].what}
            own={words.won}
            other={words.lost}
            rows={recordLines(language, profile.surfaces, [won, lost])}
          />
          {pending > 0 && <p class="quiet">{words.waiting(pending)}</p>}
        </section>
      )}
    </>
  );
}
