import { jwt } from '@elysiajs/jwt';
import { Elysia } from 'elysia';
import * as v from 'valibot';
import type { SigningSecrets } from '../../shared/signing.ts';
import { clientIdPattern } from './schema.ts';

export const tokenLifetimeSeconds = 3_600;

const ClaimsSchema = v.object({
  sub: v.pipe(v.string(), v.regex(clientIdPattern)),
  jti: v.string(),
  scope: v.string(),
  /** When it ends, in milliseconds since the epoch. */
  ends: v.optional(v.pipe(v.number(), v.safeInteger()), Number.MAX_SAFE_INTEGER),
  /** The whole second by which it has ended. */
  exp: v.pipe(v.number(), v.safeInteger()),
});

/** What a token says: the client it was given to, a name of its own, and its scopes. */
type Claims = v.InferOutput<typeof ClaimsSchema>;

export type Tokens = {
  /** A token for the client, valid for an hour. */
  issue(clientId: string, scope: string): Promise<string>;
  /** The claims of a token of ours that hasn't expired. */
  read(token: string): Promise<Claims | undefined>;
};

/** Access tokens: JWTs by one algorithm, from and for this service alone. `clock` in milliseconds. */
export function createTokens(options: {
  readonly secrets: SigningSecrets;
  readonly issuer: string;
  readonly audience: string;
  readonly clock: () => number;
}): Tokens {
  const { secrets, issuer, audience, clock } = options;
  const signers = new Map<string, ReturnType<typeof createSigner>>();
  const signerOf = (secret: string) => {
    const signer = signers.get(secret) ?? createSigner(secret);
    // Those of secrets that were replaced needn't be kept.
    if (signers.size > 2) signers.clear();
    signers.set(secret, signer);
    return signer;
  };
  return {
    async issue(clientId, scope) {
      const [secret] = await secrets();
      const ends = clock() + tokenLifetimeSeconds * 1_000;
      const exp = Math.ceil(ends / 1_000);
      const jti = crypto.randomUUID();
      const claims = { iss: issuer, aud: audience, sub: clientId, scope, jti, ends, exp };
      return signerOf(secret).sign(claims);
    },
    async read(token) {
      // The last character of a signature has bits that mean nothing, and could be altered.
      const parts = token.split('.');
      if (parts.length !== 3 || !parts.every(isCanonical)) return undefined;
      let payload: unknown = false;
      for (const secret of await secrets()) {
        payload ||= await signerOf(secret).verify(token, {
          algorithms: ['HS256'],
          issuer,
          audience,
          currentDate: new Date(clock()),
          requiredClaims: ['exp'],
        });
      }
      const claims = v.safeParse(ClaimsSchema, payload);
      if (!claims.success) return undefined;
      // Whole seconds alone would let a token live up to one longer.
      const { ends, exp } = claims.output;
      return Math.min(ends, exp * 1_000) > clock() ? claims.output : undefined;
    },
  };
}

function createSigner(secret: string) {
  return new Elysia().use(jwt({ name: 'jwt', secret, alg: 'HS256' })).decorator.jwt;
}

function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}
