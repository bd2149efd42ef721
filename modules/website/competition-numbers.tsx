/** @jsxImportSource preact */
import type { CompetitionSummary } from './competition-repository.ts';
import { competitionWords } from './competition-words.ts';
import { numberInWords } from './format.ts';
import { Fact } from './parts.tsx';
import { pairings } from './standings.ts';
import type { Visit } from './visit.ts';

type Props = { readonly visit: Visit; readonly competition: CompetitionSummary };

/** If there are more pairs than this, few will ever meet. */
const mostPairs = 2_000;

/** How far a competition has come or, if there are too many results to count, only that. */
export function Numbers({ visit, competition }: Props) {
  const words = competitionWords[visit.language];
  if (!competition.are_few) return <p>{words.tooMany}</p>;
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
