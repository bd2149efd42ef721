import type { Db } from '../../shared/database/db.ts';
import type { CompetitionId, OrganizerId } from '../../shared/ids.ts';
import { type Clock, warsawDay } from '../../shared/time.ts';
import { remember } from './cache.ts';
import type { KeyUses } from './key-use.ts';
import { findPass } from './pass-repository.ts';
import { accepts, hashSecret, isPass } from './secret.ts';

/** Whose desk a pass opens, and what it lets people do there. */
export type DeskPass = {
  readonly id: string;
  readonly label: string;
  readonly organizer_id: OrganizerId;
  readonly organizer_name: string;
  /** The only competition that it is for; null for all of the organizer's. */
  readonly competition_id: CompetitionId | null;
  readonly may_correct: boolean;
};

type Dependencies = {
  readonly database: { readonly db: Db };
  readonly clock: Clock;
  readonly passUses?: Pick<KeyUses, 'note'>;
};

/** How passes are recognised. rules 6.4 */
export function createPasses({ database, clock, passUses }: Dependencies) {
  const passes = remember((hash) => findPass(database.db, hash));

  return {
    /** The pass; undefined for one that is revoked or has ended, and for any other text. */
    async find(secret: string): Promise<DeskPass | undefined> {
      if (!isPass(secret)) return undefined;
      const hash = hashSecret(secret);
      const found = await passes(hash);
      const now = clock();
      if (!found || !accepts(found, hash, now)) return undefined;
      const { present: _, former: _1, former_until: _2, ends_on, ...pass } = found;
      if (ends_on !== null && warsawDay(now) > ends_on) return undefined;
      passUses?.note(pass.id);
      return pass;
    },
  };
}
