/** @jsxImportSource preact */
import { Fragment } from 'preact';
import type { Db } from '../../shared/database/db.ts';
import { startingConfidence } from '../players/index.ts';
import {
  expectedScore,
  highestConfidence,
  kFactor,
  ratingChange,
  standingOf,
} from '../ratings/index.ts';
import { signed } from './format.ts';
import { Page } from './page.tsx';
import { Columns, Confidence } from './parts.tsx';
import { answersWords, questions } from './rules-answers-words.ts';
import { WorkedExample } from './rules-example.tsx';
import { latestRated } from './rules-repository.ts';
import { anchorOf, RulesText } from './rules-text.tsx';
import { rulesWords } from './rules-words.ts';
import type { Visit } from './visit.ts';

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

function Answers({ visit }: Part) {
  const words = rulesWords[visit.language];
  const answers = answersWords[visit.language];
  return (
    <>
      {questions.map(([name, rules]) => {
        const shown = name === 'visible' && visit.isListed ? answers.listed : answers[name];
        return (
          <section key={name} id={`why-${name}`}>
            <h3>{shown.question}</h3>
            <p>
              {shown.answer} {words.more(rules.length)}{' '}
              {rules.map((rule, place) => (
                <Fragment key={rule}>
                  {place > 0 && ', '}
                  <a href={`#${anchorOf(rule)}`}>{rule}</a>
                </Fragment>
              ))}
              {'.'}
            </p>
          </section>
        );
      })}
    </>
  );
}
