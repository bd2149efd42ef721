import { takenClients, takenKeys } from '../../modules/auth/index.ts';
import { competitionRules } from '../../modules/competitions/index.ts';
import { twinsOf } from '../../modules/matches/index.ts';
import { type Db, missingIds } from '../../shared/database/db.ts';

type Bound<F> = F extends (on: Db, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** What a file is checked against: that which is in already. */
export type Stored = {
  readonly missingIds: (
    table: Parameters<typeof missingIds>[1],
    ids: Iterable<string>,
  ) => Promise<string[]>;
  readonly takenKeys: Bound<typeof takenKeys>;
  readonly takenClients: Bound<typeof takenClients>;
  readonly competitionRules: Bound<typeof competitionRules>;
  readonly twinsOf: Bound<typeof twinsOf>;
};

/** What the database holds. */
export function storedIn(on: Db): Stored {
  return {
    missingIds: (table, ids) => missingIds(on, table, ids),
    takenKeys: (names) => takenKeys(on, names),
    takenClients: (ids) => takenClients(on, ids),
    competitionRules: (ids) => competitionRules(on, ids),
    twinsOf: (matches) => twinsOf(on, matches),
  };
}

/** What an empty database holds. */
export const nothingStored: Stored = {
  missingIds: async (_, ids) => [...ids],
  takenKeys: async () => [],
  takenClients: async () => [],
  competitionRules: async () => [],
  twinsOf: async () => [],
};
