/** @jsxImportSource preact */
import { seasonInWords } from './competition-parts.tsx';
import { Form, type Option, Select } from './parts.tsx';
import type { rankingChoices } from './ranking-repository.ts';
import { rankingWords } from './ranking-words.ts';
import { type Visit, wordsFor } from './visit.ts';

type Choices = Awaited<ReturnType<typeof rankingChoices>>[number];

export const activities = ['active', 'all'] as const;

/** Who is shown if the visitor doesn't say: the ranking or, if a name is sought, everybody who has it. */
export function usualActivity(name: string | undefined): (typeof activities)[number] {
  return name ? 'all' : 'active';
}

type FiltersProps = {
  readonly visit: Visit;
  readonly filters: {
    readonly q?: string | undefined;
    readonly venue?: string | undefined;
    readonly competition?: string | undefined;
    readonly activity?: string | undefined;
  };
  readonly choices: Choices;
};

/** The form that narrows a ranking, and links to all that it can be narrowed by. */
export function RankingFilters({ visit, filters, choices }: FiltersProps) {
  const words = wordsFor(visit, rankingWords);
  const { q, venue, competition, activity } = filters;
  const usual = usualActivity(q);
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const withSeason = ({ id, name, season }: Choices['competitions'][number]) => ({
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
          options={withChosen(
            choices.competitions.map(withSeason),
            choices.chosen_competition.map(withSeason),
          )}
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
function withChosen(options: readonly Option[], chosen: readonly Option[]): Option[] {
  const isMissing = ({ id }: Option) => options.every((option) => option.id !== id);
  return [...chosen.filter(isMissing), ...options];
}
