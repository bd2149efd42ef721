import type { Console } from '../shared/console/console.ts';
import { fields, type Layout, table, type Words, wrap } from '../shared/console/table.ts';
import { visible } from '../shared/text.ts';
import { inWords } from './words.ts';

export const jsonOption = ['--json', 'print the result for programs'] as const;
export type JsonFlag = { readonly json?: true };

/** The example at the end of a command's help; the line is without the program's name. */
export function example(line: string): readonly ['after', string] {
  const [first = '', ...more] = wrap(`tennis ${line}`, 72, / (?=--)/);
  const lines = [`  ${first}`, ...more.map((part) => `    ${part}`)];
  return ['after', `\nExample:\n${lines.join(' \\\n')}`];
}

/**
 * Prints JSON for programs; for people a list as a table, a row for what `shown` gives of each one, and
 * another thing as a sentence or with a line a member. A long table holds up nothing else.
 */
export async function print(
  { out, isTerminal, columns }: Console,
  { json }: JsonFlag,
  result: object,
  shown: (one: object) => string | object = (one) => one,
  layout?: Layout,
): Promise<void> {
  const room = isTerminal ? columns : undefined; // a file has room for everything
  if (json) out(JSON.stringify(result));
  else if (Array.isArray(result)) {
    const rows = { [Symbol.iterator]: () => result.values().map((one) => wordsOf(shown(one))) };
    out((await Array.fromAsync(table(rows, room, layout))).join('\n'));
  } else {
    const one = shown(result);
    out(typeof one === 'string' ? one : fields(wordsOf(one), room));
  }
}

/** The texts of cells, each on one line: the log keeps the names of files, and what files say. */
function wordsOf(thing: string | object): Words {
  return Object.fromEntries(
    Object.entries(thing).map(([name, value]) => [name, visible(inWords(value))]),
  );
}
