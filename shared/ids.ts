import * as v from 'valibot';

/** The prefix of each resource's ids. */
const prefixes = {
  player: 'plr',
  match: 'mat',
  competition: 'cmp',
  venue: 'ven',
  history: 'rtg',
  organizer: 'org',
  apiKey: 'key',
} as const;

export type Resource = keyof typeof prefixes;

declare const resource: unique symbol;
export type Id<R extends Resource> = string & { readonly [resource]: R };
export type PlayerId = Id<'player'>;
export type MatchId = Id<'match'>;
export type CompetitionId = Id<'competition'>;
export type VenueId = Id<'venue'>;
export type HistoryId = Id<'history'>;
export type OrganizerId = Id<'organizer'>;
export type ApiKeyId = Id<'apiKey'>;

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** `length` random characters of `characters`, each equally likely. */
export function randomText(characters: string, length: number): string {
  const fair = 256 - (256 % characters.length);
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < fair && text.length < length) text += characters[byte % characters.length];
    }
  }
  return text;
}

/** A new random id of the resource. */
export function newId<R extends Resource>(kind: R): Id<R> {
  return `${prefixes[kind]}_${randomText(alphabet, 10)}` as Id<R>;
}

/** The pattern of the resource's ids; an organizer's is longer and freer. */
export function idPattern(kind: Resource): RegExp {
  return kind === 'organizer'
    ? /^org_[A-Za-z0-9_-]{1,60}$/
    : new RegExp(`^${prefixes[kind]}_[a-z0-9]{10}$`);
}

/** Schema of an id of the resource. */
export function idSchema<R extends Resource>(kind: R) {
  return v.pipe(
    v.string(`Expected ${article(kind)} id.`),
    v.regex(
      idPattern(kind),
      `Expected ${article(kind)} id: ${prefixes[kind]}_ and ${
        kind === 'organizer'
          ? '1 to 60 characters of A-Z, a-z, 0-9, _ and -'
          : '10 characters of a-z and 0-9'
      }.`,
    ),
    v.transform((text) => text as Id<R>),
  );
}

function article(kind: Resource): string {
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/** Whether the text is an id of the resource. */
export function isId<R extends Resource>(kind: R, text: string): text is Id<R> {
  return patterns[kind].test(text);
}

const patterns = Object.fromEntries(
  (Object.keys(prefixes) as Resource[]).map((kind) => [kind, idPattern(kind)]),
) as Record<Resource, RegExp>;
