import { hash } from 'node:crypto';
import type { VNode } from 'preact';
import { documentText, htmlHeaders, ownStyle } from '../../shared/http/pages/document.tsx';
import type { Visit } from './visit.ts';

/** The headers of a request that decide which answer it gets, besides the address. */
export const varies = 'accept, accept-language';

/**
 * Unicode's characters that change the direction of what follows, or end such a change. In a name they could
 * turn the page around it, or end its isolation: browsers match them with their own for `<bdi>`.
 */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Answers with a page; with 304 if the visitor's browser has it as it is. Browsers must ask each time, so
 * that what is erased or voided is gone at once.
 */
export function show({ request, isListed }: Visit, page: VNode, status = 200): Response {
  const text = documentText(page).replaceAll(directions, '');
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  const known = request.headers.get('if-none-match');
  const isKnown = status === 200 && (known === '*' || known?.includes(etag));
  return new Response(isKnown ? null : text, {
    status: isKnown ? 304 : status,
    headers: {
      ...htmlHeaders(ownStyle, "'self'"),
      etag,
      vary: varies,
      ...(!isListed && { 'x-robots-tag': 'noindex' }),
    },
  });
}
