import { type ProblemType, problemTypes } from '../../problem.ts';
import { allProblemTypes, exampleProblem } from '../openapi-problems.ts';
import { tokenErrors } from '../openapi-token.ts';
import { type AssetAddress, type Html, html, htmlPage, withCode } from './html.ts';

/** The page to which the `type` of every error leads. rules 8.1 */
export function errorsPage(errorsUrl: string, asset: AssetAddress): Response {
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
${allProblemTypes.map(
  (type) => html`<li><a href="#${type}">${type}</a> ${problemTypes[type].status}</li>\n`,
)}<li><a href="#token-endpoint">Errors of the token endpoint</a></li>
</ul>
${allProblemTypes.map((type) => section(type, errorsUrl))}
${tokenSection()}`;
  return htmlPage('Errors · Amateur Tennis Ratings', body, asset);
}

function section(type: ProblemType, errorsUrl: string): Html {
  const { status, title, meaning, remedy } = problemTypes[type];
  const example = JSON.stringify(exampleProblem(type, errorsUrl), null, 2);
  return html`<section id="${type}">
<h2><a href="#${type}">${title}</a> <span class="status">${status}</span></h2>
<p class="type"><code>${errorsUrl}#${type}</code></p>
<p>${withCode(meaning)}</p>
<p><strong>What to do:</strong> ${withCode(remedy)}</p>
<pre tabindex="0"><code>${example}</code></pre>
</section>
`;
}

function tokenSection(): Html {
  const rows = Object.entries(tokenErrors).flatMap(([status, errors]) =>
    errors.map(
      ({ error, when }) =>
        html`<tr><td><code>${error}</code></td><td>${status}</td><td>${withCode(when)}</td></tr>\n`,
    ),
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
