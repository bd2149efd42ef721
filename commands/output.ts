import type { Console } from '../shared/console/console.ts';
import { table } from '../shared/console/table.ts';

export const jsonOption = ['--json', 'print the result for programs'] as const;
export type Json = { readonly json?: true };

/** The example at the end of a command's help; the line is without the program's name. */
export const example = (line: string) => ['after', `\nExample:\n  tennis ${line}`] as const;

type Thing = Readonly<Record<string, unknown>>;

/** Shows one thing: JSON for programs, a line a member for people. */
export function show(console: Console, { json }: Json, thing: Thing): void {
  if (json) {
    console.out(JSON.stringify(thing));
    return;
  }
  const width = Math.max(...Object.keys(thing).map((name) => name.length));
  for (const [name, value] of Object.entries(thing)) {
    console.out(`${name.padEnd(width)}  ${inWords(value)}`);
  }
}

/** Shows a list: JSON for programs, a table for people. */
export function list(console: Console, { json }: Json, things: readonly Thing[]): void {
  const cells = (thing: Thing) =>
    Object.fromEntries(Object.entries(thing).map(([name, value]) => [name, inWords(value)]));
  console.out(json ? JSON.stringify(things) : table(things.map(cells)));
}

/** A value in words: the items of lists after each other, the members of objects by name. */
function inWords(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(inWords).join(', ') || '-';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${inWords(member)}`)
    .join(' ');
}
