import { jwt } from '@elysiajs/jwt';
import { Elysia } from 'elysia';
import { jwtVerify } from 'jose';
import * as v from 'valibot';
import type { Addresses } from '../../shared/config.ts';
import type { SigningSecrets } from '../../shared/http/cursor.ts';
import type { Clock } from '../../shared/time.ts';
import { clientIdPattern } from './schema.ts';

export const tokenLifetimeSeconds = 3_600;
const ClaimsSchema = v.object({
  sub: v.pipe(v.string(), v.regex(clientIdPattern)),
  jti: v.string(),
  scope: v.string(),
});

/** What a token says: the client it was given to, its own id, and its scopes. */
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

  return {
    /** Gives routes `issueToken`: a token for the client, valid for an hour. */
    issuer: new Elysia({ name: 'token-issuer' })
      .use(jwt({ name: 'jwt', secret: key, alg: 'HS256', iss: issuer, aud: audience }))
      .derive({ as: 'scoped' }, ({ jwt }) => ({
        async issueToken(clientId: string, scope: string): Promise<string> {
          const [secret] = await secrets();
          key.k = Buffer.from(secret).toString('base64url');
          const exp = Math.floor(clock() / 1_000) + tokenLifetimeSeconds;
          return jwt.sign({ sub: clientId, scope, jti: crypto.randomUUID(), exp });
        },
      })),

    /** The claims of a token of ours that hasn't expired; undefined for any other text. */
    async read(token: string): Promise<Claims | undefined> {
      // The last character of a signature has unused bits, which could be altered.
      if (!token.split('.').every(isCanonical)) return undefined;
      for (const secret of await secrets()) {
        const found = await jwtVerify(token, Buffer.from(secret), {
          algorithms: ['HS256'],
          issuer,
          audience,
          currentDate: new Date(clock()),
          requiredClaims: ['exp'],
        }).catch(() => undefined);
        const { success, output: claims } = v.safeParse(ClaimsSchema, found?.payload);
        if (success) return claims;
      }
      return undefined;
    },
  };
}

function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}
