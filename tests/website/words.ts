// Every text of the website, in both languages, as its modules export them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../modules/website/language.ts';
import { root } from '../docs/markdown.ts';

/** A text, or what makes one, and where it stands. */
export type Leaf = {
  readonly path: string;
  readonly text: string | ((...given: unknown[]) => unknown);
};

/** Texts that are right in both languages. */
export const sameInBoth: readonly string[] = ['Ranking', 'Start', 'Set', 'M'];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
export const isMaker = (value: unknown): value is (...given: unknown[]) => unknown =>
  typeof value === 'function';
/** The forms of a noun, of which Polish has more. */
const isForms = (value: object) => 'one' in value && 'other' in value;

export function leavesOf(value: unknown, path: string): Leaf[] {
  if (typeof value === 'string' || isMaker(value)) return [{ path, text: value }];
  if (!isObject(value)) throw new Error(`${path} is no text.`);
  if (isForms(value)) return [{ path, text: String(Object.values(value)) }];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, `${path}.${name}`));
}

/** What a page can give a text to make one. */
const gifts = [1, 2, 5, 0, -3, 'x', true, false, '', '2026-05-01', { set: 3, format: {} }].map(
  (gift) => Array.from({ length: 4 }, () => gift),
);

/** All texts that come out, by what was given; a gift that a text can't take gives none. */
export function madeOf({ text }: Leaf): ReadonlyMap<unknown, string> {
  if (typeof text === 'string') return new Map([['', text]]);
  const made = gifts.flatMap((gift) => {
    try {
      return [[gift, String(text(...gift))] as const];
    } catch {
      return [];
    }
  });
  return new Map(made);
}

const folder = join(root, 'modules/website');
export const words = new Map<string, Readonly<Record<Language, unknown>>>();
for (const file of readdirSync(folder)) {
  const module: Record<string, unknown> = await import(join(folder, file));
  for (const [name, value] of Object.entries(module)) {
    if (!name.endsWith('Words') || isMaker(value)) continue;
    if (isObject(value) && 'en' in value && 'pl' in value) words.set(name, value);
    else throw new Error(`${name} is not in each language.`);
  }
}
