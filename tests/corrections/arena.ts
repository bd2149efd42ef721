// A database on which one season after another is played through the product's own functions.
import { expect } from 'bun:test';
import { sql } from 'kysely';
import { openWorkbench, type Workbench } from '../../commands/workbench.ts';
import { createSubmit } from '../../modules/matches/index.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { newId, type OrganizerId } from '../../shared/ids.ts';
import { ids, testCity } from '../support/city.ts';
import { type DatabaseKind, freshDatabase, load, testSettings } from '../support/service.ts';
import { bodyOf, correctionsOn } from './face.ts';
import type { Played, Step } from './season.ts';
import { type Correction, joined, playerId } from './truth.ts';

const starts_on = '2024-03-01';

/** All that a season leaves, each before what it refers to. To truncate them takes ten times as long. */
const emptied = [
  'recalculation',
  'former_entry',
  'voided_match',
  'rating_history',
  'match',
  'submission_key',
  'rating',
  'player_venue',
  'player_name',
  'player',
  'run',
  'job_run',
] as const;

export type Arena = Awaited<ReturnType<typeof arenaOn>>;

/** Opens a new database of the kind. */
export async function openArena(kind: DatabaseKind): Promise<Arena> {
  const clock = { now: joined };
  const settings = testSettings(await freshDatabase(kind));
  return arenaOn(await openWorkbench({ settings, clock: () => clock.now }), clock);
}

/** Makes an arena of an empty database, whose clock is moved by the seasons. */
export async function arenaOn(workbench: Workbench, clock: { now: number }) {
  const { database } = workbench;
  const { db } = database;
  await load(
    workbench,
    testCity()
      .filter(({ kind }) => kind !== 'player')
      .map((record) => (record.kind === 'competition' ? { ...record, starts_on } : record)),
  );
  const submit = createSubmit({ database, clock: () => clock.now, baseUrl: '' });
  /** The id of each match, by its number. */
  let matchIds: string[] = [];
  const { correct, rebuild } = correctionsOn(workbench, (match) => matchIds[match] ?? '');
  const numberOf = (id: string | null) => (id === null ? null : matchIds.indexOf(id));

  return {
    workbench,
    clock,
    rebuild,
    /** Puts something right, at a moment of its own. */
    correct(correction: Correction, dryRun = false) {
      clock.now += 1;
      return correct(correction, dryRun);
    },
    /** Empties it, and registers those players that have a level. */
    async begin(levels: readonly (number | undefined)[]): Promise<void> {
      matchIds = [];
      clock.now = joined;
      for (const table of emptied) await db.deleteFrom(table).execute();
      await load(
        workbench,
        levels.flatMap((self_assessed_ntrp, n) => {
          if (self_assessed_ntrp === undefined) return [];
          const named = { id: playerId(n), display_name: `Player ${n}`, self_assessed_ntrp };
          const created_at = new Date(joined).toISOString();
          return {
            kind: 'player',
            ...named,
            preferred_venue_ids: ids.venues.slice(0, n % 3),
            availability: [],
            created_at,
          };
        }),
      );
    },
    /** Goes on by a step of the season. */
    async take(step: Step, played: readonly Played[]): Promise<void> {
      clock.now = step.at;
      if (step.does === 'run') await workbench.run();
      else if (step.does === 'look') await workbench.decay();
      else {
        const match = played[step.match];
        if (!match) throw new RangeError(`There is no match ${step.match}.`);
        if (match.imported) {
          const id = newId('match');
          const created_at = new Date(clock.now - 36 * 3_600_000).toISOString();
          await load(workbench, [{ kind: 'match', id, ...bodyOf(match), created_at }]);
          matchIds[step.match] = id;
          return;
        }
        const organizerId = ids.organizer as OrganizerId;
        const answer = await submit({
          organizerId,
          actor: { client_id: 'client_first', organizer_id: organizerId },
          key: `${step.match}`,
          body: bodyOf(match),
        });
        matchIds[step.match] = String(JSON.parse(answer.body).id);
      }
    },
    /** What is stored, with matches by their numbers. */
    async read() {
      const columns = ['player_id', 'run', 'at', 'sent_at', 'match_id', 'nth'] as const;
      const order = (column: (typeof columns)[number]) => sql`${sql.ref(column)} nulls first`;
      let entries = db.selectFrom('rating_history').selectAll();
      for (const column of columns) entries = entries.orderBy(order(column));
      const history = await entries.execute();
      const matches = await db.selectFrom('match').selectAll().execute();
      const ratings = await db.selectFrom('rating').selectAll().orderBy('player_id').execute();
      const runs = await db.selectFrom('run').selectAll().orderBy('number').execute();
      return {
        ratings,
        runs,
        matches: matches
          .map(({ id, received_at: _, ...match }) => ({ ...match, number: numberOf(id) }))
          .sort((one, other) => Number(one.number) - Number(other.number)),
        history: history.map(({ match_id, ...entry }) => ({
          ...entry,
          match: numberOf(match_id),
        })),
      };
    },
    /** Throws where a rating doesn't follow from its history. */
    async verify(): Promise<void> {
      expect((await verifyRatings(db)).differences).toEqual([]);
    },
  };
}
