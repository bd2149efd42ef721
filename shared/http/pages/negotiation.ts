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

/** The type that a request prefers, the first one if it has no preference. RFC 9110, section 12.5.1 */
function preferred({ headers }: Request, types: string[]): string | undefined {
  // Whoever takes none of them gets what wasn't refused.
  const accept = `${headers.get('accept') ?? ''}, */*;q=0.001`;
  return new Negotiator({ headers: { accept } }).mediaType(types);
}
