// Which rows of a table may be stored records that were put right in the table since: they would come in a second time.
import type { Db } from '../../shared/database/db.ts';
import type { CheckContext, Identified, Kind, Numbered } from '../../shared/exchange/kind.ts';
import { drawerNumbers, drawerOf } from '../../shared/exchange/spread.ts';
import { validate } from '../../shared/validation.ts';

type Context = Pick<CheckContext, 'report' | 'drawers'> & { readonly stored: Db };
type Suspicion = { readonly line: number; readonly like: string; readonly reason: string };

/** Keeps until the end of the file which rows may be stored records, unless another row says what is stored. */
export function createPutRight({ stored, report, drawers }: Context) {
  const put = (what: 'said' | 'put right', id: string, item: object) =>
    drawers.put(`${what} ${drawerOf(id)}`, item);

  return {
    /** Notes that a row says what is stored under the id. */
    said: (id: string) => put('said', id, { id }),
    /** Looks whether rows that aren't stored may be what is. */
    async suspect(kind: Kind, lines: readonly Numbered<Identified>[]): Promise<void> {
      const records = lines.map(({ record }) => record);
      const likes = records.length > 0 ? ((await kind.putRight?.(stored, records)) ?? []) : [];
      if (likes.length === 0) return;
      const found = await kind.some(
        stored,
        likes.map(({ like }) => like),
      );
      const others = new Map(
        found.map((listed) => validate(kind.schema, listed)).map((one) => [one.id, one]),
      );
      const lineOf = new Map(lines.map(({ line, record }) => [record.id, line]));
      for (const { id, like } of likes) {
        const [line, other] = [lineOf.get(id), others.get(like)];
        if (!line || !other) continue;
        const reason = `this may be the ${kind.words[0]} ${like}, put right since: ${kind.told?.(other)}; if both were played, "tennis ${kind.words[1]} add" takes this one`;
        put('put right', like, { line, like, reason } satisfies Suspicion);
      }
    },
    /** Reports the first suspicion of each row that no other row has dispelled. */
    finish(): void {
      const told = new Set<number>();
      for (const number of drawerNumbers) {
        const said = new Set(
          [...drawers.take<{ readonly id: string }>(`said ${number}`)].flat().map(({ id }) => id),
        );
        for (const { line, like, reason } of [
          ...drawers.take<Suspicion>(`put right ${number}`),
        ].flat()) {
          if (said.has(like) || told.has(line)) continue;
          told.add(line);
          report(line, '', reason, { order: 1 });
        }
      }
    },
  };
}
