// rules 5, 12.1
import { beforeAll, expect, test } from 'bun:test';
import { ids, person } from '../support/city.ts';
import {
  json,
  load,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { commandsOn } from './terminal.ts';

const [anna, bartek] = ids.players;

onBothDatabases('matches add', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
    const namesakes = ['plr_bbbbbbbb01', 'plr_bbbbbbbb02'].map((id) => person(id, 'Twin T.', 3));
    await load(service.workbench, namesakes);
  });

  let minute = 10;
  const result = (more: Record<string, string> = {}) => {
    minute += 1;
    const options = {
      competition: 'League',
      venue: 'Agrykola',
      'played-at': `2026-05-01 18:${minute}`,
      'player-1': 'Anna K.',
      'player-2': 'Bartek Ł.',
      score: '6-4 7-6(5)',
      ...more,
    };
    const given = Object.entries(options).filter(([, value]) => value !== '');
    return given.flatMap(([name, value]) => [`--${name}`, value]);
  };
  const add = (...args: string[]) =>
    commandsOn(service.workbench, { user: 'ewa' })(['matches', 'add', ...args]);
  const count = async () => (await json(await service.get('/v1/matches?limit=100'))).data.length;
  /** How the command ends that adds nothing, and what it says. */
  async function refused(...args: string[]) {
    const before = await count();
    const { status, out, lines } = await add(...args);
    expect([out, lines.length, await count()]).toEqual(['', 1, before]);
    return [status, lines[0]];
  }

  test('takes a result in by names, as the API does, and prints its id', async () => {
    const { status, out, err } = await add(...result({ court: '2' }), '--json');
    expect([status, err]).toEqual([0, '']);
    const { dry_run, doubts, ...added } = JSON.parse(out);
    expect([dry_run, doubts]).toEqual([false, []]);
    expect(added).toMatchObject({
      competition_id: ids.league,
      venue_id: ids.venues[0],
      court_number: 2,
      player_ids: [anna, bartek],
      status: 'completed',
      winner_id: anna,
      rating_status: 'pending',
    });
    expect(await json(await service.get(`/v1/matches/${added.id}`))).toEqual(added);
    await service.rate();
    const { rating_status } = await json(await service.get(`/v1/matches/${added.id}`));
    expect(rating_status).toBe('rated');
  });

  test('says in a sentence what was added, and what looks wrong', async () => {
    const odd = { 'player-1': anna ?? '', court: '7', 'played-at': '2026-05-12 18:00' };
    const { status, out, err } = await add(...result(odd));
    expect([status, out.trim()]).toEqual([
      0,
      expect.stringMatching(
        /^Added mat_\w{10}: 2026-05-12 18:00, Anna K. – Bartek Ł., 6-4 7-6\(5\), won by Anna K., League\.$/,
      ),
    ]);
    expect(err.trim()).toBe('It looks wrong: the venue lists no court 7.');
  });

  test('takes a retirement and a walkover', async () => {
    const retired = { status: 'retired', score: '6-4 2-1', retired: 'Bartek Ł.' };
    const walkover = { status: 'walkover', score: '', winner: bartek ?? '' };
    for (const more of [retired, walkover]) {
      const { status, out } = await add(...result(more), '--json');
      expect([status, JSON.parse(out)]).toEqual([
        0,
        expect.objectContaining({ status: more.status }),
      ]);
    }
  });

  test('reads how the match ended from the score', async () => {
    const some: [more: Record<string, string>, as: object, said: string][] = [
      [
        { score: '64 66(2-0) krecz', retired: 'Bartek Ł.' },
        { status: 'retired', score: { sets: [{ games: [6, 4] }, { games: [6, 6] }] } },
        'Left out: the points of the tiebreak at 6-6 (2-0), which nobody won.',
      ],
      [{ score: 'w.o.', winner: bartek ?? '' }, { status: 'walkover', score: null }, ''],
    ];
    for (const [more, as, said] of some) {
      const { status, out, err } = await add(...result(more));
      // One a minute: each may be the one before, sent twice.
      const [first = ''] = err.split('\n').filter((line) => !line.includes('sent twice?'));
      expect([status, first]).toEqual([0, said]);
      const [id = ''] = /mat_\w+/.exec(out) ?? [];
      expect(await json(await service.get(`/v1/matches/${id}`))).toMatchObject(as);
    }
  });

  test('adds nothing on a dry run', async () => {
    const before = await count();
    const options = result();
    const { status, out } = await add(...options, '--dry-run');
    expect([status, out]).toEqual([0, expect.stringMatching(/^This would be added: 2026-05-01 /)]);
    const { out: forPrograms } = await add(...options, '--dry-run', '--json');
    expect(JSON.parse(forPrograms)).toMatchObject({ dry_run: true, winner_id: anna });
    expect(JSON.parse(forPrograms).id).toBeUndefined();
    expect(await count()).toBe(before);
  });

  test('refuses what a submission refuses, in words of the options', async () => {
    const wrong: [more: Record<string, string>, status: number, said: RegExp][] = [
      [{ score: '6-5 6-4' }, 2, /^--score "6-5 6-4": .*6-5/],
      [{ 'player-2': 'Anna K.' }, 2, /^--player-2 "Anna K\.": .*twice/],
      [{ 'player-2': 'Nobody N.' }, 2, /^--player-2 "Nobody N\.": There is no player named/],
      [{ 'player-2': 'Twin T.' }, 2, /plr_bbbbbbbb01 .*plr_bbbbbbbb02/],
      [{ 'player-2': 'plr_zzzzzzzzzz' }, 2, /^--player-2 "plr_zzzzzzzzzz": There is no player/],
      [{ competition: 'cmp_zzzzzzzzzz' }, 2, /^--competition "cmp_zzzzzzzzzz": There is no compet/],
      [{ venue: 'Agrikola' }, 2, /^--venue "Agrikola": .*Did you mean "agrykola"/i],
      [{ 'played-at': '2026-02-01 10:00' }, 2, /^--played-at .*before the competition starts/],
      [{ 'played-at': '' }, 2, /--played-at/],
      [{ score: '' }, 2, /^--score: /],
      [{ score: '6-4 2-1 ret.' }, 2, /^--retired is missing\.$/],
      [{ score: 'w.o.', status: 'completed' }, 2, /^--score: It says walkover, and --status compl/],
      [{ score: '6-4 2-1' }, 2, /Did a player retire \(--retired\)\?/],
      [{ score: '6-4 4-6 6-4 6-3' }, 2, /all matches are best of three\.$/],
      [{ retired: 'Celina Ż.', status: 'retired' }, 2, /^--retired is none of the two players/],
    ];
    for (const [more, status, said] of wrong) {
      expect([more, await refused(...result(more))]).toEqual([
        more,
        [status, expect.stringMatching(said)],
      ]);
    }
  });

  test('refuses a result that is in already, and names it', async () => {
    const options = result();
    const { id } = JSON.parse((await add(...options, '--json')).out);
    for (const more of [[], ['--dry-run']]) {
      expect(await refused(...options, ...more)).toEqual([1, expect.stringContaining(id)]);
    }
  });

  test('of two that come at once, one is taken in', async () => {
    const options = result();
    const both = await Promise.all([add(...options), add(...options)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1]);
  });

  test('the log and the match say who added it', async () => {
    const { id } = JSON.parse((await add(...result(), '--json')).out);
    const run = commandsOn(service.workbench);
    const { out } = await run(['audit', 'list', '--match', id, '--json']);
    const shown = await json(await service.get(`/v1/matches/${id}`));
    expect(JSON.parse(out)).toMatchObject([
      { action: 'match submitted', actor: { user: 'ewa' }, subject: id, after: shown },
    ]);
    expect((await run(['matches', 'show', id])).out).toMatch(/^submitted_by +ewa$/m);
  });
});
