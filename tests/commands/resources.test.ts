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

  test.each([
    ['a player', 'players --ntrp 3'],
    ['an organizer', 'organizers'],
    ['a venue', 'venues --district Wola --address a'],
    [
      'a competition',
      `competitions --type league --organizer ${ids.organizer} --season 2026-winter --starts-on 2026-01-01 --ends-on 2026-03-01`,
    ],
  ])('%s whose name another one has is added, and it is said', async (one, line) => {
    const [noun = '', ...options] = line.split(' ');
    const { id } = await printed(noun, 'add', '--name', 'Łazienki 2', ...options);
    const again = ['--name', 'Łazienki  2', ...options, '--json'];
    const { status, err, out } = await run(noun, 'add', ...again);
    const said = `There is ${one} of that name already, ${id}: this makes a second one.\n`;
    expect([status, err]).toEqual([0, said]);
    await printed(noun, 'remove', id);
    await printed(noun, 'remove', JSON.parse(out).id);
  });

  test('a player who was merged is said to be', async () => {
    const add = (name: string) => printed('players', 'add', '--name', name, '--ntrp', '3');
    const [one, other] = [await add('Twin A.'), await add('Twin B.')];
    await run('players', 'merge', one.id, other.id, '--yes', '--reason', 'x');
    const { status, err } = await run('players', 'show', one.id);
    expect([status, err]).toEqual([1, `The player ${one.id} was merged into ${other.id}.\n`]);
    await printed('players', 'remove', other.id);
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

  test('a window is read as in a spreadsheet', async () => {
    const add = ['players', 'add', '--name', 'A C.', '--ntrp', '3'];
    const added = await printed(...add, '--available', 'monday, 18:00 –20:00');
    expect(added.availability).toEqual([{ day: 'monday', start: '18:00', end: '20:00' }]);
    await printed('players', 'remove', added.id);
  });

  test('a competition is added and changed, but not against its results', async () => {
    const added = await printed(
      ...['competitions', 'add', '--name', 'Cup', '--type', 'tournament', '--organizer'],
      ...[ids.organizer, '--season', '2026-spring', '--starts-on', '2026-04-01', '--ends-on'],
      ...['2026-05-31', '--venue', ids.venues[0], '--no-ad'],
    );
    const match_format = { games_per_set: 6, no_ad: true, final_set: 'full_set' };
    expect(added).toMatchObject({ name: 'Cup', match_format, venue_ids: [ids.venues[0]] });
    // A change leaves alone what it does not name.
    const short = await printed('competitions', 'update', added.id, '--games-per-set', '4', '--ad');
    const changed = { ...match_format, games_per_set: 4, no_ad: false };
    expect(short).toEqual({ ...added, match_format: changed });
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

  test('an id that nothing has is one line and status 1, whatever the command', async () => {
    const { id } = await json(await service.submit(completed({ court_number: 3 })));
    const reason = '--reason x --yes';
    const [anna, nobody, noMatch] = [ids.players[0], 'plr_0000000000', 'mat_0000000000'];
    const noPlayer = `There is no player with the id ${nobody}.`;
    const none = (noun: string, id: string) => `--${noun} "${id}": there is no such ${noun}.`;
    const [noVenue, noCup] = [none('venue', 'ven_0000000000'), 'cmp_0000000000'];
    const expected: [line: string, words: string][] = [
      [`players show ${nobody}`, `There is no player "${nobody}".`],
      [`players update ${nobody} --name X`, `There is no player "${nobody}".`],
      [`players remove ${nobody}`, noPlayer],
      [`players update ${nobody} --ntrp 3 ${reason}`, noPlayer],
      [`players merge ${anna} ${nobody} ${reason}`, noPlayer],
      [`players merge ${nobody} ${anna} ${reason}`, noPlayer],
      [`players erase ${nobody} ${reason}`, noPlayer],
      [`players data ${nobody} -`, noPlayer],
      [`ratings show ${nobody}`, noPlayer],
      [`ratings show ${ids.league}`, `There is no player with the id ${ids.league}.`],
      [`matches show ${noMatch}`, `There is no match with the id ${noMatch}.`],
      [`matches void ${noMatch} ${reason}`, `There is no match with the id ${noMatch}.`],
      [`matches restore ${noMatch} ${reason}`, `There is no match with the id ${noMatch}.`],
      [`matches correct ${noMatch} --swap ${reason}`, `There is no match with the id ${noMatch}.`],
      [`matches void nonsense ${reason}`, 'There is no match with the id nonsense.'],
      [`matches correct ${id} --venue ven_0000000000 ${reason}`, noVenue],
      ['ranking --venue ven_0000000000', noVenue],
      [`players add --name X --ntrp 3 --venue ven_0000000000`, noVenue],
      [`competitions update ${ids.league} --venue ven_0000000000`, noVenue],
      [`competitions update ${ids.league} --organizer org_x`, none('organizer', 'org_x')],
      ['clients add --organizer org_x', none('organizer', 'org_x')],
      [`matches list --player ${nobody}`, none('player', nobody)],
      [`audit list --player ${nobody}`, none('player', nobody)],
      [`matches list --competition ${noCup}`, none('competition', noCup)],
      [`ranking --competition ${noCup}`, none('competition', noCup)],
      [`audit list --match ${noMatch}`, none('match', noMatch)],
      ['venues show nonsense', 'There is no venue "nonsense".'],
      ['keys add --label tests', '--label "tests": a key in use has that label already.'],
    ];
    const said = expected.map(async ([line]) => {
      const { status, out, lines } = await run(...line.split(' '));
      // The corrections among them may have to wait for each other.
      return [line, status, out, ...lines.filter((said) => !said.startsWith('Ratings are being'))];
    });
    expect(await Promise.all(said)).toEqual(expected.map(([line, words]) => [line, 1, '', words]));
  });

  const venue = ['venues', 'add', '--name', 'X', '--district', 'Y', '--address', 'Z'];
  const player = ['players', 'add', '--name', 'X', '--ntrp', '3'];
  const league = ['competitions', 'update', ids.league];
  const surfaces = 'clay, hard, grass, carpet, artificial_grass';
  const [park] = ids.venues;
  const aCourt = 'expected a number and a surface, such as 1:clay or 2:hard:indoor.';
  const aWindow = 'expected a day and two times, such as monday 18:00-20:00.';
  const evening = 'monday 18:00-20:00';
  const formats = ['--games-per-set', '5', '--final-set', 'none'];
  const long = 'x'.repeat(201);
  test.each<[given: (string | undefined)[], line: string]>([
    [
      [...venue, '--court', '1:clay', '--court', '2:mud'],
      `--court "2:mud": Expected one of: ${surfaces}, not "mud".`,
    ],
    [[...venue, '--court', 'one:clay'], `--court "one:clay": ${aCourt}`],
    [[...venue, '--court', '0:clay'], '--court "0:clay": Expected at least 1.'],
    [[...venue, '--court', '1:clay:inside'], `--court "1:clay:inside": ${aCourt}`],
    [[...venue, '--name', ''], '--name "": Expected at least one character.'],
    [[...player, '--ntrp', '3.3'], '--ntrp "3.3": Expected a level in steps of 0.5.'],
    [[...player, '--ntrp', 'three'], '--ntrp "three": expected a level such as 3.5.'],
    [
      [...player, '--available', evening, '--available', 'tuesday 20:00-18:00'],
      '--available "tuesday 20:00-18:00": Must end later than the window starts.',
    ],
    [[...player, '--available', 'monday'], `--available "monday": ${aWindow}`],
    [
      [...player, '--available', `${evening} ${evening}`],
      `--available "${evening} ${evening}": ${aWindow}`,
    ],
    [
      [...player, '--venue', park, '--venue', 'ven_1'],
      '--venue "ven_1": Expected a venue id: ven_ and 10 characters of a-z and 0-9.',
    ],
    [[...player, '--venue', park, '--venue', park], `--venue "${park}": Stands twice in the list.`],
    [
      ['organizers', 'update', ids.organizer, '--name', long],
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
      [...league, ...formats],
      '--games-per-set "5": Expected one of: 6, 4, not 5. --final-set "none": Expected one of: full_set, match_tiebreak, not "none".',
    ],
    [[...league, '--games-per-set', 'x'], '--games-per-set "x": Expected one of: 6, 4, not "x".'],
    [
      ['clients', 'add', '--organizer', ids.organizer, '--scope', 'all'],
      '--scope "all": the only scope is matches:write.',
    ],
    [['keys', 'add', '--label', ''], '--label "": Expected at least one character.'],
  ])('%j names the option and what was given', async (given, line) => {
    expect(await run(...given.map(String))).toMatchObject({ status: 2, out: '', lines: [line] });
  });

  test('a client gets other scopes, a key another label', async () => {
    const none = await printed('clients', 'update', ids.otherClient, '--scope', '');
    expect(none).toMatchObject({ id: ids.otherClient, scopes: [] });
    const key = await printed('keys', 'update', 'more tests', '--label', 'renamed');
    expect(await printed('keys', 'show', 'renamed')).toEqual(key);
    expect((await run('keys', 'update', 'renamed', '--label', 'tests')).status).toBe(1);
  });
});
