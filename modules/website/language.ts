import Negotiator from 'negotiator';

/** The languages of the pages; the first one is for visitors who understand none of them. */
export const languages = ['en', 'pl'] as const;

export type Language = (typeof languages)[number];

/** The same texts in each language. */
export type InEach<Words> = Readonly<Record<Language, Words>>;

/** Texts in each language: the second ones must have what the first have. */
export function inEach<Words>(en: Words, pl: NoInfer<Words>): InEach<Words> {
  return { en, pl };
}

/** Makes something for each language at its first use: at each start of the program it would take long. */
export function madeForEach<Made>(
  make: (language: Language) => Made,
): (language: Language) => Made {
  const made = new Map<Language, Made>();
  return (language) => made.getOrInsertComputed(language, make);
}

/** The language that a visitor understands best, by the header `Accept-Language`. */
export function preferredLanguage(accepted: string | null): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': accepted ?? '' } });
  const best = negotiator.language([...languages]);
  return languages.find((language) => language === best) ?? languages[0];
}
