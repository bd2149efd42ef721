import type { Collection, Numbered, Report } from './kinds.ts';
import type { Stored } from './stored.ts';

const kinds = ['organizer', 'venue', 'competition', 'player', 'match', 'history'] as const;
type Kind = (typeof kinds)[number];

/** A record of that kind must be there before the line. */
type Reference = {
  readonly to: Kind;
  readonly id: string;
  readonly line: number;
  readonly place: string;
};

/**
 * Checks that every id is new, and that what a record names stands in a line before it or is stored.
 * What it remembers of a file are the ids with their lines.
 */
export function createReferenceCheck(stored: Stored, report: Report) {
  const lines = newMaps<number>();
  const found = newMaps<true>();
  const refused = new Set<unknown>();
  const dangling: Reference[] = [];

  async function checkIds(portion: Collection): Promise<void> {
    for (const kind of kinds) {
      const fresh = new Map<string, number>();
      for (const { line, record } of portion[kind]) {
        if (!record.id) continue;
        const first = lines[kind].get(record.id);
        if (first) report(line, 'id', `${record.id} stands in line ${first} already`);
        else fresh.set(record.id, line);
        lines[kind].set(record.id, first ?? line);
      }
      const missing = await missingOf(kind, fresh.keys());
      for (const [id, line] of fresh) {
        if (!missing.has(id)) report(line, 'id', `the ${kind} ${id} is in already`);
      }
    }
  }

  async function missingOf(kind: Kind, ids: Iterable<string>): Promise<Set<string>> {
    const list = [...ids];
    if (list.length === 0) return new Set();
    const table = kind === 'history' ? 'rating_history' : kind;
    return new Set(await stored.missingIds(table, list));
  }

  return {
    async check(portion: Collection): Promise<void> {
      await checkIds(portion);
      for (const id of portion.refused) refused.add(id);
      for (const [kind, references] of Map.groupBy(referencesIn(portion), ({ to }) => to)) {
        const open = references.filter(
          ({ id, line }) =>
            !found[kind].has(id) && (lines[kind].get(id) ?? Number.POSITIVE_INFINITY) > line,
        );
        const missing = await missingOf(kind, new Set(open.map(({ id }) => id)));
        for (const reference of open) {
          if (missing.has(reference.id)) dangling.push(reference);
          else found[kind].set(reference.id, true);
        }
      }
    },
    /** Reports the references to nothing, since only the end shows whether it came too late. */
    finish(): void {
      for (const { to, id, line, place } of dangling) {
        if (refused.has(id)) continue;
        const later = lines[to].get(id);
        const reason = later ? `is defined only in line ${later}` : 'does not exist';
        report(line, place, `the ${to} ${id} ${reason}`);
      }
    },
  };
}

function newMaps<T>(): Record<Kind, Map<string, T>> {
  return {
    organizer: new Map(),
    venue: new Map(),
    competition: new Map(),
    player: new Map(),
    match: new Map(),
    history: new Map(),
  };
}

function referencesIn(portion: Collection): Reference[] {
  const { client, competition, player, match, history } = portion;
  const one = <T>(to: Kind, list: readonly Numbered<T>[], place: string, idOf: (r: T) => string) =>
    list.map(({ line, record }): Reference => ({ to, line, place, id: idOf(record) }));
  const many = <T>(
    to: Kind,
    list: readonly Numbered<T>[],
    place: string,
    ids: (record: T) => readonly string[],
  ) =>
    list.flatMap(({ line, record }) =>
      ids(record).map((id, index): Reference => ({ to, line, place: `${place}/${index}`, id })),
    );
  const rated = history.filter(({ record }) => record.reason.match_id !== null);
  return [
    ...one('organizer', client, 'organizer_id', (record) => record.organizer_id),
    ...one('organizer', competition, 'organizer_id', (record) => record.organizer_id),
    ...many('venue', competition, 'venue_ids', (record) => record.venue_ids),
    ...many('venue', player, 'preferred_venue_ids', (record) => record.preferred_venue_ids),
    ...one('venue', match, 'venue_id', (record) => record.venue_id),
    ...one('competition', match, 'competition_id', (record) => record.competition_id),
    ...many('player', match, 'player_ids', (record) => record.player_ids),
    ...one('player', history, 'player_id', (record) => record.player_id),
    ...one('match', rated, 'reason/match_id', ({ reason }) => reason.match_id ?? ''),
  ];
}
