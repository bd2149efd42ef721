// The names of a table that mean nobody, or not one only.
import type { Report } from '../../shared/exchange/kind.ts';
import type { Found } from './names.ts';

type Faulty = NonNullable<Found['of']>;

const addThem = ' --add-players registers those who are missing.';

/** How many of the rows with a name are listed. */
const mostRows = 3;

/** Reports each name that is at fault once, at its first row, with the others. */
export function createFaultyNames(report: Report, areAdded: boolean) {
  type Place = { readonly column: string; readonly of: Faulty; readonly lines: number[] };
  const places = new Map<string, Place>();
  let refused: ReadonlyMap<string, string> = new Map();
  return {
    note(line: number, column: string, of: Faulty): void {
      const { lines } = places.get(of.what) ?? {};
      if (!lines) places.set(of.what, { column, of, lines: [line] });
      else if (lines.at(-1) !== line) lines.push(line);
    },
    /** Takes in why some can't be registered, by their names. */
    refuse(why: ReadonlyMap<string, string>): void {
      refused = why;
    },
    finish(): void {
      let isHinted = areAdded;
      for (const { column, of, lines } of places.values()) {
        const [first = 0] = lines;
        const hint = isHinted || !of.isNewcomer ? '' : addThem;
        isHinted ||= hint !== '';
        const rest = refused.get(of.name) ?? `${of.rest}${hint}`;
        report(first, column, `${of.what}${rowsInWords(lines)}${rest}`);
      }
    },
  };
}

/** ` (rows 3, 7, 9 and 4 more)`; '' for a single one. */
function rowsInWords(lines: readonly number[]): string {
  if (lines.length < 2) return '';
  const more = lines.length - mostRows;
  const first = lines.slice(0, more > 0 ? mostRows : -1).join(', ');
  return ` (rows ${first} and ${more > 0 ? `${more} more` : lines.at(-1)})`;
}
