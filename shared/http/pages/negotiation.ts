// What a visitor prefers at an address that has a page for people and a document for programs.
import Negotiator from 'negotiator';

const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';

/** Whether a request comes from a browser: it prefers HTML, and doesn't just take anything. */
export function wantsHtml(request: Request): boolean {
  return preferred(request, [json, html]) === html;
}

/** Whether a request comes from a program, not from what takes anything, such as the preview of a link. */
export function wantsJson(request: Request): boolean {
  return preferred(request, [html, json]) === json;
}

/** Longer than any browser's: understanding it takes a time that grows with the square of its length. */
const mostPreferences = 500;

/** What a request prefers, by a header of the kind of `Accept`; nothing where that is very long. */
export function preferencesIn({ headers }: Request, name: 'accept' | 'accept-language'): string {
  const text = headers.get(name) ?? '';
  return text.length > mostPreferences ? '' : text;
}

/** The type that a request prefers, the first one if it has no preference. RFC 9110, section 12.5.1 */
function preferred(request: Request, types: string[]): string | undefined {
  // Whoever takes none of them gets what wasn't refused.
  const accept = `${preferencesIn(request, 'accept')}, */*;q=0.001`;
  return new Negotiator({ headers: { accept } }).mediaType(types);
}
