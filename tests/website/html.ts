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
function decoded(written: string): string {
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

/** What a person reads of a text, with one space between its parts. */
export function readable(text: string): string {
  return decoded(text.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The rows of the tables in a text: what a person reads in each cell. */
export function rowsOf(text: string): string[][] {
  return [...text.matchAll(/<tr[ >].*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd][ >].*?<\/t[hd]>/gs)].map(([cell]) => readable(cell)),
  );
}

/** The title of a page without its last part, the site's name. */
export function titleOf(text: string): string {
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(text) ?? [];
  return decoded(title).split(' · ').slice(0, -1).join(' · ');
}

/** The part of a page below the heading, up to the next one of its kind. */
export function below(text: string, heading: string): string {
  const parts = text
    .split('<h2>')
    .filter((part) => readable(part.split('</h2>')[0] ?? '') === heading);
  return parts[0]?.slice(parts[0].indexOf('</h2>')) ?? '';
}
