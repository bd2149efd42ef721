import type { Events } from '../../shared/events.ts';
import { refusal } from '../../shared/problem.ts';
import { warsawDay } from '../../shared/time.ts';
import { moveMatches, restoreMatch, voidMatch, writeMatch } from './correction-repository.ts';
import { markPending, markRated, markUnrateable } from './pending-repository.ts';
import { firstResult } from './repository.ts';

/** How matches react to the events of other modules. */
export function followEvents(events: Events): void {
  // Changes of a competition that its results don't allow are refused.
  events.on('competition.changed', async ({ id, startsOn, newFormat }, { db }) => {
    const first = await firstResult(db, id);
    if (!first) return;
    if (newFormat) throw refusal(`${id} has results, which its match format must go on to fit.`);
    if (warsawDay(Date.parse(first.played_at)) < startsOn) {
      throw refusal(`${id} can't start on ${startsOn}: the match ${first.id} was played before.`);
    }
  });
  events.on('match.voided', ({ id, at }, { db }) => voidMatch(db, id, at));
  events.on('match.restored', ({ id, at }, { db }) => restoreMatch(db, id, at));
  events.on('match.corrected', ({ match }, { db }) => writeMatch(db, match));
  events.on('players.merged', ({ from, into }, { db }) => moveMatches(db, from, into));
  events.on('matches.rated', ({ matchIds }, { db }) => markRated(db, matchIds));
  events.on('matches.unrated', ({ matchIds }, { db }) => markPending(db, matchIds));
  events.on('matches.faulted', ({ matches }, { db }) => markUnrateable(db, matches));
}
