import type { Console } from '../shared/console/console.ts';
import { fields, table, type Words, wrap } from '../shared/console/table.ts';
import { inWords } from './words.ts';

export const jsonOption = ['--json', 'print the result for programs'] as const;
export type Json = { readonly json?: true };

/** The example at the end of a command's help; the line is without the program's name. */
export function example(line: string): readonly ['after', string] {
  const [first = '', ...more] = wrap(`tennis ${line}`, 72, / (?=--)/);
  const lines = [`  ${first}`, ...more.map((part) => `    ${part}`)];
  return ['after', `\nExample:\n${lines.join(' \\\n')}`];
}

/** Shows one thing: JSON for programs, a line a member for people. */
export function show(console: Console, { json }: Json, thing: object): void {
  console.out(json ? JSON.stringify(thing) : fields(wordsOf(thing), widthOf(console)));
}

/** Shows a list: JSON for programs, a table for people. */
export function list(console: Console, { json }: Json, things: readonly object[]): void {
  console.out(json ? JSON.stringify(things) : table(things.map(wordsOf), widthOf(console)));
}

/** What a terminal has room for; a file has room for everything. */
function widthOf({ isTerminal, columns }: Console): number | undefined {
  return isTerminal ? columns : undefined;
}

function wordsOf(thing: object): Words {
  return Object.fromEntries(Object.entries(thing).map(([name, value]) => [name, inWords(value)]));
}
