/** @jsxImportSource preact */
import type { ProblemType } from '../../shared/problem.ts';
import { inEach } from './language.ts';
import { Page } from './page.tsx';
import { type Visit, wordsFor } from './visit.ts';

type Told = { readonly title: string; readonly remedy: string };

export const problemWords = inEach(
  {
    'not-found': {
      title: 'Nothing is here',
      remedy: 'What was here may have been removed. The ranking leads to everything that there is.',
    },
    'invalid-request': {
      title: 'This address is not right',
      remedy: 'It may be old or cut off. Begin again at the ranking.',
    },
    'method-not-allowed': {
      title: 'This address is only for reading',
      remedy: 'Nothing can be sent to it, and nothing was changed. Begin again at the ranking.',
    },
    'rate-limited': {
      title: 'Too many pages at once',
      remedy: 'More were asked for from here than the limit allows. Try again in a minute.',
    },
    'service-unavailable': {
      title: 'Not available for the moment',
      remedy: 'Nothing is lost. Try again in a minute.',
    },
    other: {
      title: 'Something went wrong here',
      remedy: 'It is not your fault, and it is noted. Try again later.',
    },
  } satisfies Partial<Record<ProblemType | 'other', Told>>,
  {
    'not-found': {
      title: 'Tu nic nie ma',
      remedy: 'To, co tu było, mogło zostać usunięte. Ranking prowadzi do wszystkiego, co jest.',
    },
    'invalid-request': {
      title: 'Ten adres jest nieprawidłowy',
      remedy: 'Może być stary albo ucięty. Zacznij od rankingu.',
    },
    'method-not-allowed': {
      title: 'Ten adres służy tylko do czytania',
      remedy: 'Nic nie można na niego wysłać i nic nie zostało zmienione. Zacznij od rankingu.',
    },
    'rate-limited': {
      title: 'Za dużo stron naraz',
      remedy: 'Poproszono stąd o więcej stron, niż pozwala limit. Spróbuj ponownie za minutę.',
    },
    'service-unavailable': {
      title: 'Chwilowo niedostępne',
      remedy: 'Nic nie zginęło. Spróbuj ponownie za minutę.',
    },
    other: {
      title: 'Coś poszło tu nie tak',
      remedy: 'To nie Twoja wina, a błąd został zapisany. Spróbuj ponownie później.',
    },
  },
);

/** What a visitor sees instead of a page that can't be shown. */
export function problemPage(visit: Visit, type: ProblemType) {
  const { other, ...words } = wordsFor(visit, problemWords);
  const known: Partial<Record<ProblemType, Told>> = words;
  const { title, remedy } = known[type] ?? other;
  return (
    <Page visit={visit} title={title}>
      <h1>{title}</h1>
      <p>{remedy}</p>
      <p>
        <a href={visit.to('')}>{visit.words.ranking}</a>
      </p>
    </Page>
  );
}
