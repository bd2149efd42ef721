// Makes a city of tennis players in an empty database, by SQL statements alone: ten matches for each
// player and two history entries for each rated match, over the five years up to today.
//
// Players of an area share a venue and competitions; the keen ones have many matches. The numbers
// of a history entry are plausible, but don't follow from the entries before it.
import { CompiledQuery } from 'kysely';
import { newSecret } from '../modules/auth/index.ts';
import { toMultirange, weekdays } from '../modules/players/availability.ts';
import type { Settings } from '../shared/config.ts';
import type { Db } from '../shared/database/db.ts';
import { createDraw, seasonKey } from '../tests/ratings/random-season.ts';
import { importAll, seconds, within } from './places.ts';

/** How many of everything there are for that many players. */
export function sizesOf(players: number) {
  const areas = Math.ceil(players / 250);
  const matches = players * 10;
  const competitions = Math.ceil(matches / 250);
  return { players, areas, matches, competitions, organizers: Math.ceil(competitions / 20) };
}
/** What opens the desk of one of the organizers. */
export const deskPass = newSecret('trp_');
const deskOrganizer = 'org_1';

export type Sizes = ReturnType<typeof sizesOf>;

type Kind = 'plr' | 'mat' | 'cmp' | 'ven' | 'rtg';

/** The nth id of a kind, as an SQL expression: no two are alike, and neighbours lie far apart. */
const id = (kind: Kind, n: string) =>
  `'${kind}_' || lpad(to_hex((${n})::bigint * 685341234567 & 1099511627775), 10, '0')`;

/** The same id as a text. */
export function idOf(kind: Kind, n: number): string {
  const scattered = (BigInt(n) * 685_341_234_567n) & 1_099_511_627_775n;
  return `${kind}_${scattered.toString(16).padStart(10, '0')}`;
}

const names = `array['Anna', 'Łukasz', 'Żaneta', 'Piotr', 'Świętosława', 'Jan', 'Ćwik', 'Zofia', 'Ewa',
  'Marek', 'Olga', 'Paweł', 'Rita', 'Szymon', 'Teresa', 'Urszula', 'Wit', 'Celina', 'Dawid', 'Filip']`;
const districts = `array['Wola', 'Mokotów', 'Bielany', 'Praga', 'Ursus', 'Łazarz', 'Oliwa', 'Krzyki']`;

/** Weeks that people may have: mostly evenings and weekends, in windows of whole and half hours. Nobody plays at night. */
function weeks(count: number) {
  const draw = createDraw(11);
  const time = (halves: number) =>
    `${String(Math.floor(halves / 2)).padStart(2, '0')}:${halves % 2 ? '30' : '00'}`;
  const window = (day: (typeof weekdays)[number], place: number) => {
    const isEvening = place < 5 && draw.chance(0.85);
    const start = isEvening ? 32 + draw.below(8) : 14 + draw.below(24);
    return { day, start: time(start), end: time(start + 2 + draw.below(5)) };
  };
  return Array.from({ length: count }, (_, n) => {
    const keenness = 0.15 + (0.6 * draw.below(100)) / 100;
    const days = weekdays.filter(() => draw.chance(keenness));
    const availability = days.map((day) => window(day, weekdays.indexOf(day)));
    return { n, availability, week: toMultirange(availability) };
  });
}

