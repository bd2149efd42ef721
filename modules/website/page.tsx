/** @jsxImportSource preact */
import { type ComponentChildren, Fragment } from 'preact';
import { Document } from '../../shared/http/pages/document.tsx';
import type { ProblemType } from '../../shared/problem.ts';
import { inEach } from './language.ts';
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
 * The title. It can hold no element: a left-to-right mark before each dash or dot keeps a Hebrew or Arabic
 * name from changing the order of the parts.
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

type ProblemText = { readonly title: string; readonly remedy: string };

export const problemWords = inEach({
  'not-found': {
    title: ['Nothing is here', 'Tu nic nie ma'],
    remedy: [
      'What was here may have been removed. The ranking leads to everything that there is.',
      'To, co tu było, mogło zostać usunięte. Z rankingu można dojść do wszystkiego, co tu jest.',
    ],
  },
  'invalid-request': {
    title: ['This address is not right', 'Ten adres jest nieprawidłowy'],
    remedy: [
      'It may be old or cut off. Begin again at the ranking.',
      'Może być stary albo ucięty. Zacznij od rankingu.',
    ],
  },
  'method-not-allowed': {
    title: ['This address is only for reading', 'Ten adres służy tylko do czytania'],
    remedy: [
      'Nothing can be sent to it, and nothing was changed. Begin again at the ranking.',
      'Nic nie można na niego wysłać i nic nie zostało zmienione. Zacznij od rankingu.',
    ],
  },
  'rate-limited': {
    title: ['Too many pages at once', 'Za dużo stron naraz'],
    remedy: [
      'More pages were requested from your address than the limit allows. Try again in a minute.',
      'Poproszono stąd o więcej stron, niż pozwala limit. Spróbuj ponownie za minutę.',
    ],
  },
  'service-unavailable': {
    title: ['Not available for the moment', 'Chwilowo niedostępne'],
    remedy: [
      'Nothing is lost. Try again in a minute.',
      'Nic nie zginęło. Spróbuj ponownie za minutę.',
    ],
  },
  other: {
    title: ['Something went wrong here', 'Coś poszło tu nie tak'],
    remedy: [
      'It is not your fault, and it is noted. Try again later.',
      'To nie Twoja wina, a błąd został zapisany. Spróbuj ponownie później.',
    ],
  },
} satisfies Partial<
  Record<ProblemType | 'other', Record<keyof ProblemText, readonly [string, string]>>
>);

/** What a visitor sees instead of a page that can't be shown. */
export function problemPage(visit: Visit, type: ProblemType) {
  const { other, ...words } = problemWords[visit.language];
  const known: Partial<Record<ProblemType, ProblemText>> = words;
  const { title, remedy } = known[type] ?? other;
  return (
    <Page visit={visit} title={[title]}>
      <h1>{title}</h1>
      <p>{remedy}</p>
      <p>
        <a href={visit.to('')}>{visit.words.ranking}</a>
      </p>
    </Page>
  );
}
