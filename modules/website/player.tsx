/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import type { Position } from '../../shared/http/cursor.ts';
import { found } from '../../shared/http/reads.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { matchSuggestions } from '../players/index.ts';
import { placeOfKeys, rankedSince, standingOf } from '../ratings/index.ts';
import { Changes, inOneList, listWords, momentOf, startOfList } from './changes.tsx';
import { changesOfPlayer, type ListPosition } from './changes-repository.ts';
import { RatingChart } from './chart.tsx';
import { careerOf } from './chart-line.ts';
import { dayInWords, inEach, nameIn, numberInWords } from './language.ts';
import { NextOpponents } from './next-opponents.tsx';
import { Page } from './page.tsx';
import { Pages, type PagingQuery, pageOfList } from './paging.tsx';
import { Confidence, Fact, VenueLinks } from './parts.tsx';
import { type Profile, playerName, playerProfile } from './player-repository.ts';
import { rankingWords } from './ranking-table.tsx';
import { Record } from './two-columns.tsx';
import type { Visit } from './visit.ts';

export const playerWords = inEach({
  outOf: [
    (confidence: number) => `${confidence} out of 100`,
    (confidence: number) => `${confidence} na 100`,
  ],
  ranked: ['in the ranking', 'w rankingu'],
  best: ['Best rating', 'Najwyższy ranking'],
  lowest: ['Lowest rating', 'Najniższy ranking'],
  last: [(day: string) => `last on ${day}`, (day: string) => `ostatni: ${day}`],
  venues: ['Prefers to play at:', 'Najchętniej gra tutaj:'],
  meaning: {
    none: [
      'No match is rated yet: this rating follows from the level named on joining, and the first match can move it by up to 48 points.',
      'Żaden mecz nie jest jeszcze przeliczony: ten ranking wynika z samooceny poziomu gry, a pierwszy mecz może go zmienić nawet o 48 punktów.',
    ],
    new: [
      'There were few rated matches, or none for a long time, so the next one can move this rating by up to 48 points.',
      'Meczów było niewiele albo od dawna nie było żadnego, więc następny może zmienić ten ranking nawet o 48 punktów.',
    ],
    settling: [
      'This rating is not quite settled: one more match can move it by up to 32 points.',
      'Ten ranking nie jest w pełni ustalony: następny mecz może go zmienić nawet o 32 punkty.',
    ],
    settled: [
      'Many matches stand behind this rating, so one more moves it by at most 16 points.',
      'Za tym rankingiem stoi wiele meczów, więc następny zmieni go najwyżej o 16 punktów.',
    ],
  },
  record: ['Record', 'Bilans'],
  won: ['Won', 'Wygrane'],
  lost: ['Lost', 'Porażki'],
  whatIfAnybody: [
    'What if? See what the next match would change',
    'Co, jeśli? Zobacz, co zmieniłby następny mecz',
  ],
});

const pageSize = 30;

/** A player: where the rating stands and the list of how it came there; later pages have only the list. */
export async function playerPage(db: Db, visit: Visit, id: PlayerId, { cursor }: PagingQuery) {
  const isFirst = cursor === undefined;
  const [profile] = isFirst
    ? await playerProfile(db, { id, since: rankedSince(visit.now), ...startOfList }, pageSize + 1)
    : [];
  const player = found({ player_id: id }, isFirst ? profile : await playerName(db, id));
  const page = await pageOfList({
    visit,
    cursor,
    size: pageSize,
    rows: async (limit, after) => {
      const from = listPosition(after);
      const lists = profile ?? (await changesOfPlayer(db, { id, ...from }, limit))[0];
      return inOneList(lists?.changes ?? [], lists?.others ?? [], from).slice(0, limit);
    },
    position: ({ position: at }) => [at.played_at, at.match_id, ...at.entry],
    between: (row) =>
      dayInWords(visit.language, row.change ? utc(momentOf(row.change)) : row.other.played_at),
  });
  const suggestions =
    profile &&
    (await matchSuggestions(db, id, { limit: 5, max_rating_gap: 150, only_listed: true }));
  const { title } = listWords[visit.language];
  const name = nameIn(visit.language, player.display_name);
  return (
    <Page visit={visit} title={isFirst ? [name] : [name, title, ...page.titleParts]}>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {profile && <Summary visit={visit} profile={profile} />}
      {profile && suggestions && <NextOpponents {...{ visit, player: profile, suggestions }} />}
      <section>
        <h2>{title}</h2>
        <Changes {...{ visit, player: id, rows: page.rows }} />
        <Pages visit={visit} page={page} />
      </section>
    </Page>
  );
}

function listPosition(position: Position | undefined): ListPosition {
  if (!position) return startOfList;
  const [played_at, match_id, ...entry] = position;
  return {
    entry: placeOfKeys(entry),
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
        <Record
          {...{ visit, title: words.record, own: words.won, other: words.lost, pending }}
          counts={profile.surfaces}
          walkovers={[won, lost]}
        />
      )}
    </>
  );
}
