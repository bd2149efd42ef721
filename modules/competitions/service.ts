import type { Transaction } from '../../shared/events.ts';
import { updateCompetition } from './repository.ts';
import type { CompetitionRecord } from './schema.ts';

/** Changes a competition that is there; throws where its results don't allow it. */
export async function changeCompetition(
  tx: Transaction,
  after: CompetitionRecord,
  before: CompetitionRecord,
): Promise<void> {
  await updateCompetition(tx, after);
  const format = ({ match_format }: CompetitionRecord) =>
    `${match_format.games_per_set} ${match_format.final_set}`;
  await tx.publish('competition.changed', {
    id: after.id,
    startsOn: after.starts_on,
    newFormat: format(before) !== format(after),
  });
}
