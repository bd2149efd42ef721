import { listedBy } from '../../shared/database/paging.ts';
import { runId } from '../../shared/ids.ts';
import { type Placed, recordedMatches, shownMatch } from './repository.ts';
import { voidedMatches } from './voided-repository.ts';

/** Matches as an import takes them: also with the run that rated each, and the looks at which it waited. */
export const listedMatches = listedBy(
  (db) => recordedMatches(db).select(['run', 'waited', 'came_after']),
  'id',
  ({ run, waited, came_after, ...match }) => ({ ...match, ...placed({ run, waited, came_after }) }),
);

/** A match's place among runs and looks as it is exported: it came after one, or before all. */
function placed({ run, waited, came_after }: Placed) {
  return {
    ...(run !== null && { run: runId(run) }),
    ...(waited.length > 0 && { waited: waited.map(runId) }),
    came_after: came_after > 0 ? runId(came_after) : null,
  };
}

/** Voided matches by id, as an import takes them. */
export const listedVoided = listedBy(voidedMatches, 'id', (match) => ({
  ...shownMatch(match),
  ...placed(match),
  voided_at: match.voided_at,
}));
