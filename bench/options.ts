// What a benchmark is told on its command line.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

type Value = number | string | boolean | readonly number[] | readonly string[];

/** The type of an option, by that of its default value; of a list of words, some of those words. */
type Told<T> = T extends number
  ? number
  : T extends boolean
    ? boolean
    : T extends readonly number[]
      ? readonly number[]
      : T extends readonly (infer Word extends string)[]
        ? readonly Word[]
        : string;

/**
 * Reads the options by name, each of the type of its default value: whole numbers, texts, flags,
 * and lists with commas, of numbers or of some of the default words. `--help` prints the comment
 * above the program's imports. Ends the process after the help, or where an option is wrong.
 */
export function readOptions<const T extends Readonly<Record<string, Value>>>(
  usual: T,
): { readonly [name in keyof T]: Told<T[name]> } {
  const options = Object.fromEntries(
    Object.entries({ ...usual, help: false }).map(([name, value]) => [
      name,
      { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    const { values } = parseArgs({ options });
    if (values.help) end(usage(), 0);
    const told = Object.entries(usual).map(([name, value]) => [
      name,
      toldOf(name, values[name], value),
    ]);
    return Object.fromEntries(told);
  } catch (error) {
    return end(`${error instanceof Error ? error.message : error}\n\n${usage()}`, 2);
  }
}

function toldOf(name: string, told: string | boolean | undefined, usual: Value): Value {
  if (typeof told !== 'string') return told ?? usual;
  if (typeof usual === 'string') return told;
  if (typeof usual === 'number') return wholeNumber(name, told);
  const parts = told.split(',');
  const words = (Array.isArray(usual) ? usual : []).filter((word) => typeof word === 'string');
  if (words.length === 0) return parts.map((part) => wholeNumber(name, part));
  const wrong = parts.find((part) => !words.includes(part));
  if (wrong !== undefined) throw new Error(`--${name}: "${wrong}" is none of ${words.join(', ')}.`);
  return words.filter((word) => parts.includes(word));
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value <= 0) {
    throw new Error(`--${name}: "${text}" is no whole number above 0.`);
  }
  return value;
}

/** The comment at the top of the program. */
function usage(): string {
  const lines = readFileSync(process.argv[1] ?? '', 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}

function end(text: string, status: 0 | 2): never {
  (status === 0 ? console.log : console.error)(text);
  process.exit(status);
}
