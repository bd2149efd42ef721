/** @jsxImportSource preact */
// docs/rules.md as a part of a page. Its text becomes elements, and markup in it stays text.

import { lexer, type MarkedToken, type Token } from 'marked';
import english from '../../docs/rules.md' with { type: 'text' };
import polish from '../../docs/rules.pl.md' with { type: 'text' };
import { type Language, madeForEach } from './language.ts';
import type { Visit } from './visit.ts';

const texts = { en: english, pl: polish };

type Section = { readonly number: string; readonly title: string; readonly tokens: Token[] };

const rulesIn = madeForEach((language) => {
  const intro: Token[] = [];
  const sections: Section[] = [];
  for (const token of lexer(texts[language])) {
    const [, number, title = ''] = (token.type === 'heading' && numbered.exec(token.text)) || [];
    if (number) sections.push({ number, title, tokens: [] });
    else (sections.at(-1)?.tokens ?? intro).push(token);
  }
  return { intro, sections };
});

/** The anchor of a rule or of a section of rules: `1.4`, `2`. */
export const anchorOf = (number: string) => `rule-${number}`;

/** The sections that are about players; the others are for those who run or use the service. */
const forPlayers: readonly string[] = ['1', '2', '3', '10', '13'];

/** Where a rule stands: on the page for players, or on the one with all rules. */
export function placeOf(visit: Visit, rule: string): string {
  const anchor = `#${anchorOf(rule)}`;
  return forPlayers.includes(rule.split('.')[0] ?? '') ? anchor : visit.to('rules/all') + anchor;
}

const numbered = /^(\d+) (.*)$/;
const isRule = (text: string) => /^\d+\.\d+$/.test(text);

type Part = { readonly visit: Visit };

/** The rules about players, with an anchor for each. */
export function RulesForPlayers({ visit }: Part) {
  return (
    <>
      {sectionsIn(visit.language, true).map((section) => (
        <OneSection key={section.number} visit={visit} section={section} heading="h3" />
      ))}
    </>
  );
}

/** The other sections, each with its anchor, and where they stand. */
export function OtherRules({ visit }: Part) {
  return (
    <div class="contents">
      <ul>
        {sectionsIn(visit.language, false).map(({ number, title }) => (
          <li key={number} id={anchorOf(number)}>
            <a href={placeOf(visit, number)}>{`${number} ${title}`}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function sectionsIn(language: Language, isForPlayers: boolean): Section[] {
  const { sections } = rulesIn(language);
  return sections.filter(({ number }) => forPlayers.includes(number) === isForPlayers);
}

/** Every rule, with an anchor for each, after a list of the sections. */
export function AllRules({ visit }: Part) {
  const { intro, sections } = rulesIn(visit.language);
  return (
    <>
      <Tokens tokens={intro} visit={visit} />
      <nav class="contents" aria-label={visit.words.onThisPage}>
        <ul>
          {sections.map(({ number, title }) => (
            <li key={number}>
              <a href={`#${anchorOf(number)}`}>{`${number} ${title}`}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map((section) => (
        <OneSection key={section.number} visit={visit} section={section} heading="h2" />
      ))}
    </>
  );
}

type SectionProps = Part & { readonly section: Section; readonly heading: 'h2' | 'h3' };

function OneSection({ visit, section: { number, title, tokens }, heading: Heading }: SectionProps) {
  return (
    <>
      <Heading id={anchorOf(number)}>
        <a href={`#${anchorOf(number)}`}>{number}</a> {title}
      </Heading>
      <Tokens tokens={tokens} visit={visit} />
    </>
  );
}

type TokensProps = Part & { readonly tokens: readonly Token[] };

// All tokens that marked's lexer makes without extensions are of this type.
const isKnown = (_: Token): _ is MarkedToken => true;

function Tokens({ tokens, visit }: TokensProps) {
  return <>{tokens.filter(isKnown).map((token) => elementOf(token, visit))}</>;
}

function elementOf(token: MarkedToken, visit: Visit) {
  const inner = 'tokens' in token && token.tokens && <Tokens tokens={token.tokens} visit={visit} />;
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      return <h1>{token.text}</h1>; // the only one that is no section's
    case 'paragraph':
      return <p>{inner}</p>;
    case 'list':
      return (
        <ul class="rules">
          {token.items.map((item) => (
            <li key={item.text} id={anchorOf(numberOf(item.text))}>
              <Tokens tokens={item.tokens} visit={visit} />
            </li>
          ))}
        </ul>
      );
    case 'text':
      return inner || token.text;
    case 'strong':
      if (isRule(token.text)) return <a href={`#${anchorOf(token.text)}`}>{token.text}</a>;
      return <strong>{token.text}</strong>;
    case 'em':
      return <em>{token.text}</em>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'link':
      return (
        <a href={visit.to('docs')} hreflang="en">
          {token.text}
        </a>
      ); // the rules have only this link
    default:
      return token.raw;
  }
}

const numberOf = (text: string) => /^\*\*([\d.]+)/.exec(text)?.[1] ?? '';
