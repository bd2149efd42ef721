// All of the service once on the embedded database: every operation, page and command.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Command } from 'commander';
import { createProgram } from '../../commands/program.ts';
import { createWebsite } from '../../modules/website/index.ts';
import { addressesOf } from '../../shared/config.ts';
import { createCursors } from '../../shared/http/cursor.ts';
import { createAssets } from '../../shared/http/pages/assets.ts';
import { commandAt, commandsOn } from '../commands/terminal.ts';
import { submit, tokenFrom } from '../runtime/main-job.ts';
import { endPrograms, type Outcome, onBun } from '../runtime/programs.ts';
import { accessWith } from '../support/access.ts';
import { completed, ids, person, secrets } from '../support/city.ts';
import { documentAt, membersAt } from '../support/document.ts';
import {
  cleanUp,
  freshDatabase,
  inWorkbench,
  json,
  startTestService,
  type TestService,
  temporaryFolder,
  testSettings,
} from '../support/service.ts';

setDefaultTimeout(180_000);

const nothing = {} as never; // what pages and commands would work with, were they called
const [player, opponent] = ids.players;
const [venue] = ids.venues;
const match = 'mat_0000000001';
const spare = {
  organizer: 'org_spare',
  venue: 'ven_sssssssss1',
  competition: 'cmp_sssssssss1',
  players: ['plr_sssssssss1', 'plr_sssssssss2', 'plr_sssssssss3'],
} as const;

/** What nobody needs, so that commands can remove it, and a match. */
const spareRecords = [
  { kind: 'organizer', id: spare.organizer, name: 'Spare Club' },
  {
    kind: 'venue',
    id: spare.venue,
    name: 'Spare',
    district: 'Wola',
    address: 'Wola 1',
    courts: [],
  },
  {
    kind: 'competition',
    id: spare.competition,
    name: 'Spare Cup',
    type: 'tournament',
    organizer_id: spare.organizer,
    season: '2026-spring',
    starts_on: '2026-03-01',
    ends_on: '2026-06-30',
    match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
    venue_ids: [],
  },
  ...spare.players.map((id, n) => person(id, `Spare ${n}`, 3)),
  { kind: 'match', id: match, ...completed() },
];

let service: TestService;
let demo: Promise<Outcome>;

beforeAll(async () => {
  demo = onBun.run(['demo', '--once'], { DATA_DIR: await temporaryFolder(), PORT: 0 });
  service = await startTestService('embedded', { settings: { WEBSITE: 'public' } });
});
afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

