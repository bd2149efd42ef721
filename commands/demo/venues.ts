import type { Court } from './records.ts';

type VenuePlan = readonly [
  name: string,
  district: string,
  street: string,
  courts: readonly Omit<Court, 'number'>[],
];

const clay = { surface: 'clay', indoor: false } as const;
const domedClay = { surface: 'clay', indoor: true } as const;
const hard = { surface: 'hard', indoor: false } as const;
const hall = { surface: 'hard', indoor: true } as const;
const carpet = { surface: 'carpet', indoor: true } as const;
const grass = { surface: 'grass', indoor: false } as const;
const turf = { surface: 'artificial_grass', indoor: false } as const;
const domedTurf = { surface: 'artificial_grass', indoor: true } as const;

/** The city's tennis clubs: in Warsaw's districts, the rest is invented. */
export const venuePlans: readonly VenuePlan[] = [
  ['Korty Dębowe', 'Mokotów', 'ul. Starej Alei 14', [clay, clay, clay, domedClay, domedClay]],
  ['Hala Wolej', 'Wola', 'ul. Dawnych Tokarzy 31', [hall, hall, hall, carpet]],
  ['Tenis nad Skarpą', 'Śródmieście', 'ul. Cichej Skarpy 5A', [clay, clay, hard]],
  ['Klub Żółta Piłka', 'Żoliborz', 'ul. Ogrodu Róż 9', [clay, clay, domedClay, domedClay]],
  ['Korty Trzy Sosny', 'Wawer', 'ul. Sosnowego Boru 62', [turf, turf, domedTurf, grass]],
  ['Praski Klub Rakiety', 'Praga-Południe', 'ul. Nowa Garbarska 18', [clay, hard, hall, hall]],
  ['As na Bielanach', 'Bielany', 'ul. Leśnych Dzwonków 27', [hard, hard, domedClay, carpet]],
  ['Ursynowski Park Tenisa', 'Ursynów', 'ul. Wesołej Polki 40', [clay, clay, hall, hall, hard]],
  ['Korty Pałacowe', 'Wilanów', 'ul. Królewskich Topoli 3', [grass, grass, clay, domedClay]],
  ['Hala pod Lotnią', 'Bemowo', 'ul. Starych Hangarów 112', [carpet, carpet, hall, domedTurf]],
  ['Zielony Kort', 'Białołęka', 'ul. Rzecznych Łąk 77', [turf, turf, domedTurf]],
  ['Ochocki Klub Tenisa', 'Ochota', 'ul. Dawnych Kolejarzy 8', [clay, clay, domedClay, hall]],
  ['Forehand Targówek', 'Targówek', 'ul. Ceglanej Osady 55', [hard, hard, hall]],
];
