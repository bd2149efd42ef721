/** The noun with its article: `an organizer`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** The text with a capital first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first five, and how many more there are: `one, two, three, four, five and 2 more`. */
export function firstFew(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return names.slice(0, 5).join(', ') + more;
}

/** How much of a given text is enough to recognize it. */
const mostShown = 60;

/** The text; where it is longer than a message needs, its beginning, up to a whole character. */
export function shortened(text: string): string {
  if (text.length <= mostShown) return text;
  return `${text.slice(0, mostShown).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Control characters and line breaks: a text for people has none. */
const unprintable = /[\p{Cc}\u2028\u2029]/gu;

/** Whether the text is one line without control characters. */
export function isPrintable(text: string): boolean {
  return text.search(unprintable) < 0;
}

/** Spaces, marks of the direction and the like. */
const invisible = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether anything of the text can be seen. */
export function isVisible(text: string): boolean {
  return text.replaceAll(invisible, '') !== '';
}

/** Control characters, line breaks, and the marks that turn the direction of what follows them. */
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text on one line, without characters that a terminal obeys: `\u001b` for an escape. */
export function visible(text: string): string {
  return text.replaceAll(misleading, (sign) =>
    sign === '\n' ? '\\n' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A text as it is compared where only letters and digits count: `Nr kortu` is `nr_kortu`, and `DZIEN` is `dzień`. */
export function folded(text: string): string {
  const bare = text.normalize('NFKD').toLowerCase().replaceAll('ł', 'l');
  return bare.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
