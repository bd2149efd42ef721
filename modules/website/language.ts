import Negotiator from 'negotiator';
import { dayMs } from '../../shared/time.ts';
import { serviceName } from '../../shared/version.ts';
import { weekdays } from '../players/index.ts';

/** The languages of the pages. */
export const languages = ['en', 'pl'] as const;

export type Language = (typeof languages)[number];

type InEach<Words> = Readonly<Record<Language, Words>>;

/** Texts, each in English and in Polish; also in groups. */
type Pairs = { readonly [name: string]: readonly [en: unknown, pl: unknown] | Pairs };

type Each<Given> = Given extends readonly [unknown, unknown]
  ? Given[number]
  : { readonly [Name in keyof Given]: Each<Given[Name]> };

/** The texts of each language, of pairs of them. */
export function inEach<const Given extends Pairs>(given: Given): InEach<Each<Given>> {
  return { en: those(0, given), pl: those(1, given) };
}

function those<Given extends Pairs>(index: 0 | 1, given: Given): Each<Given> {
  const texts = Object.entries(given).map(([name, of]) => {
    return [name, 'length' in of ? of[index] : those(index, of)];
  });
  return Object.fromEntries(texts);
}

/** Makes something for each language at its first use: at each start of the program it would take long. */
export function madeForEach<Made>(
  make: (language: Language) => Made,
): (language: Language) => Made {
  const made = new Map<Language, Made>();
  return (language) => made.getOrInsertComputed(language, make);
}

/** The language that a visitor understands best, by the header `Accept-Language`; else that of the site. */
export function preferredLanguage(accepted: string, ofSite: Language): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': accepted } });
  const best = negotiator.language([ofSite, ...languages]);
  return languages.find((language) => language === best) ?? ofSite;
}

const timeZone = 'Europe/Warsaw';
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', pl: 'pl-PL' };

