// What was won and lost, in numbers. Pure.
import { numberInWords } from './format.ts';
import { inEach, type Language } from './language.ts';
import type { Profile } from './player-repository.ts';
import { siteWords } from './words.ts';

export const recordWords = inEach({
  what: ['Kind', 'Rodzaj'],
  unknown: ['court not known', 'kort nieznany'],
  walkovers: ['Walkovers (separately)', 'Walkowery (osobno)'],
});

/** Wins or losses on a surface. */
type SurfaceCount = Profile['surfaces'][number];

type Tally = { readonly name: string; readonly own: number; readonly other: number };

/** Wins and losses in all, then by surface, the most played one first, and by name if that is equal. */
export function tallies(language: Language, counts: readonly SurfaceCount[]): Tally[] {
  const { unknown } = recordWords[language];
  const names: Readonly<Record<string, string>> = siteWords[language].surfaces;
  const surfaces = [...Map.groupBy(counts, ({ surface }) => surface)].map(([surface, of]) =>
    tally(surface === null ? unknown : (names[surface] ?? surface), of),
  );
  const sorted = surfaces.toSorted(
    (a, b) => b.own + b.other - a.own - a.other || a.name.localeCompare(b.name, language),
  );
  return [tally(siteWords[language].ratedMatches, counts), ...sorted];
}

/** The same in words, then what else is counted, and the walkovers if there are any. */
export function recordLines(
  language: Language,
  counts: readonly SurfaceCount[],
  [own, other]: readonly [own: number, other: number],
  further: readonly Tally[] = [],
) {
  const apart = own + other > 0 ? [{ name: recordWords[language].walkovers, own, other }] : [];
  return [...tallies(language, counts), ...further, ...apart].map(({ name, own, other }) => ({
    name,
    own: numberInWords(language, own),
    other: numberInWords(language, other),
  }));
}

function tally(name: string, counts: readonly SurfaceCount[]): Tally {
  const sum = (of: readonly SurfaceCount[]) => of.reduce((all, { matches }) => all + matches, 0);
  const own = sum(counts.filter(({ won }) => won));
  return { name, own, other: sum(counts) - own };
}
