import type { Db } from '../../shared/database/db.ts';
import {
  bearerToken,
  type Credential,
  type Identify,
  type Submitter,
} from '../../shared/http/access.ts';
import type { Limits } from '../../shared/http/rate-limit.ts';
import type { Clock } from '../../shared/time.ts';
import { remember } from './cache.ts';
import type { KeyUses } from './key-use.ts';
import { findClient, findKey, keyHashes } from './repository.ts';
import { accepts, hashSecret, isSecret } from './secret.ts';
import type { Tokens } from './tokens.ts';

type Dependencies = {
  readonly database: { readonly db: Db };
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly keyUses: Pick<KeyUses, 'note'>;
  readonly clock: Clock;
};

/** How keys and tokens are recognised. rules 6 */
export function createCredentials({ database, tokens, limits, keyUses, clock }: Dependencies) {
  const { db } = database;
  const keys = remember((hash) => findKey(db, hash));
  const allKeys = remember(() => keyHashes(db));
  const clients = remember((id) => findClient(db, id));

  /** Whether a key is worth a query: for an address over its limit, a list read once a second decides. */
  async function mayExist(hash: string, request: Request, cost?: 0 | 1): Promise<boolean> {
    if (cost === 0) return false; // a request that isn't counted mustn't cost anything either
    const { granted } = await limits.take(request, undefined, 0);
    return granted || (await allKeys.get('all'))?.has(hash) === true;
  }

  const byKey: Identify<Credential> = async (request, cost) => {
    // Two headers arrive as one with a comma, which no key has.
    const key = request.headers.get('x-api-key');
    if (key === null) return undefined;
    const hash = hashSecret(key);
    const isWorthIt =
      keys.isKnown(hash) || (isSecret(key) && (await mayExist(hash, request, cost)));
    if (!isWorthIt) return undefined;
    const stored = await keys.get(hash);
    if (!stored || !accepts(stored, hash, clock())) return undefined;
    keyUses.note(stored.id);
    return { bucket: `key ${stored.id}`, label: stored.label };
  };

  const byToken: Identify<Submitter> = async (request, cost) => {
    const token = bearerToken(request);
    const claims = token === undefined ? undefined : await tokens.read(token);
    if (!claims || (cost === 0 && !clients.isKnown(claims.sub))) return undefined;
    const client = await clients.get(claims.sub);
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