/** The statements that fill the tables, in order. */
function statements(sizes: Sizes): [what: string, text: string][] {
  const { players, areas, matches, competitions, organizers } = sizes;
  const series = (count: number) => `generate_series(0, ${count - 1}) n`;
  const starts = `(current_date - 1860 + (n::float8 / ${competitions} * 1770)::int)`;
  // In each area, the players with the lowest numbers play most.
  const someone = `(area + ${areas} * floor(250 * random() * random())::int) % ${players}`;
  const calculation = `null, null, null, null, null`;
  const runOf = 'greatest(1, played_at::date - (current_date - 1860) + 1)'; // one each day
  return [
    [
      'organizers',
      `insert into organizer select 'org_' || n, 'Organizer ' || n, now() - interval '6 years'
        from ${series(organizers)}`,
    ],
    [
      'venues',
      `insert into venue select ${id('ven', 'n')}, 'Court ' || md5(n::text),
          (${districts})[n / 10 % 8 + 1] || ' ' || n / 80, 'Kortowa ' || n,
          json_build_array(json_build_object('number', 1, 'surface', 'clay', 'indoor', false))
        from ${series(areas)}`,
    ],
    [
      'competitions',
      `insert into competition select ${id('cmp', 'n')}, 'Competition ' || n,
          case when n % 4 = 0 then 'tournament' else 'league' end, 'org_' || n % ${organizers},
          extract(year from ${starts}) || (array['-winter', '-spring', '-summer', '-autumn'])
            [extract(quarter from ${starts})], ${starts}, ${starts} + 90, 6, false, 'full_set'
        from ${series(competitions)}`,
    ],
    [
      'their venues',
      `insert into competition_venue
        select ${id('cmp', 'n')}, ${id('ven', `n % ${areas}`)}, 0 from ${series(competitions)}`,
    ],
    [
      'players',
      `insert into player
        select ${id('plr', 'p.n')}, (${names})[1 + floor(random() * 20)::int] || ' ' ||
            chr(65 + floor(random() * 26)::int) || '.',
          least(5.5, greatest(1.5, round((level - 1000) / 100) / 2 + 1.5)), availability, week,
          now() - random() * interval '5 years', level, 20
        from (select n, greatest(400, 1400 + (random() + random() + random() + random() - 2) * 430)::int
            as level, floor(random() * 20000)::int as pattern from ${series(players)}) p
          join weeks on weeks.n = p.pattern order by p.n`,
    ],
    ['their names', `insert into player_name select id, fold_name(display_name) from player`],
    [
      'their venues',
      `insert into player_venue
        select id, ${id('ven', `case place when 2 then area - area % 10 else (area + place) % ${areas} end`)}, display_name, rating_value
        from (select n, n % ${areas} as area from ${series(players)}) p
          join player on id = ${id('plr', 'n')}, generate_series(0, 2) place
        where hashint4(n * 3 + place) & 1023 < 600 - place * 100 and (place < 2 or area % 10 > 1)`,
    ],
    [
      'runs',
      `insert into run select run, 'run_' || run, current_date - 1860 + run, null, true
        from generate_series(1, 1861) run`,
    ],
    [
      'matches',
      `insert into match
        select ${id('mat', 'n')}, ${id('cmp', 'n / 250')}, ${id('ven', 'area')}, 1, played_at,
          to_char(played_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), first, second, status,
          case when status <> 'walkover' then '{"sets":[{"games":[6,4]},{"games":[7,5]}]}'::json end,
          first, case when status = 'retired' then second end,
          case when status = 'walkover' then 'not_rated'
            when n >= ${matches - 200} then 'pending' else 'rated' end, null,
          case when status <> 'walkover' and n < ${matches - 200} then ${runOf} end, '{}',
          played_at + interval '2 hours', played_at + interval '2 hours', 0
        from (select n, area, played_at, status, ${id('plr', 'one')} as first,
            ${id('plr', `case when one = other then (other + ${areas}) % ${players} else other end`)} as second
          from (select n, n / 250 % ${areas} as area, ${someone} as one, ${someone} as other,
              date_trunc('second', current_date - 1860 + interval '1 day' *
                (n / 250 / ${competitions}::float8 * 1770 + random() * 89)) at time zone 'UTC' as played_at,
              (array['completed', 'retired', 'walkover'])
                [1 + (n % 33 = 0)::int + (n % 50 = 1 and n % 33 <> 0)::int * 2] as status
            from (select n, n / 250 % ${areas} as area from ${series(matches)}) drawn) pairs) drawn`,
    ],
    [
      'first entries',
      `insert into rating_history
        select ${id('rtg', 'n')}, ${id('plr', 'n')}, 0, joined, joined, null, 1, joined, 'initial_assessment',
          'You assessed yourself at NTRP 3.5, so your rating starts at 1400.', null, 1400, null, 20,
          ${calculation}, 0, null, 0
        from ${series(players)}, (select now() - interval '5 years' as joined) moment`,
    ],
    [
      'other entries',
      `insert into rating_history
        select ${id('rtg', `${players} + row_number() over ()`)}, player, run, played_at, created_at, id, 99,
          played_at + interval '1 day', 'match_result', 'You won against a player who was rated 1412 when 0.517 of the points '
          || 'were expected of you, so your rating moved by 15 points, from 1400 to 1415.',
          1400, 1415, 60, 70, opponent, 1412, 0.517, 1, 32,
          rated_matches, played_at, 0
        from (select id, run, played_at, created_at, player, opponent,
            row_number() over (partition by player order by run, played_at) as rated_matches from match, lateral (values
            (first_player_id, second_player_id), (second_player_id, first_player_id)) s (player, opponent)
          where rating_status = 'rated' order by run, played_at) rated`,
    ],
    [
      'ratings',
      `insert into rating
        select id, rating_value, greatest(20, least(95, 20 + 10 * coalesce(count, 0)) - 5 * coalesce(drops, 0)),
          coalesce(count, 0), last, coalesce(drops, 0), coalesce(last, created_at)
        from player left join (
            select player_id, count(*), max(played_at) as last, least(2 * count(*), greatest(0,
              floor((extract(epoch from now() - interval '1 day' - max(played_at)) / 86400 - 60) / 30) + 1
            ))::int as drops
            from rating_history join match on match.id = match_id group by player_id) played
          on player_id = id`,
    ],
    [
      'their copies',
      `update player set rating_confidence = confidence, preferred_venue_ids =
          array(select venue_id from player_venue where player_venue.player_id = id)
        from rating where rating.player_id = id`,
    ],
  ];
}

