/** @jsxImportSource preact */
// What players ask about their points, answered with the service's own numbers, for the page on how ratings work.
// `kept` is the last result of `keptQuality`; without enough matches an answer has no numbers.
import type { ComponentChildren } from 'preact';
import { enoughMatches, type Kept } from '../quality/index.ts';
import { decimalInWords, inEach, numberInWords, percentInWords } from './language.ts';
import type { Visit } from './visit.ts';

export const qualityAnswersWords = inEach({
  wonAndLost: {
    question: [
      'I won and lost points. Is that right?',
      'Wygrana, a punktów mniej. Czy to w porządku?',
    ],
    answer: [
      'Only a match that ended by a retirement can do that: it counts by the games that were completed. A match played to its end never costs the winner points.',
      'Tak bywa tylko po kreczu: taki mecz liczy się według ukończonych gemów. Mecz rozegrany do końca nigdy nie odbiera punktów po wygranej.',
    ],
    here: [
      (matches: string, wins: string) => `Here it happened in ${wins} of ${matches} rated matches.`,
      (matches: string, wins: string) =>
        `Tutaj zdarzyło się to tyle razy: ${wins}, na tyle przeliczonych meczów: ${matches}.`,
    ],
  },
  beginners: {
    question: [
      'Why can I not gain by beating beginners?',
      'Dlaczego wygrane z początkującymi prawie nic nie dają?',
    ],
    answer: [
      'Because they were expected. What little such wins bring, the rare loss takes back.',
      'Bo można się ich było spodziewać. To, co takie wygrane dają, zabiera rzadka porażka.',
    ],
    here: [
      (wins: string, gain: string, losses: string, loss: string) =>
        `Here, against somebody 300 points below or more, ${wins} wins brought ${gain} points each on average, and ${losses} losses cost ${loss} each.`,
      (wins: string, gain: string, losses: string, loss: string) =>
        `Tutaj, przy przewadze co najmniej 300 punktów, wygrana dawała średnio ${gain} punktu (wygrane: ${wins}), a porażka zabierała ${loss} (porażki: ${losses}).`,
    ],
  },
  fewerWins: {
    question: [
      'Why is somebody with fewer wins above me?',
      'Dlaczego wyżej jest ktoś, kto ma mniej wygranych?',
    ],
    answer: [
      'Because it matters whom one beats. A win against a stronger opponent says more than several against weaker ones.',
      'Bo liczy się, z kim się wygrywa. Wygrana z kimś silniejszym mówi więcej niż kilka wygranych ze słabszymi.',
    ],
    here: [
      (rating: string, wins: string) =>
        `Here, whoever had more points before a match won ${rating} of them; whoever had the larger share of wins, ${wins}.`,
      (rating: string, wins: string) =>
        `Tutaj strona z większą liczbą punktów przed meczem wygrywała w ${rating} meczów, a strona z większym udziałem wygranych w ${wins}.`,
    ],
  },
});

type Props = { readonly visit: Visit; readonly kept: Kept | undefined };

/** Three questions about points, and the answers, with numbers of this place where there are enough. */
export function QualityAnswers({ visit, kept }: Props) {
  const { wonAndLost, beginners, fewerWins } = qualityAnswersWords[visit.language];
  const { rated, stronger, compared } = numbersOf(visit, kept);
  return (
    <>
      <Answer name="won-and-lost" {...wonAndLost}>
        {rated && ` ${wonAndLost.here(...rated)}`}
      </Answer>
      <Answer name="beginners" {...beginners}>
        {stronger && ` ${beginners.here(...stronger)}`}
      </Answer>
      <Answer name="fewer-wins" {...fewerWins}>
        {compared && ` ${fewerWins.here(...compared)}`}
      </Answer>
    </>
  );
}

/** The numbers of each answer, in words; undefined where there are too few matches for them. */
function numbersOf({ language }: Visit, kept: Kept | undefined) {
  if (!kept) return {};
  const count = (value: number) => numberInWords(language, value);
  const points = (value: number) => decimalInWords(language, Math.round(value * 10) / 10);
  const share = (value: number) => percentInWords(language, value);
  const { matches, wins_that_cost, of_the_stronger } = kept.points;
  const { wins, gain, losses, loss } = of_the_stronger.from_300;
  const [own, byWins] = [kept.favourite_won, kept.baselines.wins.favourite_won];
  return {
    rated:
      matches >= enoughMatches ? ([count(matches), count(wins_that_cost)] as const) : undefined,
    stronger:
      wins + losses >= enoughMatches && gain !== null && loss !== null
        ? ([count(wins), points(gain), count(losses), points(loss)] as const)
        : undefined,
    compared:
      kept.matches >= enoughMatches && own !== null && byWins !== null && byWins < own
        ? ([share(own), share(byWins)] as const)
        : undefined,
  };
}

type AnswerProps = {
  readonly name: string;
  readonly question: string;
  readonly answer: string;
  readonly children: ComponentChildren;
};

function Answer({ name, question, answer, children }: AnswerProps) {
  return (
    <section id={`why-${name}`}>
      <h3>{question}</h3>
      <p>
        {answer}
        {children}
      </p>
    </section>
  );
}
