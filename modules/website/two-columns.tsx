/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Columns, type Player, PlayerLink } from './parts.tsx';
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
export function TwoColumns({ label, what = '', own, other, rows }: Props) {
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
