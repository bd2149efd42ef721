// Issue of the command line: what operators keep, and how results hold it in place.
import { beforeAll, expect, test } from 'bun:test';
import type { Workbench } from '../../commands/workbench.ts';
import { completed, ids } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';

onBothDatabases('resources', (kind) => {
  let service: TestService;
  let workbench: Workbench;
  beforeAll(async () => {
    service = await startTestService(kind);
    workbench = service.workbench;
  });

  const run = (...args: string[]) => commandsOn(workbench)(args);
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at other members
  async function printed(...args: string[]): Promise<any> {
    const { status, out, err } = await run(...args, '--json');
    expect([status, err]).toEqual([0, '']);
    return JSON.parse(out);
  }

  test('a venue is added, shown, changed in one member, listed and removed', async () => {
    const added = await printed(
      ...['venues', 'add', '--name', 'Legia', '--district', 'Śródmieście'],
      ...['--address', 'Myśliwiecka 4a', '--court', '1:clay', '--court', '2:Hard:indoor'],
    );
    expect(added).toEqual({
      id: expect.stringMatching(/^ven_[a-z0-9]{10}$/),
      name: 'Legia',
      district: 'Śródmieście',
      address: 'Myśliwiecka 4a',
      courts: [
        { number: 1, surface: 'clay', indoor: false },
        { number: 2, surface: 'hard', indoor: true },
      ],
    });
    expect(await printed('venues', 'show', added.id)).toEqual(added);
    const changed = await printed('venues', 'update', added.id, '--name', 'Legia Tenis');
    expect(changed).toEqual({ ...added, name: 'Legia Tenis' });
    expect(await json(await service.get(`/v1/venues/${added.id}`))).toEqual(changed);
    expect(await printed('venues', 'list')).toContainEqual(changed);
    expect(await printed('venues', 'remove', added.id)).toEqual({ removed: added.id });
    expect((await service.get(`/v1/venues/${added.id}`)).status).toBe(404);
  });

  test('an empty value leaves a list empty, and nothing beside it', async () => {
    const player = ['Ola B.', '3.5', ids.venues[0] ?? '', 'sunday 09:00-11:30'];
    const [name = '', level = '', venue = '', window = ''] = player;
    const given = ['--name', name, '--ntrp', level, '--venue', venue, '--available', window];
    const { id } = await printed('players', 'add', ...given);
    const none = { preferred_venue_ids: [], availability: [] };
    expect(await printed('players', 'update', id, '--available', '', '--venue', '')).toMatchObject(
      none,
    );
    const more = await run('players', 'update', id, '--venue', '', '--venue', venue);
    expect([more.status, more.err]).toEqual([2, expect.stringContaining('--venue ""')]);
    const court = ['--address', 'x', '--court', '1:clay'];
    const hall = await printed('venues', 'add', '--name', 'Hala', '--district', 'Wola', ...court);
    expect(await printed('venues', 'update', hall.id, '--court', '')).toEqual({
      ...hall,
      courts: [],
    });
  });

  test('a player is added with the starting rating, and keeps the level when changed', async () => {
    const added = await printed(
      ...['players', 'add', '--name', 'Iga Ż.', '--ntrp', '4.5', '--venue', ids.venues[0]],
      ...['--available', 'Monday 18:00-20:00', '--available', 'sunday 09:00-11:30'],
    );
    expect(added).toMatchObject({
      display_name: 'Iga Ż.',
      rating: { value: 1600, confidence: 20 },
    });
    const update = ['players', 'update', added.id, '--name', 'Iga S.', '--venue', ids.venues[2]];
    const changed = await printed(...update);
    expect(changed).toEqual({
      ...added,
      display_name: 'Iga S.',
      preferred_venue_ids: [ids.venues[2]],
    });
    expect(await json(await service.get(`/v1/players/${added.id}`))).toEqual(changed);
    expect(await printed('players', 'remove', added.id)).toEqual({ removed: added.id });
    expect((await service.get(`/v1/players/${added.id}/rating`)).status).toBe(404);
  });

  test('a player whose name another one has is added, and it is said', async () => {
    const add = ['players', 'add', '--name', 'Twin A.', '--ntrp', '3'];
    const { id } = await printed(...add);
    const { status, out, err } = await run(...add, '--json');
    const said = `There is a player of that name already, ${id}: this makes a second one.\n`;
    expect([status, err]).toEqual([0, said]);
    await printed('players', 'remove', id);
    await printed('players', 'remove', JSON.parse(out).id);
  });

  test('an organizer, venue or competition whose name another one has is added, and it is said', async () => {
    const given = ['--district', 'Wola', '--address', 'a'];
    const league = ['--type', 'league', '--organizer', ids.organizer, '--season', '2026-winter'];
    const days = ['--starts-on', '2026-01-01', '--ends-on', '2026-03-01'];
    for (const [one, ...more] of [
      ['an organizer', 'organizers'],
      ['a venue', 'venues', ...given],
      ['a competition', 'competitions', ...league, ...days],
    ]) {
      const [noun = '', ...options] = more;
      const { id } = await printed(noun, 'add', '--name', 'Łazienki  2', ...options);
      const { err, out } = await run(noun, 'add', '--name', 'Łazienki 2', ...options, '--json');
      expect(err).toBe(`There is ${one} of that name already, ${id}: this makes a second one.\n`);
      await printed(noun, 'remove', id);
      await printed(noun, 'remove', JSON.parse(out).id);
    }
  });

  test('a player who was merged is said to be, and a surface that there is none of', async () => {
    const add = (name: string) => printed('players', 'add', '--name', name, '--ntrp', '3');
    const [one, other] = [await add('Twin A.'), await add('Twin B.')];
    await run('players', 'merge', one.id, other.id, '--yes', '--reason', 'x');
    const { status, err } = await run('players', 'show', one.id);
    expect([status, err]).toEqual([1, `The player ${one.id} was merged into ${other.id}.\n`]);
    await printed('players', 'remove', other.id);
    const court = ['--district', 'a', '--address', 'a', '--court', '1:mączka'];
    const refused = await run('venues', 'add', '--name', 'X', ...court);
    expect(refused.err).toContain('artificial_grass');
  });

  test('a player who is renamed comes where the new name has its place among those of a venue', async () => {
    const [venue = ''] = ids.venues;
    const add = ['players', 'add', '--name', 'Zyta Z.', '--ntrp', '3', '--venue', venue];
    const { id } = await printed(...add);
    const atVenue = async () => {
      const { data } = await json(await service.get(`/v1/players?venue_id=${venue}`));
      return data.map((player: { id: string }) => player.id);
    };
    const before = await atVenue();
    expect(before.at(-1)).toBe(id);
    await printed('players', 'update', id, '--name', 'Ada A.');
    expect(await atVenue()).toEqual([id, ...before.slice(0, -1)]);
    await printed('players', 'remove', id);
  });

  test.each([
    'organizers --name Mokotów',
    'venues --name Solec --district Mokotów --address Solec-71',
    'players --name Ula --ntrp 3',
    `competitions --name Cup --organizer ${ids.organizer} --type tournament --season 2030-summer --starts-on 2030-06-01 --ends-on 2030-06-01`,
  ])('people are told what was removed: %s', async (line) => {
    const [command = '', ...options] = line.split(' ');
    const { id } = await printed(command, 'add', ...options);
    const { status, out, err } = await run(command, 'remove', id);
    expect([status, err, out.trim().split(/\s+/)]).toEqual([0, '', ['removed', id]]);
  });

  test.each(['monday 18:00 - 20:00', 'Monday 18:00–20:00', 'monday, 18:00 -20:00'])(
    'a window is read from %j as in a spreadsheet',
    async (window) => {
      const line = `A B.,3,${window.includes(',') ? `"${window}"` : window}`;
      const csv = `display_name,self_assessed_ntrp,availability\n${line}\n`;
      const file = await commandsOn(workbench)(['import', '-', '--format', 'csv'], csv);
      expect([file.status, file.err]).toEqual([0, '']);
      const added = await printed(
        ...['players', 'add', '--name', 'A C.', '--ntrp', '3', '--available', window],
      );
      expect(added.availability).toEqual([{ day: 'monday', start: '18:00', end: '20:00' }]);
      type Listed = { id: string; display_name: string; availability: object };
      const listed: Listed[] = await printed('players', 'list');
      const both = listed.filter(({ display_name }) => /^A [BC]\.$/.test(display_name));
      expect(both.length).toBeGreaterThan(1);
      for (const { availability } of both) expect(availability).toEqual(added.availability);
      for (const { id } of both) await printed('players', 'remove', id);
    },
  );

  test('a change leaves alone what it does not name', async () => {
    const add = ['competitions', 'add', '--name', 'C', '--type', 'League', '--organizer'];
    const rest = ['--season', '2026-s', '--starts-on', '2026-04-01', '--ends-on', '2026-05-31'];
    const added = await printed(...add, ids.organizer, ...rest, '--no-ad');
    expect(added).toMatchObject({ type: 'league', match_format: { no_ad: true } });
    const renamed = await printed('competitions', 'update', added.id, '--name', 'D');
    expect(renamed).toEqual({ ...added, name: 'D' });
  });

  test('a competition is added and changed, but not against its results', async () => {
    const added = await printed(
      ...['competitions', 'add', '--name', 'Cup', '--type', 'tournament', '--organizer'],
      ...[ids.organizer, '--season', '2026-spring', '--starts-on', '2026-04-01', '--ends-on'],
      ...['2026-05-31', '--venue', ids.venues[0], '--no-ad'],
    );
    const match_format = { games_per_set: 6, no_ad: true, final_set: 'full_set' };
    expect(added).toMatchObject({ name: 'Cup', match_format, venue_ids: [ids.venues[0]] });
    const short = await printed('competitions', 'update', added.id, '--games-per-set', '4', '--ad');
    expect(short.match_format).toEqual({ ...match_format, games_per_set: 4, no_ad: false });
    await printed('competitions', 'update', added.id, '--games-per-set', '6');

    const played = { competition_id: added.id, played_at: '2026-04-20T10:00:00Z' };
    expect((await service.submit(completed(played))).status).toBe(201);
    const later = { ...played, played_at: '2026-04-22T10:00:00Z' };
    expect((await service.submit(completed(later))).status).toBe(201);
    for (const [option, value, reason] of [
      ['--games-per-set', '4', /has results/],
      ['--final-set', 'match_tiebreak', /has results/],
      ['--starts-on', '2026-04-21', /was played before/],
    ] as const) {
      const { status, lines } = await run('competitions', 'update', added.id, option, value);
      expect([status, lines]).toEqual([1, [expect.stringMatching(reason)]]);
    }
    for (const day of ['2026-04-20', '2026-04-01']) {
      await printed('competitions', 'update', added.id, '--starts-on', day);
    }
    const still = await printed('competitions', 'show', added.id);
    expect(still).toMatchObject({ starts_on: '2026-04-01', match_format: { games_per_set: 6 } });
    expect(await printed('competitions', 'update', added.id, '--name', 'Kubek')).toMatchObject({
      name: 'Kubek',
    });
  });

  test('an organizer is renamed', async () => {
    const organizer = await printed('organizers', 'update', ids.organizer, '--name', 'Pierwszy');
    expect(organizer).toEqual({ id: ids.organizer, name: 'Pierwszy' });
    const competition = await json(await service.get(`/v1/competitions/${ids.league}`));
    expect(competition.organizer.name).toBe('Pierwszy');
  });

  test('an organizer goes whose clients are revoked', async () => {
    const { id } = await printed('organizers', 'add', '--name', 'Entered twice');
    const { client_id } = await printed('clients', 'add', '--organizer', id);
    expect((await run('organizers', 'remove', id)).lines).toEqual([
      `${id} can't be removed: a client refers to it.`,
    ]);
    await run('clients', 'revoke', client_id);
    expect(await printed('organizers', 'remove', id)).toEqual({ removed: id });
    expect((await run('clients', 'show', client_id)).status).toBe(1);
    const [organizer, client] = JSON.parse((await run('audit', 'list', '--json')).out);
    expect(organizer).toMatchObject({ action: 'organizer removed', subject: id });
    expect(client).toMatchObject({ action: 'client removed', subject: client_id });
    expect(client.before).toMatchObject({ organizer_id: id, revoked_at: expect.any(String) });
  });

  test.each([
    ['organizers', ids.organizer, /a (competition|api client) refers to it/],
    ['venues', ids.venues[0], /refers to it/],
    ['competitions', ids.league, /a match refers to it/],
    ['players', ids.players[0], /a match refers to it/],
  ])('%s that something refers to are not removed', async (command, id, reason) => {
    await service.submit(completed());
    const { status, lines } = await run(command, 'remove', String(id));
    expect([status, lines]).toEqual([1, [expect.stringMatching(reason)]]);
    expect((await run(command, 'show', String(id))).status).toBe(0);
  });

  test.each([
    [['venues', 'add', '--name', 'X', '--district', 'Y', '--address', 'Z', '--court', '0:mud'], 2],
    [['players', 'add', '--name', 'X', '--ntrp', '3.3'], 2],
    [['players', 'add', '--name', 'X', '--ntrp', '3', '--available', 'monday 20:00-18:00'], 2],
    [['players', 'add', '--name', 'X', '--ntrp', '3', '--venue', 'ven_unknown000'], 1],
    [['players', 'update', 'plr_unknown000', '--name', 'X'], 1],
    [['venues', 'show', 'nonsense'], 1],
    [['competitions', 'update', ids.league, '--ends-on', '2026-02-30'], 2],
    [['competitions', 'update', ids.league, '--ends-on', '2026-01-01'], 2],
    [['clients', 'update', ids.client, '--scope', 'everything'], 2],
    [['matches', 'show', 'mat_unknown000'], 1],
  ])('%j is one line on standard error and changes nothing', async (args, expected) => {
    const { status, out, lines } = await run(...args);
    expect([status, out, lines.length]).toEqual([expected, '', 1]);
  });

  test('an id that nothing has is one line and status 1, whatever the command', async () => {
    const match = await json(await service.submit(completed({ court_number: 3 })));
    const reason = '--reason x --yes';
    const [player, noMatch] = ['There is no player with the id plr_0000000000.', 'mat_0000000000'];
    const expected: [line: string, words: string][] = [
      ['players show plr_0000000000', 'There is no player "plr_0000000000".'],
      ['players update plr_0000000000 --name X', 'There is no player "plr_0000000000".'],
      ['players remove plr_0000000000', player],
      [`players update plr_0000000000 --ntrp 3 ${reason}`, player],
      [`players merge ${ids.players[0]} plr_0000000000 ${reason}`, player],
      [`players merge plr_0000000000 ${ids.players[0]} ${reason}`, player],
      [`players erase plr_0000000000 ${reason}`, player],
      ['ratings show plr_0000000000', player],
      [`matches show ${noMatch}`, `There is no match with the id ${noMatch}.`],
      [`matches void ${noMatch} ${reason}`, `There is no match with the id ${noMatch}.`],
      [`matches restore ${noMatch} ${reason}`, `There is no match with the id ${noMatch}.`],
      [`matches correct ${noMatch} --swap ${reason}`, `There is no match with the id ${noMatch}.`],
      [`matches void nonsense ${reason}`, 'There is no match with the id nonsense.'],
      [
        `matches correct ${match.id} --venue ven_0000000000 ${reason}`,
        '--venue "ven_0000000000": there is no such venue.',
      ],
      [
        'matches list --player plr_0000000000',
        '--player "plr_0000000000": there is no such player.',
      ],
      [
        'matches list --competition cmp_0000000000',
        '--competition "cmp_0000000000": there is no such competition.',
      ],
      ['ranking --venue ven_0000000000', '--venue "ven_0000000000": there is no such venue.'],
      [
        'ranking --competition cmp_0000000000',
        '--competition "cmp_0000000000": there is no such competition.',
      ],
      ['audit list --player plr_0000000000', '--player "plr_0000000000": there is no such player.'],
      [`audit list --match ${noMatch}`, `--match "${noMatch}": there is no such match.`],
    ];
    const said = expected.map(async ([line]) => {
      const { status, out, lines } = await run(...line.split(' '));
      return [line, status, out, ...lines];
    });
    expect(await Promise.all(said)).toEqual(expected.map(([line, words]) => [line, 1, '', words]));
  });

  const venue = ['venues', 'add', '--name', 'X', '--district', 'Y', '--address', 'Z'];
  const player = ['players', 'add', '--name', 'X', '--ntrp', '3'];
  const league = ['competitions', 'update', ids.league];
  const surfaces = 'clay, hard, grass, carpet, artificial_grass';
  test.each([
    [
      [...venue, '--court', '1:clay', '--court', '2:mud'],
      `--court "2:mud": Expected one of: ${surfaces}, not "mud".`,
    ],
    [
      [...venue, '--court', 'one:clay'],
      '--court "one:clay": expected a number and a surface, such as 1:clay or 2:hard:indoor.',
    ],
    [[...venue, '--court', '0:clay'], '--court "0:clay": Expected at least 1.'],
    [
      [...venue, '--court', '1:clay:inside'],
      '--court "1:clay:inside": expected a number and a surface, such as 1:clay or 2:hard:indoor.',
    ],
    [[...venue, '--name', ''], '--name "": Expected at least one character.'],
    [
      ['players', 'add', '--name', 'X', '--ntrp', '3.3'],
      '--ntrp "3.3": Expected a level in steps of 0.5.',
    ],
    [
      ['players', 'add', '--name', 'X', '--ntrp', 'three'],
      '--ntrp "three": expected a level such as 3.5.',
    ],
    [
      [...player, '--available', 'monday 18:00-20:00', '--available', 'tuesday 20:00-18:00'],
      '--available "tuesday 20:00-18:00": Must end later than the window starts.',
    ],
    [
      [...player, '--available', 'monday'],
      '--available "monday": expected a day and two times, such as monday 18:00-20:00.',
    ],
    [
      [...player, '--available', 'monday 18:00-20:00 tuesday 18:00-20:00'],
      '--available "monday 18:00-20:00 tuesday 18:00-20:00": expected a day and two times, such as monday 18:00-20:00.',
    ],
    [
      [...player, '--venue', ids.venues[0], '--venue', 'ven_1'],
      '--venue "ven_1": Expected a venue id: ven_ and 10 characters of a-z and 0-9.',
    ],
    [
      [...player, '--venue', ids.venues[0], '--venue', ids.venues[0]],
      `--venue "${ids.venues[0]}": Stands twice in the list.`,
    ],
    [
      ['organizers', 'update', ids.organizer, '--name', 'x'.repeat(201)],
      `--name "${'x'.repeat(60)}…": Expected at most 200 characters.`,
    ],
    [[...league, '--ends-on', '1'], '--ends-on "1": Expected a date such as 2026-05-01.'],
    [
      [...league, '--starts-on', '2099-13-01'],
      '--starts-on "2099-13-01": Expected a date such as 2026-05-01.',
    ],
    [
      [...league, '--starts-on', '2099-01-01'],
      '--ends-on: The last day comes before the first one.',
    ],
    [
      [...league, '--games-per-set', '5', '--final-set', 'none'],
      '--games-per-set "5": Expected one of: 6, 4, not 5. --final-set "none": Expected one of: full_set, match_tiebreak, not "none".',
    ],
    [[...league, '--games-per-set', 'x'], '--games-per-set "x": Expected one of: 6, 4, not "x".'],
    [
      ['clients', 'add', '--organizer', ids.organizer, '--scope', 'all'],
      '--scope "all": the only scope is matches:write.',
    ],
    [['keys', 'add', '--label', ''], '--label "": Expected at least one character.'],
  ])('%j names the option and what was given', async (args, line) => {
    expect(await run(...args)).toMatchObject({ status: 2, out: '', lines: [line] });
  });

  test.each([
    [[...player, '--venue', 'ven_unknown000'], '--venue "ven_unknown000": there is no such venue.'],
    [[...league, '--venue', 'ven_unknown000'], '--venue "ven_unknown000": there is no such venue.'],
    [
      [...league, '--organizer', 'org_nobody'],
      '--organizer "org_nobody": there is no such organizer.',
    ],
    [
      ['clients', 'add', '--organizer', 'org_nobody'],
      '--organizer "org_nobody": there is no such organizer.',
    ],
    [['keys', 'add', '--label', 'tests'], '--label "tests": a key in use has that label already.'],
  ])('%j names the option that leads nowhere', async (args, line) => {
    expect(await run(...args)).toMatchObject({ status: 1, out: '', lines: [line] });
  });

  test('a client gets other scopes, a key another label', async () => {
    const none = await printed('clients', 'update', ids.otherClient, '--scope', '');
    expect(none).toMatchObject({ id: ids.otherClient, scopes: [] });
    const key = await printed('keys', 'update', 'more tests', '--label', 'renamed');
    expect(await printed('keys', 'show', 'renamed')).toEqual(key);
    expect((await run('keys', 'update', 'renamed', '--label', 'tests')).status).toBe(1);
  });

  test('results are listed and shown', async () => {
    const match = await json(await service.submit(completed()));
    expect(await printed('matches', 'show', match.id)).toMatchObject(match);
    const listed = await printed('matches', 'list', '--rating', 'pending', '--limit', '1');
    expect(listed).toEqual([match]);
    expect((await run('matches', 'list')).out).toContain(match.id);
  });
});
