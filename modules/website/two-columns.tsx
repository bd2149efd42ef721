/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Columns } from './parts.tsx';

/** A line of a table of two columns. */
export type Line<Cell = ComponentChildren> = {
  readonly name: string;
  readonly own: Cell;
  readonly other: Cell;
};

type Props = {
  /** What the lines are, where that needs saying, and what the two columns are about. */
  readonly what?: string;
  readonly own: ComponentChildren;
  readonly other: ComponentChildren;
  readonly rows: readonly Line[];
};

/** A table of two things side by side, narrow enough for any screen. */
export function TwoColumns({ what = '', own, other, rows }: Props) {
  return (
    <table class="two">
      <Columns names={[what]} numbers={[own, other]} kind="count" />
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td class="count">{row.own}</td>
            <td class="count">{row.other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
