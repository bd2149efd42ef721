import { tokenErrors } from '../openapi-token.ts';
import { problemTypes } from '../problem-types.ts';
import { type AssetAddress, type Html, html, htmlPage, withCode } from './html.ts';

const types = Object.entries(problemTypes);

type Examples = Readonly<Record<string, { readonly value: unknown } | undefined>>;

/** The page to which the `type` of every error leads. rules 8.1 */
export function errorsPage(errorsUrl: string, examples: Examples, asset: AssetAddress): Response {
  const body = html`
<nav><a href="./">Amateur Tennis Ratings</a> · <a href="docs">Documentation</a></nav>
<h1>Errors</h1>
<p>Every error is answered with a problem document
(<code>application/problem+json</code>, RFC 9457). Its <code>type</code> is one of the addresses
below and never changes: let programs branch on it. The wording of <code>title</code> and
<code>detail</code> may change. <code>errors</code>, where there is one, points at each wrong
member of the body (<code>#/score/sets/1</code>) or at a query parameter
(<code>#/limit</code>).</p>
<ul class="index">
${types.map(
  ([type, { status }]) => html`<li><a href="#${type}">${type}</a> ${status}</li>\n`,
)}<li><a href="#token-endpoint">Errors of the token endpoint</a></li>
</ul>
${types.map((entry) => section(entry, errorsUrl, examples[entry[0]]?.value))}
${tokenSection()}`;
  return htmlPage('Errors · Amateur Tennis Ratings', body, asset);
}

function section([type, told]: (typeof types)[number], errorsUrl: string, example: unknown): Html {
  const { status, title, meaning, remedy } = told;
  return html`<section id="${type}">
<h2><a href="#${type}">${title}</a> <span class="status">${status}</span></h2>
<p class="type"><code>${errorsUrl}#${type}</code></p>
<p>${withCode(meaning)}</p>
<p><strong>What to do:</strong> ${withCode(remedy)}</p>
<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
</section>
`;
}

function tokenSection(): Html {
  const rows = tokenErrors.map(
    ([{ code, status }, when]) =>
      html`<tr><td><code>${code}</code></td><td>${status}</td><td>${withCode(when)}</td></tr>\n`,
  );
  return html`<section id="token-endpoint">
<h2><a href="#token-endpoint">Errors of the token endpoint</a></h2>
<p><code>POST /oauth/token</code> answers in OAuth’s own format (RFC 6749, section 5.2): a JSON
object with <code>error</code>, and <code>error_description</code> for people.</p>
<table>
<thead><tr><th>error</th><th>Status</th><th>When</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</section>`;
}
