import { anyOf, type Db, insertRows } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { CompetitionId, OrganizerId } from '../../shared/ids.ts';
import { Pass } from './entity.ts';
import type { PassRecord } from './schema.ts';

const own = [
  'pass.id',
  'label',
  'pass.organizer_id',
  'competition_id',
  'may_correct',
  'pass.ends_on',
] as const;

/**
 * The pass, not revoked, that has this hash or had it before the present one, unless its competition has gone to
 * another organizer.
 */
export function findPass(db: Db, hash: string) {
  return db
    .selectFrom('pass')
    .innerJoin('organizer', 'organizer.id', 'pass.organizer_id')
    .leftJoin('competition', 'competition.id', 'competition_id')
    .select([...own, 'organizer.name as organizer_name'])
    .select(['pass_hash as present', 'former_hash as former', 'former_until'])
    .where(({ eb, or }) => or([eb('pass_hash', '=', hash), eb('former_hash', '=', hash)]))
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('competition_id', 'is', null),
        eb('competition.organizer_id', '=', eb.ref('pass.organizer_id')),
      ]),
    )
    .executeTakeFirst();
}

/** All passes, including revoked ones, the oldest first, without their hashes. */
export function listPasses(db: Db) {
  return db
    .selectFrom('pass')
    .select([...own, 'created_at', 'revoked_at', 'former_until', 'last_used_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The passes that aren't revoked, as an export writes them. */
export const listedPasses = (db: Db) =>
  db
    .selectFrom('pass')
    .select([...own, 'pass_hash'])
    .where('revoked_at', 'is', null);

/** Adds passes; throws unless all of them are new. */
export function insertPasses(db: Db, passes: readonly PassRecord[], at: string): Promise<void> {
  const rows = passes.map((pass) => ({ ...pass, created_at: at }));
  return insertRows(db, 'pass', rows);
}

/** Sets what can be changed of the pass with the id. */
export async function updatePass(
  { em }: Transaction,
  { id, label, may_correct, ends_on }: PassRecord,
): Promise<void> {
  em.assign(await em.findOneOrFail(Pass, id), { label, may_correct, ends_on });
}

/** The passes that share a hash with one of the records or, unless they are revoked, a label. */
export function takenPasses(db: Db, passes: readonly PassRecord[]) {
  const hash = anyOf(passes.map(({ pass_hash }) => pass_hash));
  const label = anyOf(passes.map(({ label }) => label));
  return db
    .selectFrom('pass')
    .select(['id', 'label', 'pass_hash as present', 'former_hash as former', 'revoked_at'])
    .where(({ eb, or, and }) =>
      or([
        eb('pass_hash', '=', hash),
        eb('former_hash', '=', hash),
        and([eb('label', '=', label), eb('revoked_at', 'is', null)]),
      ]),
    )
    .execute();
}

/**
 * Removes the revoked passes of an organizer or a competition, without which it can be removed; gives them without
 * their hashes.
 */
export const removeRevokedPasses = (
  db: Db,
  of: { organizer_id: OrganizerId } | { competition_id: CompetitionId },
) =>
  db
    .deleteFrom('pass')
    .where(({ and }) => and(of))
    .where('revoked_at', 'is not', null)
    .returning([...own, 'created_at', 'revoked_at'])
    .execute();
