/** @jsxImportSource preact */
import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import type { QueryOf } from '../../shared/http/query.ts';
import { idSchema } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import { listRanking, type RankingEnd } from '../ratings/index.ts';
import { Page } from './page.tsx';
import { Pages, pageOfList, pagingQuery } from './paging.tsx';
import { activities, RankingFilters, usualActivity } from './ranking-filters.tsx';
import { rankingChoices } from './ranking-repository.ts';
import { RankingTable } from './ranking-table.tsx';
import { rankingWords } from './ranking-words.ts';
import { type Visit, wordsFor } from './visit.ts';

export const rankingQuery = {
  ...pagingQuery,
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  venue: v.optional(idSchema('venue')),
  competition: v.optional(idSchema('competition')),
  activity: v.optional(v.picklist(activities)),
};

const pageSize = 50;
/** How many venues and competitions are offered; there are lists of all. */
const mostChoices = 30;

const End = v.tuple([v.number(), idSchema('player'), v.number(), v.number()]);

/** The players by rating. Throws `not-found` if the venue or competition doesn't exist. */
export async function rankingPage(
  db: Db,
  visit: Visit,
  { cursor, ...query }: QueryOf<typeof rankingQuery>,
) {
  const filters = { ...query, q: query.q || undefined };
  const { q, venue, competition } = filters;
  const activity = filters.activity ?? usualActivity(q);
  const [choices] = await rankingChoices(db, { venue, competition }, mostChoices);
  if (!choices) throw new Error('The choices are one row.');
  const venueChosen = choices.chosen_venue[0];
  const competitionChosen = choices.chosen_competition[0];
  if ((venue && !venueChosen) || (competition && !competitionChosen)) {
    throw new Problem('not-found', 'There is no such venue or competition.');
  }
  const sought = { name: q, venue_id: venue, competition_id: competition };
  const { rows, ...pages } = await pageOfList({
    visit,
    cursor,
    filters,
    size: pageSize,
    rows: (limit, after) => {
      const end: RankingEnd | undefined = after && v.parse(End, after);
      return listRanking(db, { ...sought, everybody: activity === 'all' }, visit.now, limit, end);
    },
    position: ({ end }) => end,
  });
  const listed = q ? 'found' : activity === 'all' ? 'everybody' : 'ranked';
  const narrowed = [competitionChosen?.name, venueChosen?.name].filter(
    (name) => name !== undefined,
  );
  return (
    <Page visit={visit} title={[visit.words.ranking, ...(q ? [q] : narrowed)].join(' · ')}>
      <h1>{visit.words.ranking}</h1>
      <RankingFilters {...{ visit, filters, choices }} />
      {rows.length > 0 ? (
        <RankingTable {...{ visit, players: rows, listed, narrowed }} />
      ) : (
        !pages.first && <Nobody {...{ visit, filters, activity }} />
      )}
      <Pages visit={visit} page={pages} />
    </Page>
  );
}

type NobodyProps = {
  readonly visit: Visit;
  readonly filters: QueryOf<Omit<typeof rankingQuery, 'cursor'>>;
  readonly activity: 'active' | 'all';
};

function Nobody({ visit, filters, activity }: NobodyProps) {
  const words = wordsFor(visit, rankingWords);
  const { q, venue, competition } = filters;
  const isNarrowed = [q, venue, competition].some((value) => value !== undefined);
  const none = activity === 'all' ? words.nobodyYet : words.nobodyRanked;
  return (
    <div class="nobody">
      <p>{isNarrowed ? words.nobody : none}</p>
      {q && <p>{words.tryLess}</p>}
      {activity === 'active' && (
        <p>
          <a href={visit.to('', { ...filters, activity: 'all' })}>{words.tryAll}</a>
        </p>
      )}
      {isNarrowed && (
        <p>
          <a href={visit.to('')}>{words.tryWhole}</a>
        </p>
      )}
    </div>
  );
}
