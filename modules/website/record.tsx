/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { numberInWords } from './format.ts';
import { inEach } from './language.ts';
import { type Visit, wordsFor } from './visit.ts';
import { siteWords } from './words.ts';

export const recordWords = inEach(
  {
    what: 'Counted',
    matches: 'Rated matches',
    unknown: 'court not known',
    walkovers: 'Walkovers, apart',
  },
  {
    what: 'Co się liczy',
    matches: 'Mecze w rankingu',
    unknown: 'kort nieznany',
    walkovers: 'Walkowery, osobno',
  },
);

/** Wins or losses on a surface; null where the court isn't known. */
export type SurfaceCount = {
  readonly surface: string | null;
  readonly won: boolean;
  readonly matches: number;
};

/** What each of two sides has of something. */
export type Tally = { readonly name: string; readonly own: number; readonly other: number };

/** Wins and losses in all, then by surface, what was played on most first. */
export function tallies(visit: Visit, counts: readonly SurfaceCount[]): Tally[] {
  const words = wordsFor(visit, recordWords);
  const names: Readonly<Record<string, string>> = wordsFor(visit, siteWords).surfaces;
  const surfaces = [...Map.groupBy(counts, ({ surface }) => surface)].map(([surface, of]) =>
    tally(surface === null ? words.unknown : (names[surface] ?? surface), of),
  );
  const sorted = surfaces.toSorted((a, b) => b.own + b.other - a.own - a.other);
  return [tally(words.matches, counts), ...sorted];
}

function tally(name: string, counts: readonly SurfaceCount[]): Tally {
  const sum = (of: readonly SurfaceCount[]) => of.reduce((all, { matches }) => all + matches, 0);
  const own = sum(counts.filter(({ won }) => won));
  return { name, own, other: sum(counts) - own };
}

type Props = {
  readonly visit: Visit;
  /** What the two columns count. */
  readonly heads: readonly [own: ComponentChildren, other: ComponentChildren];
  readonly rows: readonly Tally[];
};

/** What was won and lost. */
export function Record({ visit, heads: [own, other], rows }: Props) {
  const words = wordsFor(visit, recordWords);
  return (
    <table class="record">
      <thead>
        <tr>
          <th scope="col">{words.what}</th>
          <th scope="col" class="count">
            {own}
          </th>
          <th scope="col" class="count">
            {other}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td class="count">{numberInWords(visit.language, row.own)}</td>
            <td class="count">{numberInWords(visit.language, row.other)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
