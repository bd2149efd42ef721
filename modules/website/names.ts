import type { Language } from './language.ts';
import { siteWords } from './words.ts';

/** A player's name as the pages show it; null is that of somebody who was erased. */
export function nameIn(language: Language, name: string | null): string {
  return name ?? siteWords[language].formerPlayer;
}
