import { hashSecret, takenClients, takenKeys } from '../../modules/auth/index.ts';
import type { NewMatch } from '../../modules/matches/index.ts';
import { missingIds, type Sql } from '../../shared/database/sql.ts';
import { checkMatches } from './check-matches.ts';
import type { Collection, Numbered, Report } from './kinds.ts';

/** Everything about a file that its lines alone don't show. */
export type Checked = {
  /** The matches as they will be stored, without those that are wrong. */
  readonly matches: readonly Numbered<NewMatch>[];
};

/**
 * Checks a collection against itself and the database: references that point backwards or to what is
 * stored, ids and names that are free, and the rules of every result. `now` is in milliseconds.
 */
export async function checkCollection(
  database: Sql,
  collection: Collection,
  now: number,
  report: Report,
): Promise<Checked> {
  await checkReferences(database, collection, report);
  await checkIds(database, collection, report);
  await checkKeys(database, collection, report);
  checkPast(collection, now, report);
  return { matches: await checkMatches(database, collection, now, report) };
}

type Table = Parameters<typeof missingIds>[1];
type Reference = { readonly line: number; readonly id: string; readonly place: string };

async function checkReferences(
  database: Sql,
  { organizer, client, venue, competition, player, match, history }: Collection,
  report: Report,
): Promise<void> {
  const check = async (
    table: Table,
    defined: readonly Numbered<{ readonly id?: string | undefined }>[],
    references: readonly Reference[],
  ) => {
    const lines = new Map(defined.map(({ line, record }) => [record.id, line]));
    const open = references.filter(
      ({ id, line }) => (lines.get(id) ?? Number.POSITIVE_INFINITY) > line,
    );
    const missing = new Set(
      await missingIds(
        database,
        table,
        open.map(({ id }) => id),
      ),
    );
    for (const { id, line, place } of open) {
      if (!missing.has(id)) continue;
      const later = lines.get(id);
      const reason = later ? `is defined only in line ${later}` : 'does not exist';
      report(line, `${place}: the ${table} ${id} ${reason}`);
    }
  };
  const one = <T>(list: readonly Numbered<T>[], place: string, idOf: (record: T) => string) =>
    list.map(({ line, record }): Reference => ({ line, place, id: idOf(record) }));
  const many = <T>(
    list: readonly Numbered<T>[],
    place: string,
    ids: (record: T) => readonly string[],
  ) =>
    list.flatMap(({ line, record }) =>
      ids(record).map((id, index): Reference => ({ line, place: `${place}/${index}`, id })),
    );
  await check('organizer', organizer, [
    ...one(client, 'organizer_id', (record) => record.organizer_id),
    ...one(competition, 'organizer_id', (record) => record.organizer_id),
  ]);
  await check('venue', venue, [
    ...many(competition, 'venue_ids', (record) => record.venue_ids),
    ...many(player, 'preferred_venue_ids', (record) => record.preferred_venue_ids),
    ...one(match, 'venue_id', (record) => record.venue_id),
  ]);
  await check(
    'competition',
    competition,
    one(match, 'competition_id', (r) => r.competition_id),
  );
  await check('player', player, [
    ...many(match, 'player_ids', (record) => record.player_ids),
    ...one(history, 'player_id', (record) => record.player_id),
  ]);
  const rated = history.filter(({ record }) => record.reason.match_id !== null);
  await check(
    'match',
    match,
    one(rated, 'reason/match_id', ({ reason }) => reason.match_id ?? ''),
  );
}

async function checkIds(database: Sql, collection: Collection, report: Report): Promise<void> {
  for (const kind of ['organizer', 'venue', 'competition', 'player', 'match', 'history'] as const) {
    const table = kind === 'history' ? 'rating_history' : kind;
    const lines = new Map<string, number>();
    for (const { line, record } of collection[kind]) {
      if (!record.id) continue;
      const first = lines.get(record.id);
      if (first) report(line, `id: ${record.id} stands in line ${first} already`);
      else lines.set(record.id, line);
    }
    const fresh = new Set<string>(await missingIds(database, table, lines.keys()));
    for (const [id, line] of lines) {
      if (!fresh.has(id)) report(line, `id: the ${kind} ${id} is in already`);
    }
  }
}

async function checkKeys(
  database: Sql,
  { api_key, client }: Collection,
  report: Report,
): Promise<void> {
  const keys = api_key.map(({ line, record: { id, key, key_hash, label } }) => ({
    line,
    id: id ?? '',
    label,
    hash: key_hash ?? hashSecret(key ?? ''),
  }));
  const taken = await takenKeys(database, {
    ids: keys.map(({ id }) => id),
    hashes: keys.map(({ hash }) => hash),
    labels: keys.map(({ label }) => label),
  });
  const used = {
    id: new Set<string>(taken.map(({ id }) => id)),
    hash: new Set(taken.map(({ key_hash }) => key_hash)),
    label: new Set(taken.filter(({ revoked_at }) => !revoked_at).map(({ label }) => label)),
  };
  for (const { line, ...key } of keys) {
    if (key.id && used.id.has(key.id)) report(line, `id: the id ${key.id} is taken`);
    if (used.label.has(key.label)) report(line, `label: the label "${key.label}" is taken`);
    if (used.hash.has(key.hash)) report(line, 'key: this key is in use already');
    used.id.add(key.id);
    used.label.add(key.label);
    used.hash.add(key.hash);
  }
  const clients = new Set(
    await takenClients(
      database,
      client.map(({ record }) => record.client_id),
    ),
  );
  for (const { line, record } of client) {
    if (clients.has(record.client_id)) report(line, `client_id: ${record.client_id} is taken`);
    clients.add(record.client_id);
  }
}

function checkPast({ player, match }: Collection, now: number, report: Report): void {
  for (const { line, record } of [...player, ...match]) {
    if (record.created_at && record.created_at.instant > now) {
      report(line, 'created_at: lies in the future');
    }
  }
}
