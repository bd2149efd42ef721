import { type Cell, readNumber } from '../../shared/exchange/cell.ts';

/** The highest number that a court may have. */
export const highestCourt = 1_000;

const written = /^(\d{1,9}):([\p{L}_]+)(:indoor)?$/u;

/** A court as people write it: `1:clay`, `2:hard:indoor`. Whether the surface exists isn't checked. */
export function readCourt(
  text: string,
): Cell<{ readonly number: number; readonly surface: string; readonly indoor: boolean }> {
  const [, number, surface, cover] = written.exec(text.toLowerCase()) ?? [];
  if (!surface) {
    return { fault: 'expected a number and a surface, such as 1:clay or 2:hard:indoor.' };
  }
  return { value: { number: Number(number), surface, indoor: cover !== undefined } };
}

/** Where a match was played: the court's number, or `none`. */
export function readCourtNumber(text: string): Cell<number | null> {
  return text.toLowerCase() === 'none'
    ? { value: null }
    : readNumber(text, 'Expected the number of a court, or none.');
}