describe('each command', () => {
  /** In an order in which each succeeds; what it is given, and what it prints. */
  const commands: [command: string, more: string, prints: string | RegExp][] = [
    ['import', '-', /Imported .*3 players/],
    [
      'init',
      '--organizer New --venue New --district Wola --address Wola --competition New --yes --json',
      /trk_\w{38}/,
    ],
    ['organizers add', '--name Third', /org_\w+/],
    ['organizers list', '', 'Second Club'],
    ['organizers show', spare.organizer, 'Spare Club'],
    ['organizers update', `${spare.organizer} --name Other`, 'Other'],
    ['clients add', `--organizer ${ids.organizer}`, /trs_\w{38}/],
    ['clients list', '', ids.client],
    ['clients show', ids.otherClient, ids.otherOrganizer],
    ['clients update', `${ids.otherClient} --scope matches:write`, ids.otherClient],
    ['clients rotate', ids.otherClient, /trs_\w{38}/],
    ['clients revoke', ids.otherClient, ids.otherClient],
    ['keys add', '--label board', /trk_\w{38}/],
    ['keys list', '', 'board'],
    ['keys show', 'board', 'board'],
    ['keys update', 'board --label hall', 'hall'],
    ['keys rotate', 'hall', /trk_\w{38}/],
    ['keys revoke', 'hall', 'hall'],
    ['passes add', `--organizer ${ids.organizer} --label court`, /\/desk\/open\/trp_\w{38}/],
    ['passes list', '', 'court'],
    ['passes show', 'court', ids.organizer],
    ['passes update', 'court --label desk --until 2026-12-31', '2026-12-31'],
    ['passes rotate', 'desk', /\/desk\/open\/trp_\w{38}/],
    ['passes revoke', 'desk', 'desk'],
    ['secret rotate', '', /^rotated +signing/],
    ['venues add', '--name Hala --district Wola --address Wola', /ven_\w{10}/],
    ['venues list', '', 'Agrykola'],
    ['venues show', String(venue), 'Agrykola'],
    ['venues update', `${venue} --name Park`, 'Park'],
    ['venues remove', spare.venue, spare.venue],
    [
      'competitions add',
      `--name Newer --type league --organizer ${ids.organizer} --season 2026-autumn ` +
        '--starts-on 2026-09-01 --ends-on 2026-12-01',
      /cmp_\w{10}/,
    ],
    ['competitions list', '', 'Short Cup'],
    ['competitions show', ids.league, 'League'],
    ['competitions update', `${ids.league} --name Liga`, 'Liga'],
    ['competitions remove', spare.competition, spare.competition],
    ['organizers remove', spare.organizer, spare.organizer],
    ['players add', '--name Nowa --ntrp 3', /plr_\w{10}/],
    ['players list', '', 'Anna K.'],
    ['players show', String(player), 'Anna K.'],
    ['players update', `${player} --name Anna`, 'Anna'],
    ['players merge', `${spare.players[0]} ${spare.players[1]} --yes`, 'No rating changed'],
    ['players erase', `${spare.players[1]} --yes`, 'No rating changed'],
    ['players data', `${player} -`, '"display_name": "Anna"'],
    ['players remove', spare.players[2], spare.players[2]],
    ['ratings run', '', 'Rated 1 match.'],
    ['ratings decay', '', 'drop'],
    ['ratings show', String(player), '1324'],
    ['ranking', '', '1324'],
    [
      'matches add',
      `--competition ${ids.league} --venue ${venue} --played-at 2026-05-01T09:00:00Z ` +
        `--player-1 ${ids.players[4]} --player-2 ${ids.players[5]} --score 6-0,6-0`,
      /^Added mat_\w{10}: /,
    ],
    ['matches list', '', match],
    ['matches show', match, '6-4 6-3'],
    ['matches correct', `${match} --score 6-1,6-1 --reason wrong --yes`, 'No rating changed'],
    ['matches void', `${match} --reason wrong --yes`, 'The ratings of 2 players changed'],
    ['matches restore', `${match} --yes`, 'The ratings of 2 players changed'],
    ['ratings quality', '', /match/i],
    ['ratings rebuild', '--yes', /rating/],
    ['ratings verify', '', /match/],
    ['audit list', '--limit 100', 'match restored'],
    ['export', '-', `"id":"${match}"`],
    ['backup', '-', '"kind":"backup"'],
    ['status', '', 'embedded'],
    ['config', '', 'DATA_DIR'],
    ['migrate', '', /schema|migration/],
  ];

  /** Those that go on, or need a database in which nothing is. */
  const ofTheirOwn = ['restore', 'serve', 'demo'];

  test('is tried here', () => {
    const leavesOf = (command: Command, path: string[]): string[] =>
      command.commands.length === 0
        ? [path.join(' ')]
        : command.commands.flatMap((sub) => leavesOf(sub, [...path, sub.name()]));
    const tried = [...commands.map(([command]) => command), ...ofTheirOwn];
    expect(tried.toSorted()).toEqual(leavesOf(createProgram(nothing), []).toSorted());
  });

  test.each(commands)('tennis %s %s', async (command, more, prints) => {
    const args = `${command} ${more}`.split(' ').filter((word) => word !== '');
    const words = args.map((word) => word.replaceAll(',', ' '));
    const input = spareRecords.map((record) => JSON.stringify(record)).join('\n');
    const { status, out, err } = await commandsOn(service.workbench)(words, input);
    expect([status, err, out]).toEqual([0, '', expect.stringMatching(prints)]);
  });

  test('tennis restore', async () => {
    const backup = await commandsOn(service.workbench)(['backup', '-']);
    const settings = await freshDatabase('embedded');
    const { status } = await commandAt(settings, ['restore', '-'], backup.out);
    const { out } = await commandAt(settings, ['players', 'list']);
    expect([status, out]).toEqual([0, expect.stringContaining('Bartek Ł.')]);
  });
});

