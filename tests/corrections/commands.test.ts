import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'kysely';
import { runCommand } from '../../commands/program.ts';
import { openWorkbench, type Workbench } from '../../commands/workbench.ts';
import { importRecords } from '../../modules/exchange/index.ts';
import { erasedName, verifyRatings } from '../../modules/ratings/index.ts';
import { Failure, processConsole } from '../../shared/console/console.ts';
import { exportFrom } from '../commands/exchange.ts';
import { day, dayMs, iso, type League, leagueOn, startLeague } from '../ratings/league.ts';
import { ids } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import {
  freshDatabase,
  json,
  onBothDatabases,
  temporaryFolder,
  testSettings,
} from '../support/service.ts';

/** The lines of an export, but for those of the audit log. */
async function exported(workbench: Workbench): Promise<string[]> {
  const text = await exportFrom(workbench);
  return text.split('\n').filter((line) => line !== '' && !line.includes('"kind":"audit"'));
}

onBothDatabases('corrections by commands', (kind) => {
  let league: League;
  beforeAll(async () => {
    league = await startLeague(kind);
  });

  /** Does the command without asking; gives what it printed. Throws where it fails. */
  async function done(...argv: string[]): Promise<string[]> {
    const { status, out, err } = await league.command(...argv, '--yes');
    if (status !== 0) throw new Error(err.join('\n'));
    expect((await verifyRatings(league.service.workbench.database.db)).differences).toEqual([]);
    return out;
  }

  const refusals = async (...argv: string[]) => {
    const { status, err } = await league.command(...argv, '--yes');
    return [status, ...err];
  };

  /** A player's history but for ids, moments and names. */
  const facts = async (id = '') =>
    (await league.history(id)).map(({ reason, value_after, confidence_after, calculation }) => [
      reason.code,
      value_after,
      confidence_after,
      calculation && [calculation.expected_score, calculation.actual_score, calculation.k_factor],
    ]);

  /** What a verification finds, a line for each difference. */
  const foundByVerify = async () => {
    const { status, out } = await league.command('ratings', 'verify');
    expect(status).toBe(1);
    return out.join('\n').split('\n');
  };

  const statusOf = async (path: string) => (await league.service.get(`/v1${path}`)).status;

  test('a voided match is gone from every read, and its place is free', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3);
    const wrong = league.won(a, b);
    await league.play(wrong);
    await done('matches', 'void', wrong.id, '--reason', 'swapped');
    expect(await statusOf(`/matches/${wrong.id}`)).toBe(404);
    expect((await league.body(`/v1/matches?player_id=${a}`)).data).toEqual([]);
    expect((await league.rating(a)).rated_matches).toBe(0);
    const again = { ...league.won(b, a), played_at: wrong.played_at };
    await league.play(again);
    expect(await refusals('matches', 'restore', wrong.id)).toEqual([
      2,
      `This match is in already: its id is ${again.id}.`,
    ]);
    await done('matches', 'void', again.id, '--reason', 'it was right');
    await done('matches', 'restore', wrong.id);
    expect((await league.match(wrong.id)).rating_status).toBe('rated');
  });

  test('a corrected match keeps the time as it was stated, unless that is corrected', async () => {
    const [a, b] = await league.newPlayers(3.5, 3);
    const played_at = '2026-05-04T18:00:00.120-03:00';
    const match = { ...league.won(a, b), played_at };
    await league.play(match);
    const [, venue = ''] = ids.venues;
    await done('matches', 'correct', match.id, '--venue', venue, '--reason', 'x');
    expect(await league.match(match.id)).toMatchObject({ venue_id: venue, played_at });
  });

  test('a pending match and a walkover are just removed, and come back as they were', async () => {
    const [a, b] = await league.newPlayers(3.5, 3);
    const walkover = { ...league.won(a, b), status: 'walkover', score: null, winner_id: a };
    const pending = league.won(a, b, day(1));
    await league.import(walkover, pending);
    expect(
      await refusals('matches', 'correct', `${walkover.id}`, '--swap', '--reason', 'x'),
    ).toEqual([2, `${walkover.id} has no score.`]);
    for (const match of [walkover, pending]) {
      const before = await league.match(match.id);
      const [said] = await done('matches', 'void', match.id, '--reason', 'x');
      expect(said).toStartWith('No rating changed; 0 entries of the history were changed');
      expect(await statusOf(`/matches/${match.id}`)).toBe(404);
      await done('matches', 'restore', match.id);
      expect(await league.match(match.id)).toEqual(before);
    }
    await league.rate();
  });

  test('a walkover that was entered from the wrong side names its winner', async () => {
    const [a, b] = await league.newPlayers(3.5, 3);
    const match = league.won(a, b);
    await league.play(match);
    const walkover = ['matches', 'correct', match.id, '--status', 'walkover', '--reason', 'x'];
    const refusal = 'A walkover has no score to swap; name its winner.';
    expect(await refusals(...walkover, '--swap')).toEqual([2, refusal]);
    await done(...walkover, '--winner', `${b}`);
    expect(await league.match(match.id)).toMatchObject({ status: 'walkover', winner_id: b });
  });

  test('a corrected match keeps its id and place, and is as if it had been submitted so', async () => {
    const [a, b, c, d, e, f] = await league.newPlayers(3.5, 3, 4, 3.5, 3, 4);
    const sent = { score: { sets: [{ games: [6, 0] }, { games: [4, 6] }, { games: [6, 3] }] } };
    const right = { score: { sets: [{ games: [0, 6] }, { games: [6, 4] }, { games: [3, 6] }] } };
    const wrong = league.won(a, b, day(0), sent);
    await league.play(wrong, league.won(b, c, day(200)));
    await league.play(league.won(d, e, day(0), right), league.won(e, f, day(200)));
    await done('matches', 'correct', wrong.id, '--swap', '--reason', 'x');
    const { winner_id, score, rating_status } = await league.match(wrong.id);
    expect([winner_id, score, rating_status]).toEqual([b, right.score, 'rated']);
    expect(await facts(b)).toEqual(await facts(e));
    expect(await facts(c)).toEqual(await facts(f));
    const [, own] = await league.history(b);
    expect(own?.reason.explanation).toContain('You beat Player');
  });

  test('what looks wrong of a corrected or restored result is said', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3);
    const match = league.won(a, b);
    await league.play(match);
    const correct = ['matches', 'correct', match.id, '--played-at', '2026-07-05 18:00'];
    const ends = "after the competition's last day, 2026-06-30";
    const asked = await league.command(...correct, '--reason', 'x', '--dry-run', '--json');
    const [doubt] = JSON.parse(asked.out.join('')).doubts;
    expect(doubt).toEqual({ member: 'played_at', reason: ends });
    expect(await done(...correct, '--reason', 'x')).toContain(`It looks wrong: ${ends}.`);
    await done('matches', 'void', match.id, '--reason', 'x');
    expect(await done('matches', 'restore', match.id)).toContain(`It looks wrong: ${ends}.`);
    const back = ['matches', 'correct', match.id, '--played-at', '2026-04-02 18:00'];
    expect((await done(...back, '--reason', 'x')).join()).not.toContain('looks wrong');
  });

  test('a correction can change any part of a result', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3);
    const match = league.won(a, b);
    await league.play(match);
    const correct = (...options: string[]) =>
      done('matches', 'correct', match.id, ...options, '--reason', 'x');
    await correct('--court', '2', '--venue', ids.venues[1] ?? '');
    expect(await league.match(match.id)).toMatchObject({
      court_number: 2,
      venue_id: ids.venues[1],
    });
    await correct('--court', 'none', '--played-at', '2026-04-02 18:00');
    expect(await league.match(match.id)).toMatchObject({
      court_number: null,
      played_at: '2026-04-02T18:00:00+02:00',
    });
    expect((await league.rating(a)).last_rated_match_at).toBe('2026-04-02T16:00:00.000Z');
    const { out } = await league.command('audit', 'list', '--match', match.id, '--limit', '1');
    expect(out.join('\n')).toMatch(/played at \S+ \S+ → 2026-04-02 18:00/);
    expect(out.join('\n')).not.toContain('played at text');
    await correct('--status', 'retired', '--retired', b, '--score', '6-4 2-1');
    expect(await league.match(match.id)).toMatchObject({ status: 'retired', winner_id: a });
    await correct('--status', 'walkover', '--winner', b);
    expect(await league.match(match.id)).toMatchObject({
      status: 'walkover',
      winner_id: b,
      score: null,
      rating_status: 'not_rated',
    });
    expect((await league.rating(a)).rated_matches).toBe(0);
    await correct('--status', 'completed', '--score', '7-6(5) 6-2');
    expect((await league.match(match.id)).rating_status).toBe('pending');
    await league.service.rate();
    expect((await league.rating(a)).rated_matches).toBe(1);
  });

  test('a correction that moves no rating tells what happened all the same', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3.5);
    const sets = [{ games: [6, 0] }, { games: [6, 0] }];
    const match = league.won(a, b, day(0), { score: { sets } });
    await league.play(match);
    const retired = ['--status', 'retired', '--retired', b, '--score', '6-0 3-0'];
    await done('matches', 'correct', match.id, ...retired, '--reason', 'x');
    const [, entry] = await league.history(b);
    expect(entry?.reason.explanation).toStartWith('You retired against');
  });

  test('what a submission refuses is refused in words of the options', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(3.5, 3, 3);
    const [match, other] = [league.won(a, b), league.won(a, b, day(1))];
    await league.play(match, other);
    const correct = (...options: string[]) =>
      refusals('matches', 'correct', match.id, '--reason', 'x', ...options);
    const expected: [string[], string][] = [
      [['--winner', b], `--winner can't be ${b}: the score says otherwise.`],
      [['--winner', c], '--winner is none of the two players.'],
      [
        ['--played-at', iso(day(-100))],
        '--played-at comes before the competition starts, on 2026-03-01.',
      ],
      [['--played-at', iso(day(2_000))], '--played-at lies in the future.'],
      [['--court', '1001'], '--court "1001": Expected at most 1000.'],
      [['--court', 'one'], '--court "one": Expected the number of a court, or none.'],
      [
        ['--venue', 'x'],
        '--venue "x": Expected a venue id: ven_ and 10 characters of a-z and 0-9.',
      ],
      [['--status', 'retired'], '--retired is missing.'],
      [
        ['--status', 'retired', '--retired', b],
        '--score: The sets already decide the match: nobody can retire after that.',
      ],
      [
        ['--retired', b],
        `--retired "${b}": Only a match with the status "retired" has one; leave it out.`,
      ],
      [['--score', '6-5 6-3', '--winner', c], '--winner is none of the two players.'],
      [
        ['--score', '6-5 6-3'],
        `--score "6-5 6-3": Set 1 can't end 6-5: a set is won at 6 games with a lead of 2, at 7-5, or 7-6 by a tiebreak.`,
      ],
      [['--played-at', iso(day(1))], `This match is in already: its id is ${other.id}.`],
      [['--score', '6-4 6-3'], `${match.id} is so already: nothing would change.`],
    ];
    for (const [options, words] of expected) {
      expect(await correct(...options)).toEqual([2, words]);
    }
    expect(await correct('--score', 'six four')).toEqual([2, expect.stringContaining('is no set')]);
    expect(await correct('--swap', '--score', '6-4 6-3')).toEqual([2, expect.any(String)]);
  });

  test('what is voided or done already is refused in one line', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3);
    const match = league.won(a, b);
    await league.play(match);
    await done('matches', 'void', match.id, '--reason', 'x');
    const { status, err } = await league.command('matches', 'show', match.id);
    const way = `${match.id} is voided; "tennis matches restore" lets it count again.`;
    expect([status, err]).toEqual([1, [way]]);
    const expected: [string[], string][] = [
      [['matches', 'void', match.id, '--reason', 'x'], way],
      [['matches', 'correct', match.id, '--swap', '--reason', 'x'], way],
      [['players', 'update', a, '--ntrp', '3.5'], `${a} has the level 3.5 already.`],
      [['players', 'merge', a, a], `${a} can't be merged into itself.`],
      [
        ['players', 'update', a, '--name', 'B C.'],
        '--reason, --dry-run and --yes go with --ntrp, and nothing else goes with it.',
      ],
    ];
    for (const [argv, words] of expected) expect(await refusals(...argv)).toEqual([2, words]);
    expect((await refusals('matches', 'void', match.id))[0]).toBe(2);
    const blank = await refusals('matches', 'void', match.id, '--reason', ' ');
    expect(blank).toEqual([2, expect.stringContaining('Expected why, in words.')]);
    const torn = await refusals('matches', 'void', match.id, '--reason', 'two\nlines');
    expect(torn).toEqual([
      2,
      expect.stringContaining('Holds a control character or a line break.'),
    ]);
    expect((await refusals('players', 'update', a, '--ntrp', '3.7'))[1]).toContain('steps of 0.5');
    expect((await refusals('players', 'update', a, '--ntrp', '3', '--name', 'B C.'))[0]).toBe(2);
    await done('matches', 'restore', match.id);
    expect(await refusals('matches', 'restore', match.id)).toEqual([
      2,
      `${match.id} is not voided.`,
    ]);
  });

  test('another level changes all that followed from it', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(5.5, 3, 4);
    const [d = '', e = '', f = ''] = await league.newPlayers(3.5, 3, 4);
    await league.play(league.won(b, a), league.won(b, c, day(30)));
    await league.play(league.won(e, d), league.won(e, f, day(30)));
    await done('players', 'update', a, '--ntrp', '3,5');
    for (const [one, other] of [
      [a, d],
      [b, e],
      [c, f],
    ]) {
      expect(await facts(one)).toEqual(await facts(other));
    }
    expect((await league.body(`/v1/players/${a}`)).self_assessed_ntrp).toBe(3.5);
  });

  test('two registrations of one person become one', async () => {
    const [twice = '', a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3, 4);
    const [d = '', e = '', f = ''] = await league.newPlayers(3.5, 3, 4);
    const matches = (one: string, other: string, own: string, third: string) => [
      league.won(one, own, day(0)),
      league.won(other, third, day(30)),
      league.won(own, one, day(100)),
    ];
    await league.play(...matches(twice, a, b, c));
    await league.play(...matches(d, d, e, f));
    const path = `/players/${twice}/rating-history`;
    const { next_cursor } = await league.body(`/v1${path}?limit=1`);
    await done('players', 'merge', twice, a);
    expect(await statusOf(`${path}?limit=1&cursor=${next_cursor}`)).toBe(404);
    expect(await statusOf(`/players/${twice}`)).toBe(404);
    for (const [one, other] of [
      [a, d],
      [b, e],
      [c, f],
    ]) {
      expect(await facts(one)).toEqual(await facts(other));
    }
    expect((await league.body(`/v1/matches?player_id=${a}`)).data).toHaveLength(3);
    const text = JSON.stringify(await league.history(b));
    expect(text).not.toContain(twice);
  });

  test('a merge leaves no other name in what opponents read, though no rating changes', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(3, 3, 3);
    await league.play(league.won(a, c));
    await done('players', 'merge', a, b);
    const { display_name } = await league.body(`/v1/players/${b}`);
    expect((await league.history(c)).at(-1)?.reason.explanation).toContain(display_name);
  });

  test('a correction wakes those who wait for a result that is to be rated', async () => {
    const [a = '', b = ''] = await league.newPlayers(3, 3);
    const match = league.won(a, b);
    await league.import(match);
    let submitted = 0;
    league.service.workbench.events.afterCommit('match.submitted', () => {
      submitted += 1;
    });
    await done('matches', 'void', match.id, '--reason', 'x');
    expect(submitted).toBe(0);
    const said = await done('matches', 'restore', match.id);
    expect(said).toContain('The result waits for its rating.');
    expect(submitted).toBe(1);
    await league.rate();
  });

  test('an erasure tells how many entries named the player', async () => {
    const [a = '', b = ''] = await league.newPlayers(3, 3);
    await league.play(league.won(a, b));
    const said = await done('players', 'erase', a);
    expect(said.join()).toContain('1 entry of the history was changed, 0 removed, 0 added');
  });

  test('a drop that a later match owes comes behind what is kept of a voided match', async () => {
    const [a = '', b = ''] = await league.newPlayers(3, 3);
    const [first, voided, last] = [45, 46, 100].map((n) => league.won(a, b, day(n)));
    if (!first || !voided || !last) throw new Error('There is no match.');
    await league.play(first, voided);
    league.clock.now += 60_000; // a drop of the same moment would go with its match
    await league.play(last);
    const codes = async () =>
      (await league.history(a)).slice(0, 4).map(({ reason }) => reason.code);
    const before = await codes();
    await done('matches', 'void', voided.id, '--reason', 'x');
    await done('matches', 'correct', first.id, '--played-at', iso(day(5)), '--reason', 'x');
    expect((await codes())[2]).toBe('inactivity');
    await done('matches', 'restore', voided.id);
    expect(await codes()).toEqual(before);
  });

  test('what is not there is said to be missing, not refused', async () => {
    expect((await refusals('matches', 'void', 'mat_nowhere000', '--reason', 'x'))[0]).toBe(1);
    expect((await refusals('players', 'update', 'plr_nowhere000', '--ntrp', '3'))[0]).toBe(1);
  });

  test('a walkover that was played comes behind what is kept of a voided match', async () => {
    const [a = '', b = ''] = await league.newPlayers(3, 3);
    const [voided, walkover, last] = [0, 1, 2].map((n) => league.won(a, b, day(n)));
    if (!voided || !walkover || !last) throw new Error('There is no match.');
    await league.import(
      voided,
      { ...walkover, status: 'walkover', score: null, winner_id: a },
      last,
    );
    await league.service.workbench.decay(); // since which it has waited
    await league.rate();
    await done('matches', 'void', voided.id, '--reason', 'x');
    const played = ['--status', 'completed', '--score', '6-4 6-3', '--reason', 'x'];
    await done('matches', 'correct', walkover.id, ...played);
    await done('matches', 'restore', voided.id);
    const order = (await league.history(a)).flatMap(({ reason }) => reason.match_id ?? []);
    expect(order).toEqual([voided.id, walkover.id, last.id]);
  });

  test('who came in without a name is erased, too, but once', async () => {
    const id = 'plr_namelessxx';
    await league.import({
      kind: 'player',
      id,
      display_name: erasedName,
      self_assessed_ntrp: 3,
      preferred_venue_ids: [],
      availability: [],
      created_at: iso(day(0)),
    });
    await done('players', 'erase', id);
    expect(await refusals('players', 'erase', id)).toEqual([2, `${id} is erased already.`]);
  });

  test('a merge tells of the entry that goes, the first assessment of the one who is removed', async () => {
    const [one = '', two = '', opponent] = await league.newPlayers(3, 3, 3);
    await league.play(league.won(one, opponent, day(5)));
    const said = await done('players', 'merge', one, two, '--json');
    expect(JSON.parse(said.join('')).history_entries.removed).toBe(1);
  });

  test('who was registered again, and merged again, was merged into the last one', async () => {
    const [twice = '', first = '', last = ''] = await league.newPlayers(3, 3, 3);
    const { rating: _, ...person } = await league.body(`/v1/players/${twice}`);
    await done('players', 'merge', twice, first);
    await league.import({ kind: 'player', ...person });
    await done('players', 'merge', twice, last);
    const { status, err } = await league.command('players', 'show', twice);
    expect([status, err]).toEqual([1, [expect.stringContaining(`was merged into ${last}`)]]);
  });

  test('results of somebody who is merged may come in meanwhile', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    const own =
      kind === 'server'
        ? await openWorkbench({
            settings: league.service.workbench.settings,
            clock: () => league.clock.now,
          })
        : undefined;
    const taken: string[] = [];
    let isMerged = false;
    const submitAll = async (first: number) => {
      for (let minute = first; !isMerged; minute += 2) {
        const { competition_id, venue_id, score, status } = league.won();
        const body = {
          competition_id,
          venue_id,
          score,
          status,
          played_at: iso(day(0, minute * 60_000)),
          player_ids: [a, c],
        };
        const answer = await league.service.submit(body);
        if (answer.status === 201) taken.push((await json(answer)).id);
        else expect([422, 503]).toContain(answer.status);
      }
    };
    const merge = async () => {
      while (taken.length < 20) await new Promise((resolve) => setTimeout(resolve, 1));
      const beside = own ? leagueOn({ ...league.service, workbench: own }, league.clock) : league;
      const { status, err } = await beside.command('players', 'merge', a, b, '--yes');
      isMerged = true;
      expect([status, err]).toEqual([0, []]);
    };
    await Promise.all([submitAll(0), submitAll(1), merge()]);
    await own?.database.close();
    for (const id of taken) expect((await league.match(id)).player_ids).toEqual([b, c]);
    await league.rate();
  });

  test('a voided match between the two is no obstacle, but stays voided', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    const match = league.won(a, b, day(90));
    await league.play(league.won(a, c), match);
    await done('matches', 'void', match.id, '--reason', 'x');
    await done('players', 'merge', a, b);
    expect(await refusals('matches', 'restore', match.id)).toEqual([
      2,
      'The same player stands twice in player_ids.',
    ]);
    // A drop of confidence came along with it, beside which both entries are the same player's now.
    await done('ratings', 'rebuild', '--order', 'played');
  });

  test('a match that comes back after a merge names the one who remains', async () => {
    const [a = '', b = '', c] = await league.newPlayers(3, 3, 3); // so that only the name changes
    const match = league.won(a, c);
    await league.play(match);
    await done('matches', 'void', match.id, '--reason', 'x');
    await done('players', 'merge', a, b);
    await done('matches', 'restore', match.id);
    const { display_name } = await league.body(`/v1/players/${b}`);
    const entry = (await league.history(c)).at(-1);
    expect(entry?.reason.explanation).toContain(display_name);
  });

  test('two who played each other, or would play the same match, are no one person', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    const match = league.won(a, b);
    await league.play(match);
    expect(await refusals('players', 'merge', a, b)).toEqual([
      2,
      `${a} and ${b} played each other, in ${match.id}.`,
    ]);
    const twin = league.won(c, b);
    await league.play(twin);
    expect(await refusals('players', 'merge', c, a)).toEqual([
      2,
      `${twin.id} and ${match.id} would be the same match: void the one that is wrong first.`,
    ]);
    const [d = '', e = ''] = await league.newPlayers(4, 3.5);
    const lost = league.won(a, d, day(1));
    const other = { ...league.won(a, e), played_at: lost.played_at };
    await league.play(lost, other);
    expect(await refusals('players', 'merge', d, e)).toEqual([
      2,
      `${lost.id} and ${other.id} would be the same match: void the one that is wrong first.`,
    ]);
  });

  test('an erased name is nowhere', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const secret = `Zenobia Q${kind[0]}.`;
    const [venue = ''] = ids.venues;
    const whereAndWhen = ['--venue', venue, '--available', 'monday 18:00-20:00'];
    for (const id of [a, b]) await league.command('players', 'update', id, ...whereAndWhen);
    await league.command('players', 'update', a, '--name', secret);
    const suggested = () =>
      league.body(`/v1/players/${b}/match-suggestions?max_rating_gap=500&limit=10`);
    expect(JSON.stringify(await suggested())).toContain(a);
    const [kept, voided] = [league.won(a, b), league.won(b, a, day(1))];
    await league.play(kept, voided);
    await done('matches', 'void', voided.id, '--reason', `${secret} says so`);
    const before = await league.rating(b);
    expect(JSON.stringify(await league.history(b))).toContain(secret);
    await done('players', 'erase', a);
    expect(await league.rating(b)).toEqual(before);
    expect(JSON.stringify(await league.history(b))).toContain('lost to Former player');
    expect(await league.body(`/v1/players/${a}`)).toMatchObject({
      display_name: 'Former player',
      preferred_venue_ids: [],
      availability: [],
    });
    expect(JSON.stringify(await suggested())).not.toContain(a);
    for (const table of [
      'player',
      'player_name',
      'player_venue',
      'rating_history',
      'voided_entry',
      'audit_entry',
      'submission_key',
    ]) {
      const { rows } = await sql<{
        text: string;
      }>`select t::text as text from ${sql.table(table)} t`.execute(
        league.service.workbench.database.db,
      );
      expect([table, rows.filter(({ text }) => /zenobia/i.test(text))]).toEqual([table, []]);
    }
    const erased = [2, `${a} is erased already.`];
    expect(await refusals('players', 'erase', a)).toEqual(erased);
    // Whatever is added to an erased player later can be erased again.
    for (const habit of [
      ['--available', 'sunday 03:00-04:00'],
      ['--venue', ids.venues[2] ?? ''],
    ]) {
      await league.command('players', 'update', a, ...habit);
      await done('players', 'erase', a);
      const nothing = { preferred_venue_ids: [], availability: [] };
      expect(await league.body(`/v1/players/${a}`)).toMatchObject(nothing);
      const log = (await league.command('audit', 'list', '--player', a, '--json')).out.join();
      expect(log).not.toMatch(/03:00|"preferred_venue_ids":\["/);
      expect(await refusals('players', 'erase', a)).toEqual(erased);
    }
    const nobody = 'plr_nobody0000';
    const unknown = `There is no player with the id ${nobody}.`;
    expect((await refusals('players', 'erase', nobody)).at(-1)).toBe(unknown);
    await league.command('players', 'update', b, '--name', 'Former player');
    await done('players', 'erase', b); // whose former name the log knew
    await done('matches', 'restore', voided.id);
    expect(JSON.stringify(await league.history(b))).not.toContain('Zenobia');
  });

  test('a name goes from the log of somebody who was removed, too', async () => {
    const added = ['players', 'add', '--name', 'Xymena Q.', '--ntrp', '3', '--json'];
    const { id } = JSON.parse((await league.command(...added)).out[0] ?? '');
    await league.command('players', 'remove', id);
    const logged = async () => (await league.command('audit', 'list', '--json')).out.join();
    expect(await logged()).toContain('Xymena');
    await done('players', 'erase', id);
    expect(await logged()).not.toContain('Xymena');
    expect(await refusals('players', 'erase', id)).toEqual([2, `${id} is erased already.`]);
  });

  test('a name goes that came with a merge into one whose name is gone', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3.5);
    await league.command('players', 'update', b, '--name', 'Yrena Q.');
    await done('players', 'erase', a);
    await done('players', 'merge', b, a);
    await done('players', 'erase', a);
    expect((await league.command('audit', 'list', '--json')).out.join()).not.toContain('Yrena');
    expect(await refusals('players', 'erase', a)).toEqual([2, `${a} is erased already.`]);
  });

  test('who goes is said by name before it is done', async () => {
    const [a = '', b = ''] = await league.newPlayers(3.5, 3.5);
    await league.command('players', 'update', a, '--name', 'Ada W.');
    await league.command('players', 'update', b, '--name', 'Eda W.');
    const said = async (...argv: string[]) => (await league.command(...argv, '--dry-run')).out[0];
    const erased = `The name of Ada W. (${a}) goes, for good.`;
    expect(await said('players', 'erase', a)).toBe(erased);
    const merged = `Ada W. (${a}) becomes Eda W. (${b}), for good.`;
    expect(await said('players', 'merge', a, b)).toBe(merged);
  });

  test('a rebuild gives what stands, or what would be had nothing been late', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    const [d = '', e = '', f = ''] = await league.newPlayers(4, 3.5, 3);
    const late = (one: string, two: string, three: string) => [
      league.won(two, three, day(40)),
      league.won(one, two, day(0)),
      league.won(three, one, day(120)),
    ];
    await league.play(...late(a, b, c));
    const [second, first, third] = late(d, e, f);
    await league.play(...[first, second, third].flatMap((match) => match ?? []));
    const [said] = await done('ratings', 'rebuild');
    expect(said).toBe(
      'No rating changed; 0 entries of the history were changed, 0 removed, 0 added.',
    );
    await done('ratings', 'rebuild', '--order', 'played');
    for (const [one, other] of [
      [a, d],
      [b, e],
      [c, f],
    ]) {
      expect(await facts(one)).toEqual(await facts(other));
    }
    await league.execute(`update rating_history set value_after = value_after + 1, value_before = value_before
      where sequence = (select max(sequence) from rating_history where player_id = '${a}')`);
    const { out } = await league.command('ratings', 'rebuild', '--yes');
    expect(out.join('\n')).toContain(`${a}: entry rtg_`);
    expect((await verifyRatings(league.service.workbench.database.db)).differences).toEqual([]);
  });

  test('the order of play is that of submission where matches were played at one moment', async () => {
    const [player, a, b] = await league.newPlayers(3, 3, 3);
    // By their ids they come in the other order.
    const later = league.won(player, a, day(1), { created_at: iso(day(3)) });
    const sooner = league.won(player, b, day(1), { created_at: iso(day(2)) });
    await league.play(later, sooner);
    const order = async () =>
      (await league.history(player)).flatMap(({ reason }) => reason.match_id ?? []);
    expect(await order()).toEqual([later.id, sooner.id]);
    await done('ratings', 'rebuild', '--order', 'played');
    expect(await order()).toEqual([sooner.id, later.id]);
  });

  test('a rebuild lets players show the ratings that they have', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3, 3);
    await league.command('players', 'update', c, '--venue', ids.venues[0] ?? '');
    await league.execute(`update player set rating_value = 1 where id = '${a}'`);
    await league.execute(`update player set rating_confidence = 1 where id = '${b}'`);
    await league.execute(`update player_venue set rating_value = 1 where player_id = '${c}'`);
    const { out } = await league.command('ratings', 'rebuild', '--yes');
    expect(out.filter((line) => line.includes('showed another'))).toEqual([
      `${a}: showed another rating than 1500 with confidence 20`,
      `${b}: showed another rating than 1400 with confidence 20`,
      `${c}: showed another rating than 1300 with confidence 20`,
    ]);
    expect((await verifyRatings(league.service.workbench.database.db)).differences).toEqual([]);
    const [again] = await done('ratings', 'rebuild');
    expect(again).toStartWith('No rating changed;');
  });

  test('a rebuild owes nobody a drop who waited at the look, though it can’t be rated now', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    league.clock.now = day(1_100);
    await league.play(league.won(a, b, day(1_100)));
    league.clock.now = day(1_161);
    const waiting = league.won(a, c, day(1_160));
    await league.import(waiting);
    await league.service.workbench.decay();
    await league.execute(`update match set rating_fault = 'refused' where id = '${waiting.id}'`);
    const { out } = await league.command('matches', 'show', waiting.id, '--json');
    expect(JSON.parse(out.join('\n'))).toMatchObject({ id: waiting.id, rating_fault: 'refused' });
    const [rebuilt] = await done('ratings', 'rebuild');
    expect(rebuilt).toStartWith('No rating changed;');
    expect(await league.rate()).toEqual({ rated: 1, unrateable: 0 });
  });

  test('what was played stays played where the clock was put back', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const { now } = league.clock;
    const match = league.won(a, b, now - dayMs);
    const absent = { score: null, winner_id: a, status: 'walkover' };
    const ahead = league.won(a, b, now - 2 * dayMs, absent);
    await league.play(match);
    await league.import(ahead);
    league.clock.now = now - 10 * dayMs;
    await done('matches', 'void', match.id, '--reason', 'x');
    await done('matches', 'restore', match.id);
    await done('matches', 'correct', match.id, '--court', '2', '--reason', 'x');
    const played = ['--status', 'completed', '--score', '6-4 6-4', '--reason', 'x'];
    expect(await refusals('matches', 'correct', ahead.id, ...played)).toEqual([
      2,
      expect.stringContaining('lies in the future'),
    ]);
    league.clock.now = now;
  });

  test('a rebuild gives a rating to players who have lost theirs', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    await league.play(league.won(a, b), league.won(b, a, day(100)));
    const read = () => Promise.all([a, b, c].map((id) => league.rating(id)));
    const ratings = (await read()).map(({ updated_at: _, ...rating }) => rating);
    await league.execute(`delete from rating where player_id in ('${a}', '${b}', '${c}')`);
    const { out } = await league.command('ratings', 'rebuild', '--yes');
    const found = out.filter((line) => line.endsWith('had no rating'));
    expect(found).toEqual([a, b, c].toSorted().map((id) => `${id}: had no rating`));
    expect(await read()).toMatchObject(ratings);
    await done('ratings', 'rebuild');
  });

  test('a rebuild assesses players anew whose first entry is gone', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    await league.play(league.won(a, b), league.won(b, a, day(100)));
    const before = await Promise.all([a, b, c].map(facts));
    await league.execute(
      `delete from rating_history where reason = 'initial_assessment' and player_id in ('${a}', '${b}', '${c}')`,
    );
    expect((await league.command('ratings', 'verify')).status).toBe(1);
    const { out } = await league.command('ratings', 'rebuild', '--yes');
    const found = out.filter((line) => line.endsWith('had no initial assessment'));
    expect(found.toSorted()).toEqual(
      [a, b, c].toSorted().map((id) => `${id}: had no initial assessment`),
    );
    expect(await Promise.all([a, b, c].map(facts))).toEqual(before);
    expect((await league.command('ratings', 'verify')).status).toBe(0);
  });

  test('a rebuild that meets a player too soon names the order that puts it right', async () => {
    const own = await startLeague(kind);
    const [a = '', b = ''] = await own.newPlayers(4, 3.5);
    await own.play(own.won(a, b));
    // As if the places had begun again from below.
    await own.execute(
      `update rating_history set sequence = sequence + 1000000 where reason = 'initial_assessment'`,
    );
    const { status, err } = await own.command('ratings', 'rebuild', '--yes');
    expect([status, err.join(' ')]).toEqual([
      1,
      expect.stringMatching(
        /^The player \w+ is met before the initial assessment: see what "tennis ratings rebuild --order played --dry-run" would change\.$/,
      ),
    ]);
    expect((await own.command('ratings', 'rebuild', '--order', 'played', '--yes')).status).toBe(0);
    expect((await own.command('ratings', 'verify')).status).toBe(0);
  });

  test('a rebuild makes a whole history anew', async () => {
    const own = await startLeague(kind);
    const players = await own.newPlayers(4, 3.5);
    const [a = '', b = ''] = players;
    await own.play(own.won(a, b), own.won(b, a, day(100)));
    const before = await Promise.all(players.map((id) => own.history(id)));
    await own.execute('delete from rating_history');
    const { out } = await own.command('ratings', 'rebuild', '--yes');
    const found = out.filter((line) => line.endsWith('had no initial assessment'));
    expect(found).toEqual(
      expect.arrayContaining(players.map((id) => `${id}: had no initial assessment`)),
    );
    const { database, run } = own.service.workbench;
    expect(await run()).toEqual({ rated: 2, unrateable: 0 });
    expect((await verifyRatings(database.db)).differences).toEqual([]);
    const after = await Promise.all(players.map((id) => own.history(id)));
    const values = (histories: typeof before) =>
      histories.map((entries) => entries.map(({ value_after }) => value_after));
    expect(values(after)).toEqual(values(before));
  });

  test('a match that was made a walkover by hand is told, and a rebuild takes its entries away', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const [wrong, right] = [league.won(a, b), league.won(a, b, day(100))];
    await league.play(wrong, right);
    await league.execute(
      `update match set status = 'walkover', score = null, rating_status = 'not_rated' where id = '${wrong.id}'`,
    );
    const lines = await foundByVerify();
    const told = lines.filter((line) =>
      line.includes("is of a match that can't be rated: A walkover"),
    );
    expect(told).toHaveLength(2);
    const found = `${wrong.id}: is not_rated, but the history has 2 entries of it`;
    expect(lines).toContain(found);
    const rebuilt = await league.command('ratings', 'rebuild', '--yes');
    expect(rebuilt.out).toContain(found.replace('is', 'was').replace('has', 'had'));
    expect(await league.moves(a)).toEqual([[1500, 1517]]);
    await done('ratings', 'rebuild');
  });

  test('a match that can not be rated any more is named', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const match = league.won(a, b);
    await league.play(match);
    const to = (columns: string) =>
      league.execute(`update match set ${columns} where id = '${match.id}'`);
    await to(
      `status = 'retired', retired_player_id = '${b}', score = '{"sets":[{"games":[0,0]}]}'`,
    );
    const reason = 'A retired match without a completed game has no score';
    const lines = await foundByVerify();
    expect(lines.filter((line) => line.endsWith(`can't be rated: ${reason}`))).toHaveLength(2);
    expect(await refusals('ratings', 'rebuild')).toEqual([
      1,
      `The match ${match.id} can't be rated: ${reason}`,
    ]);
    await to(
      `status = 'completed', retired_player_id = null, score = '${JSON.stringify(match.score)}'`,
    );
    await done('ratings', 'rebuild');
  });

  test('a rebuild lets a match be rated, or wait for its rating, as the history has it', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const matches = [0, 90, 150, 200].map((n) => league.won(a, b, day(n)));
    await league.play(...matches);
    const [first, second, third, fourth] = matches.map(({ id }) => id);
    await league.execute(`update match set rating_status = 'pending' where id = '${first}'`);
    const entries = (id: unknown, of: string) =>
      `delete from rating_history where match_id = '${id}' and player_id in (${of})`;
    await league.execute(entries(second, `'${a}', '${b}'`));
    await league.execute(entries(third, `'${a}'`));
    await league.execute(entries(fourth, `'${b}'`));
    await league.execute(`update match set rating_status = 'pending' where id = '${fourth}'`);
    const { out } = await league.command('ratings', 'rebuild', '--yes');
    expect(out.filter((line) => line.includes('but the history'))).toEqual(
      [
        `${first}: was pending, but the history had 2 entries of it`,
        `${second}: was rated, but the history had 0 entries of it`,
        `${third}: was rated, but the history had 1 entries of it`,
        `${fourth}: was pending, but the history had 1 entries of it`,
      ].toSorted(),
    );
    expect((await verifyRatings(league.service.workbench.database.db)).differences).toEqual([]);
    expect(await league.service.workbench.run()).toEqual({ rated: 3, unrateable: 0 });
    await done('ratings', 'rebuild');
  });

  test('a backup brings back what was voided, so that it can be restored there', async () => {
    const [a, b, c] = await league.newPlayers(4, 3.5, 3);
    const matches = [league.won(a, b), league.won(b, c, day(90)), league.won(a, c, day(200))];
    await league.play(...matches);
    const [voided] = matches;
    const file = join(await temporaryFolder(), 'backup.ndjson');
    const before = await exported(league.service.workbench);
    await done('matches', 'void', voided?.id ?? '', '--reason', 'x');
    await done('matches', 'void', matches[1]?.id ?? '', '--reason', 'x');
    await league.command('backup', file);
    const settings = testSettings(await freshDatabase(kind));
    const other = await openWorkbench({ settings, clock: () => league.clock.now });
    try {
      const beside = leagueOn({ ...league.service, workbench: other }, league.clock);
      expect((await beside.command('restore', file)).status).toBe(0);
      const sealed = (await Bun.file(file).text()).split('\n').slice(0, -2);
      expect(await exported(other)).toEqual(sealed.filter((line) => !line.includes('"audit"')));
      for (const { id } of matches.slice(0, 2)) {
        expect((await beside.command('matches', 'restore', id, '--yes')).err).toEqual([]);
        await done('matches', 'restore', id);
      }
      expect(await exported(other)).toEqual(before);
      expect(await exported(league.service.workbench)).toEqual(before);
    } finally {
      await other.database.close();
    }
  });

  test('however many walkovers turn out to have been played, there is room for them', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    const walkovers = Array.from({ length: 14 }, (_, n) =>
      league.won(b, c, day(n + 1), { status: 'walkover', score: null, winner_id: b }),
    );
    await league.play(league.won(a, b, day(0)));
    await league.import(...walkovers);
    await league.play(league.won(a, b, day(20)));
    const path = (id: string) => [
      'matches',
      'correct',
      id,
      '--status',
      'completed',
      '--reason',
      'x',
    ];
    const { db } = league.service.workbench.database;
    const places = async () =>
      (await sql`select id, sequence from rating_history order by id`.execute(db)).rows;
    for (const { id } of walkovers.toReversed()) {
      const correction = [...path(id), '--score', '6-4 6-3'];
      const before = await places();
      await done(...correction, '--dry-run');
      expect(await places()).toEqual(before);
      await done(...correction);
    }
    const order = (await league.history(c)).flatMap(({ reason }) => reason.match_id ?? []);
    expect(order).toEqual(walkovers.map(({ id }) => id));
  });

  test.each([
    ['void', ['matches', 'void']],
    ['a walkover', ['matches', 'correct', '--status', 'walkover']],
  ])('drops that came with a match go with it, which is %s by then', async (_, [noun, ...verb]) => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const [first, second] = [league.won(a, b, day(0)), league.won(a, b, day(61))];
    await league.play(first, second);
    await done('matches', 'void', first.id, '--reason', 'x');
    const [does = '', ...options] = verb;
    await done(noun ?? '', does, second.id, ...options, '--reason', 'x');
    await done('matches', 'restore', first.id);
    const codes = (await league.history(a)).map(({ reason }) => reason.code);
    expect(codes).toEqual(['initial_assessment', 'match_result']);
  });

  test('what is voided goes along into the order of play', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    const [voided, late] = [league.won(a, b, day(90)), league.won(b, c, day(30))];
    await league.play(league.won(a, c, day(0)), voided);
    await done('matches', 'void', voided.id, '--reason', 'x');
    await league.play(late);
    await done('ratings', 'rebuild', '--order', 'played');
    await done('matches', 'restore', voided.id);
    const order = (await league.history(b)).flatMap(({ reason }) => reason.match_id ?? []);
    expect(order).toEqual([late.id, voided.id]);
    const { status, err } = await league.command('matches', 'correct', voided.id, '--swap');
    expect([status, ...err]).toEqual([2, expect.stringContaining('--reason')]);
  });

  test('a drop that went with another match than its own goes along with its own there', async () => {
    const lots = [await league.newPlayers(4, 3.5), await league.newPlayers(4, 3.5)];
    const [wrong = '', right = ''] = lots.map(([a]) => a);
    const [voided, ...others] = lots.flatMap(([a, b]) => [
      league.won(a, b, day(0)),
      league.won(a, b, day(70)),
    ]);
    if (!voided) throw new Error('There is no match.');
    await league.import(voided, ...others);
    await league.rate();
    await done('matches', 'void', voided.id, '--reason', 'x');
    league.clock.now += 60_000;
    await league.import(...lots.map(([a, b]) => league.won(a, b, day(6))));
    await league.rate();
    await done('ratings', 'rebuild', '--order', 'played');
    await done('matches', 'restore', voided.id);
    expect(await facts(wrong)).toEqual(await facts(right));
  });

  test('a drop that comes back before its voided match goes, where it is not due any more', async () => {
    const [a = '', b = '', c = ''] = await league.newPlayers(4, 3.5, 3);
    const [voided, other] = [league.won(a, b, day(0)), league.won(a, c, day(70))];
    await league.import(voided, other);
    await league.rate();
    await done('matches', 'void', voided.id, '--reason', 'x');
    const earlier = ['--played-at', iso(day(-10)), '--reason', 'x'];
    await done('matches', 'correct', other.id, ...earlier);
    await done('ratings', 'rebuild', '--order', 'played');
    await done('matches', 'restore', voided.id);
    const codes = (await league.history(a)).map(({ reason }) => reason.code);
    // What looks have given comes after both.
    expect(codes.slice(0, 3)).toEqual(['initial_assessment', 'match_result', 'match_result']);
  });

  test('the id of a voided match stays its own', async () => {
    const [a, b] = await league.newPlayers(4, 3.5);
    const match = league.won(a, b);
    await league.play(match);
    await done('matches', 'void', match.id, '--reason', 'x');
    const again = league.import({ ...match, played_at: iso(day(3)) });
    expect(await failureOf(again)).toContain(`line 1: id: the match ${match.id} is voided`);
    const remarks: string[] = [];
    const turned = { ...league.won(b, a), played_at: match.played_at };
    const [c, d] = await league.newPlayers(4, 3.5);
    const { played_at } = turned;
    const elsewhere = { ...league.won(a, b), played_at, competition_id: ids.tiebreakLeague };
    const matches = [
      turned,
      { ...league.won(a, c), played_at },
      { ...league.won(d, b), played_at },
      league.won(a, b, day(1)),
      elsewhere,
    ];
    async function* chunks() {
      for (const match of matches) yield Buffer.from(`${JSON.stringify(match)}\n`);
    }
    const { workbench } = league.service;
    const by = { actor: { user: 'tests' }, now: league.clock.now };
    const remark = ({ reason }: { reason: string }) => void remarks.push(reason);
    await importRecords(workbench.database, chunks(), by, { file: 'x', remark });
    // Not so what another opponent played with either of them at that moment, nor what the two played then
    // in another competition, or on another day.
    const voided = remarks.filter((remark) => remark.startsWith('this match was voided'));
    expect(voided).toEqual([`this match was voided, as ${match.id}`]);
    await league.rate();
    // Nor is it given away where the same result was voided under another id, too.
    const other = { ...turned, id: 'mat_turnedxxxx' };
    await done('matches', 'void', turned.id, '--reason', 'x');
    await league.play(other);
    await done('matches', 'void', other.id, '--reason', 'x');
    for (const one of [match, turned, other]) {
      const refused = `line 1: id: the match ${one.id} is voided`;
      expect(await failureOf(league.import(one))).toContain(refused);
    }
  });

  test('a name that turns the direction of what follows it is told with its signs', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 4);
    await league.execute(`update player set display_name = U&'Ewa \\202EK.' where id = '${a}'`);
    const { out } = await league.command('players', 'merge', a, b, '--dry-run');
    expect(out[0]).toStartWith(`Ewa \\u202eK. (${a}) becomes Player `);
  });

  test('what would change is shown first, and asked', async () => {
    const [a = '', b = ''] = await league.newPlayers(4, 3.5);
    const match = league.won(a, b);
    await league.play(match);
    const argv = ['matches', 'void', match.id, '--reason', 'x'];
    const dry = await league.command(...argv, '--dry-run');
    expect(dry.status).toBe(0);
    expect(dry.out.join('\n')).toContain('would change');
    expect(dry.out.join('\n')).toContain(a);
    // Which result it is about comes first.
    const about = expect.stringMatching(
      new RegExp(
        `^It is about ${match.id}: [-\\d]{10} [:\\d]{5}, (Player \\d+ A.) – Player \\d+ A., 6-4 6-3, won by \\1, `,
      ),
    );
    expect(dry.out[0]).toEqual(about);
    const silent = await league.command(...argv);
    expect([silent.status, ...silent.err]).toEqual([2, expect.stringContaining('--yes')]);
    const [questions, shown, results]: [string[], string[], string[]] = [[], [], []];
    const asking = (answer: string) =>
      runCommand(argv, {
        console: {
          ...processConsole(),
          out: (line) => void results.push(line),
          err: (line) => void shown.push(line),
          columns: 40,
          canAsk: true,
          async ask(question) {
            questions.push(question);
            return answer;
          },
        },
        withWorkbench: (work) => work(league.service.workbench),
      });
    expect(await asking('')).toBe(1);
    expect([results, shown.join('\n')]).toEqual([[], expect.stringContaining('would change')]);
    expect(shown[0]).toEqual(about);
    // As wide as the terminal, wherever the result goes.
    const table = shown.flatMap((text) => text.split('\n')).filter((line) => line.includes('→'));
    expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect((await league.match(match.id)).rating_status).toBe('rated');
    expect(await asking('yikes')).toBe(1);
    expect(await statusOf(`/matches/${match.id}`)).toBe(200);
    expect(await asking('y')).toBe(0);
    expect(await statusOf(`/matches/${match.id}`)).toBe(404);
    expect(questions).toHaveLength(3);
    const again = await league.command('matches', 'restore', match.id, '--dry-run');
    expect(again.out[0]).toEqual(about);
    const printed = await league.command('matches', 'restore', match.id, '--yes', '--json');
    expect(JSON.parse(printed.out.join(''))).toMatchObject({
      dry_run: false,
      players: [{ player_id: a, before: { value: 1500 }, after: {} }, { player_id: b }],
      history_entries: { changed: 0, removed: 0, added: 2 },
    });
  });

  test('a rebuild mends the ratings of however many players', async () => {
    await league.newPlayers(...Array<number>(1_010).fill(3.5));
    await league.execute('update rating set value = value + 1');
    await done('ratings', 'rebuild', '--reason', 'x');
  });

  test('of many differences a rebuild tells a hundred, whatever they are, and how many more there are', async () => {
    const own = await startLeague(kind);
    const players = (await own.newPlayers(...Array<number>(70).fill(3.5))).join("', '");
    await own.execute(`delete from rating where player_id in ('${players}')`);
    await own.execute(
      `update rating_history set explanation = 'x' where player_id in ('${players}')`,
    );
    const rebuilt = await own.command('ratings', 'rebuild', '--yes');
    expect(rebuilt.status).toBe(0);
    const told = rebuilt.out.join('\n').split('\n');
    expect(told.filter((line) => line.endsWith(': had no rating'))).toHaveLength(70);
    expect(told.filter((line) => line.endsWith('otherwise than by its inputs'))).toHaveLength(30);
    expect(told).toContain('and 40 more');
  });

  test('exactly a hundred differences are all', async () => {
    const own = await startLeague(kind);
    const players = (await own.newPlayers(...Array<number>(100).fill(3.5))).join("', '");
    await own.execute(`update player set rating_value = 1 where id in ('${players}')`);
    const { out } = await own.command('ratings', 'rebuild', '--yes');
    const told = out.join('\n').split('\n');
    expect(told.filter((line) => line.includes('showed another rating'))).toHaveLength(100);
    expect(told.join('\n')).not.toContain(' more');
  });

  test('a correction changes nothing whose caller has gone before its end', async () => {
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
    expect(await statusOf(`/matches/${match.id}`)).toBe(200);
    expect((await league.rating(a)).rated_matches).toBe(1);
  });
});
