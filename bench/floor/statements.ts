// The statements of the floor. Each is prepared under its name on each connection.
const at = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const player = `p.id, p.display_name, p.self_assessed_ntrp::float8 as self_assessed_ntrp,
  p.preferred_venue_ids, p.availability, ${at('p.created_at')} as created_at,
  json_build_object('value', p.rating_value, 'confidence', p.rating_confidence) as rating`;

const match = `id, competition_id, venue_id, court_number, played_at_text as played_at,
  array[first_player_id, second_player_id] as player_ids, status, score, winner_id,
  retired_player_id, rating_status, ${at('created_at')} as created_at`;

// The planner takes a pair of bounds for narrow, and `&&` for rarely true: it would sort all
// players within the gap. Written like this, it walks the index of ratings until five are found.
const candidates = (bounds: string, direction: string) => `(
  select p.id, p.display_name, p.rating_value, p.rating_confidence, p.preferred_venue_ids, p.availability,
    abs(p.rating_value - me.rating_value) as gap
  from player p where ${bounds} and p.id <> me.id
    and not isempty(me.week) and not isempty(p.week * me.week)
  order by p.rating_value ${direction}, p.id limit 5)`;
const upwards = `(p.rating_value, p.id) >= (me.rating_value, '')
  and p.rating_value <= me.rating_value + 150`;
const downwards = `(p.rating_value, p.id) < (me.rating_value, '')
  and p.rating_value >= me.rating_value - 150`;

/** By name; `limit` is a literal: with a parameter, the plan for any limit would sort the whole table. */
export const statements = {
  key: 'select id from api_key where key_hash = $1 and revoked_at is null',
  client: 'select organizer_id from api_client where id = $1 and revoked_at is null',
  player: `select ${player} from player p where p.id = $1`,
  list: `select ${player} from player p
    order by p.display_name collate "und-x-icu", p.id limit 21`,
  history: `select run, ${at('at')} as at, ${at('sent_at')} as sent_at, nth, id, player_id,
      ${at('occurred_at')} as occurred_at, reason, match_id, explanation, value_before, value_after,
      confidence_before, confidence_after, opponent_id, opponent_rating,
      expected_score::float8 as expected_score,
      actual_score::float8 as actual_score, k_factor
    from rating_history where player_id = $1
    order by run desc, rating_history.at desc, rating_history.sent_at desc,
      coalesce(match_id, '') desc, nth desc limit 21`,
  suggestions: `select me.availability as mine, me.preferred_venue_ids as venues, p.*
    from player me left join lateral (
      select * from (${candidates(upwards, 'asc')} union all ${candidates(downwards, 'desc')}) p
      order by gap, id limit 5) p on true
    where me.id = $1 order by gap, p.id`,
  matches: `select ${match} from match where first_player_id = $1 or second_player_id = $1
    order by match.played_at desc, id desc limit 21`,
  claim: `with claimed as (
      insert into submission_key (organizer_id, key, fingerprint, expires_at)
      values ($1, $2, $3, now() + interval '1 day')
      on conflict (organizer_id, key) do update set fingerprint = excluded.fingerprint,
        expires_at = excluded.expires_at, response = null, location = null
      where submission_key.expires_at <= now() returning key)
    select exists (select from claimed) as claimed, organizer_id, games_per_set, final_set,
      extract(epoch from starts_on::timestamp at time zone 'Europe/Warsaw')::float8 * 1000 as starts_at,
      exists (select from venue where id = $5 for key share) as venue,
      array(select id from player where id in ($6, $7) order by id for key share) as players
    from competition where id = $4 for share`,
  earlier: `select fingerprint, response, location from submission_key
    where organizer_id = $1 and key = $2`,
  submit: `with kept as (update submission_key set response = $12, location = $13
      where organizer_id = $14 and key = $15)
    insert into match (id, competition_id, venue_id, court_number, played_at, played_at_text,
      first_player_id, second_player_id, status, score, winner_id, rating_status, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, 'completed', $9, $10, 'pending', $11)
    on conflict do nothing returning id`,
  begin: 'begin',
  commit: 'commit',
  rollback: 'rollback',
};

export type Name = keyof typeof statements;
