// A running service with a clock that tests move, and fresh players for each test.

import { sql } from 'kysely';
import { runCommand } from '../../commands/program.ts';
import { processConsole } from '../../shared/console/console.ts';
import { newId, type PlayerId } from '../../shared/ids.ts';
import { ids } from '../support/city.ts';
import type { DatabaseKind, TestService } from '../support/service.ts';
import { json, load, startTestService } from '../support/service.ts';

export const dayMs = 86_400_000;
const firstDay = Date.parse('2026-04-01T12:00:00Z');

/** The moment so many days (and milliseconds) into the league, in milliseconds since the epoch. */
export function day(days: number, ms = 0): number {
  return firstDay + days * dayMs + ms;
}

/** A moment as the service writes it. */
export function iso(moment: number): string {
  return new Date(moment).toISOString();
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose schemas other tests check
type Json = Record<string, any>;

export type League = ReturnType<typeof leagueOn>;

/** Starts a service whose clock stands at a moment until a test moves it. */
export async function startLeague(kind: DatabaseKind, now = day(1_000)): Promise<League> {
  const clock = { now };
  const service = await startTestService(kind, { clock: () => clock.now });
  return leagueOn(service, clock);
}

/** The tools of a league on a service. */
export function leagueOn(service: TestService, clock: { now: number }) {
  const { workbench } = service;
  let players = 0;
  let matches = 0;
  const matchId = () => `mat_${String(++matches).padStart(10, '0')}`;

  /** New players of the levels; gives their ids. */
  async function newPlayers(...levels: number[]): Promise<string[]> {
    const records = levels.map((self_assessed_ntrp) => ({
      kind: 'player',
      id: `plr_x${String(++players).padStart(9, '0')}`,
      display_name: `Player ${String(players).padStart(3, '0')} A.`,
      self_assessed_ntrp,
      preferred_venue_ids: [],
      availability: [],
      created_at: iso(day(-60)),
    }));
    await load(workbench, records);
    return records.map(({ id }) => id);
  }

  /** Somebody who joins only now; gives the id. */
  async function newcomer(self_assessed_ntrp: number): Promise<PlayerId> {
    const id = newId('player');
    const created_at = iso(clock.now);
    const rest = { self_assessed_ntrp, preferred_venue_ids: [], availability: [], created_at };
    await load(workbench, [{ kind: 'player', id, display_name: 'Somebody S.', ...rest }]);
    return id;
  }

  /** The record of a match that the first player won 6-4 6-3. */
  function won(winner = '', loser = '', playedAt = day(0), more: Json = {}) {
    return {
      kind: 'match',
      id: matchId(),
      competition_id: ids.league,
      venue_id: ids.venues[0],
      played_at: iso(playedAt),
      player_ids: [winner, loser],
      status: 'completed',
      score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] },
      created_at: iso(Math.min(clock.now, playedAt + dayMs)),
      ...more,
    };
  }

  async function body(path: string): Promise<Json> {
    const response = await service.get(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return json(response);
  }

  /** The player's history over HTTP, oldest first, of the newest 100 entries. */
  async function history(id = ''): Promise<Json[]> {
    return (await body(`/v1/players/${id}/rating-history?limit=100`)).data.reverse();
  }

  /** Runs a statement beside the service. */
  const execute = (statement: string) => sql.raw(statement).execute(workbench.database.db);

  /** A command as a person gives it beside the server; what it printed, and its exit status. */
  async function command(...argv: string[]) {
    const printed = { out: [] as string[], err: [] as string[] };
    const console = {
      ...processConsole(),
      out: (line: string) => void printed.out.push(line),
      err: (line: string) => void printed.err.push(line),
    };
    return {
      status: await runCommand(argv, { console, withWorkbench: (work) => work(workbench) }),
      ...printed,
    };
  }

  return {
    service,
    clock,
    newPlayers,
    newcomer,
    matchId,
    won,
    body,
    history,
    execute,
    command,
    import: (...records: object[]) => load(workbench, records),
    rate: () => service.rate(),
    rating: (id = '') => body(`/v1/players/${id}/rating`),
    match: (id: string) => body(`/v1/matches/${id}`),
    /** The player's entries for matches as `[before, after]`, oldest first. */
    async moves(id = ''): Promise<[number, number][]> {
      const entries = (await history(id)).filter(({ reason }) => reason.code === 'match_result');
      return entries.map(({ value_before, value_after }) => [value_before, value_after]);
    },
    /** Imports and rates the matches, each in a run of its own. */
    async play(...records: object[]): Promise<void> {
      for (const record of records) {
        await load(workbench, [record]);
        const { rated } = await service.rate();
        if (rated !== 1) throw new Error('the match was not rated');
      }
    },
  };
}
