// The words by which people say that a match was not played to its end.

export type Mark = 'retired' | 'walkover';

const asWord = (words: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})(?!\\p{L})`, 'iu');

const marks: readonly (readonly [Mark, RegExp])[] = [
  [
    'retired',
    asWord(
      String.raw`ret(?:\.?d|['’]d|ired|ires|irement)?|rtd|s?krecz(?:u|em|owa\p{L}*|uj\p{L}*)?|s?kr`,
    ),
  ],
  ['walkover', asWord(String.raw`wo|w\.\s?o|walko[vw]er(?:[aysu]|em)?|wlk|def|scr`)],
];
/** What means a walkover only if nothing else is said: "w/o" is also short for without. */
const alone = /^(?:w\/o|default(?:ed)?)[\s.)\]}]*$/iu;

/**
 * What a status, a remark or a score says of how the match ended, by one of the usual words in English or
 * Polish, alone or among others: `ret.`, `krecz w 2. secie`, `w.o.`; undefined if it says nothing of it.
 * People use some words for both: with games played it was a retirement, without a walkover.
 */
export function markIn(text: string): Mark | undefined {
  if (alone.test(text)) return 'walkover';
  return marks.find(([, words]) => words.test(text))?.[0];
}
