import { type Expression, expressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../shared/database/db.ts';
import { type Finder, oneByOne } from './finder-repository.ts';
import { wasErased } from './name-repository.ts';
import { erasedName } from './player-corrections.ts';

/**
 * How a name is searched for: folded; if it has several words, also with the last one first, for people who
 * begin with the surname; and in the form in which an index searches for either.
 */
export type Asked = { folded: string; turned: string | null; grams: string };

const on = expressionBuilder<Tables & { asked: Asked }, 'player_name'>();

/** How a name, a text, is searched for. */
export const askedName = (text: Expression<unknown>) =>
  sql<Asked>`(select folded, turned, coalesce(name_query(folded) || name_query(turned), name_query(folded)) as grams
    from (select folded, nullif(regexp_replace(folded, '^(.*) ([^ ]+)$', '\\2 \\1'), folded) as turned
      from nullif(fold_name(${text}), '') as folded) as sought)`;

/** Finds players whose name holds what `asked` says; nobody by what is shown instead of an erased name. */
export function ofName(): Finder {
  const asked = (part: keyof Asked) => on.selectFrom('asked').select(part);
  const holds = (part: 'folded' | 'turned') =>
    on(on.fn('strpos', ['player_name.folded', asked(part)]), '>', sql.lit(0));
  const shown = on.fn<string>('fold_name', [sql.lit(erasedName)]);
  const isNoErasedName = on('player_name.folded', '<>', shown);
  const named = on
    .selectFrom('player_name')
    .select('player_id')
    .where(on.or([holds('folded'), holds('turned')]))
    .where(on.or([isNoErasedName, on.not(wasErased('player_name.player_id'))]));
  return {
    ids: named.where(on(on.fn('name_grams', ['player_name.folded']), '@@', asked('grams'))),
    applies: (id) => on.exists(named.where('player_id', '=', id).offset(oneByOne)),
  };
}

/** The ids of the players whose name contains the part. */
export async function playersNamed(db: Db, part: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .with('asked', () => askedName(sql.val(part)))
    .selectFrom(on.parens(ofName().ids).as('named'))
    .select('player_id')
    .execute();
  return new Set(rows.map(({ player_id }) => player_id));
}
