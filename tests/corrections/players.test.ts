// Levels, merges and erasures, as readers see them.
import { beforeAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openWorkbench } from '../../commands/workbench.ts';
import { erasedName } from '../../modules/ratings/index.ts';
import { warsawHours } from '../../shared/time.ts';
import { day, iso, type League, leagueOn, startLeague } from '../ratings/league.ts';
import { ids, person } from '../support/city.ts';
import { json, onBothDatabases } from '../support/service.ts';
import { commandsIn } from './commands.ts';

onBothDatabases('a player who is put right', (kind) => {
  let league: League;
  let commands: ReturnType<typeof commandsIn>;
  beforeAll(async () => {
    league = await startLeague(kind);
    commands = commandsIn(league);
  });

  const merge = (from: string, into: string) => commands.done('players', 'merge', from, into);
  const explained = async (id: string) => (await league.history(id)).at(-1)?.reason.explanation;
  const nameOf = async (id: string) => (await league.body(`/v1/players/${id}`)).display_name;
  const auditLog = async () => (await league.command('audit', 'list', '--json')).out.join();

  test('begins at the corrected level (rules 11.3)', async () => {
    const [a = ''] = await league.newPlayers(5.5);
    await commands.done('players', 'update', a, '--ntrp', '3,5');
    expect(await league.body(`/v1/players/${a}`)).toMatchObject({
      self_assessed_ntrp: 3.5,
      rating: { value: 1400 },
    });
  });

  test('begins on the corrected day of joining, which changes no rating (rules 11.3)', async () => {
    const [a = '', b = ''] = await league.newPlayers(3, 3);
    await league.play(league.won(a, b, day(0)), league.won(b, a, day(90)));
    const before = await league.history(a);
    for (const joined of ['2020-02-29', '2025-12-31']) {
      await commands.done('players', 'update', a, '--joined', joined);
      const begin = iso(warsawHours(joined).begin);
      const { created_at } = await league.body(`/v1/players/${a}`);
      expect(Date.parse(created_at)).toBe(Date.parse(begin));
      const [first, ...others] = await league.history(a);
      const [was, ...othersBefore] = before;
      expect([first, others]).toEqual([{ ...was, occurred_at: first?.occurred_at }, othersBefore]);
      expect(Date.parse(first?.occurred_at)).toBe(Date.parse(begin));
    }
    expect((await league.command('ratings', 'verify')).status).toBe(0);
  });

  test('and merged is gone from every read; matches and sentences name the one who stays (rules 11.4)', async () => {
    const [twice = '', a = '', b = ''] = await league.newPlayers(3, 3, 3);
    const voided = league.won(twice, b, day(60));
    await league.play(league.won(twice, b, day(0)), league.won(a, b, day(30)), voided);
    await commands.done('matches', 'void', voided.id, '--reason', 'x');
    const path = `/players/${twice}/rating-history`;
    const { next_cursor } = await league.body(`/v1${path}?limit=1`);
    await merge(twice, a);
    expect(await commands.statusOf(`${path}?limit=1&cursor=${next_cursor}`)).toBe(404);
    expect(await commands.statusOf(`/players/${twice}`)).toBe(404);
    expect((await league.body(`/v1/matches?player_id=${a}`)).data).toHaveLength(2);
    const opponents = (await league.history(b)).slice(1);
    for (const { calculation, reason } of opponents) {
      expect(calculation.opponent_id).toBe(a);
      expect(reason.explanation).toContain(await nameOf(a));
    }
    // So do those of a match that comes back after it.
    await commands.done('matches', 'restore', voided.id);
    expect(await explained(b)).toContain(await nameOf(a));
  });

  test('who was registered again, and merged again, was merged into the last one', async () => {
    const [twice = '', first = '', last = ''] = await league.newPlayers(3, 3, 3);
    await merge(twice, first);
    await league.import(person(twice, 'Somebody S.', 3));
    await merge(twice, last);
    const { status, err } = await league.command('players', 'show', twice);
    expect([status, err]).toEqual([1, [expect.stringContaining(`was merged into ${last}`)]]);
  });

  test('is not merged into an opponent, unless what they played is void, and stays so', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    const match = league.won(a, b, day(90));
    await league.play(league.won(a, c), match);
    await commands.done('matches', 'void', match.id, '--reason', 'x');
    await merge(a, b);
    expect(await commands.refusal('matches', 'restore', match.id)).toBe(
      '2 The same player stands twice in player_ids.',
    );
    await commands.done('ratings', 'rebuild', '--order', 'played');

    const [d = '', e = ''] = await league.newPlayers(4, 3.5);
    const lost = league.won(c, d, day(1));
    const other = { ...league.won(c, e), played_at: lost.played_at };
    await league.play(lost, other);
    expect(await commands.refusal('players', 'merge', d, e)).toBe(
      `2 ${lost.id} and ${other.id} would be the same match: void the one that is wrong first.`,
    );
  });

  test('is merged while results come in, of which none is lost', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    const { settings } = league.service.workbench;
    const own =
      kind === 'server'
        ? await openWorkbench({ settings, clock: () => league.clock.now })
        : undefined;
    const taken: string[] = [];
    let isMerged = false;
    const submitAll = async (first: number) => {
      for (let minute = first; !isMerged; minute += 2) {
        const { competition_id, venue_id, score, status } = league.won();
        const body = { competition_id, venue_id, score, status, player_ids: [a, c] };
        const played_at = iso(day(0, minute * 60_000));
        const answer = await league.service.submit({ ...body, played_at });
        if (answer.status === 201) taken.push((await json(answer)).id);
        else expect([422, 503]).toContain(answer.status);
      }
    };
    const mergeThem = async () => {
      while (taken.length < 20) await delay(1);
      const beside = own ? leagueOn({ ...league.service, workbench: own }, league.clock) : league;
      const { status, err } = await beside.command('players', 'merge', a, b, '--yes');
      isMerged = true;
      expect([status, err]).toEqual([0, []]);
    };
    await Promise.all([submitAll(0), submitAll(1), mergeThem()]);
    await own?.database.close();
    for (const id of taken) expect((await league.match(id)).player_ids).toEqual([b, c]);
    await league.rate();
  });

  /** The tables in which the text stands. */
  async function tablesWith(text: string): Promise<string[]> {
    const { db } = league.service.workbench.database;
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public'`.execute(db);
    const found: string[] = [];
    for (const { name } of rows) {
      const { rows: lines } = await sql`select 1 from ${sql.table(name)} t
        where t::text ilike ${`%${text}%`} limit 1`.execute(db);
      if (lines.length > 0) found.push(name);
    }
    return found;
  }

  test('and erased is named nowhere, and stands at no venue (rules 11.5)', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const [venue = '', , another = ''] = ids.venues;
    const whereAndWhen = ['--venue', venue, '--available', 'monday 18:00-20:00'];
    for (const id of [a, b]) await league.command('players', 'update', id, ...whereAndWhen);
    await league.command('players', 'update', a, '--name', 'Zenobia Q.');
    const suggested = async () =>
      JSON.stringify(
        await league.body(`/v1/players/${b}/match-suggestions?max_rating_gap=500&limit=10`),
      );
    expect(await suggested()).toContain(a);
    const [kept, voided] = [league.won(a, b), league.won(b, a, day(1))];
    await league.play(kept, voided);
    await commands.done('matches', 'void', voided.id, '--reason', 'Zenobia Q. says so');
    const before = await league.rating(b);
    expect(await explained(b)).toContain('Zenobia');
    expect((await tablesWith('zenobia')).length).toBeGreaterThan(2);
    await commands.done('players', 'erase', a);
    expect(await tablesWith('zenobia')).toEqual([]);
    expect(await league.rating(b)).toEqual(before);
    expect(await explained(b)).toContain('lost to Former player');
    const nothing = { preferred_venue_ids: [], availability: [] };
    const shown = () => league.body(`/v1/players/${a}`);
    expect(await shown()).toMatchObject({ display_name: 'Former player', ...nothing });
    expect(await suggested()).not.toContain(a);
    const erased = `2 ${a} is erased already.`;
    expect(await commands.refusal('players', 'erase', a)).toBe(erased);
    // Whatever is added to an erased player later can be erased again.
    for (const habit of [
      ['--available', 'sunday 03:00-04:00'],
      ['--venue', another],
    ]) {
      await league.command('players', 'update', a, ...habit);
      await commands.done('players', 'erase', a);
      expect(await shown()).toMatchObject(nothing);
      const log = (await league.command('audit', 'list', '--player', a, '--json')).out.join();
      expect(log).not.toMatch(/03:00|"preferred_venue_ids":\["/);
      expect(await commands.refusal('players', 'erase', a)).toBe(erased);
    }
    await commands.done('matches', 'restore', voided.id);
    expect(await tablesWith('zenobia')).toEqual([]);
  });

  test('is erased once, even if the name was another one, came with a merge, or if only the log has it', async () => {
    const id = 'plr_namelessxx';
    await league.import(person(id, erasedName, 3));
    const [a = '', b = ''] = await league.newPlayers(3.5, 3.5);
    await league.command('players', 'update', b, '--name', 'Yrena Q.');
    await commands.done('players', 'erase', a);
    await merge(b, a);
    const added = ['players', 'add', '--name', 'Xymena Q.', '--ntrp', '3', '--json'];
    const removed = JSON.parse((await league.command(...added)).out[0] ?? '').id;
    await league.command('players', 'remove', removed);
    const log = await auditLog();
    for (const name of ['Xymena', 'Yrena']) expect(log).toContain(name);
    for (const one of [id, a, removed]) {
      await commands.done('players', 'erase', one);
      expect(await commands.refusal('players', 'erase', one)).toBe(`2 ${one} is erased already.`);
    }
    expect(await auditLog()).not.toMatch(/Xymena|Yrena/);
  });
});
