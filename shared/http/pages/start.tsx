/** @jsxImportSource preact */
import type { Addresses } from '../../config.ts';
import { serviceName, version } from '../../version.ts';
import { type AssetAddress, Document, documentText, htmlResponse } from './document.tsx';

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

/** What this is and where the rest is found, for a program. */
export function startDocument({ auth, base }: Addresses) {
  return {
    name: serviceName,
    purpose,
    version,
    base_url: base,
    ...Object.fromEntries(links.map(([name, path]) => [name, `${auth}/${path}`])),
  };
}

/** The same for a person. */
export function startPage({ base }: Addresses, asset: AssetAddress): Response {
  const page = (
    <Document title={serviceName} asset={asset}>
      <main class="text">
        <h1>{serviceName}</h1>
        <p>{purpose}</p>
        <p>
          The API lives at <code>{base}</code>. Reads need an API key, and submitting a result needs
          a client’s credentials: the operator hands out both.
        </p>
        <ul class="cards">
          {links.map(([name, path, title, text]) => (
            <li key={name}>
              <a href={path}>
                <strong>{title}</strong> <span>{text}</span>
              </a>
            </li>
          ))}
        </ul>
        <footer>Version {version}</footer>
      </main>
    </Document>
  );
  return htmlResponse(documentText(page));
}
