// Voided, restored and corrected results, as readers see them.
import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { runCommand } from '../../commands/program.ts';
import { openWorkbench, type Workbench } from '../../commands/workbench.ts';
import { importRecords } from '../../modules/exchange/index.ts';
import { Failure, processConsole } from '../../shared/console/console.ts';
import { exportFrom, recordsIn } from '../commands/exchange.ts';
import { day, dayMs, iso, type League, leagueOn, startLeague } from '../ratings/league.ts';
import { ids } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import {
  freshDatabase,
  onBothDatabases,
  temporaryFolder,
  testSettings,
} from '../support/service.ts';
import { commandsIn } from './commands.ts';

onBothDatabases('a result that is put right', (kind) => {
  let league: League;
  let commands: ReturnType<typeof commandsIn>;
  beforeAll(async () => {
    league = await startLeague(kind);
    commands = commandsIn(league);
  });

  const voidIt = (id: string) => commands.done('matches', 'void', id, '--reason', 'x');
  const restore = (id: string) => commands.done('matches', 'restore', id);
  const correct = (id: string, ...options: string[]) =>
    commands.done('matches', 'correct', id, ...options, '--reason', 'x');

  test('and voided is gone from every read, and its place is free (rules 11.1)', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3);
    const wrong = league.won(a, b);
    await league.play(wrong);
    const before = [await league.match(wrong.id), await league.history(b)];
    await voidIt(wrong.id);
    expect(await commands.statusOf(`/matches/${wrong.id}`)).toBe(404);
    const way = `${wrong.id} is voided; "tennis matches restore" lets it count again.`;
    const shown = await league.command('matches', 'show', wrong.id);
    expect([shown.status, shown.err]).toEqual([1, [way]]);
    expect((await league.body(`/v1/matches?player_id=${a}`)).data).toEqual([]);
    expect((await league.rating(a)).rated_matches).toBe(0);
    const again = { ...league.won(b, a), played_at: wrong.played_at };
    await league.play(again);
    expect(await commands.refusal('matches', 'restore', wrong.id)).toBe(
      `2 This match is in already: its id is ${again.id}.`,
    );
    await voidIt(again.id);
    await restore(wrong.id);
    expect([await league.match(wrong.id), await league.history(b)]).toEqual(before);
  });

  test('while it is pending, or a walkover, just goes, and comes back as it was', async () => {
    const [a, b] = await league.newPlayers(3.5, 3);
    const walkover = league.won(a, b, day(0), { status: 'walkover', score: null, winner_id: a });
    const pending = league.won(a, b, day(1));
    await league.import(walkover, pending);
    expect(
      await commands.refusal('matches', 'correct', walkover.id, '--swap', '--reason', 'x'),
    ).toBe(`2 ${walkover.id} has no score.`);
    let submitted = 0;
    league.service.workbench.events.afterCommit('match.submitted', () => {
      submitted += 1;
    });
    for (const match of [walkover, pending]) {
      const before = await league.match(match.id);
      const [said] = await voidIt(match.id);
      expect(said).toStartWith('No rating changed; 0 entries of the history were changed');
      expect(await commands.statusOf(`/matches/${match.id}`)).toBe(404);
      expect(submitted).toBe(0);
      const waits = (await restore(match.id)).includes('The result waits for its rating.');
      // Those who wait for a result that is to be rated are woken.
      expect([waits, submitted]).toEqual(match === pending ? [true, 1] : [false, 0]);
      expect(await league.match(match.id)).toEqual(before);
    }
    await league.rate();
  });

  test('can change in any part, and keeps what is not corrected (rules 11.2)', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3);
    const played_at = '2026-05-04T18:00:00.120-03:00';
    const match = { ...league.won(a, b), played_at };
    await league.play(match);
    const stored = () => league.match(match.id);
    const [, venue_id = ''] = ids.venues;
    await correct(match.id, '--court', '2', '--venue', venue_id);
    expect(await stored()).toMatchObject({ court_number: 2, venue_id, played_at });
    await correct(match.id, '--court', 'none', '--played-at', '2026-04-02 18:00');
    const moved = { court_number: null, played_at: '2026-04-02T18:00:00+02:00' };
    expect(await stored()).toMatchObject(moved);
    expect((await league.rating(a)).last_rated_match_at).toBe('2026-04-02T16:00:00.000Z');
    const { out } = await league.command('audit', 'list', '--match', match.id, '--limit', '1');
    expect(out.join('\n')).toMatch(/played at \S+ \S+ → 2026-04-02 18:00/);
    expect(out.join('\n')).not.toContain('played at text');
    await correct(match.id, '--swap');
    const turned = { sets: [{ games: [4, 6] }, { games: [3, 6] }] };
    expect(await stored()).toMatchObject({ winner_id: b, score: turned, rating_status: 'rated' });
    await correct(match.id, '--status', 'retired', '--retired', b, '--score', '6-4 2-1');
    expect(await stored()).toMatchObject({ status: 'retired', winner_id: a });
    await correct(match.id, '--status', 'walkover', '--winner', b);
    const absent = { status: 'walkover', winner_id: b, score: null, rating_status: 'not_rated' };
    expect(await stored()).toMatchObject(absent);
    expect((await league.rating(a)).rated_matches).toBe(0);
    await correct(match.id, '--status', 'completed', '--score', '7-6(5) 6-2');
    expect((await stored()).rating_status).toBe('rated');
    await league.rate();
    expect((await league.rating(a)).rated_matches).toBe(1);
  });

  test('and comes to count only later is rated in the first run since it came in, or was played', async () => {
    const own = await startLeague(kind, day(0));
    const { done } = commandsIn(own);
    const [a = '', b = '', c = '', d = ''] = await own.newPlayers(3.5, 3, 4, 4.5);
    const waiting = own.won(a, b, day(-1));
    const [winner_id, absent] = [c, { status: 'walkover', score: null }];
    const announced = own.won(c, d, day(75), { ...absent, winner_id, created_at: iso(day(-1)) });
    await own.import(waiting, announced);
    await done('matches', 'void', waiting.id, '--reason', 'x');
    const runAt = async (moment: number) => {
      own.clock.now = moment;
      await own.play(own.won(a, c, moment - 1));
    };
    for (const n of [1, 2, 76, 77]) await runAt(day(n));
    await done('matches', 'restore', waiting.id);
    const played = ['--status', 'completed', '--score', '6-4 6-3', '--reason', 'x'];
    await done('matches', 'correct', announced.id, ...played);
    const ratedAt = async (player: string, id: string) => {
      const entries = await own.history(player);
      return entries.find(({ reason }) => reason.match_id === id)?.occurred_at;
    };
    expect(await ratedAt(b, waiting.id)).toBe(iso(day(1)));
    expect(await ratedAt(d, announced.id)).toBe(iso(day(76)));
  });

  test('can be exchanged, or be that of another player, and that of who retired', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(3.5, 3.5, 3.5);
    const score = { sets: [{ games: [6, 0] }, { games: [2, 1] }] };
    const retired = { status: 'retired', retired_player_id: b, score };
    const match = league.won(a, b, league.clock.now - 1_000, retired);
    await league.play(match);
    await correct(match.id, '--player-1', c);
    expect((await league.rating(a)).rated_matches).toBe(0);
    const stored = () => league.match(match.id);
    expect(await stored()).toMatchObject({
      player_ids: [c, b],
      winner_id: c,
      retired_player_id: b,
    });
    await correct(match.id, '--player-2', a);
    expect(await stored()).toMatchObject({
      player_ids: [c, a],
      winner_id: c,
      retired_player_id: a,
    });
    await correct(match.id, '--swap');
    const exchanged = { sets: [{ games: [0, 6] }, { games: [1, 2] }] };
    expect(await stored()).toMatchObject({ score: exchanged, winner_id: a, retired_player_id: c });
    await correct(match.id, '--player-1', a, '--player-2', c);
    expect(await stored()).toMatchObject({
      player_ids: [a, c],
      winner_id: c,
      retired_player_id: a,
    });
    const unknown = ['--player-1', 'plr_zzzzzzzzzz', '--reason', 'x'];
    expect(await commands.refusal('matches', 'correct', match.id, ...unknown)).toContain(
      '--player-1 "plr_zzzzzzzzzz": There is no player with the id plr_zzzzzzzzzz.',
    );
    const same = ['--player-1', c, '--reason', 'x'];
    expect(await commands.refusal('matches', 'correct', match.id, ...same)).toContain('--player');
  });

  test('without moving a rating tells its players what happened all the same', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3.5);
    const sets = [{ games: [6, 0] }, { games: [6, 0] }];
    const match = league.won(a, b, day(0), { score: { sets } });
    await league.play(match);
    await correct(match.id, '--status', 'retired', '--retired', b, '--score', '6-0 3-0');
    const [, entry] = await league.history(b);
    expect(entry?.reason.explanation).toStartWith('You retired against');
  });

  test('stays played where the clock was put back', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const { now } = league.clock;
    const match = league.won(a, b, now - dayMs);
    const absent = { score: null, winner_id: a, status: 'walkover' };
    const ahead = league.won(a, b, now - 2 * dayMs, absent);
    await league.play(match);
    await league.import(ahead);
    league.clock.now = now - 10 * dayMs;
    await voidIt(match.id);
    await restore(match.id);
    await correct(match.id, '--court', '2');
    const played = ['--status', 'completed', '--score', '6-4 6-4', '--reason', 'x'];
    expect(await commands.refusal('matches', 'correct', ahead.id, ...played)).toContain(
      'lies in the future',
    );
    league.clock.now = now;
  });

  test('and voided keeps its id: an import can’t give it away', async () => {
    const [a, b, c, d] = await league.newPlayers(4, 3.5, 4, 3.5);
    const match = league.won(a, b);
    await league.play(match);
    await voidIt(match.id);
    const again = league.import({ ...match, played_at: iso(day(3)) });
    expect(await failureOf(again)).toContain(`line 1: id: the match ${match.id} is voided`);
    // Of the same result under another id that is said; not of what another opponent played with either of
    // them at that moment, nor what the two played then in another competition, or on another day.
    const { played_at } = match;
    const turned = { ...league.won(b, a), played_at };
    const matches = [
      turned,
      { ...league.won(a, c), played_at },
      { ...league.won(d, b), played_at },
      league.won(a, b, day(1)),
      { ...league.won(a, b), played_at, competition_id: ids.tiebreakLeague },
    ];
    async function* chunks() {
      for (const match of matches) yield Buffer.from(`${JSON.stringify(match)}\n`);
    }
    const remarks: string[] = [];
    const by = { actor: { user: 'tests' }, now: league.clock.now };
    const remark = ({ reason }: { reason: string }) => void remarks.push(reason);
    await importRecords(league.service.workbench.database, chunks(), by, { file: 'x', remark });
    const voided = remarks.filter((remark) => remark.startsWith('this match was voided'));
    expect(voided).toEqual([`this match was voided, as ${match.id}`]);
    await league.rate();
  });

  test('and voided comes back with a backup, so that it can be restored there', async () => {
    const [a, b, c] = await league.newPlayers(4, 3.5, 3);
    const matches = [league.won(a, b), league.won(b, c, day(90)), league.won(a, c, day(200))];
    await league.play(...matches);
    const exported = async (workbench: Workbench) =>
      recordsIn(await exportFrom(workbench)).filter(({ kind }) => kind !== 'audit');
    const before = await exported(league.service.workbench);
    const voided = matches.slice(0, 2).map(({ id }) => id);
    for (const id of voided) await voidIt(id);
    const file = join(await temporaryFolder(), 'backup.ndjson');
    await league.command('backup', file);
    const settings = testSettings(await freshDatabase(kind));
    const other = await openWorkbench({ settings, clock: () => league.clock.now });
    try {
      const beside = leagueOn({ ...league.service, workbench: other }, league.clock);
      expect((await beside.command('restore', file)).status).toBe(0);
      expect(await exported(other)).toEqual(await exported(league.service.workbench));
      for (const id of voided) {
        expect((await beside.command('matches', 'restore', id, '--yes')).err).toEqual([]);
        await restore(id);
      }
      expect(await exported(other)).toEqual(before);
      expect(await exported(league.service.workbench)).toEqual(before);
    } finally {
      await other.database.close();
    }
  });

  test('is not, where the caller has gone before the end', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3);
    const match = league.won(a, b);
    await league.play(match);
    const said: string[] = [];
    const console = {
      ...processConsole(),
      err: (line: string) => void said.push(line),
      status() {
        throw new Failure('The connection to the server broke off.');
      },
    };
    const { workbench } = league.service;
    const status = await runCommand(['matches', 'void', match.id, '--reason', 'x', '--yes'], {
      console,
      withWorkbench: (work) => work(workbench),
    });
    expect([status, said]).toEqual([1, ['The connection to the server broke off.']]);
    expect(await commands.statusOf(`/matches/${match.id}`)).toBe(200);
    expect((await league.rating(a)).rated_matches).toBe(1);
  });
});
