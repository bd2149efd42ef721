import type { Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { minuteMs } from '../../shared/time.ts';
import { formerRanks, presentRanks } from '../ratings/index.ts';

type Ranks = ReadonlyMap<PlayerId, number>;

/** How the ranking has moved in 30 days. */
export type Movements = {
  readonly present: Ranks;
  readonly former: Ranks;
  /** Who has gained most places, the most first, and how many. */
  readonly climbs: readonly { readonly id: PlayerId; readonly places: number }[];
};

/** Without any change, 30 days ago is another moment after this time. */
const keptMs = 10 * minuteMs;
/** It takes 0.1 s for a city of 10,000: at most a twentieth of the time goes into it. */
const mostShare = 1 / 20;
const mostClimbs = 5;

type Known = {
  readonly movements: Movements;
  readonly state: string;
  readonly now: number;
  readonly ended: number;
  readonly took: number;
};

/** Keeps how the ranking has moved, and computes it again once something has changed. */
export function createMovements(db: Db) {
  let known: Known | undefined;
  let underWay: Promise<Movements> | undefined;

  async function compute(now: number, state: string): Promise<Movements> {
    const began = performance.now();
    const movements = await movementsAt(db, now);
    const ended = performance.now();
    known = { movements, state, now, ended, took: ended - began };
    return movements;
  }

  return {
    known: () => known?.movements,
    /** As it is at the moment; `state` tells one state of the data from another. */
    at(now: number, state: string): Promise<Movements> {
      if (known) {
        const isFresh = known.state === state && now >= known.now && now < known.now + keptMs;
        const isSoon = (performance.now() - known.ended) * mostShare < known.took;
        if (isFresh || isSoon) return Promise.resolve(known.movements);
      }
      underWay ??= compute(now, state).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}

export type MovementsKept = ReturnType<typeof createMovements>;

async function movementsAt(db: Db, now: number): Promise<Movements> {
  const [former, present] = [await formerRanks(db, now), await presentRanks(db, now)];
  const climbs = [...present]
    .map(([id, rank]) => ({ id, places: (former.get(id) ?? 0) - rank }))
    .filter(({ places }) => places > 0)
    .sort((one, other) => other.places - one.places || (one.id < other.id ? -1 : 1))
    .slice(0, mostClimbs);
  return { former, present, climbs };
}
