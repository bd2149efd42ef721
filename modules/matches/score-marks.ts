// The words by which people say that a match was not played to its end.

export type Mark = 'retired' | 'walkover';

/** What a text says of how a match ended, by one of the usual words; undefined if it says nothing of it. */
export function markIn(text: string): Mark | undefined {
  if (/(?<!\p{L})(?:ret|rtd|retired|s?krecz\p{L}*|kr)(?!\p{L})/iu.test(text)) return 'retired';
  return /(?<!\p{L})(?:wo|w\.o|w\/o|walko[vw]er\p{L}*|wlk|def|scr)(?!\p{L})/iu.test(text)
    ? 'walkover'
    : undefined;
}
