/** @jsxImportSource preact */
import { type ComponentChildren, Fragment } from 'preact';
import { Document } from '../../shared/http/pages/document.tsx';
import type { Visit } from './visit.ts';

const parts = [
  ['', 'ranking'],
  ['competitions', 'competitions'],
  ['rules', 'rules'],
] as const;

type PageProps = {
  readonly visit: Visit;
  /** Its parts, without the site's name. */
  readonly title: readonly string[];
  readonly children: ComponentChildren;
};

/**
 * The title. It can hold no element: a left-to-right mark before each dash or dot keeps a Hebrew or Arabic name from
 * changing the order of the parts.
 */
function inOrder(title: string): string {
  const isMixed = /\p{Script=Hebrew}|\p{Script=Arabic}/u.test(title);
  return isMixed ? title.replaceAll(/ (?=[–·] )/g, '\u200e ') : title;
}

/** A page of the site: links to the others, its own content, and what all pages show. */
export function Page({ visit, title, children }: PageProps) {
  const { language, words, path: here, to, inLanguage, asset, isListed, isFictional } = visit;
  const other = language === 'en' ? 'pl' : 'en';
  return (
    <Document
      title={inOrder([...title, words.name].join(' · '))}
      asset={asset}
      language={language}
      listed={isListed}
    >
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <header class="site">
        <a class="name" href={to('')}>
          {words.name}
        </a>
        <nav aria-label={words.navigation}>
          {parts.map(([path, name]) => (
            <Fragment key={path}>
              <a href={to(path)} aria-current={path === here ? 'page' : undefined}>
                {words[name]}
              </a>{' '}
            </Fragment>
          ))}
          <a href={inLanguage(other)} lang={other} hreflang={other}>
            {words.otherLanguage}
          </a>
        </nav>
      </header>
      <main id="content">{children}</main>
      <footer class="site">
        {isFictional && <p>{words.fictional}</p>}
        <p>
          <a href={to('docs')} hreflang="en">
            {words.documentation}
          </a>
        </p>
      </footer>
    </Document>
  );
}
