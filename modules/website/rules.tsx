/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import { startingConfidence } from '../players/index.ts';
import {
  expectedScore,
  highestConfidence,
  kFactor,
  ratingChange,
  standingOf,
} from '../ratings/index.ts';
import { inEach, signed } from './language.ts';
import { latestRated } from './match-repository.ts';
import { Page } from './page.tsx';
import { Columns, Confidence } from './parts.tsx';
import { qualityWords } from './quality-words.ts';
import { Answers } from './rules-answers.tsx';
import { WorkedExample } from './rules-example.tsx';
import { RulesText } from './rules-text.tsx';
import type { Visit } from './visit.ts';

/** What the page on ratings says besides the rules themselves. */
export const rulesWords = inEach({
  intro: [
    'A rating is a number of points. It rises with a win and falls with a loss, and the more surprising the result, the further. A word beside it says how settled it is: new players find their place within a few matches, and one match moves a settled rating little.',
    'Ranking to liczba punktów. Rośnie po wygranej i spada po porażce, tym bardziej, im mniej można się było takiego wyniku spodziewać. Obok stoi określenie, które mówi, jak bardzo jest ustalony: kto zaczyna, w kilka meczów znajduje swoje miejsce, a rankingiem kogoś, kto grał dużo, jeden mecz nie zachwieje.',
  ],
  questions: ['What players ask', 'O co pytają gracze'],
  rules: ['The rules', 'Zasady'],
  stepsTitle: ['A match, step by step', 'Mecz krok po kroku'],
  kTitle: ['How far one match can move a rating', 'O ile jeden mecz może zmienić ranking'],
  word: ['Word', 'Określenie'],
  matches: ['Without a drop', 'Gra bez przerw'],
  most: ['Points (K)', 'Punkty (K)'],
  kMatches: {
    new: ['matches 1 and 2', '1. i 2. mecz'],
    settling: ['matches 3 to 5', '3.–5. mecz'],
    settled: ['from match 6 on', 'od 6. meczu'],
  },
  gainTitle: ['What a win brings and a loss costs', 'Ile daje wygrana, ile kosztuje porażka'],
  gainCaption: [
    'Points for a win and for a loss, by your opponent’s rating',
    'Punkty za wygraną i za porażkę, zależnie od tego, o ile ranking rywala różni się od Twojego',
  ],
  opponent: ['Opponent', 'Ranking rywala'],
  gap: [
    (points: number) =>
      points === 0 ? 'rated the same' : `${Math.abs(points)} ${points > 0 ? 'above' : 'below'} you`,
    (points: number) =>
      points === 0 ? 'taki sam' : `o ${Math.abs(points)} ${points > 0 ? 'wyższy' : 'niższy'}`,
  ],
});

type Part = { readonly visit: Visit };

/** How ratings work: for players first, then every rule. */
export async function rulesPage(db: Db, visit: Visit) {
  const words = rulesWords[visit.language];
  const sides = await latestRated(db, {});
  return (
    <Page visit={visit} title={[visit.words.rules]}>
      <div class="prose">
        <h1>{visit.words.rules}</h1>
        <p>{words.intro}</p>
        <p>
          <a href={visit.to('quality')}>{qualityWords[visit.language].title}</a>
        </p>
        <Contents visit={visit} />
        <h2 id="questions">{words.questions}</h2>
        <Answers visit={visit} />
        <h2 id="k">{words.kTitle}</h2>
        <Factors visit={visit} />
        <h2 id="gain">{words.gainTitle}</h2>
        <Gains visit={visit} />
        <h2 id="example">{words.stepsTitle}</h2>
        <WorkedExample visit={visit} sides={sides} />
        <RulesText visit={visit} />
      </div>
    </Page>
  );
}

function Contents({ visit }: Part) {
  const words = rulesWords[visit.language];
  const own = [
    ['questions', words.questions],
    ['k', words.kTitle],
    ['gain', words.gainTitle],
    ['example', words.stepsTitle],
    ['rules', words.rules],
  ] as const;
  return (
    <nav class="contents" aria-label={visit.words.onThisPage}>
      <ul>
        {own.map(([anchor, title]) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const confidences = Array.from(
  { length: highestConfidence - startingConfidence + 1 },
  (_, more) => startingConfidence + more,
);
/** For each K-factor, the confidences with which it holds. rules 1.2, 2.1 */
const bands = [...Map.groupBy(confidences, kFactor).values()].map((band) => ({
  first: Math.min(...band),
  last: Math.max(...band),
}));

function Factors({ visit }: Part) {
  const words = rulesWords[visit.language];
  return (
    <table aria-label={words.kTitle}>
      <Columns names={[words.word, visit.words.confidence, words.matches, words.most]} />
      <tbody>
        {bands.map(({ first, last }) => (
          <tr key={first}>
            <th scope="row">
              <Confidence visit={visit} value={first} />
            </th>
            <td>{`${first}–${last}`}</td>
            <td>{words.kMatches[standingOf(first)]}</td>
            <td>{kFactor(first)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const gaps = [300, 200, 100, 0, -100, -200, -300];

function Gains({ visit }: Part) {
  const words = rulesWords[visit.language];
  const marks = bands.map(({ first }) => <Confidence key={first} visit={visit} value={first} />);
  return (
    <table>
      <caption>{words.gainCaption}</caption>
      <Columns names={[words.opponent, ...marks]} />
      <tbody>
        {gaps.map((gap) => (
          <tr key={gap}>
            <th scope="row">{words.gap(gap)}</th>
            {bands.map(({ first }) => (
              <td key={first}>
                {changeOf(first, gap, 1)} / {changeOf(first, gap, 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a win or a loss changes at that confidence, for any rating far from 0. */
function changeOf(confidence: number, gap: number, actual: number): string {
  const own = 1500;
  return signed(ratingChange(kFactor(confidence), expectedScore(own, own + gap), actual, own));
}