/** The formatters of each language: making them takes longer than the rest of a page. */
const formatsIn = madeForEach((language) => {
  const locale = locales[language];
  const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  return {
    day: date({ day: 'numeric', month: 'short', year: 'numeric', timeZone }),
    moment: date({ dateStyle: 'long', timeStyle: 'short', timeZone }),
    calendarDays: date({ dateStyle: 'medium', timeZone: 'UTC' }),
    dayOfYear: date({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
    month: date({ month: 'short', year: 'numeric', timeZone: 'UTC' }),
    year: date({ year: 'numeric', timeZone: 'UTC' }),
    weekday: date({ weekday: 'long', timeZone: 'UTC' }),
    number: number({ useGrouping: 'always' }),
    decimal: number({ maximumFractionDigits: 3 }),
    percentage: number({ style: 'percent', maximumFractionDigits: 1 }),
    plural: new Intl.PluralRules(locale),
  };
});

/** The day in Warsaw on which a moment (ISO 8601) falls: 12 Nov 2026. */
export function dayInWords(language: Language, moment: string): string {
  return inflected(language, formatsIn(language).day.format(new Date(moment)));
}

/** The name of the day, month or year that begins at a moment, in UTC: 12 Nov, Nov 2026, 2026. */
export function calendarInWords(language: Language, unit: 'day' | 'month' | 'year', at: number) {
  const { dayOfYear, month, year } = formatsIn(language);
  if (unit === 'day') return inflected(language, dayOfYear.format(at));
  return (unit === 'month' ? month : year).format(at);
}

/** A day of the week: Monday. */
export function weekdayInWords(language: Language, day: (typeof weekdays)[number]): string {
  const monday = Date.UTC(2024, 0, 1);
  return formatsIn(language).weekday.format(monday + weekdays.indexOf(day) * dayMs);
}

/** A month `YYYY-MM`: Nov 2026. */
export function monthInWords(language: Language, month: string): string {
  return formatsIn(language).month.format(new Date(month));
}

/** A moment (ISO 8601) as Warsaw's clocks show it: 12 November 2026 at 18:30, 12 listopada 2026, 18:30. */
export function momentInWords(language: Language, moment: string): string {
  const text = formatsIn(language).moment.format(new Date(moment));
  return language === 'pl' ? text.replace(/(?<=\d{4}) (?=\d)/, ', ') : text;
}

/** A day `YYYY-MM-DD`: 7 Sept 2026. */
export function calendarDayInWords(language: Language, day: string): string {
  return inflected(language, formatsIn(language).calendarDays.format(new Date(day)));
}

/** The days from one to another, both `YYYY-MM-DD`: 7 Sept – 29 Nov 2026. */
export function calendarDaysInWords(language: Language, from: string, to: string): string {
  const range = formatsIn(language).calendarDays.formatRange(new Date(from), new Date(to));
  return inflected(language, range);
}

/**
 * Polish May is too short for an abbreviation, and as a whole word it has to be in the genitive. A dash
 * between days of more than a number stands between spaces, any other alone: Bun has 8 – 12 Jul, Deno 8–12 Jul.
 */
function inflected(language: Language, text: string): string {
  if (language === 'en') return text.replace(/^(\d{1,2}) – (?=\d)/, '$1–');
  return text.replaceAll(/\bmaj\b/g, 'maja').replace(/(?<=\p{L}|\d{4})–/u, ' – ');
}

/** A number with its thousands separated. */
export function numberInWords(language: Language, number: number): string {
  return formatsIn(language).number.format(number);
}

/** A number with up to three decimals: 0.387, −12.5. */
export function decimalInWords(language: Language, number: number): string {
  return formatsIn(language).decimal.format(number).replace('-', '−');
}

/** A share from 0 to 1, to three decimals, as a percentage without further rounding: 61.5%. */
export function percentInWords(language: Language, share: number): string {
  return formatsIn(language).percentage.format(share);
}

/** A change with its sign: +12, −3, ±0. */
export function signed(change: number): string {
  if (change === 0) return '±0';
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** The forms of a noun after a number: English has one and other, Polish few and many, too. */
type Forms = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & { one: string; other: string }
>;

/** A number and what is counted: 1 match, 22 mecze. */
export function counted(language: Language, count: number, forms: Forms): string {
  return `${numberInWords(language, count)} ${formFor(language, count, forms)}`;
}

/** The form of a noun that goes with the number. */
export function formFor(language: Language, count: number, forms: Forms): string {
  return forms[formatsIn(language).plural.select(count)] ?? forms.other;
}

/** The texts of every page, and those that several pages share. */
export const siteWords = inEach({
  name: [serviceName, 'Amatorski ranking tenisowy'],
  skip: ['To the content', 'Przejdź do treści'],
  search: ['Find a player', 'Znajdź gracza'],
  find: ['Search', 'Szukaj'],
  wrong: ['Something is wrong?', 'Coś się nie zgadza?'],
  navigation: ['Pages', 'Strony'],
  onThisPage: ['On this page', 'Na tej stronie'],
  ranking: ['Ranking', 'Ranking'],
  competitions: ['Competitions', 'Rozgrywki'],
  rules: ['How ratings work', 'Jak liczymy punkty'],
  headToHead: ['Head to head', 'Bezpośrednie mecze'],
  whatIf: ['What if?', 'Co, jeśli?'],
  competition: ['Competition', 'Rozgrywki'],
  venue: ['Venue', 'Obiekt'],
  venues: ['Venues', 'Obiekty'],
  format: ['Match format', 'Format meczu'],
  player: ['Player', 'Gracz'],
  rating: ['Rating', 'Punkty'],
  ratedMatches: ['Rated matches', 'Mecze rankingowe'],
  confidence: ['Confidence', 'Pewność'],
  otherLanguage: ['Polski', 'English'],
  fictional: ['All data is fictional.', 'Wszystkie dane są zmyślone.'],
  feed: ['Follow the results (feed)', 'Śledź wyniki (kanał)'],
  asTable: ['As a file for spreadsheets', 'Jako plik do arkusza'],
  documentation: ['API documentation', 'Dokumentacja API (po angielsku)'],
  sure: [
    (confidence: number) => `confidence ${confidence} of 100`,
    (confidence: number) => `pewność ${confidence} na 100`,
  ],
  formerPlayer: ['Former player', 'Usunięty profil'],
  unlistedPlayer: ['a player', 'gracz'],
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

/** A player's name as the pages show it; null if it was erased, empty if the player is unlisted. */
export function nameIn(language: Language, name: string | null): string {
  const { formerPlayer, unlistedPlayer } = siteWords[language];
  return name === '' ? unlistedPlayer : (name ?? formerPlayer);
}