/** Fills the empty database that the settings name, and analyzes it. */
export async function fillCity(settings: Settings, sizes: Sizes): Promise<void> {
  await within(settings, async (workbench) => {
    await importAll(workbench, [{ kind: 'api_key', key: seasonKey, label: 'bench' }]);
    await workbench.database.db.connection().execute((session) => fillIn(session, sizes));
    const pass = { pass: deskPass, label: 'bench', organizer_id: deskOrganizer };
    const rights = { competition_id: null, may_correct: true, ends_on: null };
    await importAll(workbench, [{ kind: 'pass', ...pass, ...rights }]);
  });
}

const preparations = [
  // No foreign key is checked: that would take longest, and every row that is referred to is there.
  'set session_replication_role = replica',
  "set work_mem = '256MB'",
  'set synchronous_commit = off',
  'set jit = off',
  'select setseed(0.5)',
  'create temporary table weeks (n int, availability json, week int4multirange)',
];

async function fillIn(session: Db, sizes: Sizes): Promise<void> {
  const run = (text: string, values: unknown[] = []) =>
    session.executeQuery(CompiledQuery.raw(text, values));
  for (const text of preparations) await run(text);
  await run('insert into weeks select * from json_populate_recordset(null::weeks, $1)', [
    JSON.stringify(weeks(20_000)),
  ]);
  const steps = [
    ...statements(sizes),
    ['analyzed', 'vacuum analyze'] as const,
    // So that what comes next doesn't wait while the disk still writes this.
    ['on the disk', 'checkpoint'] as const,
  ];
  for (const [what, text] of steps) {
    const taken = await seconds(() => run(text));
    if (taken > 1) console.log(`${what}: ${taken.toFixed(1)} s`);
  }
}
