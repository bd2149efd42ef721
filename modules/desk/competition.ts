import type { Database } from '../../shared/database/connect.ts';
import { isId } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import type { Actor } from '../audit/index.ts';
import type { DeskPass } from '../auth/index.ts';
import { competitionRules } from '../competitions/index.ts';
import { namesOffered, venuesOffered } from './repository.ts';
import type { Offered } from './result-form.tsx';

type Desk = { readonly database: Database };

/** Who acts, as the audit log says it. */
export const actorOf = ({ label, organizer_id }: DeskPass): Actor => ({
  pass: label,
  organizer_id,
});

/** The competition with the id, if it is one of the pass's. Throws `not-found` otherwise. rules 14.1 */
export async function ownCompetition({ database: { db } }: Desk, pass: DeskPass, id: string) {
  const isNamed = isId('competition', id) && (pass.competition_id ?? id) === id;
  const [found] = isNamed ? await competitionRules(db, [id]) : [];
  if (found?.organizer_id === pass.organizer_id) return found;
  throw new Problem('not-found', 'There is no such competition at this desk.');
}

/** What a form of a result of the competition offers. */
export async function offeredFor(
  { database: { db } }: Desk,
  competition: Offered['competition'],
): Promise<Offered> {
  const venues = await venuesOffered(db, competition.venue_ids);
  return { competition, venues, names: await namesOffered(db, competition.id) };
}
