/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { counted, inEach, type Language, numberInWords, siteWords } from './language.ts';
import { Columns, type Player, PlayerLink } from './parts.tsx';
import type { Profile } from './player-repository.ts';
import type { Visit } from './visit.ts';

/** What stands in the two columns. */
type Two = { readonly own: ComponentChildren; readonly other: ComponentChildren };

type Props = Two & {
  /** What the table is called for those who hear it. */
  readonly label: string;
  /** What the lines are, where that needs saying. */
  readonly what?: string;
  readonly rows: readonly (Two & { readonly name: string })[];
};

/** A table of two things side by side, narrow enough for any screen. */
function TwoColumns({ label, what = '', own, other, rows }: Props) {
  return (
    <table class="two" aria-label={label}>
      <Columns names={[what]} numbers={[own, other]} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td class="number">{row.own}</td>
            <td class="number">{row.other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type FactsProps<Of> = Pick<Props, 'label'> & {
  readonly visit: Visit;
  readonly players: readonly Player[];
  /** What the facts are told of, for each of the two players. */
  readonly sides: readonly [Of, Of];
  readonly facts: readonly (readonly [name: string, of: (side: Of) => ComponentChildren])[];
};

/** The same facts about two players, side by side. */
export function FactsOfTwo<Of>({ visit, players, sides, facts, label }: FactsProps<Of>) {
  const [own, other] = sides;
  const [first, second] = players.map((player) => (
    <PlayerLink key={player.id} visit={visit} player={player} />
  ));
  const rows = facts.map(([name, of]) => ({ name, own: of(own), other: of(other) }));
  return <TwoColumns label={label} own={first} other={second} rows={rows} />;
}

/** What a table of wins and losses says. */
export const recordWords = inEach({
  what: ['Kind', 'Rodzaj'],
  unknown: ['court not known', 'kort nieznany'],
  walkovers: ['Walkovers (separately)', 'Walkowery (osobno)'],
  waiting: [
    (count: number) =>
      counted('en', count, {
        one: 'result waits for its rating and isn’t counted yet.',
        other: 'results wait for their rating and aren’t counted yet.',
      }),
    (count: number) =>
      counted('pl', count, {
        one: 'wynik czeka na przeliczenie i jeszcze się nie liczy.',
        few: 'wyniki czekają na przeliczenie i jeszcze się nie liczą.',
        other: 'wyników czeka na przeliczenie i jeszcze się nie liczy.',
      }),
  ],
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

type RecordProps = Two & {
  readonly visit: Visit;
  readonly title: string;
  readonly counts: readonly SurfaceCount[];
  readonly walkovers: readonly [own: number, other: number];
  /** What else is counted. */
  readonly further?: readonly Tally[];
  /** How many results wait for their rating. */
  readonly pending: number;
};

/** What was won and lost, with the walkovers apart if there are any. */
export function Record({ visit, title, counts, walkovers, further = [], ...more }: RecordProps) {
  const { pending, ...columns } = more;
  const words = recordWords[visit.language];
  const [own, other] = walkovers;
  const apart = own + other > 0 ? [{ name: words.walkovers, own, other }] : [];
  const rows = [...tallies(visit.language, counts), ...further, ...apart].map((row) => ({
    name: row.name,
    own: numberInWords(visit.language, row.own),
    other: numberInWords(visit.language, row.other),
  }));
  return (
    <section>
      <h2>{title}</h2>
      <TwoColumns label={title} what={words.what} {...columns} rows={rows} />
      {pending > 0 && <p class="quiet">{words.waiting(pending)}</p>}
    </section>
  );
}

function tally(name: string, counts: readonly SurfaceCount[]): Tally {
  const sum = (of: readonly SurfaceCount[]) => of.reduce((all, { matches }) => all + matches, 0);
  const own = sum(counts.filter(({ won }) => won));
  return { name, own, other: sum(counts) - own };
}
