import { erasedName } from '../ratings/index.ts';
import type { CompetitionSummary } from './competition-repository.ts';
import { standings } from './competition-table.tsx';
import { type Language, nameIn } from './language.ts';

/** The table of a league, the first place first, each player with the name as it is shown. rules 13.3 */
export function leagueRows(language: Language, competition: CompetitionSummary) {
  const names = new Map<string, string | null>(
    competition.players.map(({ id, display_name }) => [id, display_name]),
  );
  // The same in each language, so that nobody's place depends on the visitor's language.
  const sorted = new Map([...names].map(([id, name]) => [id, name ?? erasedName]));
  return standings(competition.results, sorted, competition).map((row) => ({
    ...row,
    shown: nameIn(language, names.get(row.id) ?? null),
  }));
}
