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
  /** What others show of the page if its address is shared: a sentence, and the paths of a picture and of a feed. */
  readonly about?: {
    readonly description: string;
    readonly picture?: string;
    readonly feed?: string;
  };
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
export function Page({ visit, title, about, children }: PageProps) {
  const { language, words, path, absolute, asset, isListed, siteName } = visit;
  const preview = about && {
    siteName,
    address: absolute(path),
    description: about.description,
    // Who fetches it says nothing of a language.
    picture: about.picture && absolute(about.picture, { lang: language }),
    feed: about.feed && visit.to(about.feed),
  };
  return (
    <Document
      title={inOrder([...title, siteName].join(' · '))}
      {...{ asset, language, preview }}
      listed={isListed}
    >
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <Header visit={visit} />
      <main id="content">{children}</main>
      <Footer visit={visit} />
    </Document>
  );
}

type Part = { readonly visit: Visit };

function Header({ visit }: Part) {
  const { language, words, path: here, parameters, chosen, to, inLanguage } = visit;
  const { asset, siteName, owner } = visit;
  const other = language === 'en' ? 'pl' : 'en';
  return (
    <header class="site">
      <a class="name" href={to('')}>
        <img class="logo" src={asset(owner.logo ?? 'icon.svg')} alt="" />
        <bdi>{siteName}</bdi>
      </a>
      <nav aria-label={words.navigation}>
        {parts.map(([path, name]) => (
          <Fragment key={path}>
            <a href={to(path)} aria-current={path === here ? 'page' : undefined}>
              {words[name]}
            </a>{' '}
          </Fragment>
        ))}
      </nav>
      <a class="language" href={inLanguage(other)} lang={other} hreflang={other}>
        {words.otherLanguage}
      </a>
      <search class="finder">
        <form method="get" action={to('')}>
          {chosen && <input type="hidden" name="lang" value={chosen} />}
          <input
            type="search"
            name="q"
            maxLength={200}
            autocomplete="off"
            aria-label={words.search}
            placeholder={words.search}
            value={here === '' ? parameters.q : undefined}
          />
          <button type="submit" aria-label={words.find}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <circle cx="8.5" cy="8.5" r="5.5" />
              <path d="m13 13 4.5 4.5" />
            </svg>
          </button>
        </form>
      </search>
    </header>
  );
}

function Footer({ visit: { words, to, isFictional, owner } }: Part) {
  const { contact } = owner;
  return (
    <footer class="site">
      {isFictional && <p>{words.fictional}</p>}
      <p>
        {contact && (
          <>
            <a href={contact.includes('://') ? contact : `mailto:${contact}`}>{words.wrong}</a> ·{' '}
          </>
        )}
        <a href={to('docs')} hreflang="en">
          {words.documentation}
        </a>
      </p>
    </footer>
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
