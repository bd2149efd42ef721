import { jwt } from '@elysiajs/jwt';
import { Elysia } from 'elysia';
import { jwtVerify } from 'jose';
import * as v from 'valibot';
import type { Addresses } from '../../shared/config.ts';
import type { SigningSecrets } from '../../shared/http/cursor.ts';
import { type Clock, dayMs } from '../../shared/time.ts';
import { clientIdPattern } from './schema.ts';

export const tokenLifetimeSeconds = 3_600;
/** The longest that a token may still be valid: a clock that is put back by an hour ends none, by a year it does. */
const longestMs = tokenLifetimeSeconds * 1_000 + dayMs;

/** How many tokens are remembered at most; verifying any other takes 40 µs. */
const mostVerified = 1_000;

const ClaimsSchema = v.object({
  sub: v.pipe(v.string(), v.regex(clientIdPattern)),
  jti: v.string(),
  scope: v.string(),
  /** When it ends, in milliseconds since the epoch. */
  ends: v.optional(v.pipe(v.number(), v.safeInteger()), Number.MAX_SAFE_INTEGER),
  /** The whole second by which it has ended. */
  exp: v.pipe(v.number(), v.safeInteger()),
});

/** What a token says: the client it was given to, its own id, its scopes, and its end. */
type Claims = v.InferOutput<typeof ClaimsSchema>;

type Options = {
  readonly secrets: SigningSecrets;
  readonly addresses: Addresses;
  readonly clock: Clock;
};

export type Tokens = ReturnType<typeof createTokens>;

/** Access tokens: JWTs by one algorithm, from and for this service alone. */
export function createTokens({ secrets, addresses, clock }: Options) {
  const { auth: issuer, base: audience } = addresses;
  // The plugin keeps this one object for good; its content is the secret that signs now.
  const key = { kty: 'oct', k: '' };
  /** Claims that were verified, and with which secret: verifying a signature is costly. */
  const verified = new Map<string, { readonly claims: Claims; readonly secret: string }>();

  async function verify(token: string, valid: readonly string[]): Promise<Claims | undefined> {
    // The last character of a signature has unused bits, which could be altered.
    const parts = token.split('.');
    if (parts.length !== 3 || !parts.every(isCanonical)) return undefined;
    for (const secret of valid) {
      const found = await jwtVerify(token, Buffer.from(secret), {
        algorithms: ['HS256'],
        issuer,
        audience,
        currentDate: new Date(clock()),
        requiredClaims: ['exp'],
      }).catch(() => undefined);
      const { success, output: claims } = v.safeParse(ClaimsSchema, found?.payload);
      if (!success) continue;
      if (verified.size === mostVerified) verified.clear();
      verified.set(token, { claims, secret });
      return claims;
    }
    return undefined;
  }

  return {
    /** Gives routes `issueToken`: a token for the client, valid for an hour. */
    issuer: new Elysia({ name: 'token-issuer' })
      .use(jwt({ name: 'jwt', secret: key, alg: 'HS256', iss: issuer, aud: audience }))
      .derive({ as: 'scoped' }, ({ jwt }) => ({
        async issueToken(clientId: string, scope: string): Promise<string> {
          const [secret] = await secrets();
          key.k = Buffer.from(secret).toString('base64url');
          const ends = clock() + tokenLifetimeSeconds * 1_000;
          const exp = Math.ceil(ends / 1_000);
          return jwt.sign({ sub: clientId, scope, jti: crypto.randomUUID(), ends, exp });
        },
      })),

    /** The claims of a token of ours that hasn't expired, and that no wrong clock issued; undefined for any other text. */
    async read(token: string): Promise<Claims | undefined> {
      const valid = await secrets();
      const known = verified.get(token);
      const claims =
        known && valid.includes(known.secret) ? known.claims : await verify(token, valid);
      // By whole seconds alone, a token could live up to a second too long.
      if (!claims) return undefined;
      const leftMs = Math.min(claims.ends, claims.exp * 1_000) - clock();
      return leftMs > 0 && leftMs <= longestMs ? claims : undefined;
    },
  };
}

function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}
