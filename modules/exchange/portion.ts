import type { Kind, Numbered, Portion } from '../../shared/exchange/kind.ts';

type AnyRecord = { readonly id: string };

/** Some lines of a file, on their way from the reader to the store. */
export type Lines = Portion & {
  /** Adds what the kind's schema made of a line. */
  add(kind: Kind, line: number, record: AnyRecord): void;
  /** Keeps these records of the kind alone. */
  keep(kind: Kind, records: readonly Numbered<AnyRecord>[]): void;
  /** The ids of records that are wrong: whoever names one is not to blame. */
  readonly refused: Set<unknown>;
};

/** No lines yet. */
export function createPortion(): Lines {
  const records = new Map<Kind, Numbered<AnyRecord>[]>();
  return {
    // What stands under a kind came through its schema.
    of: <R extends AnyRecord>(kind: Kind<R>) => (records.get(kind) ?? []) as Numbered<R>[],
    add(kind, line, record) {
      const list = records.get(kind);
      if (list) list.push({ line, record });
      else records.set(kind, [{ line, record }]);
    },
    keep: (kind, list) => void records.set(kind, [...list]),
    refused: new Set(),
  };
}
