import { type Expression, expressionBuilder, type InferResult, type RawBuilder, sql } from 'kysely';
import {
  anyOf,
  arrayOf,
  type Db,
  holdsAny,
  momentAt,
  type Tables,
} from '../../shared/database/db.ts';
import { listedBy } from '../../shared/database/paging.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { Action } from './schema.ts';

const members = ['id', 'at', 'actor', 'action', 'subject', 'reason', 'before', 'after'] as const;

const entries = (db: Db) => db.selectFrom('audit_entry').select(members);

/** An entry as it is shown and exported. */
export type Entry = InferResult<ReturnType<typeof entries>>[number];

/** The entries, the oldest first, as an import takes them. */
export const listedEntries = listedBy(
  (db) => entries(db).select('sequence'),
  'sequence',
  ({ sequence: _, ...entry }): Entry => entry,
);

const { eb, fn, ref } = expressionBuilder<Tables, 'audit_entry'>();

/** Who was merged into the player of the entry, if anybody was. */
const mergedFrom = sql<string | null>`${ref('audit_entry.after')} ->> 'from'`;

/** The player's id, and the ids of all who were merged into that player. */
export function idsOfPerson(db: Db, player: PlayerId): RawBuilder<string[]> {
  const ids = db
    .withRecursive('person(id)', (on) =>
      on
        .selectNoFrom(({ cast, val }) => cast<string>(val(player), 'text').as('id'))
        .union(
          on
            .selectFrom('audit_entry')
            .innerJoin('person', 'person.id', 'audit_entry.subject')
            .select(mergedFrom.$notNull().as('id'))
            .where('action', '=', 'players merged')
            .where(mergedFrom, 'is not', null),
        ),
    )
    .selectFrom('person')
    .select('id');
  return arrayOf<string>(ids);
}

/** The same, read at once, the player's own first. */
export async function readIdsOfPerson(db: Db, player: PlayerId): Promise<string[]> {
  const ids = idsOfPerson(db, player).as('ids');
  return (await db.selectNoFrom(ids).executeTakeFirstOrThrow()).ids;
}

/** Every entry about one of the subjects, or that names one of the ids in what it says; the oldest first. */
export function entriesNaming(
  db: Db,
  subjects: readonly string[],
  ids: readonly string[],
): Promise<Entry[]> {
  const says = sql`concat_ws(' ', ${ref('before')}, ${ref('after')}, ${ref('reason')})`;
  return entries(db)
    .where(({ eb, or }) => or([eb('subject', '=', anyOf(subjects)), holdsAny(says, ids)]))
    .orderBy('sequence')
    .execute();
}

/** The erasures that the log has, the oldest first: whose name, and when. */
export function erasures(db: Db) {
  const action: Action = 'player erased';
  return ofCommands(db)
    .select(['subject', 'at'])
    .where('action', '=', action)
    .orderBy('sequence')
    .execute();
}

/** The ids of a player and of the player's matches, including voided ones. */
function idsAbout(db: Db, player: PlayerId): Expression<string[]> {
  const matches = (table: 'match' | 'voided_match') =>
    db
      .selectFrom(table)
      .select('id')
      .where(({ eb, or }) =>
        or([eb('first_player_id', '=', player), eb('second_player_id', '=', player)]),
      );
  const all = arrayOf<string>(matches('match').unionAll(matches('voided_match')));
  return eb(idsOfPerson(db, player), '||', all);
}

type Filters = {
  /** Only what was done to this match. */
  readonly match?: MatchId | undefined;
  /** Only what was done to this player, or to one of the player's matches. */
  readonly player?: PlayerId | undefined;
  /** Only what was done at this moment or later, in milliseconds since the epoch. */
  readonly since?: number | undefined;
};

/** Up to `limit` entries, the newest first. */
export function listEntries(
  db: Db,
  { match, player, since }: Filters,
  limit: number,
): Promise<Entry[]> {
  let found = entries(db).orderBy('at', 'desc').orderBy('sequence', 'desc').limit(limit);
  if (match) found = found.where('subject', '=', match);
  if (player) found = found.where('subject', '=', fn.any(idsAbout(db, player)));
  if (since !== undefined) found = found.where('at', '>=', momentAt(since));
  return found.execute();
}

type Submitted = { readonly id: MatchId; readonly created_at: string };

/** By whom and how the match came in: submitted, or else imported at that moment; undefined if the log doesn't say. */
export async function submitterOf(
  db: Db,
  { id, created_at }: Submitted,
): Promise<Pick<Entry, 'actor' | 'action'> | undefined> {
  return db
    .selectFrom('audit_entry')
    .select(['actor', 'action'])
    .where(({ and, eb, or }) =>
      or([
        and([eb('action', '=', 'match submitted'), eb('subject', '=', id)]),
        and([eb('action', '=', 'imported'), eb('at', '=', created_at)]),
      ]),
    )
    .orderBy('action', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
}

const ofCommands = (db: Db) =>
  db.selectFrom('audit_entry').where('action', '<>', sql.lit('match submitted'));

/** Whether the log says that this was done to the thing. */
export async function wasDone(db: Db, action: Action, subject: string): Promise<boolean> {
  const done = ofCommands(db)
    .select('id')
    .where('subject', '=', subject)
    .where('action', '=', action);
  return (await done.limit(sql.lit(1)).executeTakeFirst()) !== undefined;
}

/** Every entry of a command, with its place. */
export function entriesOfCommands(db: Db) {
  return ofCommands(db).select(members).select('sequence');
}
