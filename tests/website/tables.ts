/** The text of a piece of HTML as one reads it, on one line. */
export function textOf(html: string): string {
  return html
    .replace(/<(span class="beside"|dd|br|li|sup)[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The rows of the first table in a piece of HTML, its heads included, each as the texts of its cells. */
export function rowsOf(html: string): string[][] {
  const table = /<table[\s\S]*?<\/table>/.exec(html)?.[0] ?? '';
  return [...table.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>|<t[hd][^>]*\/>/g)].map(([, cell = '']) =>
      textOf(cell),
    ),
  );
}

/** The part of a page whose title has the id. */
export function partOf(html: string, id: string): string {
  const [, rest = ''] = html.split(`<h2 id="${id}">`);
  return rest.split('</section>')[0] ?? '';
}

/** What a page says in its lists of facts. */
export function factsOf(html: string): Record<string, string> {
  const facts = html.matchAll(/<dt>([\s\S]*?)<\/dt><dd>([\s\S]*?)<\/dd>/g);
  return Object.fromEntries(
    [...facts].map(([, name = '', value = '']) => [textOf(name), textOf(value)]),
  );
}
