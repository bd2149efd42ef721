/** @jsxImportSource preact */
import { serviceName } from '../../version.ts';
import { tokenErrors } from '../openapi-token.ts';
import { problemTypes } from '../problem-types.ts';
import {
  type AssetAddress,
  Document,
  documentText,
  htmlResponse,
  WayBack,
  WithCode,
} from './document.tsx';

const types = Object.entries(problemTypes);

type Examples = Readonly<Record<string, { readonly value: unknown } | undefined>>;

/** The page to which the `type` of every error leads. rules 8.1 */
export function errorsPage(errorsUrl: string, examples: Examples, asset: AssetAddress): Response {
  const page = (
    <Document title={`Errors · ${serviceName}`} asset={asset}>
      <main class="text">
        <WayBack path="docs" name="Documentation" />
        <h1>Errors</h1>
        <p>
          Every error is answered with a problem document (<code>application/problem+json</code>,
          RFC 9457). Its <code>type</code> is one of the addresses below and never changes: let
          programs branch on it. The wording of <code>title</code> and <code>detail</code> may
          change. <code>errors</code>, where there is one, points at each wrong member of the body (
          <code>#/score/sets/1</code>) or at a query parameter (<code>#/limit</code>).
        </p>
        <ul class="index">
          {types.map(([type, { status }]) => (
            <li key={type}>
              <a href={`#${type}`}>{type}</a> {status}
            </li>
          ))}
          <li>
            <a href="#token-endpoint">Errors of the token endpoint</a>
          </li>
        </ul>
        {types.map(([type, told]) => (
          <ErrorSection key={type} {...{ type, told, errorsUrl, example: examples[type]?.value }} />
        ))}
        <TokenSection />
      </main>
    </Document>
  );
  return htmlResponse(documentText(page));
}

type SectionProps = {
  readonly type: string;
  readonly told: (typeof types)[number][1];
  readonly errorsUrl: string;
  readonly example: unknown;
};

function ErrorSection({ type, told, errorsUrl, example }: SectionProps) {
  return (
    <section id={type}>
      <h2>
        <a href={`#${type}`}>{told.title}</a> <span class="status">{told.status}</span>
      </h2>
      <p class="type">
        <code>
          {errorsUrl}#{type}
        </code>
      </p>
      <p>
        <WithCode text={told.meaning} />
      </p>
      <p>
        <strong>What to do:</strong> <WithCode text={told.remedy} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen scrolls by keys */}
      <pre tabIndex={0}>
        <code>{JSON.stringify(example, null, 2)}</code>
      </pre>
    </section>
  );
}

function TokenSection() {
  return (
    <section id="token-endpoint">
      <h2>
        <a href="#token-endpoint">Errors of the token endpoint</a>
      </h2>
      <p>
        <code>POST /oauth/token</code> answers in OAuth’s own format (RFC 6749, section 5.2): a JSON
        object with <code>error</code>, and <code>error_description</code> for people.
      </p>
      <table>
        <thead>
          <tr>
            <th>error</th>
            <th>Status</th>
            <th>When</th>
          </tr>
        </thead>
        <tbody>
          {tokenErrors.map(([code, status, when]) => (
            <tr key={when}>
              <td>
                <code>{code}</code>
              </td>
              <td>{status}</td>
              <td>
                <WithCode text={when} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
