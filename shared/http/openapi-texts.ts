import { submissionScope } from './access.ts';
import type { Json } from './openapi-schema.ts';

/** What the modules are about, by their tags. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Players: 'Who plays: their ratings at a glance, and opponents for them.',
  Ratings: 'What a rating rests on, and every change that led to it.',
  Matches: 'The results, read by everybody and submitted by organizers.',
  Competitions: 'Leagues and tournaments with their match formats.',
  Venues: 'Where matches are played.',
  Authentication: 'Access tokens for organizers.',
};

/** What everybody who uses the API should know first; Markdown without double quotes. */
export const apiDescription = `Ratings for amateur tennis: organizers submit the results of their leagues and tournaments, the service rates each match, and anybody with an API key reads players, ratings and results.

**Credentials.** Reads take an API key in \`X-API-Key\`. Submitting a result takes an access token with the scope \`${submissionScope}\`, which an organizer’s client gets at the token endpoint. The operator hands out both.

**Lists** come in pages of \`limit\` items. While \`next_cursor\` is a text, send it as \`cursor\` with the same filters for the next page; null marks the last one. A query parameter that a list doesn’t know is refused.

**Limits.** Each key and each token has 60 requests a minute, unless the operator set another limit. \`RateLimit\` tells how many are left, and a 429 says in \`Retry-After\` how long to wait.

**Errors** are problem documents (RFC 9457). Programs branch on \`type\`, which also is the address where the error is explained; wordings can change.

**Further methods.** \`HEAD\` works wherever \`GET\` does, and \`OPTIONS\` names the methods of an address. Any other method gets 405, an unknown address 404.

**Corrections.** A result that was wrong is corrected or voided by the operator. A voided match is 404 and in no list, and its place is free for the right result. All ratings are then as if the result had been right, so a history that is read anew agrees with the rating; entries that stay keep their ids. A player who was registered twice keeps one id, with all matches; the other is 404 and refused in a submission. A player whose name was erased is called “Former player”.

**Compatibility.** Answers can get new members; ignore those you don’t know.`;

/**
 * The server at an address below the public one. While that is only this machine's own name, it is
 * a variable: a document that sends everybody to their own machine would be wrong (and linters say so).
 */
export function serverObject(address: string, publicUrl: string, description: string): Json {
  if (new URL(publicUrl).hostname !== 'localhost') return { url: address, description };
  return {
    url: address.replace(publicUrl, '{public_url}'),
    description,
    variables: {
      public_url: { default: publicUrl, description: 'Where the service runs, its `PUBLIC_URL`' },
    },
  };
}
