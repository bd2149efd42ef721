import * as v from 'valibot';
import { pairsOf, type QueryEntries, type QueryOf } from '../../shared/http/query.ts';
import { Problem } from '../../shared/problem.ts';

/**
 * A schema of the raw query of a page: empty parameters count as left out, since forms send them, and
 * unknown ones are ignored, since links are passed on with additions. Throws `invalid-request` for a
 * value that none of our links has.
 */
export function pageQuery<const Q extends QueryEntries>(entries: Q) {
  return v.pipe(
    v.record(v.string(), v.string()),
    v.transform(({ raw = '' }: { readonly raw?: string }): QueryOf<Q> => {
      const given = pairsOf(raw).flatMap(({ name, value }) =>
        name !== undefined && value && !value.includes('\0') ? [[name, value]] : [],
      );
      const result = v.safeParse(v.object(entries), Object.fromEntries(given));
      if (result.success) return result.output;
      throw new Problem('invalid-request', 'The address holds a value that it can not have.');
    }),
  );
}
