import type { Db } from '../../shared/database/db.ts';
import {
  bearerToken,
  type Credential,
  type Identify,
  type Submitter,
} from '../../shared/http/access.ts';
import type { Clock } from '../../shared/time.ts';
import { remember } from './cache.ts';
import type { KeyUses } from './key-use.ts';
import { findClient, findKey } from './repository.ts';
import { accepts, hashSecret, isSecret } from './secret.ts';
import type { Tokens } from './tokens.ts';

type Dependencies = {
  readonly database: { readonly db: Db };
  readonly tokens: Tokens;
  readonly keyUses: Pick<KeyUses, 'note'>;
  readonly clock: Clock;
};

/** How keys and tokens are recognised. rules 6 */
export function createCredentials({ database, tokens, keyUses, clock }: Dependencies) {
  const { db } = database;
  const keys = remember((hash) => findKey(db, hash));
  const clients = remember((id) => findClient(db, id));

  const byKey: Identify<Credential> = async (request) => {
    // Two headers arrive as one with a comma, which no key has.
    const key = request.headers.get('x-api-key');
    if (key === null || !isSecret(key)) return undefined;
    const hash = hashSecret(key);
    const stored = await keys(hash);
    if (!stored || !accepts(stored, hash, clock())) return undefined;
    keyUses.note(stored.id);
    return { bucket: `key ${stored.id}`, label: stored.label };
  };

  const byToken: Identify<Submitter> = async (request) => {
    const token = bearerToken(request);
    const claims = token === undefined ? undefined : await tokens.read(token);
    if (!claims) return undefined;
    const client = await clients(claims.sub);
    if (!client) return undefined;
    return {
      bucket: `token ${claims.jti}`,
      label: client.id,
      clientId: client.id,
      organizerId: client.organizer_id,
      // A scope that the operator has since taken back no longer counts.
      scopes: claims.scope.split(' ').filter((scope) => client.scopes.includes(scope)),
    };
  };

  return { byKey, byToken };
}
