/** @jsxImportSource preact */
import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import type { QueryOf } from '../../shared/http/query.ts';
import { found } from '../../shared/http/reads.ts';
import { idSchema } from '../../shared/ids.ts';
import { listRanking, type RankingEnd } from '../ratings/index.ts';
import { seasonInWords } from './competition-facts.tsx';
import { Page } from './page.tsx';
import { Pages, pageOfList, pagingQuery } from './paging.tsx';
import { Form, type Option, Select } from './parts.tsx';
import { rankingChoices } from './ranking-repository.ts';
import { type Narrowed, Narrowing, RankingTable, rankingWords } from './ranking-table.tsx';
import type { Visit } from './visit.ts';

const activities = ['active', 'all'] as const;

export const rankingQuery = {
  ...pagingQuery,
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  venue: v.optional(idSchema('venue')),
  competition: v.optional(idSchema('competition')),
  activity: v.optional(v.picklist(activities)),
};

type Query = QueryOf<typeof rankingQuery>;
type Filters = Omit<Query, 'cursor'>;

const pageSize = 50;
/** How many venues and competitions are offered; there are lists of all. */
const mostChoices = 30;

const End = v.tuple([v.number(), idSchema('player'), v.number(), v.number()]);

/** The players by rating. Throws `not-found` if the venue or competition doesn't exist. */
export async function rankingPage(db: Db, visit: Visit, { cursor, ...query }: Query) {
  const filters = { ...query, q: query.q || undefined };
  const { q, venue, competition } = filters;
  const activity = filters.activity ?? usualActivity(q);
  const [choices] = await rankingChoices(db, { venue, competition }, mostChoices);
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
      return listRanking(db, { ...sought, everybody: activity === 'all' }, visit.now, limit, end);
    },
    position: ({ end }) => end,
    between: (first, last) => `${first.end[3]}–${last.end[3]}`,
  });
  const listed = q ? 'found' : activity === 'all' ? 'everybody' : 'ranked';
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
  return (
    <Page visit={visit} title={[visit.words.ranking, ...names, ...titleParts]}>
      <h1>{visit.words.ranking}</h1>
      <RankingFilters {...{ visit, filters, choices }} />
      {rows.length > 0 ? (
        <RankingTable {...{ visit, players: rows, listed, narrowed }} />
      ) : (
        !pages.first && <Nobody {...{ visit, filters, activity, narrowed }} />
      )}
      <Pages visit={visit} page={pages} />
    </Page>
  );
}

/** Who is shown if the visitor doesn't say: the ranking or, if a name is sought, everybody who has it. */
function usualActivity(name: string | undefined): (typeof activities)[number] {
  return name ? 'all' : 'active';
}

type FiltersProps = {
  readonly visit: Visit;
  readonly filters: Filters;
  readonly choices: Awaited<ReturnType<typeof rankingChoices>>[number];
};

/** The form that narrows a ranking, and links to all that it can be narrowed by. */
function RankingFilters({ visit, filters, choices }: FiltersProps) {
  const words = rankingWords[visit.language];
  const { q, venue, competition, activity } = filters;
  const usual = usualActivity(q);
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const withSeason = ({ id, name, season }: FiltersProps['choices']['competitions'][number]) => ({
    id,
    name: `${name} · ${seasonInWords(visit, season)}`,
  });
  return (
    <search aria-label={words.filters}>
      <Form visit={visit}>
        <label>
          {words.name}
          <input type="search" name="q" value={q} maxLength={200} autocomplete="off" />
        </label>
        <Select
          {...{ name: 'venue', label: visit.words.venue, none: words.anywhere, chosen: venue }}
          options={withChosen(choices.venues, choices.chosen_venue)}
        />
        <Select
          {...{ name: 'competition', label: visit.words.competition, none: words.anyCompetition }}
          chosen={competition}
          options={withChosen(choices.competitions, choices.chosen_competition).map(withSeason)}
        />
        <Select
          {...{ name: 'activity', label: words.activity, none: words[usual], chosen: activity }}
          options={activities.flatMap((id) => (id === usual ? [] : { id, name: words[id] }))}
        />
        <button type="submit">{words.show}</button>
        <p class="ways">
          {isNarrowed && <a href={visit.to('')}>{words.reset}</a>}
          <a href={visit.to('venues')}>{words.allVenues}</a>
          <a href={visit.to('competitions')}>{words.allCompetitions}</a>
        </p>
      </Form>
    </search>
  );
}

/** The options, and before them the chosen one if it isn't among them. */
function withChosen<One extends Option>(options: readonly One[], chosen: readonly One[]): One[] {
  const isMissing = ({ id }: Option) => options.every((option) => option.id !== id);
  return [...chosen.filter(isMissing), ...options];
}

type NobodyProps = {
  readonly visit: Visit;
  readonly filters: Filters;
  readonly activity: 'active' | 'all';
  readonly narrowed: readonly Narrowed[];
};

function Nobody({ visit, filters, activity, narrowed }: NobodyProps) {
  const words = rankingWords[visit.language];
  const { q, venue, competition } = filters;
  const isNarrowed = [q, venue, competition].some((value) => value !== undefined);
  const none = activity === 'all' ? words.nobodyYet : words.nobodyRanked;
  return (
    <>
      <Narrowing {...{ visit, narrowed }} />
      <p>{q || (isNarrowed && activity === 'all') ? words.nobody : none}</p>
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
    </>
  );
}
