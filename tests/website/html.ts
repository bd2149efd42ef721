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
