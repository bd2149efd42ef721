import { serviceName } from '../../shared/version.ts';
import { inEach, type Language } from './language.ts';

/** The texts of every page, and those that several pages share. */
export const siteWords = inEach({
  name: [serviceName, 'Amatorski ranking tenisowy'],
  skip: ['To the content', 'Przejdź do treści'],
  navigation: ['Pages', 'Strony'],
  onThisPage: ['On this page', 'Na tej stronie'],
  ranking: ['Ranking', 'Ranking'],
  competitions: ['Competitions', 'Rozgrywki'],
  rules: ['How ratings work', 'Jak działa ranking'],
  headToHead: ['Head to head', 'Bezpośrednie mecze'],
  whatIf: ['What if?', 'Co, jeśli?'],
  competition: ['Competition', 'Rozgrywki'],
  venue: ['Venue', 'Obiekt'],
  venues: ['Venues', 'Obiekty'],
  format: ['Match format', 'Format meczu'],
  player: ['Player', 'Gracz'],
  rating: ['Rating', 'Ranking'],
  ratedMatches: ['Rated matches', 'Mecze rankingowe'],
  confidence: ['Confidence', 'Pewność'],
  otherLanguage: ['Polski', 'English'],
  fictional: ['All data is fictional.', 'Wszystkie dane są zmyślone.'],
  documentation: ['API documentation', 'Dokumentacja API (po angielsku)'],
  standings: {
    new: ['new', 'nowy'],
    settling: ['settling', 'ustala się'],
    settled: ['settled', 'ustalony'],
  },
  formerPlayer: ['Former player', 'Usunięty profil'],
  won: ['Won', 'Wygrana'],
  lost: ['Lost', 'Porażka'],
  notRatedYet: ['not rated yet', 'jeszcze nieprzeliczony'],
  retired: ['ret.', 'krecz'],
  walkover: ['walkover', 'walkower'],
  byWalkover: ['by walkover', 'walkowerem'],
  league: ['League', 'Liga'],
  tournament: ['Tournament', 'Turniej'],
  indoor: ['indoor', 'pod dachem'],
  outdoor: ['outdoor', 'na powietrzu'],
  surfaces: {
    clay: ['clay', 'mączka'],
    hard: ['hard court', 'kort twardy'],
    grass: ['grass', 'trawa'],
    carpet: ['carpet', 'dywan'],
    artificial_grass: ['artificial grass', 'sztuczna trawa'],
  },
});

/** A player's name as the pages show it; null if it was erased. */
export function nameIn(language: Language, name: string | null): string {
  return name ?? siteWords[language].formerPlayer;
}
