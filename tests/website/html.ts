/** An element of a page: its name and attributes as they are written. */
export type Element = {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
};

/** The elements that a browser would make of a text, in order. */
export function elementsOf(text: string): Element[] {
  const found: Element[] = [];
  new HTMLRewriter()
    .on('*', {
      element({ tagName: tag, attributes }) {
        found.push({ tag, attributes: Object.fromEntries(attributes) });
      },
    })
    .transform(text);
  return found;
}

/** An attribute's or a text's value, from how it is written. */
export function decoded(written: string): string {
  return written
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Where the page at an address leads, without what stands after `#`. */
export function linksOf(text: string, address: string): URL[] {
  return elementsOf(text).flatMap(({ tag, attributes: { href = '' } }) => {
    if (tag !== 'a') return [];
    const url = new URL(decoded(href), address);
    url.hash = '';
    return [url];
  });
}

/** The same without the origin. */
export function pathsOf(text: string, address: string): string[] {
  return linksOf(text, address).map(({ pathname, search }) => pathname + search);
}

/** The ids of a kind in the addresses to which a text leads, in order. */
export function idsOf(text: string, kind: 'players' | 'matches'): string[] {
  return [...text.matchAll(new RegExp(`href="[^"]*/${kind}/(\\w+)"`, 'g'))].map(
    ([, id = '']) => id,
  );
}

/** Where the link with the text leads, as it is written; empty where there is none. */
export function linkTo(text: string, words: string): string {
  const links = [...text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
  const [, href = ''] = links.find(([, , inner = '']) => readable(inner) === words) ?? [];
  return decoded(href);
}

/** The address of the next page of a list. */
export function nextOf(text: string, address: string): string | undefined {
  const next = elementsOf(text).find(({ attributes: { rel } }) => rel === 'next');
  return next && new URL(decoded(next.attributes.href ?? ''), address).href;
}

const blocks = 'h\\d|p|form|dl|ul|nav|figure|figcaption|blockquote|details|summary|svg|caption|tr';
const borders = new RegExp(`(?=<(?:${blocks})[ >])|(?<=</(?:${blocks})>)`, 'g');

/** What a person reads of a text, a line for each block and for each row of a table. */
function linesOf(text: string): string[] {
  return text
    .replaceAll(/<svg[^>]* aria-hidden="true"[^>]*>.*?<\/svg>/gs, '')
    .replaceAll(/<((span|b)[^>]* aria-hidden="true"|title[^>]*)>[^<]*<\/\w+>/g, '')
    .replaceAll(/<option[^>]* selected>/g, ' → ')
    .replaceAll(/<option[^>]*>/g, ' / ')
    .replaceAll(/<input(?![^>]*hidden)[^>]*>/g, ' [ ] ')
    .replaceAll(/(?<=<\/dd><\/div>)(?=<div>)/g, ' | ')
    .replaceAll(/(?<=<\/a>)(?=<a )|(?<=<\/li>)(?=<li)/g, ' · ')
    .replaceAll(
      /<(span class="(beside|mark|narrowed)"|\/?(dt|dd|li|sup|text|select|label|br))/g,
      ' $&',
    )
    .replaceAll(/(?<=<\/t[hd]>)(?=<t[hd])/g, ' | ')
    .replaceAll(/<td.*?<\/td>/gs, (cell) => cell.replaceAll(/<\/?(p|ul|div)( [^>]*)?>/g, ' '))
    .replaceAll(borders, '\n')
    .split('\n')
    .map((line) => decoded(line.replaceAll(/<(?:[^>"]|"[^"]*")*>/g, '')))
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** What a person reads of a text, on one line. */
export function readable(text: string): string {
  return linesOf(text).join(' ');
}

/** What a person reads of a page: its title without the site's name, its heading if that is another, and its content. */
export function pageInWords(text: string): string {
  const [main = ''] = /<main.*<\/main>/s.exec(text) ?? [];
  const headed = main
    .replace(/<h1>.*?<\/h1>/s, '')
    .replaceAll(/<h(\d)([^>]*)>/g, (_, level, more) => {
      return `<h${level}${more}>${'#'.repeat(Number(level))} `;
    });
  const [heading = ''] = /<h1>.*?<\/h1>/s.exec(main) ?? [];
  const title = titleOf(text);
  const top =
    readable(heading) === title ? [`# ${title}`] : [`[${title}]`, `# ${readable(heading)}`];
  return [...top, ...linesOf(headed)].join('\n');
}

/** The rows of the tables in a text: what a person reads in each cell. */
export function rowsOf(text: string): string[][] {
  return [...text.matchAll(/<tr[ >].*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd][ >].*?<\/t[hd]>/gs)].map(([cell]) => readable(cell)),
  );
}

/** What a page says in its lists of facts. */
export function factsOf(text: string): Record<string, string> {
  const facts = text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs);
  return Object.fromEntries(
    [...facts].map(([, name = '', value = '']) => [readable(name), readable(value)]),
  );
}

/** The title of a page without its last part, the site's name. */
export function titleOf(text: string): string {
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(text) ?? [];
  return decoded(title).split(' · ').slice(0, -1).join(' · ');
}

/** The part of a page below the heading, up to the next one of its kind. */
export function below(text: string, heading: string): string {
  const parts = text.split(/<h2[^>]*>/).slice(1);
  const part = parts.find((part) => readable(part.split('</h2>')[0] ?? '') === heading) ?? '';
  return part.slice(part.indexOf('</h2>') + '</h2>'.length);
}
