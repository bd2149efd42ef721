/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import type { Position } from '../../shared/http/cursor.ts';
import { found } from '../../shared/http/reads.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { dayMs, utc } from '../../shared/time.ts';
import { matchSuggestions } from '../players/index.ts';
import { changeDays, placeOfKeys, rankedSince } from '../ratings/index.ts';
import { Changes, dayOfChange, listWords } from './changes.tsx';
import { inOneList, startOfList } from './changes-list.ts';
import { changesOfPlayer, type ListPosition } from './changes-repository.ts';
import { chartWords, RatingChart } from './chart.tsx';
import { careerOf } from './chart-line.ts';
import { dayInWords, inEach, nameIn, numberInWords } from './language.ts';
import { NextOpponents } from './next-opponents.tsx';
import { Page } from './page.tsx';
import { Pages, type PagingQuery, pageOfList } from './paging.tsx';
import { Form } from './player-form.tsx';
import { headWords, PlayerHead } from './player-head.tsx';
import { type Profile, playerName, playerProfile } from './player-repository.ts';
import { Record } from './two-columns.tsx';
import type { Visit } from './visit.ts';

export const playerWords = inEach({
  record: ['Record', 'Bilans'],
  won: ['Won', 'Wygrane'],
  lost: ['Lost', 'Porażki'],
});

const pageSize = 30;

/** A player: where the rating stands and the list of how it came there; later pages have only the list. */
export async function playerPage(db: Db, visit: Visit, id: PlayerId, { cursor }: PagingQuery) {
  const isFirst = cursor === undefined;
  const month = utc(visit.now - changeDays * dayMs);
  const asked = { id, since: rankedSince(visit.now), month, ...startOfList };
  const [profile] = isFirst ? await playerProfile(db, asked, pageSize + 1) : [];
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
    between: ({ change, other }) =>
      change
        ? (dayOfChange(visit.language, change) ?? listWords[visit.language].start)
        : dayInWords(visit.language, other.played_at),
  });
  const suggestions =
    profile &&
    (await matchSuggestions(db, id, { limit: 5, max_rating_gap: 150, only_listed: true }));
  const { title } = listWords[visit.language];
  const name = nameIn(visit.language, player.display_name);
  return (
    <Page
      visit={visit}
      title={isFirst ? [name] : [name, title, ...page.titleParts]}
      {...(profile && { about: aboutPlayer(visit, profile) })}
    >
      {profile ? (
        <Summary visit={visit} profile={profile} />
      ) : (
        <h1>
          <bdi>{name}</bdi>
        </h1>
      )}
      <section>
        <h2>{title}</h2>
        <Changes {...{ visit, player, isFirst, rows: page.rows }} />
        <Pages visit={visit} page={page} />
        {profile && (
          <p class="ways">
            <a href={visit.to(`${visit.path}/history.csv`)}>{visit.words.asTable}</a>
          </p>
        )}
      </section>
      {profile && suggestions && (
        <div class="halves">
          <PlayerRecord visit={visit} profile={profile} />
          <NextOpponents {...{ visit, player: profile, suggestions }} />
        </div>
      )}
    </Page>
  );
}

/** What others show of the page: the number, and the rank if there is one. */
function aboutPlayer({ language, path }: Visit, { value, rank }: Profile) {
  const { points, rank: ranked } = headWords[language];
  const number = `${value} ${points(value)}`;
  const place = rank === null ? '' : `, ${ranked(numberInWords(language, rank))}`;
  return { description: `${number}${place}.`, picture: `${path}/card.png` };
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

type Props = { readonly visit: Visit; readonly profile: Profile };

function Summary({ visit, profile }: Props) {
  const career = careerOf(profile, visit.now);
  return (
    <>
      <PlayerHead visit={visit} profile={profile} />
      {profile.form.length > 0 && <Form {...{ visit, profile, career }} />}
      {profile.rated_matches > 0 && (
        <section class="card">
          <h2>{chartWords[visit.language].title}</h2>
          <RatingChart {...{ visit, id: profile.id, career }} />
        </section>
      )}
    </>
  );
}

/** What was won and lost, if anything was played or given. */
function PlayerRecord({ visit, profile }: Props) {
  const words = playerWords[visit.language];
  const { won, lost, pending } = profile.unrated;
  if (profile.rated_matches + won + lost + pending === 0) return null;
  return (
    <Record
      {...{ visit, title: words.record, own: words.won, other: words.lost, pending }}
      counts={profile.surfaces}
      walkovers={[won, lost]}
    />
  );
}
