// Reads a whole database by plain SQL, and says what in it can't be.
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { Oracle, type OracleEntry } from '../support/oracle.ts';
import { type Fault, isSame, type Ledger, MatchSchema, wrong } from './ledger.ts';
import type { Select } from './places.ts';

const pair = v.tuple([v.number(), v.number()]);
const MatchRow = v.object({
  ...MatchSchema.entries,
  player_ids: v.tuple([v.string(), v.string()]),
  status: v.picklist(['completed', 'retired', 'walkover']),
  winner_id: v.string(),
  score: v.nullable(
    v.object({
      sets: v.array(v.looseObject({ games: pair })),
      match_tiebreak: v.optional(pair),
    }),
  ),
  created_at: v.string(),
  competition_id: v.string(),
  venue_id: v.string(),
  court_number: v.nullable(v.number()),
  retired_player_id: v.nullable(v.string()),
});
type MatchRow = v.InferOutput<typeof MatchRow>;

const EntryRow = v.object({
  player_id: v.string(),
  occurred_at: v.string(),
  code: v.picklist(['initial_assessment', 'match_result', 'inactivity']),
  match_id: v.nullable(v.string()),
  value_before: v.nullable(v.number()),
  value_after: v.number(),
  change: v.nullable(v.number()),
  confidence_before: v.nullable(v.number()),
  confidence_after: v.number(),
  calculation: v.nullable(
    v.object({
      opponent_id: v.string(),
      opponent_rating: v.number(),
      expected_score: v.number(),
      actual_score: v.number(),
      k_factor: v.number(),
    }),
  ),
});

const PlayerRow = v.object({
  id: v.string(),
  ntrp: v.number(),
  created_at: v.string(),
  copied_value: v.number(),
  copied_confidence: v.number(),
  values_at_venues: v.array(v.number()),
  value: v.number(),
  confidence: v.number(),
  rated_matches: v.number(),
  last_rated_match_at: v.nullable(v.string()),
  updated_at: v.string(),
});

const KeyRow = v.object({ key: v.string(), response: v.nullable(v.string()) });
const NoteRow = v.object({ subject: v.string(), times: v.number() });

const utc = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const statements = {
  matches: `select id, competition_id, venue_id, court_number, played_at_text as played_at,
    json_build_array(first_player_id, second_player_id) as player_ids, status, score, winner_id,
    retired_player_id, rating_status, ${utc('created_at')} as created_at from match`,
  entries: `select player_id, ${utc('occurred_at')} as occurred_at, reason as code,
    case when nth = 99 then match_id end as match_id,
    value_before, value_after, value_after - value_before as change, confidence_before,
    confidence_after, case when opponent_id is not null then json_build_object(
      'opponent_id', opponent_id, 'opponent_rating', opponent_rating,
      'expected_score', expected_score, 'actual_score', actual_score, 'k_factor', k_factor)
    end as calculation from rating_history order by run, at, sent_at, coalesce(rating_history.match_id, ''), nth`,
  players: `select id, self_assessed_ntrp as ntrp, ${utc('created_at')} as created_at,
    rating_value as copied_value, rating_confidence as copied_confidence, value, confidence,
    (select coalesce(json_agg(distinct rating_value), '[]') from player_venue
      where player_venue.player_id = player.id) as values_at_venues,
    rated_matches, ${utc('last_rated_match_at')} as last_rated_match_at,
    ${utc('updated_at')} as updated_at from player left join rating on player_id = id`,
  keys: 'select key, response from submission_key',
  notes: `select subject, count(*) as times from audit_entry where action = 'match submitted'
    group by subject`,
};

/** Everything that is wrong in the database of the ledger, whose program has been killed. */
export async function audit(select: Select, ledger: Ledger): Promise<Fault[]> {
  const { matches, entries, players, keys, notes } = {
    matches: await table(select, statements.matches, MatchRow),
    entries: await table(select, statements.entries, EntryRow),
    players: await table(select, statements.players, PlayerRow),
    keys: await table(select, statements.keys, KeyRow),
    notes: await table(select, statements.notes, NoteRow),
  };
  return [
    ...compareMatches(matches, ledger),
    ...compareKeys(keys, ledger),
    ...compareNotes(notes, ledger),
    ...halfRated(matches, entries),
    ...gaps(entries),
    ...replay(matches, entries, players),
  ];
}

/** As JSON made by the database, so that both drivers give the same values. */
async function table<S extends v.GenericSchema>(select: Select, statement: string, row: S) {
  const rows = await select(`select row_to_json(t)::text as row from (${statement}) t`);
  const Row = v.object({ row: v.pipe(v.string(), v.parseJson(), row) });
  return rows.map((one) => v.parse(Row, one).row);
}

