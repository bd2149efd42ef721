/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Document } from '../../shared/http/pages/document.tsx';
import type { ProblemType } from '../../shared/problem.ts';
import type { DeskPass } from '../auth/index.ts';
import { inEach, problemWords, type Visit } from '../website/index.ts';

/** Somebody at the desk: a look at a page, with a pass. */
export type Sitting = { readonly visit: Visit; readonly pass: DeskPass };

export const deskWords = inEach({
  desk: ['The desk', 'Biurko'],
  enter: ['New result', 'Nowy wynik'],
  results: ['Results', 'Wyniki'],
  player: ['New player', 'Nowy gracz'],
  file: ['File', 'Plik'],
  leave: ['Leave the desk on this device', 'Zamknij biurko na tym urządzeniu'],
  of: [(name: string) => `Desk of ${name}`, (name: string) => `Biurko: ${name}`],
  back: ['Back to the desk', 'Wróć do biurka'],
});

const parts = [
  ['desk', 'enter'],
  ['desk/results', 'results'],
  ['desk/player', 'player'],
  ['desk/file', 'file'],
] as const;

type PageProps = {
  readonly visit: Visit;
  /** Undefined before the desk is open. */
  readonly pass?: DeskPass | undefined;
  readonly title: string;
  readonly children: ComponentChildren;
};

/** A page of the desk: whose it is, the ways to its other pages, and its own content. */
export function DeskPage({ visit, pass, title, children }: PageProps) {
  const { language, words, path: here, to, inLanguage, asset, isFictional, request } = visit;
  const deskIn = deskWords[language];
  const other = language === 'en' ? 'pl' : 'en';
  const isShown = request.method !== 'POST';
  return (
    <Document title={`${title} · ${deskIn.desk}`} {...{ asset, language }} listed={false}>
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <header class="site">
        <span class="name">
          <bdi>{pass?.label ?? deskIn.desk}</bdi>
        </span>
        <nav aria-label={words.navigation}>
          {pass &&
            parts.map(([path, name]) => (
              <a key={path} href={to(path)} aria-current={path === here ? 'page' : undefined}>
                {deskIn[name]}
              </a>
            ))}
        </nav>
        {isShown && (
          <a class="language" href={inLanguage(other)} lang={other} hreflang={other}>
            {words.otherLanguage}
          </a>
        )}
      </header>
      <main id="content" class="desk">
        <h1>{title}</h1>
        {children}
      </main>
      {pass && (
        <footer class="site">
          <p>
            <bdi>{deskIn.of(pass.organizer_name)}</bdi>
          </p>
          {isFictional && <p>{words.fictional}</p>}
          <form method="post" action={to('desk/leave')}>
            <button type="submit" class="second">
              {deskIn.leave}
            </button>
          </form>
        </footer>
      )}
    </Document>
  );
}

const ownProblems = inEach({
  unauthenticated: {
    title: ['This desk is closed', 'To biurko jest zamknięte'],
    remedy: [
      'It opens with a pass: ask the organizer of your competition for its address.',
      'Otwiera się je przepustką: poproś organizatora rozgrywek o jej adres.',
    ],
  },
  'insufficient-scope': {
    title: ['This was not sent from the desk', 'To nie zostało wysłane z biurka'],
    remedy: [
      'Nothing was changed. Open the desk and send it from there.',
      'Nic nie zostało zmienione. Otwórz biurko i wyślij to stamtąd.',
    ],
  },
  'not-found': {
    title: ['Nothing is here', 'Tu nic nie ma'],
    remedy: [
      'It is not of this desk, or it was removed.',
      'Nie należy do tego biurka albo zostało usunięte.',
    ],
  },
  'payload-too-large': {
    title: ['This is too much at once', 'To za dużo naraz'],
    remedy: [
      'Nothing was changed. A file can have up to 60 KB: send it in parts.',
      'Nic nie zostało zmienione. Plik może mieć do 60 KB: wyślij go w częściach.',
    ],
  },
  'unsupported-media-type': {
    title: ['This is no form', 'To nie jest formularz'],
    remedy: ['Nothing was changed.', 'Nic nie zostało zmienione.'],
  },
});

const revoked = inEach({
  title: ['This pass is not valid any more', 'Ta przepustka już nie działa'],
  remedy: [
    'Nothing that you sent just now was stored. Ask the organizer of your competition for a new pass.',
    'To, co teraz wysłano, nie zostało zapisane. Poproś organizatora rozgrywek o nową przepustkę.',
  ],
});

/** What somebody sees instead of a page of the desk that can't be shown. */
export function deskProblem(visit: Visit, type: ProblemType, hadPass: boolean) {
  const { other, ...shared } = problemWords[visit.language];
  const known: Partial<Record<ProblemType, { readonly title: string; readonly remedy: string }>> = {
    ...shared,
    ...ownProblems[visit.language],
    ...(hadPass && { unauthenticated: revoked[visit.language] }),
  };
  const { title, remedy } = known[type] ?? other;
  return (
    <DeskPage visit={visit} title={title}>
      <p>{remedy}</p>
      {type !== 'unauthenticated' && (
        <p>
          <a href={visit.to('desk')}>{deskWords[visit.language].back}</a>
        </p>
      )}
    </DeskPage>
  );
}
