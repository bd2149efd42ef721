import type { Console } from '../shared/console/console.ts';
import { fields, table, type Words, wrap } from '../shared/console/table.ts';
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

/** Prints JSON for programs; for people a sentence, a list as a table, or a thing with a line a member. */
export function print(
  { out, isTerminal, columns }: Console,
  { json }: JsonFlag,
  result: string | object,
): void {
  const room = isTerminal ? columns : undefined; // a file has room for everything
  if (json) out(JSON.stringify(result));
  else if (typeof result === 'string') out(result);
  else if (Array.isArray(result)) out(table(result.map(wordsOf), room));
  else out(fields(wordsOf(result), room));
}

/** The texts of cells, each on one line: the log keeps the names of files, and what files say. */
function wordsOf(thing: object): Words {
  return Object.fromEntries(
    Object.entries(thing).map(([name, value]) => [name, visible(inWords(value))]),
  );
}