function compareMatches(matches: readonly MatchRow[], ledger: Ledger): Fault[] {
  const faults: Fault[] = [];
  const ids = new Set(matches.map(({ id }) => id));
  for (const id of [...ledger.acknowledged.keys(), ...ledger.imported]) {
    if (!ids.has(id)) faults.push({ kind: 'lost', text: `${id} is no row` });
  }
  const waiting = new Set(ledger.unanswered.map(({ playedAt }) => playedAt));
  const times = new Set<string>();
  for (const match of matches) {
    const known = ledger.acknowledged.get(match.id);
    if (times.has(match.played_at)) faults.push({ kind: 'doubled', text: `${match.id} by SQL` });
    times.add(match.played_at);
    if (known && !isSame(match, known)) faults.push(wrong(`the row of ${match.id} differs`));
    if (known || ledger.offered.has(match.id) || waiting.has(match.played_at)) continue;
    faults.push(wrong(`the row of ${match.id} was never accepted`));
  }
  return faults;
}

function compareKeys(keys: readonly v.InferOutput<typeof KeyRow>[], ledger: Ledger): Fault[] {
  const responses = new Map(keys.map(({ key, response }) => [key, response]));
  const unfinished = keys.filter(({ response }) => response === null);
  const changed = [...ledger.acknowledged.values()].filter(
    ({ submission, text }) => responses.get(submission.key) !== text,
  );
  return [
    ...unfinished.map(({ key }) => wrong(`the key ${key} is taken without an answer`)),
    ...changed.map(({ match }) => wrong(`the answer that is kept for ${match.id} differs`)),
  ];
}

/** The audit log has each submission once. */
function compareNotes(notes: readonly v.InferOutput<typeof NoteRow>[], ledger: Ledger): Fault[] {
  const times = new Map(notes.map((note) => [note.subject, note.times]));
  const submitted = new Set([...ledger.acknowledged.keys(), ...times.keys()]);
  return [...submitted].flatMap((id) =>
    times.get(id) === 1 ? [] : [wrong(`${id} is ${times.get(id) ?? 0} times in the audit log`)],
  );
}

function halfRated(matches: readonly MatchRow[], entries: readonly OracleEntry[]): Fault[] {
  const written = Map.groupBy(entries, ({ match_id }) => match_id ?? '');
  return matches.flatMap(({ id, rating_status, player_ids }) => {
    const players = (written.get(id) ?? []).map(({ player_id }) => player_id);
    const expected = rating_status === 'rated' ? player_ids : [];
    if (isDeepStrictEqual(players.toSorted(), [...expected].toSorted())) return [];
    return [wrong(`${id} is ${rating_status} and has entries of [${players}]`)];
  });
}

function gaps(entries: readonly OracleEntry[]): Fault[] {
  const last = new Map<string, OracleEntry>();
  return entries.flatMap((entry) => {
    const before = last.get(entry.player_id);
    last.set(entry.player_id, entry);
    const follows =
      entry.value_before === (before?.value_after ?? null) &&
      entry.confidence_before === (before?.confidence_after ?? null);
    return follows ? [] : [wrong(`a gap before ${JSON.stringify(entry)}`)];
  });
}

/** Computes every entry anew in the order in which they were applied, and compares. */
function replay(
  matches: readonly MatchRow[],
  entries: readonly OracleEntry[],
  players: readonly v.InferOutput<typeof PlayerRow>[],
): Fault[] {
  const oracle = new Oracle();
  for (const { id, ntrp, created_at } of players) {
    oracle.register({ id, ntrp, createdAt: Date.parse(created_at) });
  }
  const byId = new Map(matches.map((match) => [match.id, match]));
  const rated = new Set<string>();
  for (const { code, player_id, match_id, occurred_at } of entries) {
    const now = Date.parse(occurred_at);
    if (code === 'inactivity') oracle.dropOnce(player_id, now);
    const match = byId.get(match_id ?? '');
    if (!match || rated.has(match.id)) continue;
    rated.add(match.id);
    oracle.submit({
      id: match.id,
      playedAt: Date.parse(match.played_at),
      createdAt: Date.parse(match.created_at),
      players: match.player_ids,
      status: match.status,
      winner: match.winner_id,
      sets: match.score?.sets.map(({ games }) => games) ?? [],
      matchTiebreak: match.score?.match_tiebreak,
    });
    oracle.run(now);
  }
  const histories = Map.groupBy(entries, ({ player_id }) => player_id);
  return players.flatMap(({ id, ntrp: _, created_at: __, values_at_venues, ...row }) => {
    const { player_id: ___, k_factor: ____, ...record } = oracle.record(id);
    const copies = { copied_value: record.value, copied_confidence: record.confidence };
    return [
      ...(isDeepStrictEqual(histories.get(id), oracle.history(id))
        ? []
        : [wrong(`the history of ${id} isn't what the rules give`)]),
      ...values_at_venues.flatMap((value) =>
        value === record.value ? [] : [wrong(`${id} has ${value} beside a venue`)],
      ),
      ...(isDeepStrictEqual(row, { ...copies, ...record })
        ? []
        : [wrong(`${id} is ${JSON.stringify(row)}, the rules give ${JSON.stringify(record)}`)]),
    ];
  });
}
