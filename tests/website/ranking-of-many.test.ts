// Whoever is sought among many players, however that is done, it gives what a plain look at all gives.
import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import {
  listRanking,
  rankedDays,
  rankedSince,
  rankOf,
  type Sought,
} from '../../modules/ratings/index.ts';
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';
import { dayMs, utc } from '../../shared/time.ts';
import { ids } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const many = 30_000;
const number = 'substr(id, 5)::int';
const ours = `id ~ '^plr_[0-9]+$'`;

// Whose name holds `rzadka` are few, and more of them stand low than high; those of `masa` are more than are
// fetched at once, and stand below all that a walk looks at; `czesto` are everywhere.
const fill = [
  `insert into player select 'plr_' || lpad(n::text, 10, '0'), case when n % 1500 > 1490 then 'Rzadka Ż. '
      when n >= ${many - 7_000} then 'Masa Ą. ' when n % 3 = 0 then 'Często B. ' else 'Ktoś C. ' end || n,
    3, '[]', '{}', now(), ${many / 10} - n / 10, 20 from generate_series(0, ${many - 1}) n`,
  `insert into player_name select id, fold_name(display_name) from player where ${ours}`,
  `insert into rating select id, rating_value, 20, 1, case when ${number} % 3 > 0 then
      timestamptz '2026-11-20' - interval '1 hour' * (${number} * 37 % 15000) end, 0, now()
    from player where ${ours}`,
  `insert into player_venue select id, '${ids.venues[0]}', display_name, rating_value from player
    where ${ours} and ${number} % 100 = 7`,
  `insert into player_venue select id, '${ids.venues[1]}', display_name, rating_value from player
    where ${ours} and ${number} % 4 > 0 and ${number} > 4000`,
  `insert into match select 'mat_' || substr(id, 5), '${ids.league}', '${ids.venues[0]}', 1,
      timestamptz '2026-05-01' + ${number} * interval '1 minute', '', id,
      'plr_' || lpad((${number} + 1)::text, 10, '0'), 'completed', '{}', id, null, 'rated', null, now(), now()
    from player where ${ours} and ${number} % 200 = 50`,
  'analyze',
];

const [few, most] = ids.venues as unknown as readonly [VenueId, VenueId];
const league = ids.league as CompetitionId;
const sought: Sought[] = [
  {},
  ...['czesto', 'RZADKA', 'masa', 'a', 'ż', 'ą', 'z', 'zz', 'aż', '29', '1234', 'nikt'].map(
    (name) => ({ name }),
  ),
  { venue_id: few },
  { venue_id: most },
  { competition_id: league },
  { venue_id: few, name: 'rzadka' },
  { venue_id: most, name: 'rzadka' },
  { venue_id: most, name: 'masa' },
  { venue_id: most, name: 'a' },
  { venue_id: most, competition_id: league },
  { venue_id: few, competition_id: league, name: 'o' },
];

onBothDatabases('the ranking of many', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { clock: () => now });
    for (const text of fill) await sql.raw(text).execute(service.workbench.database.db);
  });

  /** The ids of all to whom it applies, by rating, by a plain look. */
  async function all({ name, venue_id, competition_id }: Sought, everybody: boolean) {
    const isIn = (ids: unknown, given: unknown) =>
      sql`(${given ?? null}::text is null or id in (${ids}))`;
    const ofVenue = sql`select player_id from player_venue where venue_id = ${venue_id ?? null}`;
    const inLeague = sql`select unnest(array[first_player_id, second_player_id]) from match
      where competition_id = ${competition_id ?? null}`;
    const named = sql`select player_id from player_name where folded like '%' || fold_name(${name ?? null}) || '%'`;
    const { rows } = await sql<{ id: string }>`select id from player join rating on player_id = id
      where ${isIn(ofVenue, venue_id)} and ${isIn(inLeague, competition_id)} and ${isIn(named, name)}
        and (${everybody} or last_rated_match_at > ${utc(now - rankedDays * dayMs)})
      order by value desc, id desc`.execute(service.workbench.database.db);
    return rows.map(({ id }) => id);
  }

  test.each(sought.flatMap((one) => [true, false].map((everybody) => [one, everybody] as const)))(
    'of %j, everybody: %j',
    async (one, everybody) => {
      const { db } = service.workbench.database;
      const expected = await all(one, everybody);
      const page = 20;
      const list = async (after?: Parameters<typeof listRanking>[4]) =>
        listRanking(db, { ...one, everybody }, now, page, after);
      const first = await list();
      expect(first.map(({ id }) => String(id))).toEqual(expected.slice(0, page));
      const second = await list(first.at(-1)?.end);
      expect(second.map(({ id }) => String(id))).toEqual(
        expected.slice(...(first.length > 0 ? [page, 2 * page] : [0, page])),
      );
      // Near the end, where little is left.
      const from = Math.max(0, expected.length - 9);
      const [before] = (await listRanking(db, { ...one, everybody }, now, 10_000)).slice(
        from - 1,
        from,
      );
      if (before && from < 10_000) {
        expect((await list(before.end)).map(({ id }) => String(id))).toEqual(expected.slice(from));
      }
    },
  );

  test('a rank counts who is ranked and better, unless too many have been rated higher', async () => {
    const { db } = service.workbench.database;
    const since = rankedSince(now);
    const ranks: (number | null)[] = [];
    for (const n of [1, 2, 3, 11, 44, 500, 7_007, 14_900, 15_100, 29_999]) {
      const id = `plr_${String(n).padStart(10, '0')}` as PlayerId;
      const [told] = await db
        .selectFrom('rating')
        .select(rankOf(since).as('rank'))
        .where('player_id', '=', id)
        .execute();
      const { rows } = await sql<{ ranked: boolean; rated: number; better: number }>`
        select own.last_rated_match_at > ${since} as ranked, count(other.last_rated_match_at)::int as rated,
          (count(*) filter (where other.last_rated_match_at > ${since}))::int as better
        from rating own left join rating other on other.value > own.value
        where own.player_id = ${id} group by own.player_id`.execute(db);
      const [{ ranked, rated, better } = { ranked: false, rated: 0, better: 0 }] = rows;
      expect([n, told?.rank ?? null]).toEqual([n, ranked && rated < 10_000 ? better + 1 : null]);
      ranks.push(told?.rank ?? null);
    }
    expect(ranks.filter((rank) => rank === null).length).toBeGreaterThan(2);
    expect(ranks.filter((rank) => rank !== null).length).toBeGreaterThan(2);
  });
});
