import type { Context } from 'elysia';
import type { Addresses } from '../../config.ts';
import { version } from '../../version.ts';
import { type AssetAddress, html, htmlPage } from './html.ts';

const purpose =
  'Ratings for amateur tennis, from the results that the organizers of leagues and tournaments submit.';

const links = [
  ['documentation', 'docs', 'Documentation', 'Every operation, with a form to try it.'],
  ['openapi', 'docs/json', 'OpenAPI document', 'The same for programs and generators.'],
  ['errors', 'errors', 'Errors', 'What each one means, and what to do.'],
  ['health', 'healthz', 'Health', 'Whether the process is alive.'],
  ['readiness', 'readyz', 'Readiness', 'Whether it can answer requests.'],
  ['metrics', 'metrics', 'Metrics', 'Numbers for Prometheus.'],
] as const;

/** What this is and where the rest is found: HTML for a browser, JSON for a program. */
export function startPage(addresses: Addresses, asset: AssetAddress) {
  return ({ request, set }: Context) => {
    const { auth, base } = addresses;
    set.headers.vary = 'accept';
    if (/\btext\/html\b/.test(request.headers.get('accept') ?? '')) {
      return htmlPage('Amateur Tennis Ratings', body(base), asset);
    }
    return {
      name: 'Amateur Tennis Ratings',
      purpose,
      version,
      base_url: base,
      ...Object.fromEntries(links.map(([name, path]) => [name, `${auth}/${path}`])),
    };
  };
}

function body(base: string) {
  return html`
<h1>Amateur Tennis Ratings</h1>
<p>${purpose}</p>
<p>The API lives at <code>${base}</code>. Reads need an API key, and submitting a result needs a
client’s credentials: the operator hands out both.</p>
<ul class="cards">
${links.map(
  ([, path, title, text]) =>
    html`<li><a href="${path}"><strong>${title}</strong> <span>${text}</span></a></li>\n`,
)}</ul>
<footer>Version ${version}. All data is fictional.</footer>`;
}
