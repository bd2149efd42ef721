import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '../../shared/database/db.ts';
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';

/** How one thing finds players: their ids, with repetitions, and whether it applies to one. */
export type Finder = {
  readonly ids: Expression<{ player_id: PlayerId }>;
  readonly applies: (id: Expression<PlayerId>) => Expression<SqlBool>;
};

/** Has PostgreSQL look up one player after the other, where it would rather read all in question first. */
const oneByOne = sql.lit(0);

const { exists, or, selectFrom } = expressionBuilder<Tables, never>();

/** Finds who has a match in the competition. */
export function ofCompetition(competition_id: CompetitionId): Finder {
  const players = (side: 'first_player_id' | 'second_player_id') =>
    selectFrom('match').select(`${side} as player_id`).where('competition_id', '=', competition_id);
  const playedIn = (side: 'first_player_id' | 'second_player_id', id: Expression<PlayerId>) =>
    exists(
      selectFrom(
        selectFrom('match')
          .select('competition_id')
          .where(side, '=', id)
          .offset(oneByOne)
          .as('own'),
      ).where('own.competition_id', '=', competition_id),
    );
  return {
    ids: players('first_player_id').unionAll(players('second_player_id')),
    applies: (id) => or([playedIn('first_player_id', id), playedIn('second_player_id', id)]),
  };
}

/** Finds who prefers the venue. */
export function ofVenue(venue_id: VenueId): Finder {
  const ids = selectFrom('player_venue').select('player_id').where('venue_id', '=', venue_id);
  const applies = (id: Expression<PlayerId>) =>
    exists(ids.where('player_id', '=', id).offset(oneByOne));
  return { ids, applies };
}

/**
 * What is sought of a name, a text: folded; if it has several words, also with the last one first, for who
 * begins with the surname; and as an index looks for either.
 */
export const askedName = (text: Expression<unknown>) =>
  sql`select folded, turned, coalesce(name_query(folded) || name_query(turned), name_query(folded)) as grams
    from (select folded, nullif(regexp_replace(folded, '^(.*) ([^ ]+)$', '\\2 \\1'), folded) as turned
      from nullif(fold_name(${text}), '') as folded) as sought`;

/** A part of `asked`, which is the same for each row. */
const asked = (part: 'folded' | 'turned' | 'grams') => sql`(select ${sql.ref(part)} from asked)`;

/** Finds whose name holds what `asked` says, a row of `askedName`. */
export function ofName(): Finder {
  const folded = expressionBuilder<Tables, 'player_name'>().ref('player_name.folded');
  const holds = (part: 'folded' | 'turned') => sql<boolean>`strpos(${folded}, ${asked(part)}) > 0`;
  const named = selectFrom('player_name')
    .select('player_id')
    .where(or([holds('folded'), holds('turned')]));
  return {
    ids: named.where(sql<boolean>`name_grams(${folded}) @@ ${asked('grams')}`),
    applies: (id) => exists(named.where('player_id', '=', id).offset(oneByOne)),
  };
}

/** The ids of the players whose name has the part in it. */
export async function playersNamed(db: Db, part: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ player_id: PlayerId }>`with asked as (${askedName(sql`${part}`)})
    select player_id from ${ofName().ids} as named`.execute(db);
  return new Set(rows.map(({ player_id }) => player_id));
}
