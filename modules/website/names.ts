import { erasedName } from '../ratings/index.ts';
import type { Language } from './language.ts';
import { siteWords } from './words.ts';

/** A player's name as the pages show it: only that of somebody who was erased is in a language. */
export function nameIn(language: Language, name: string): string {
  return name === erasedName ? siteWords[language].formerPlayer : name;
}
