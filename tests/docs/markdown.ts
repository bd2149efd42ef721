import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The text of a file of the repository. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** What stands under a heading of the text, up to the next one. Throws where there is no such. */
export function sectionOf(text: string, heading: string): string {
  const [, section] = text.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`There is no section "${heading}".`);
  return section.split('\n## ')[0] ?? '';
}

/** The fenced blocks of that language. */
export function blocksOf(text: string, language: string): string[] {
  const blocks = text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, name, block = '']) => (name === language ? block : []));
}

/** The rows of the text's tables, without heads; each is its cells as they are written. */
export function rowsOf(text: string): string[][] {
  return [...text.matchAll(/^\|(.*)\|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .filter((_, index) => index > 1);
}

/** What stands between backticks. */
export function codesOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
