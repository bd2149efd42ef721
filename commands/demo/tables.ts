/** First names: most of them Polish, some of people who came from elsewhere. */
export const firstNames =
  `Agnieszka Aleksandra Anna Bartosz Beata Błażej Dorota Elżbieta Ewa Filip Grażyna Grzegorz Hanna
  Jacek Jakub Joanna Józef Kamil Karolina Katarzyna Krzysztof Łucja Łukasz Magdalena Małgorzata Marcin
  Marek Michał Monika Olga Paweł Piotr Róża Stanisław Tomasz Urszula Weronika Wojciech Zofia Żaneta
  Ahmed Andriy Björn Chloé Giulia Javier Linh Olena Priya Thomas Yuki`.split(/\s+/);
export const initials = [...'ABCĆDFGHJKLŁMNOPRSŚTUWZŻ'];
/** How many players assess themselves at each level from 1.5 to 5.5: 200 in all. rules 1.1 */
export const playersAtLevel = [6, 12, 22, 34, 44, 38, 26, 13, 5];

/** The tennis clubs, in real districts: surface, number of courts, how many of them are outdoors. */
export const venueRows = [
  ['Korty Dębowe', 'Mokotów', 'ul. Starej Alei 14', 'clay', 5, 3],
  ['Hala Wolej', 'Wola', 'ul. Dawnych Tokarzy 31', 'hard', 5, 0],
  ['Klub Żółta Piłka', 'Żoliborz', 'ul. Ogrodu Róż 9', 'clay', 4, 2],
  ['Korty Trzy Sosny', 'Wawer', 'ul. Sosnowego Boru 62', 'artificial_grass', 4, 3],
  ['Praski Klub Rakiety', 'Praga-Południe', 'ul. Nowa Garbarska 18', 'hard', 4, 1],
  ['As na Bielanach', 'Bielany', 'ul. Leśnych Dzwonków 27', 'hard', 4, 4],
  ['Ursynowski Park Tenisa', 'Ursynów', 'ul. Wesołej Polki 40', 'clay', 6, 4],
  ['Korty Pałacowe', 'Wilanów', 'ul. Królewskich Topoli 3', 'grass', 3, 3],
  ['Hala pod Lotnią', 'Bemowo', 'ul. Starych Hangarów 112', 'carpet', 4, 0],
  ['Ochocki Klub Tenisa', 'Ochota', 'ul. Dawnych Kolejarzy 8', 'clay', 4, 3],
  ['Forehand Targówek', 'Targówek', 'ul. Ceglanej Osady 55', 'hard', 3, 2],
] as const;

export const organizerNames = ['Liga Syrenka', 'Kort za Wisłą', 'Stołeczne Koło Tenisa'];
/** Organizer, first and last day from this week's Monday, and format; the last four are still running. */
export const competitionRows = [
  ['Classic League', 'league', 1, -266, -140, 6, 'full_set'],
  ['Across the River League', 'league', 2, -258, -132, 4, 'match_tiebreak'],
  ['Praga Fast Four Cup', 'tournament', 2, -187, -183, 4, 'full_set'],
  ['Warsaw Amateur Masters', 'tournament', 1, -145, -141, 6, 'match_tiebreak'],
  ['Syrenka Beginners League', 'league', 0, -84, 84, 4, 'match_tiebreak'],
  ['Syrenka Short Sets', 'league', 0, -76, 78, 4, 'full_set'],
  ['Syrenka Singles League', 'league', 0, -68, 65, 6, 'match_tiebreak'],
  ['Syrenka Premier League', 'league', 0, -74, 72, 6, 'full_set'],
] as const;

/** Scores as the winner says them, and how far the matches get in which somebody retires. */
export const scores = {
  '6 full_set': '6-4 6-3,6-1 6-2,7-5 6-4,7-6(4) 6-3,6-3 7-6(8),6-4 3-6 6-2,6-7(5) 6-4 7-5,7-6 6-2',
  '6 match_tiebreak': '6-3 6-4,6-0 6-4,5-7 6-2 [10-7],7-6(5) 6-4,6-4 6-7(3) [12-10],3-6 6-3 [10-4]',
  '4 full_set': '4-2 4-1,4-0 4-2,5-3 4-2,5-4 4-1,4-2 2-4 4-1,4-5 4-2 5-3,1-4 5-4 4-2,4-2 5-3',
  '4 match_tiebreak': '4-1 4-2,5-4 4-2,4-0 5-3,4-2 3-5 [10-8],2-4 4-1 [10-5],4-2 4-5 [11-9]',
  retired: '3-1,2-2,3-2,1-3,2-0,0-3',
};
