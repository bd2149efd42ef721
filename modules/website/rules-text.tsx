/** @jsxImportSource preact */
// docs/rules.md as a part of a page. Its text becomes elements, and markup in it stays text.
import { lexer, type MarkedToken, type Token } from 'marked';
import english from '../../docs/rules.md' with { type: 'text' };
import polish from '../../docs/rules.pl.md' with { type: 'text' };
import { inEach, madeForEach } from './language.ts';
import type { Visit } from './visit.ts';

const texts = inEach(english, polish);
const tokensIn = madeForEach((language) => lexer(texts[language]));

/** The anchor of a rule or of a section of rules: `1.4`, `2`. */
export const anchorOf = (number: string) => `rule-${number}`;

const numbered = /^(\d+) (.*)$/;
const isRule = (text: string) => /^\d+\.\d+$/.test(text);

/** Every rule, with an anchor for each. */
export function RulesText({ visit }: { readonly visit: Visit }) {
  return <Blocks tokens={tokensIn(visit.language)} visit={visit} />;
}

type TokensProps = { readonly tokens: readonly Token[]; readonly visit: Visit };

// All tokens that marked's lexer makes without extensions are of this type.
const isKnown = (_: Token): _ is MarkedToken => true;

function Blocks({ tokens, visit }: TokensProps) {
  return <>{tokens.filter(isKnown).map((token) => blockOf(token, visit))}</>;
}

function blockOf(token: MarkedToken, visit: Visit) {
  if (token.type === 'space') return null;
  if (token.type === 'paragraph') {
    return (
      <p>
        <Inline tokens={token.tokens} visit={visit} />
      </p>
    );
  }
  if (token.type === 'heading') {
    const [, number = '', title = ''] = numbered.exec(token.text) ?? [];
    if (!number) return <Title text={token.text} visit={visit} />;
    return (
      <h3 id={anchorOf(number)}>
        <a href={`#${anchorOf(number)}`}>{number}</a> {title}
      </h3>
    );
  }
  if (token.type !== 'list') return <p>{token.raw}</p>;
  return (
    <ul class="rules">
      {token.items.map((item) => (
        <li key={item.text} id={anchorOf(numberOf(item.text))}>
          <Inline tokens={item.tokens} visit={visit} />
        </li>
      ))}
    </ul>
  );
}

/** The heading of all rules, and links to the sections. */
function Title({ text, visit }: { readonly text: string; readonly visit: Visit }) {
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

const numberOf = (text: string) => /^\*\*([\d.]+)/.exec(text)?.[1] ?? '';

function Inline({ tokens, visit }: TokensProps) {
  return <>{tokens.filter(isKnown).map((token) => inlineOf(token, visit))}</>;
}

function inlineOf(token: MarkedToken, visit: Visit) {
  switch (token.type) {
    case 'text':
      return token.tokens ? <Inline tokens={token.tokens} visit={visit} /> : token.text;
    case 'paragraph':
      return <Inline tokens={token.tokens} visit={visit} />;
    case 'strong':
      if (isRule(token.text)) return <a href={`#${anchorOf(token.text)}`}>{token.text}</a>;
      return <strong>{token.text}</strong>;
    case 'em':
      return <em>{token.text}</em>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'link':
      return <a href={visit.to('docs')}>{token.text}</a>; // the rules have only this link
    default:
      return token.raw;
  }
}
