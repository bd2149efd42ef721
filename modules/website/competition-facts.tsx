/** @jsxImportSource preact */
import { State, seasonInWords } from './competition-parts.tsx';
import type { CompetitionSummary } from './competition-repository.ts';
import { competitionWords } from './competition-words.ts';
import { calendarDaysInWords, numberInWords } from './format.ts';
import { Fact, VenueLink } from './parts.tsx';
import { pairings } from './standings.ts';
import type { Visit } from './visit.ts';

type Props = { readonly visit: Visit; readonly competition: CompetitionSummary };

/** What a competition is. */
export function Facts({ visit, competition }: Props) {
  const words = competitionWords[visit.language];
  const { games_per_set, no_ad, final_set, venues } = competition;
  const format = [
    words.sets[games_per_set],
    words.finalSet[final_set],
    ...(no_ad ? [words.noAd] : []),
  ];
  return (
    <>
      <p>
        {visit.words[competition.type]}, <bdi>{seasonInWords(visit, competition.season)}</bdi>{' '}
        <State visit={visit} competition={competition} />
      </p>
      <dl class="facts competition">
        <Fact name={words.days}>
          {calendarDaysInWords(visit.language, competition.starts_on, competition.ends_on)}
        </Fact>
        <Fact name={words.organizer}>
          <bdi>{competition.organizer_name}</bdi>
        </Fact>
        <Fact name={visit.words.format}>{format.join('; ')}</Fact>
        {venues.length > 0 && (
          <Fact name={visit.words.venues}>
            <ul>
              {venues.map((venue) => (
                <li key={venue.id}>
                  <VenueLink visit={visit} venue={venue} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </>
  );
}

/** If there are more pairs than this, few will ever meet. */
const mostPairs = 2_000;

/** How far a competition has come. */
export function Numbers({ visit, competition }: Props) {
  const words = competitionWords[visit.language];
  const inWords = (count: number) => numberInWords(visit.language, count);
  const [numbers] = competition.numbers;
  const pairs = pairings(competition.results);
  const isAmongFew = pairs.all > 1 && pairs.all <= mostPairs;
  return (
    <dl class="facts numbers">
      {(['results', 'rated', 'pending', 'walkovers', 'players'] as const).map((name) => (
        <Fact key={name} name={words.numbers[name]}>
          {inWords(numbers?.[name] ?? 0)}
        </Fact>
      ))}
      {isAmongFew && (
        <Fact name={words.pairings}>{words.outOf(inWords(pairs.met), inWords(pairs.all))}</Fact>
      )}
    </dl>
  );
}
