import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Records that wait for the transaction, in the portions in which they came. */
export type Parcel<T> = {
  add(records: readonly T[]): void;
  portions(): Generator<readonly T[]>;
  /** How many records there are. */
  count(): number;
};

/** Packs what JSON can hold to about a tenth: a year's results would fill the memory as objects. */
export function createParcel<T>(): Parcel<T> {
  const packed: Uint8Array[] = [];
  let count = 0;
  return {
    add(records) {
      if (records.length === 0) return;
      packed.push(deflateRawSync(JSON.stringify(records), { level: 1 }));
      count += records.length;
    },
    *portions() {
      for (const bytes of packed) {
        const records: T[] = JSON.parse(inflateRawSync(bytes).toString());
        yield records;
      }
    },
    count: () => count,
  };
}
