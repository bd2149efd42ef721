import { type Expression, expressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { type Finder, oneByOne } from './finder-repository.ts';
import { wasErased } from './name-repository.ts';
import { erasedName } from './player-corrections.ts';

const { exists, or, selectFrom } = expressionBuilder<Tables, never>();

/**
 * How a name, a text, is searched for: folded; if it has several words, also with the last one first, for
 * people who begin with the surname; and in the form in which an index searches for either.
 */
export const askedName = (text: Expression<unknown>) =>
  sql`select folded, turned, coalesce(name_query(folded) || name_query(turned), name_query(folded)) as grams
    from (select folded, nullif(regexp_replace(folded, '^(.*) ([^ ]+)$', '\\2 \\1'), folded) as turned
      from nullif(fold_name(${text}), '') as folded) as sought`;

/** A part of `asked`, which is the same for each row. */
const asked = (part: 'folded' | 'turned' | 'grams') => sql`(select ${sql.ref(part)} from asked)`;

/**
 * Finds players whose name holds what `asked` says, a row of `askedName`; nobody by what is shown instead
 * of an erased name.
 */
export function ofName(): Finder {
  const folded = expressionBuilder<Tables, 'player_name'>().ref('player_name.folded');
  const holds = (part: 'folded' | 'turned') => sql<boolean>`strpos(${folded}, ${asked(part)}) > 0`;
  const named = selectFrom('player_name')
    .select('player_id')
    .where(or([holds('folded'), holds('turned')]))
    .where(
      sql<boolean>`(${folded} <> fold_name(${sql.lit(erasedName)}) or not ${wasErased('player_id')})`,
    );
  return {
    ids: named.where(sql<boolean>`name_grams(${folded}) @@ ${asked('grams')}`),
    applies: (id) => exists(named.where('player_id', '=', id).offset(oneByOne)),
  };
}

/** The ids of the players whose name contains the part. */
export async function playersNamed(db: Db, part: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ player_id: PlayerId }>`with asked as (${askedName(sql`${part}`)})
    select player_id from ${ofName().ids} as named`.execute(db);
  return new Set(rows.map(({ player_id }) => player_id));
}
