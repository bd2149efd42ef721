import { type Expression, expressionBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../shared/database/db.ts';
import type { HistoryId } from '../../shared/ids.ts';
import { matchOfItsMoment } from './history-repository.ts';
import { lastLook, moveLook } from './look-repository.ts';
import { placeBefore } from './place-repository.ts';

/** How far apart the places of two entries are. */
const step = 1_000;

/** How many others have room after each new entry, unless more room was made. */
export const usualRoom = step - 1;

/** How many others have room after each new entry. */
export async function roomBehind(db: Db): Promise<number> {
  const { rows } = await sql<{ room: number }>`
    select seqincrement - 1 as room from pg_sequence
    where seqrelid = 'rating_history_sequence_seq'::regclass`.execute(db);
  return rows[0]?.room ?? usualRoom;
}

/** Gives each new entry room for so many others after it. */
export async function giveRoom(db: Db, room: number): Promise<void> {
  const apart = sql.lit(room + 1);
  await sql`alter sequence rating_history_sequence_seq increment by ${apart}`.execute(db);
}

/** An entry of the history, or of what is kept of voided matches: where it stands, and where it belongs. */
type Reordered = {
  readonly id: HistoryId;
  readonly is_kept: boolean;
  readonly sequence: number;
  readonly stands: number;
  readonly belongs: number;
};

/** Keeps the order until the transaction ends. */
function keepOrder(db: Db, order: Expression<Reordered>): Promise<unknown> {
  return db.schema.createTable('new_order').temporary().onCommit('drop').as(order).execute();
}

const on = expressionBuilder<Tables, 'rating_history'>();

const entriesOf = (table: 'rating_history' | 'voided_entry') =>
  on
    .selectFrom(table)
    .select(['id', 'sequence', 'reason', 'as_of', 'occurred_at'])
    .select(sql.lit(table === 'voided_entry').as('is_kept'));

const resultsOf = (table: 'match' | 'voided_match') =>
  on.selectFrom(table).select(['id', 'played_at', 'created_at']);

/** The number of an entry in the order in which all stand. */
const standing = expressionBuilder<{ entry: Reordered }, 'entry'>()
  .fn.agg<number>('row_number')
  .over((over) => over.orderBy('sequence').orderBy('is_kept'));

/** The match with which a drop was given. */
const matchOfDrop = matchOfItsMoment.where('rating_history.as_of', 'is', null);

/**
 * Puts the history into the order of play: first the players' initial assessments, then each match with
 * the drops that were given with it, by the moment of play, then of submission, then by id; a drop that
 * a look gave goes to the moment that counted for it. What is kept of voided matches moves, too.
 * rules 3.2, 11.6
 */
export async function orderAsPlayed(db: Db): Promise<void> {
  const live = entriesOf('rating_history').select(({ fn }) =>
    fn.coalesce('match_id', matchOfDrop).as('with_match'),
  );
  const kept = entriesOf('voided_entry').select('match_id as with_match');
  const results = resultsOf('match').unionAll(resultsOf('voided_match'));
  const order = db
    .selectFrom(live.unionAll(kept).as('entry'))
    .leftJoin(results.as('result'), 'result.id', 'with_match')
    .select(['entry.id', 'is_kept', 'sequence'])
    .select(({ case: either, eb, fn }) => {
      const isLater = eb('reason', '<>', 'initial_assessment');
      const moment = fn.coalesce('played_at', fn<string>('least', ['as_of', 'occurred_at']));
      return [
        standing.as('stands'),
        fn
          .agg<number>('row_number')
          .over((over) =>
            over
              .orderBy(isLater)
              .orderBy(either().when(isLater).then(moment).end())
              .orderBy(eb('result.id', 'is', null))
              .orderBy('result.created_at')
              .orderBy('result.id')
              .orderBy('sequence')
              .orderBy('is_kept'),
          )
          .as('belongs'),
      ];
    });
  await keepOrder(db, order);
  await moveLook(db, await giveNewPlaces(db, await placeBefore(db)));
}

/** Leaves the order of the history as it is, and makes room between all of its places. */
export async function makeRoom(db: Db): Promise<void> {
  const order = db
    .selectFrom(entriesOf('rating_history').unionAll(entriesOf('voided_entry')).as('entry'))
    .select(['id', 'is_kept', 'sequence', sql.lit(0).as('stands'), standing.as('belongs')]);
  await keepOrder(db, order);
  const look = await lastLook(db);
  await moveLook(db, await giveNewPlaces(db, look?.place ?? 0));
  await db.schema.dropTable('new_order').execute(); // a rebuild in the order of play makes its own
}

/**
 * Gives the entries new places in the new order, from the first one that isn't where it belongs; returns the
 * new place for a former one.
 */
async function giveNewPlaces(db: Db, former: number): Promise<number> {
  const ordered = db.withTables<{ new_order: Reordered }>();
  const { first, count, up_to } = await ordered
    .selectFrom('new_order')
    .select(({ fn, ref }) => [
      fn.min('belongs').filterWhere('stands', '<>', ref('belongs')).as('first'),
      fn.countAll<number>().as('count'),
      fn.max('belongs').filterWhere('sequence', '<=', former).as('up_to'),
    ])
    .executeTakeFirstOrThrow();
  if (first === null) return former;
  const places = sql.lit('rating_history_sequence_seq');
  // Others add entries meanwhile, so the new places are taken from the sequence all at once.
  const { last } = await db
    .selectNoFrom(({ eb, fn }) => {
      const next = fn<number>('nextval', [places]);
      return fn<number>('setval', [places, eb(next, '+', count * step)]).as('last');
    })
    .executeTakeFirstOrThrow();
  const before = last - step * count;
  for (const table of ['rating_history', 'voided_entry'] as const) {
    await ordered
      .updateTable(table)
      .from('new_order')
      .set(({ eb }) => ({ sequence: eb(eb('belongs', '*', step), '+', before) }))
      .whereRef('new_order.id', '=', `${table}.id`)
      .where('is_kept', '=', sql.lit(table === 'voided_entry'))
      .where('belongs', '>=', first)
      .execute();
  }
  return before + step * (up_to ?? 0);
}
