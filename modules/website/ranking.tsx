/** @jsxImportSource preact */
import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import type { QueryOf } from '../../shared/http/query.ts';
import { found } from '../../shared/http/reads.ts';
import { idSchema } from '../../shared/ids.ts';
import { warsawDay } from '../../shared/time.ts';
import { listRanking, type RankingEnd } from '../ratings/index.ts';
import { seasonInWords } from './competition-facts.tsx';
import type { Movements } from './movements.ts';
import { Page } from './page.tsx';
import { Pages, pageOfList, pagingQuery } from './paging.tsx';
import { Form, type Option, Select } from './parts.tsx';
import { type Narrowed, Narrowing, RankingTables, rankingWords } from './ranking-table.tsx';
import { News } from './start.tsx';
import { rankingChoices, type StartFacts, startFacts } from './start-repository.ts';
import { stateWords } from './state.tsx';
import type { Visit } from './visit.ts';

export const rankingQuery = {
  ...pagingQuery,
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  venue: v.optional(idSchema('venue')),
  competition: v.optional(idSchema('competition')),
};

type Query = QueryOf<typeof rankingQuery>;
type Filters = Omit<Query, 'cursor'>;

const pageSize = 50;

const End = v.tuple([v.number(), v.number(), idSchema('player'), v.number(), v.number()]);

/**
 * The players, the ranked ones first; at the start of the whole list also what is new. Throws `not-found` if
 * the venue or competition doesn't exist.
 */
export async function rankingPage(
  db: Db,
  visit: Visit,
  { former, climbs }: Movements,
  { cursor, ...query }: Query,
) {
  const filters = { ...query, q: query.q || undefined };
  const { q, venue, competition } = filters;
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const isStart = !isNarrowed && cursor === undefined;
  const climbers = climbs.map(({ id }) => id);
  const [start] = isStart
    ? await startFacts(db, { today: warsawDay(visit.now), climbers })
    : [undefined];
  const [choices] = start ? [start] : await rankingChoices(db, { venue, competition });
  if (!choices) throw new Error('The choices are one row.');
  if (venue) found({ venue_id: venue }, choices.chosen_venue[0]);
  if (competition) found({ competition_id: competition }, choices.chosen_competition[0]);
  const sought = { name: q, venue_id: venue, competition_id: competition };
  const { rows, titleParts, ...pages } = await pageOfList({
    visit,
    cursor,
    filters,
    size: pageSize,
    rows: (limit, after) => {
      const end: RankingEnd | undefined = after && v.parse(End, after);
      return listRanking(db, sought, visit.now, limit, end);
    },
    position: ({ end }) => end,
    between: (first, last) => `${first.end[4]}–${last.end[4]}`,
  });
  const words = rankingWords[visit.language];
  const narrowed: Narrowed[] = [
    ...choices.chosen_competition.map(({ id, name }) => ({
      of: words.ofCompetition,
      name,
      path: `competitions/${id}`,
    })),
    ...choices.chosen_venue.map(({ name }) => ({ of: words.ofVenue, name })),
  ];
  const names = [...(q ? [q] : []), ...narrowed.map(({ name }) => name)];
  const about = isStart ? { about: { description: words.about, feed: 'feed.xml' } } : {};
  return (
    <Page visit={visit} title={[visit.words.ranking, ...names, ...titleParts]} {...about}>
      <div class={start ? 'start' : undefined}>
        <div>
          <div class="headed">
            <h1>{q ? words.found(q) : visit.words.ranking}</h1>
            {isNarrowed && <a href={visit.to('')}>{words.reset}</a>}
            {!q && <RankingFilters {...{ visit, filters, choices }} />}
          </div>
          <Narrowing {...{ visit, narrowed }} />
          <RankingTables
            {...{ visit, players: rows }}
            former={isNarrowed ? undefined : former}
            isNumbered={!q}
          />
          {rows.length === 0 && !pages.first && <Nobody {...{ visit, filters }} />}
          <Pages visit={visit} page={pages} />
          {rows.length > 0 && (
            <p class="quiet">
              {stateWords[visit.language].ranked.meaning}{' '}
              <a href={visit.to('ranking.csv', filters)}>{visit.words.asTable}</a>
            </p>
          )}
        </div>
        {start && <News {...{ visit, start, climbs }} />}
      </div>
    </Page>
  );
}

type FiltersProps = {
  readonly visit: Visit;
  readonly filters: Filters;
  readonly choices: Pick<
    StartFacts,
    'venues' | 'chosen_venue' | 'competitions' | 'chosen_competition'
  >;
};

/** The form that narrows a ranking, and links to all that it can be narrowed by. */
function RankingFilters({ visit, filters, choices }: FiltersProps) {
  const words = rankingWords[visit.language];
  const { venue, competition } = filters;
  const withSeason = ({ id, name, season }: FiltersProps['choices']['competitions'][number]) => ({
    id,
    name: `${name} · ${seasonInWords(visit, season)}`,
  });
  return (
    <details class="narrow">
      <summary>{words.filters}</summary>
      <Form visit={visit}>
        <Select
          {...{ name: 'venue', label: visit.words.venue, none: words.anywhere, chosen: venue }}
          options={withChosen(choices.venues, choices.chosen_venue)}
        />
        <Select
          {...{ name: 'competition', label: visit.words.competition, none: words.anyCompetition }}
          chosen={competition}
          options={withChosen(choices.competitions, choices.chosen_competition).map(withSeason)}
        />
        <button type="submit">{words.show}</button>
        <p class="ways">
          <a href={visit.to('venues')}>{words.allVenues}</a>
          <a href={visit.to('competitions')}>{words.allCompetitions}</a>
        </p>
      </Form>
    </details>
  );
}

/** The options, and before them the chosen one if it isn't among them. */
function withChosen<One extends Option>(options: readonly One[], chosen: readonly One[]): One[] {
  const isMissing = ({ id }: Option) => options.every((option) => option.id !== id);
  return [...chosen.filter(isMissing), ...options];
}

function Nobody({ visit, filters }: Pick<FiltersProps, 'visit' | 'filters'>) {
  const words = rankingWords[visit.language];
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <p>{isNarrowed ? words.nobody : words.nobodyYet}</p>
      {filters.q && <p>{words.tryLess}</p>}
      {isNarrowed && (
        <p>
          <a href={visit.to('')}>{words.reset}</a>
        </p>
      )}
    </>
  );
}