describe('each operation', () => {
  const bodies: Record<string, () => Promise<Response>> = {
    'post /oauth/token': () =>
      fetch(`${service.url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${ids.client}:${secrets.client}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      }),
    'post /matches': () => service.submit(completed()),
  };
  const idOf = { player_id: player, match_id: match, competition_id: ids.league, venue_id: venue };
  const operations = membersAt(documentAt('http://localhost'), 'paths').flatMap(([path, item]) =>
    membersAt(item).flatMap(([method]) => (method === 'servers' ? [] : `${method} ${path}`)),
  );

  // The body is held against the document, as that of every answer of the API in a test.
  test.each(operations)('%s', async (operation) => {
    const path = Object.entries(idOf).reduce(
      (text, [name, id]) => text.replace(`{${name}}`, String(id)),
      operation.replace('get ', '/v1'),
    );
    const { status } = await (bodies[operation]?.() ?? service.get(path));
    expect(status).toBe(operation === 'post /matches' ? 201 : 200);
  });
});

describe('each page', () => {
  const pages: Record<string, string> = {
    '/': 'Anna',
    '/venues': 'Park',
    '/rules': 'expected score',
    '/competitions': 'Liga',
    [`/competitions/${ids.league}`]: 'Liga',
    [`/matches/${match}`]: 'Bartek',
    [`/players/${player}`]: 'Anna',
    [`/players/${player}/against/${opponent}`]: 'Bartek',
    [`/players/${player}/what-if?opponent=${opponent}`]: 'Bartek',
    '/rules/all': 'expected score',
    '/quality': 'match',
    '/ranking.csv': 'Anna',
    '/feed.xml': 'Bartek',
    [`/competitions/${ids.league}/table.csv`]: 'Anna',
    [`/competitions/${ids.league}/results.csv`]: 'Anna',
    [`/competitions/${ids.league}/feed.xml`]: 'Bartek',
    [`/players/${player}/history.csv`]: 'Bartek',
    [`/players/${player}/card.png`]: 'PNG',
    [`/competitions/${ids.league}/card.png`]: 'PNG',
    [`/matches/${match}/card.png`]: 'PNG',
  };

  test('is tried here', () => {
    const { routes } = createWebsite({
      access: accessWith(),
      addresses: addressesOf('http://localhost'),
      assets: createAssets(),
      clock: Date.now,
      cursors: createCursors(async () => ['a secret of the tests']),
      db: nothing,
      judge: nothing,
      settings: nothing,
    });
    const tried = Object.keys(pages).map((page) => new URL(page, 'http://localhost').pathname);
    const pattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
    const missing = routes.routes.filter(
      ({ path }) => !tried.some((page) => pattern(path).test(page)),
    );
    expect([missing.map(({ path }) => path), routes.routes.length]).toEqual([[], tried.length]);
  });

  test.each(Object.entries(pages))('%s', async (page, words) => {
    const headers = { accept: 'text/html', 'accept-language': 'en' };
    const response = await fetch(service.url + page, { headers });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(words)]);
  });
});

test('what tennis serve has acknowledged is there after kill -9', async () => {
  const settings = await freshDatabase('embedded', 'city');
  const server = await onBun.serve(settings);
  const token = await tokenFrom(server.url);
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(server.url, token)));
  const acknowledged = await Promise.all(answers.map(async (answer) => (await json(answer)).id));
  server.signal('SIGKILL');
  expect(acknowledged).toHaveLength(20);
  await server.ended;
  const stored = await inWorkbench(testSettings(settings), ({ database: { db } }) =>
    db.selectFrom('match').select('id').execute(),
  );
  expect(stored.map(({ id }) => String(id)).toSorted()).toEqual(acknowledged.toSorted());
});

// It began before all others.
test('tennis demo', async () => {
  const { status, out } = await demo;
  expect([status, out]).toEqual([0, expect.stringContaining('Who moved most')]);
});
