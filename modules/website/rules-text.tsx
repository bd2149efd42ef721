/** @jsxImportSource preact */
// docs/rules.md as a part of a page. Its text becomes elements, and markup in it stays text.

import { lexer, type MarkedToken, type Token } from 'marked';
import english from '../../docs/rules.md' with { type: 'text' };
import polish from '../../docs/rules.pl.md' with { type: 'text' };
import { madeForEach } from './language.ts';
import type { Visit } from './visit.ts';

const texts = { en: english, pl: polish };
const tokensIn = madeForEach((language) => lexer(texts[language]));

/** The anchor of a rule or of a section of rules: `1.4`, `2`. */
export const anchorOf = (number: string) => `rule-${number}`;

const numbered = /^(\d+) (.*)$/;
const isRule = (text: string) => /^\d+\.\d+$/.test(text);

/** Every rule, with an anchor for each. */
export function RulesText({ visit }: { readonly visit: Visit }) {
  return <Tokens tokens={tokensIn(visit.language)} visit={visit} />;
}

type TokensProps = { readonly tokens: readonly Token[]; readonly visit: Visit };

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
      return <Heading text={token.text} visit={visit} />;
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

/** The heading of a section; or that of all rules, with links to the sections. */
function Heading({ text, visit }: { readonly text: string; readonly visit: Visit }) {
  const [, number = '', title = ''] = numbered.exec(text) ?? [];
  if (number) {
    return (
      <h3 id={anchorOf(number)}>
        <a href={`#${anchorOf(number)}`}>{number}</a> {title}
      </h3>
    );
  }
  const headings = tokensIn(visit.language).flatMap((token) => {
    return token.type === 'heading' && numbered.test(token.text) ? [token.text] : [];
  });
  return (
    <>
      <h2 id="rules">{text}</h2>
      <nav class="contents" aria-labelledby="rules">
        <ul>
          {headings.map((heading: string) => (
            <li key={heading}>
              <a href={`#${anchorOf(heading.split(' ')[0] ?? '')}`}>{heading}</a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
