/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import { startingConfidence } from '../players/index.ts';
import { keptQuality } from '../quality/index.ts';
import { expectedScore, highestConfidence, kFactor, ratingChange } from '../ratings/index.ts';
import { inEach, signed } from './language.ts';
import { latestRated } from './match-repository.ts';
import { Page } from './page.tsx';
import { Columns, Meter } from './parts.tsx';
import { QualityAnswers } from './quality-answers.tsx';
import { qualityWords } from './quality-words.ts';
import { Answers } from './rules-answers.tsx';
import { WorkedExample } from './rules-example.tsx';
import { AllRules, OtherRules, RulesForPlayers } from './rules-text.tsx';
import type { Visit } from './visit.ts';

/** What the page on ratings says besides the rules themselves. */
export const rulesWords = inEach({
  intro: [
    'A rating is a number of points. It rises with a win and falls with a loss, and the more surprising the result, the further. The bar beside it shows how sure it is: new players find their place within a few matches, and after many, one match moves a rating little.',
    'Kto gra, ma punkty. Przybywa ich po wygranej, a ubywa po porażce, tym bardziej, im mniej można się było takiego wyniku spodziewać. Pasek obok pokazuje, na ile są pewne: kto zaczyna, w kilka meczów znajduje swoje miejsce, a po wielu meczach jeden zmienia niewiele.',
  ],
  questions: ['What players ask', 'O co pytają gracze'],
  rules: ['The rules about players', 'Zasady dotyczące graczy'],
  otherRules: ['All other rules', 'Wszystkie inne zasady'],
  otherRulesMeaning: [
    'For those who run competitions, this service, or programs that use it.',
    'Dla tych, którzy prowadzą rozgrywki, ten serwis albo programy, które z niego korzystają.',
  ],
  allRules: ['All rules on one page', 'Wszystkie zasady na jednej stronie'],
  allRulesTitle: ['All rules', 'Wszystkie zasady'],
  stepsTitle: ['A match, step by step', 'Mecz krok po kroku'],
  kTitle: ['The most that one match can change', 'Największa zmiana w jednym meczu'],
  matches: ['Without a break', 'Gra bez przerw'],
  most: ['At most (K)', 'Najwyżej (K)'],
  range: {
    lowest: [(next: number) => `under ${next}`, (next: number) => `poniżej ${next}`],
    highest: [(first: number) => `from ${first}`, (first: number) => `od ${first}`],
  },
  kMatches: [
    ['matches 1 and 2', 'matches 3 to 5', 'from match 6 on'],
    ['1. i 2. mecz', '3.–5. mecz', 'od 6. meczu'],
  ],
  gainTitle: ['What a win brings and a loss costs', 'Ile daje wygrana, ile kosztuje porażka'],
  gainCaption: [
    'Points for a win and for a loss, by your opponent’s rating and your own confidence',
    'Zmiana po wygranej i po porażce, zależnie od punktów rywala i od własnej pewności',
  ],
  opponent: ['Opponent', 'Rywal ma'],
  gap: [
    (points: number) =>
      points === 0 ? 'rated the same' : `${Math.abs(points)} ${points > 0 ? 'above' : 'below'} you`,
    (points: number) =>
      points === 0 ? 'tyle samo' : `o ${Math.abs(points)} ${points > 0 ? 'więcej' : 'mniej'}`,
  ],
});

type Part = { readonly visit: Visit };

/** How ratings work, for players: what they ask, an example, and the rules about them. */
export async function rulesPage(db: Db, visit: Visit) {
  const words = rulesWords[visit.language];
  const sides = await latestRated(db, {});
  const kept = await keptQuality(db);
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
        <QualityAnswers visit={visit} kept={kept?.result} />
        <h2 id="k">{words.kTitle}</h2>
        <Factors visit={visit} />
        <h2 id="gain">{words.gainTitle}</h2>
        <Gains visit={visit} />
        <h2 id="example">{words.stepsTitle}</h2>
        <WorkedExample visit={visit} sides={sides} />
        <h2 id="rules">{words.rules}</h2>
        <RulesForPlayers visit={visit} />
        <h2 id="others">{words.otherRules}</h2>
        <p>
          {words.otherRulesMeaning} <a href={visit.to('rules/all')}>{words.allRules}</a>
        </p>
        <OtherRules visit={visit} />
      </div>
    </Page>
  );
}

/** Every rule, for whoever wants to know it all. */
export function allRulesPage(visit: Visit) {
  return (
    <Page visit={visit} title={[rulesWords[visit.language].allRulesTitle]}>
      <div class="prose">
        <AllRules visit={visit} />
        <p>
          <a href={visit.to('rules')}>{visit.words.rules}</a>
        </p>
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
    ['others', words.otherRules],
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

/** A band's confidences in words: "under 40", "40–69", "from 70". */
function bandInWords({ language }: Visit, { first, last }: (typeof bands)[number]): string {
  const { lowest, highest } = rulesWords[language].range;
  if (first === startingConfidence) return lowest(last + 1);
  return last === highestConfidence ? highest(first) : `${first}–${last}`;
}

function Factors({ visit }: Part) {
  const words = rulesWords[visit.language];
  return (
    <table aria-label={words.kTitle}>
      <Columns names={[visit.words.confidence, words.matches]} numbers={[words.most]} />
      <tbody>
        {bands.map((band, index) => (
          <tr key={band.first}>
            <th scope="row">
              <Meter value={band.last} /> {bandInWords(visit, band)}
            </th>
            <td>{words.kMatches[index]}</td>
            <td class="number">{kFactor(band.first)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const gaps = [300, 200, 100, 0, -100, -200, -300];

function Gains({ visit }: Part) {
  const words = rulesWords[visit.language];
  const ranges = bands.map((band) => bandInWords(visit, band));
  return (
    <table class="gains">
      <caption>{words.gainCaption}</caption>
      <Columns names={[words.opponent]} numbers={ranges} />
      <tbody>
        {gaps.map((gap) => (
          <tr key={gap}>
            <th scope="row">{words.gap(gap)}</th>
            {bands.map(({ first }) => (
              <td key={first} class="number">
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
