import type { Events } from '../../shared/events.ts';
import { refusal } from '../../shared/problem.ts';
import { warsawDay } from '../../shared/time.ts';
import {
  moveFromVoided,
  moveMatches,
  moveToVoided,
  placeMatches,
  writeMatch,
} from './correction-repository.ts';
import { markRated, markUnrateable, markWaiting } from './pending-repository.ts';
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
  events.on('match.voided', ({ id, at }, { db }) => moveToVoided(db, id, at));
  events.on('match.restored', ({ match }, { db }) => moveFromVoided(db, match));
  events.on('match.corrected', ({ match }, { db }) => writeMatch(db, match));
  events.on('players.merged', ({ from, into }, { db }) => moveMatches(db, from, into));
  events.on('matches.placed', ({ table, matches }, { db }) => placeMatches(db, table, matches));
  events.on('matches.rated', ({ matchIds, run }, { db }) => markRated(db, matchIds, run));
  events.on('look.began', ({ number }, { db }) => markWaiting(db, number));
  events.on('matches.faulted', ({ matches }, { db }) => markUnrateable(db, matches));
}
