// What a table is made of, whether it is a CSV file or a sheet of a workbook.

/** A row, by the number that an editor shows beside it: its fields, or what is wrong with it. */
export type TableRow =
  | { readonly line: number; readonly fields: readonly string[]; readonly marks?: Marks }
  | { readonly line: number; readonly fault: string };

/** What a workbook knows of the cells of a row, by their indexes: a date or time, or the error of a formula. */
export type Marks = ReadonlyMap<number, 'date' | 'error'>;

/** The text, with the letters that entities of HTML stand for: `Muñoz` for `Mu&ntilde;oz`. */
export async function withoutEntities(text: string): Promise<string> {
  if (!entity.test(text)) return text;
  const { decodeHTMLStrict } = await import('entities'); // few files have any
  return text.replaceAll(entities, (written) => {
    const letter = decodeHTMLStrict(written);
    return readable.test(letter) ? letter : written;
  });
}

const entity = /&#?\w+;/;
const entities = new RegExp(entity, 'g');
/** Neither a quote nor a delimiter, which would divide a row otherwise. */
const readable = /^[\p{Script=Latin}\p{M}&'’ \u00a0-]$/u;

/**
 * Letters that came out wrong as a file was saved: two for one, such as `Ä™` for ę, where UTF-8 was taken for Windows-1252
 * or Windows-1250, and signs, where ISO 8859-2 was (`Pi±tek`).
 */
export const garbled =
  /[ÃÄÅĂĹ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸŚŤŹśťźˇ˘ŁĄŻ˛łąşĽ˝ľż]|\p{L}[±¶¦¬ˇ]|[±¶¦¬ˇ]\p{L}/u;

/** The name of a sheet's cell, `F7`: the column's index from 0, and the row's number. */
export function cellName(index: number, line: number): string {
  const letter = (n: number): string =>
    (n < 26 ? '' : letter(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26));
  return `${letter(index)}${line}`;
}
