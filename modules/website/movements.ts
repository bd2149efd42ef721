import type { Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { minuteMs } from '../../shared/time.ts';
import { formerRanks, presentRanks } from '../ratings/index.ts';

/** How the ranking has moved in 30 days. */
export type Movements = {
  /** The ranks that players had then. */
  readonly former: ReadonlyMap<PlayerId, number>;
  /** Who has gained most places, the most first, and how many. */
  readonly climbs: readonly { readonly id: PlayerId; readonly places: number }[];
};

/** A city's former ranks take 0.1 s for 10,000 players: pages show what they were this long ago at most. */
const keptMs = 10 * minuteMs;
const mostClimbs = 5;

/** Tells how the ranking has moved; computed again once it is ten minutes old. */
export function createMovements(db: Db) {
  let known: { readonly since: number; readonly movements: Promise<Movements> } | undefined;
  return (now: number): Promise<Movements> => {
    if (known && now >= known.since && now < known.since + keptMs) return known.movements;
    const movements = movementsAt(db, now);
    known = { since: now, movements };
    movements.catch(() => {
      known = undefined;
    });
    return movements;
  };
}

async function movementsAt(db: Db, now: number): Promise<Movements> {
  const [former, present] = [await formerRanks(db, now), await presentRanks(db, now)];
  const climbs = [...present]
    .map(([id, rank]) => ({ id, places: (former.get(id) ?? 0) - rank }))
    .filter(({ places }) => places > 0)
    .sort((one, other) => other.places - one.places || (one.id < other.id ? -1 : 1))
    .slice(0, mostClimbs);
  return { former, climbs };
}
