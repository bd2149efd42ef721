import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '../../shared/database/db.ts';
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';

/** How one criterion finds players: their ids, with repetitions, and whether it applies to a player. */
export type Finder = {
  readonly ids: Expression<{ player_id: PlayerId }>;
  readonly applies: (id: Expression<PlayerId>) => Expression<SqlBool>;
};

/**
 * How a name is searched for: folded; if it has several words, also with the last one first and with the first
 * one last, for people who begin with the surname; and in the form in which an index searches for all of them.
 */
export type AskedName = {
  folded: string;
  last_first: string | null;
  first_last: string | null;
  grams: string;
};

/** Makes PostgreSQL look up one player after another; it would rather read all in question first. */
const oneByOne = sql.lit(0);

const {
  case: either,
  eb,
  exists,
  not,
  or,
  parens,
  selectFrom,
} = expressionBuilder<Tables & { asked: AskedName }, never>();

/** Finds players who have a match in the competition. */
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

/** Finds players who prefer the venue. */
export function ofVenue(venue_id: VenueId): Finder {
  const ids = selectFrom('player_venue').select('player_id').where('venue_id', '=', venue_id);
  const applies = (id: Expression<PlayerId>) =>
    exists(ids.where('player_id', '=', id).offset(oneByOne));
  return { ids, applies };
}

/** How a name, a text, is searched for. */
export const askedName = (text: Expression<unknown>) =>
  sql<AskedName>`(select *, (select string_agg(name_query(form)::text, ' | ') from (
        values (folded), (last_first), (first_last)) as forms (form))::tsquery as grams
    from (select folded,
        nullif(regexp_replace(folded, '^(.*) ([^ ]+)$', '\\2 \\1'), folded) as last_first,
        nullif(regexp_replace(folded, '^([^ ]+) (.* .*)$', '\\2 \\1'), folded) as first_last
      from nullif(fold_name(${text}), '') as folded) as sought)`;

/** What is shown instead of an erased name. */
export const erasedName = 'Former player';

/** Finds players whose name holds what `asked` says; nobody by what is shown instead of an erased name. */
export function ofName(): Finder {
  const asked = (part: keyof AskedName) => selectFrom('asked').select(part);
  const on = expressionBuilder<Tables, 'player_name'>();
  const holds = (part: 'folded' | 'last_first' | 'first_last') =>
    on(on.fn('strpos', ['player_name.folded', asked(part)]), '>', sql.lit(0));
  const shown = on.fn<string>('fold_name', [sql.lit(erasedName)]);
  const isNoErasedName = on('player_name.folded', '<>', shown);
  const named = selectFrom('player_name')
    .select('player_id')
    .where(or([holds('folded'), holds('last_first'), holds('first_last')]))
    .where(or([isNoErasedName, not(wasErased('player_name.player_id'))]));
  return {
    ids: named.where(on(on.fn('name_grams', ['player_name.folded']), '@@', asked('grams'))),
    applies: (id) => exists(named.where('player_id', '=', id).offset(oneByOne)),
  };
}

/** The ids of the players whose name contains the part. */
export async function playersNamed(db: Db, part: string): Promise<PlayerId[]> {
  const rows = await db
    .with('asked', () => askedName(sql.val(part)))
    .selectFrom(parens(ofName().ids).as('named'))
    .select('player_id')
    .execute();
  return rows.map(({ player_id }) => player_id);
}

/**
 * The name of a player, whose row has this alias in the statement; null if it was erased. The audit log
 * tells that, since somebody may really have the name that is shown instead. rules 11.5
 */
export function nameOf(player: string) {
  const own = (column: keyof Tables['player']) => `${player}.${column}`;
  const name = sql.ref<string>(own('display_name'));
  return either()
    .when(or([eb(name, '<>', sql.lit(erasedName)), not(wasErased(own('id')))]))
    .then(name)
    .end();
}

/** Whether the name of the player in this column was erased. */
function wasErased(id: string) {
  const erasures = selectFrom('audit_entry')
    .where('subject', '=', sql.ref<string>(id))
    .where('action', '=', sql.lit('player erased' as const));
  return exists(erasures);
}
