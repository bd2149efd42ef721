import { jwt } from '@elysiajs/jwt';
import { Elysia } from 'elysia';
import * as v from 'valibot';
import { newId } from '../../shared/ids.ts';

export const tokenLifetimeSeconds = 3_600;

const ClaimsSchema = v.object({ sub: v.string(), jti: v.string(), scope: v.string() });

/** What a token says: the client it was given to, a name of its own, and its scopes. */
export type Claims = v.InferOutput<typeof ClaimsSchema>;

export type Tokens = {
  /** A token for the client, valid for an hour. */
  issue(clientId: string, scope: string): Promise<string>;
  /** The claims of a token of ours that hasn't expired. */
  read(token: string): Promise<Claims | undefined>;
};

/** Access tokens: JWTs by one algorithm, from and for this service alone. `clock` in milliseconds. */
export function createTokens(options: {
  readonly secret: string;
  readonly issuer: string;
  readonly audience: string;
  readonly clock: () => number;
}): Tokens {
  const { secret, issuer, audience, clock } = options;
  const plugin = new Elysia().use(jwt({ name: 'jwt', secret, alg: 'HS256' }));
  const signer = plugin.decorator.jwt;
  return {
    issue(clientId, scope) {
      const exp = Math.ceil(clock() / 1_000) + tokenLifetimeSeconds;
      const jti = newId('apiKey').slice(4);
      return signer.sign({ iss: issuer, aud: audience, sub: clientId, scope, jti, exp });
    },
    async read(token) {
      const payload = await signer.verify(token, {
        algorithms: ['HS256'],
        issuer,
        audience,
        currentDate: new Date(clock()),
        requiredClaims: ['exp'],
      });
      const claims = v.safeParse(ClaimsSchema, payload);
      return claims.success ? claims.output : undefined;
    },
  };
}
