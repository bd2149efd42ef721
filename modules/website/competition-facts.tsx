/** @jsxImportSource preact */
import { warsawDay } from '../../shared/time.ts';
import type { CompetitionSummary } from './competition-repository.ts';
import { pairings } from './competition-table.tsx';
import { calendarDaysInWords, inEach, numberInWords } from './language.ts';
import { Fact, VenueLinks } from './parts.tsx';
import type { Visit } from './visit.ts';

/** What the pages of competitions say. */
export const competitionWords = inEach({
  none: ['There are no competitions yet.', 'Nie ma jeszcze żadnych rozgrywek.'],
  season: ['Kind and season', 'Rodzaj i sezon'],
  days: ['When', 'Termin'],
  state: ['State', 'Stan'],
  seasons: {
    winter: ['winter', 'zima'],
    spring: ['spring', 'wiosna'],
    summer: ['summer', 'lato'],
    autumn: ['autumn', 'jesień'],
  },
  states: {
    upcoming: ['upcoming', 'przed startem'],
    running: ['running now', 'w trakcie'],
    over: ['over', 'po zakończeniu'],
  },
  sets: {
    6: ['best of three sets, each to 6 games', 'do dwóch wygranych setów, sety do 6 gemów'],
    4: [
      'best of three short sets, each to 4 games',
      'do dwóch wygranych setów, krótkie sety do 4 gemów',
    ],
  },
  finalSet: {
    full_set: ['the third set is played out', 'trzeciego seta gra się w całości'],
    match_tiebreak: [
      'a match tiebreak to 10 points takes the place of the third set',
      'zamiast trzeciego seta super tie-break do 10 punktów',
    ],
  },
  noAd: ['one point decides the game at deuce', 'przy równowadze o gemie decyduje jeden punkt'],
  about: ['About the competition', 'O rozgrywkach'],
  ranking: ['Ranking of its players', 'Ranking uczestników'],
  numbers: {
    results: ['Matches', 'Mecze'],
    rated: ['Rated', 'Przeliczone'],
    pending: ['Waiting for their rating', 'Czekają na przeliczenie'],
    walkovers: ['Walkovers', 'Walkowery'],
    players: ['Players', 'Gracze'],
  },
  pairings: ['Pairings with a result', 'Pary z wynikiem'],
  outOf: [
    (met: string, all: string) => `${met} of ${all}`,
    (met: string, all: string) => `${met} ${/^1\d\d$/.test(all) ? 'ze' : 'z'} ${all}`,
  ],
  whole: ['Back to the competition', 'Wróć do rozgrywek'],
});

type Dated = { readonly starts_on: string; readonly ends_on: string };
type StateProps = { readonly visit: Visit; readonly competition: Dated };

/** Whether a competition is still to come, is on, or is over, by the day in Warsaw. */
export function stateOf({ now }: Visit, { starts_on, ends_on }: Dated) {
  const today = warsawDay(now);
  if (today < starts_on) return 'upcoming';
  return today > ends_on ? 'over' : 'running';
}

/** The same in a word. */
export function State({ visit, competition }: StateProps) {
  const state = stateOf(visit, competition);
  return <span class={`state ${state}`}>{competitionWords[visit.language].states[state]}</span>;
}

/** A season such as `2026-autumn`; one that is no season of the year stays as it is written. */
export function seasonInWords(visit: Visit, season: string): string {
  const { seasons } = competitionWords[visit.language];
  const [year = '', ...rest] = season.split('-');
  const name = Object.entries(seasons).find(([name]) => name === rest.join('-'))?.[1];
  return name ? `${name} ${year}` : season;
}

type Props = { readonly visit: Visit; readonly competition: CompetitionSummary };

/** What a competition is, in a line: a league of spring 2026, running, its days, and who holds it. */
export function InOneLine({ visit, competition }: Props) {
  const { type, season, starts_on, ends_on, organizer_name } = competition;
  return (
    <p class="lead">
      <span>
        {visit.words[type]}, <bdi>{seasonInWords(visit, season)}</bdi>
      </span>{' '}
      <State visit={visit} competition={competition} />{' '}
      <span>{calendarDaysInWords(visit.language, starts_on, ends_on)}</span>{' '}
      <bdi>{organizer_name}</bdi>
    </p>
  );
}

/** By which format its matches are played, and where. */
export function Facts({ visit, competition }: Props) {
  const words = competitionWords[visit.language];
  const { games_per_set, no_ad, final_set, venues } = competition;
  const format = [
    words.sets[games_per_set],
    words.finalSet[final_set],
    ...(no_ad ? [words.noAd] : []),
  ];
  return (
    <dl class="facts competition">
      <Fact name={visit.words.format}>{format.join('; ')}</Fact>
      {venues.length > 0 && (
        <Fact name={visit.words.venues}>
          <VenueLinks visit={visit} venues={venues} />
        </Fact>
      )}
    </dl>
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
