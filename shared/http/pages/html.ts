/** A piece of HTML in which everything that came from outside is escaped. */
export type Html = { readonly html: string };

type Value = string | number | Html | readonly Html[];

/** HTML from a template: texts are escaped, pieces of HTML stay. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(render)) };
}

function render(value: Value): string {
  if (typeof value !== 'object') return escapeHtml(String(value));
  return 'html' in value ? value.html : value.map(render).join('');
}

/** The text as it can stand in HTML, in attributes too. */
function escapeHtml(text: string): string {
  const entities = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
  return Object.entries(entities).reduce(
    (escaped, [character, name]) => escaped.replaceAll(character, `&${name};`),
    text,
  );
}

/** A text in which what stands between backticks is code. */
export function withCode(text: string): Html[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

/** The address of an asset, relative to `/docs` and its siblings; it changes with the content. */
export type AssetAddress = (name: string) => string;

/** A whole page. */
export function htmlPage(title: string, body: Html, asset: AssetAddress): Response {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${asset('icon.svg')}">
<link rel="stylesheet" href="${asset('pages.css')}">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
  return htmlResponse(page.html, "style-src 'self'; img-src 'self'");
}

/** An answer that a browser shows, allowed no more than `sources` (a Content-Security-Policy). */
export function htmlResponse(text: string, sources: string): Response {
  const policy = `default-src 'none'; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return new Response(text, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
    },
  });
}
