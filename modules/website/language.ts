import Negotiator from 'negotiator';

/** The languages of the pages; the first one is for visitors who understand none of them. */
export const languages = ['en', 'pl'] as const;

export type Language = (typeof languages)[number];

export type InEach<Words> = Readonly<Record<Language, Words>>;

/** Texts, each in English and in Polish; also in groups. */
type Pairs = { readonly [name: string]: readonly [en: unknown, pl: unknown] | Pairs };

type Each<Given> = Given extends readonly [unknown, unknown]
  ? Given[number]
  : { readonly [Name in keyof Given]: Each<Given[Name]> };

/** The texts of each language, of pairs of them. */
export function inEach<const Given extends Pairs>(given: Given): InEach<Each<Given>> {
  return { en: those(0, given), pl: those(1, given) };
}

function those<Given extends Pairs>(place: 0 | 1, given: Given): Each<Given> {
  const texts = Object.entries(given).map(([name, of]) => {
    return [name, 'length' in of ? of[place] : those(place, of)];
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

/** The language that a visitor understands best, by the header `Accept-Language`. */
export function preferredLanguage(accepted: string): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': accepted } });
  const best = negotiator.language([...languages]);
  return languages.find((language) => language === best) ?? languages[0];
}
