// rules 9; and those of submissions, 5, which hold here too.
import { beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { hashSecret, newSecret } from '../../modules/auth/index.ts';
import { completed, ids, retired, secrets, testCity, walkover } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import {
  began,
  exportFrom,
  fileOf,
  firstEntryOf,
  importInto,
  type Line,
  recordsIn,
} from './exchange.ts';

const [first = '', second = '', third = ''] = ids.players;
const [park = ''] = ids.venues;

type Members = Record<string, unknown>;
/** A record of each kind that may come in; `more` replaces members, undefined ones are left out. */
const organizer = (more: Members = {}) => ({
  kind: 'organizer',
  id: 'org_new',
  name: 'New Club',
  ...more,
});
const client = (more: Members = {}) => ({
  kind: 'client',
  client_id: 'client_new',
  client_secret: 'a-secret-of-a-new-client',
  organizer_id: ids.organizer,
  scopes: ['matches:write'],
  ...more,
});
const apiKey = (more: Members = {}) => ({
  kind: 'api_key',
  key: 'a-key-of-20-letters_',
  label: 'new',
  ...more,
});
const venue = (more: Members = {}) => ({
  kind: 'venue',
  id: 'ven_bbbbbbbbb1',
  name: 'New Courts',
  district: 'Wola',
  address: 'ul. Nowa 1',
  courts: [{ number: 1, surface: 'clay', indoor: false }],
  ...more,
});
const court = (more: Members) =>
  venue({ courts: [{ number: 1, surface: 'clay', indoor: false, ...more }] });
const competition = (more: Members = {}) => ({
  kind: 'competition',
  id: 'cmp_bbbbbbbbb1',
  name: 'New League',
  type: 'league',
  organizer_id: ids.organizer,
  season: '2026-autumn',
  starts_on: '2026-09-01',
  ends_on: '2026-09-30',
  match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
  venue_ids: [park],
  ...more,
});
const format = (more: Members) =>
  competition({
    match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set', ...more },
  });
const player = (more: Members = {}) => ({
  kind: 'player',
  id: 'plr_bbbbbbbbb1',
  display_name: 'New P.',
  self_assessed_ntrp: 3.5,
  preferred_venue_ids: [park],
  availability: [{ day: 'monday', start: '18:00', end: '20:00' }],
  created_at: '2026-01-01T10:00:00Z',
  ...more,
});
const available = (more: Members) =>
  player({ availability: [{ day: 'monday', start: '18:00', end: '20:00', ...more }] });
const match = (more: Members = {}) => ({ kind: 'match', ...completed(more) });
const played = (...sets: [number, number][]) => match({ score: { sets: sets.map(setOf) } });
const setOf = (games: [number, number]) => ({ games });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const twice = completed();
const swapped = {
  player_ids: [second, first],
  score: {
    sets: [
      [4, 6],
      [3, 6],
    ].map((games) => ({ games })),
  },
};
const stored = completed();

/** Each breaks one rule in its last line, unless it says which. */
const wrong: readonly (readonly [
  rule: string,
  lines: readonly Line[],
  reason: RegExp,
  line?: number,
])[] = [
  ['is JSON', ['{"kind":"organizer",'], /not valid JSON/],
  ['is UTF-8', [Buffer.from([0x22, 0xff, 0x22])], /UTF-8/],
  ['is an object, no list', ['[]'], /kind|object/],
  ['is an object, no number', ['5'], /object/],
  ['is an object, no null', ['null'], /object/],
  ['has a kind', [{ id: 'org_new', name: 'A' }], /kind.*missing/],
  ['has a known kind', [{ kind: 'referee', name: 'A' }], /kind.*organizer, client, api_key/],
  ['is at most 32 levels deep', [`{"kind":${'['.repeat(33)}${']'.repeat(33)}}`], /32 levels/],
  [
    'holds numbers that fit a double',
    ['{"kind":"organizer","id":"org_a","name":1e400}'],
    /too large/,
  ],
  ['holds whole characters', ['{"kind":"organizer","id":"org_a","name":"\\ud83c"}'], /surrogate/],
  ['holds no NUL', [organizer({ name: 'A\u0000' })], /name.*control/],

  ['has no unknown member', [organizer({ colour: 'red' })], /colour/],
  [
    'has no member that an object has anyway',
    [organizer({ constructor: 1 })],
    /"constructor" here/,
  ],
  [
    'has no member that says what it is made of',
    [organizer(JSON.parse('{"__proto__": 1}'))],
    /__proto__/,
  ],
  ['has no unknown member further in', [court({ colour: 'red' })], /courts\/0\/colour/],
  ['has an id of its kind', [organizer({ id: 'org new' })], /^id: /],
  ['has an id of its resource', [venue({ id: 'cmp_bbbbbbbbb1' })], /^id: .*ven_/],
  ['has a name', [organizer({ name: undefined })], /name.*missing/],
  ['has a name that isn’t empty', [organizer({ name: '' })], /^name: .*one character/],
  ['has a name of more than spaces', [organizer({ name: '  ' })], /^name: .*can be seen/],
  ['has a name of at most 200', [organizer({ name: 'x'.repeat(201) })], /^name: .*at most 200/],
  ['has an id that is new', [organizer({ id: ids.organizer })], /^id: .*org_first/],
  ['has an id that no earlier line has', [organizer(), organizer()], /^id: .*line 2/],

  ['names an organizer that exists', [client({ organizer_id: 'org_x' })], /organizer_id.*org_x/],
  [
    'comes after the organizer that it names',
    [client({ organizer_id: 'org_new' }), organizer()],
    /organizer_id.*only in line 3/,
    2,
  ],
  ['has a client id of safe characters', [client({ client_id: 'a-b' })], /^client_id: /],
  ['has a client id that is new', [client({ client_id: ids.client })], /client_id.*taken/],
  ['has a client id that no line has', [client(), client()], /client_id.*taken/],
  ['has a secret or its hash', [client({ client_secret: undefined })], /client_secret/],
  [
    'has a secret or its hash, not both',
    [client({ client_secret_hash: hashSecret('x') })],
    /either/,
  ],
  [
    'has a secret of 20 characters',
    [client({ client_secret: 'x'.repeat(19) })],
    /^client_secret: .*20/,
  ],
  [
    'has a secret of at most 255',
    [client({ client_secret: 'x'.repeat(256) })],
    /^client_secret: .*255/,
  ],
  [
    'has a secret of safe characters',
    [client({ client_secret: 'ł'.repeat(20) })],
    /^client_secret: /,
  ],
  [
    'has trs_ only with its checksum',
    [client({ client_secret: altered(newSecret('trs_')) })],
    /checksum/,
  ],
  [
    'has a hash in hexadecimal',
    [client({ client_secret: undefined, client_secret_hash: 'x' })],
    /_hash/,
  ],
  ['has scopes that exist', [client({ scopes: ['matches:read'] })], /scopes.*matches:write/],
  [
    'has each scope once',
    [client({ scopes: ['matches:write', 'matches:write'] })],
    /scopes\/1: Stands twice/,
  ],
  [
    'calls no key by what could be the id of another',
    [apiKey({ label: 'key_aaaaaaaaaa' })],
    /label: Looks like the id of a key/,
  ],

  ['has a label', [apiKey({ label: undefined })], /label.*missing/],
  ['has a label that is free', [apiKey({ label: 'tests' })], /label.*taken/],
  ['has a label that no line has', [apiKey(), apiKey({ key: newSecret('trk_') })], /label.*taken/],
  ['has a key or its hash', [apiKey({ key: undefined })], /key/],
  ['has a key that isn’t in use', [apiKey({ key: secrets.key })], /^key: /],
  ['has a key of 20 characters', [apiKey({ key: 'x'.repeat(19) })], /^key: .*20/],
  ['has trk_ only with its checksum', [apiKey({ key: altered(newSecret('trk_')) })], /checksum/],
  ['has trk_ only at full length', [apiKey({ key: newSecret('trk_').slice(0, -1) })], /checksum/],
  ['has an id of a key, if any', [apiKey({ id: 'key 1' })], /^id: /],

  ['has courts numbered from 1', [court({ number: 0 })], /courts.*number.*at least 1/],
  ['has courts of a known surface', [court({ surface: 'sand' })], /courts.*surface/],
  ['says whether a court is indoor', [court({ indoor: undefined })], /indoor.*missing/],
  ['has a district', [venue({ district: undefined })], /district.*missing/],

  [
    'names an organizer that exists',
    [competition({ organizer_id: 'org_x' })],
    /organizer_id.*org_x/,
  ],
  [
    'names venues that exist',
    [competition({ venue_ids: [park, 'ven_xxxxxxxxxx'] })],
    /venue_ids\/1/,
  ],
  ['names a venue once', [competition({ venue_ids: [park, park] })], /venue_ids.*1.*twice/],
  [
    'has organizer_id, no organizer',
    [competition({ organizer: { id: 'org_first' } })],
    /organizer"/,
  ],
  ['ends after it starts', [competition({ ends_on: '2026-08-31' })], /ends_on/],
  ['starts on a day that exists', [competition({ starts_on: '2026-02-29' })], /starts_on/],
  ['is a league or a tournament', [competition({ type: 'cup' })], /type/],
  ['has a season with its year', [competition({ season: 'autumn' })], /season/],
  ['has sets to 6 or 4', [format({ games_per_set: 5 })], /games_per_set/],
  ['has a known final set', [format({ final_set: 'none' })], /final_set/],
  ['says whether it is no-ad', [format({ no_ad: undefined })], /no_ad.*missing/],

  [
    'has a level in steps of 0.5',
    [player({ self_assessed_ntrp: 3.2 })],
    /self_assessed_ntrp.*0\.5/,
  ],
  ['has a level of at least 1.5', [player({ self_assessed_ntrp: 1 })], /self_assessed_ntrp.*1\.5/],
  ['has a level of at most 5.5', [player({ self_assessed_ntrp: 6 })], /self_assessed_ntrp.*5\.5/],
  ['has a level in numbers', [player({ self_assessed_ntrp: '3.5' })], /self_assessed_ntrp/],
  ['has windows that end after they start', [available({ end: '18:00' })], /availability.*end/],
  ['has windows on days of the week', [available({ day: 'Monday' })], /availability.*day/],
  [
    'has windows of times, whose order is judged only then',
    [available({ start: '9:00', end: '11:00' })],
    /^[^\n]*start[^\n]*$/,
  ],
  ['has windows within a day', [available({ end: '24:00' })], /availability.*end/],
  [
    'joined at a time with an offset',
    [player({ created_at: '2026-01-01T10:00:00' })],
    /created_at/,
  ],
  ['joined at a time that exists', [player({ created_at: '2026-02-29T10:00:00Z' })], /created_at/],
  ['joined in the past', [player({ created_at: inDays(1) })], /created_at.*future/],
  [
    'prefers venues that exist',
    [player({ preferred_venue_ids: ['ven_xxxxxxxxxx'] })],
    /venue_ids\/0/,
  ],
  ['prefers a venue once', [player({ preferred_venue_ids: [park, park] })], /venue_ids.*twice/],
  ['brings no rating', [player({ rating: { value: 1300, confidence: 20 } })], /rating/],

  ['has a score that can come about', [played([6, 5], [6, 3])], /score\/sets\/0.*6-5/],
  ['has a score that ends', [played([6, 4], [4, 6])], /score\/sets/],
  ['has no set after the end', [played([6, 4], [6, 4], [6, 4])], /score\/sets\/2/],
  [
    'has a match tiebreak only where the format has one',
    [
      match({
        score: {
          sets: [
            [6, 4],
            [4, 6],
          ].map((games) => ({ games })),
          match_tiebreak: [10, 8],
        },
      }),
    ],
    /match_tiebreak/,
  ],
  ['has a known status', [match({ status: 'abandoned' })], /status.*completed, retired, walkover/],
  ['has two players', [match({ player_ids: [first] })], /player_ids.*two/],
  ['has two different players', [match({ player_ids: [first, first] })], /player_ids.*1.*twice/],
  ['names players that exist', [match({ player_ids: [first, 'plr_xxxxxxxxxx'] })], /player_ids\/1/],
  ['names a venue that exists', [match({ venue_id: 'ven_xxxxxxxxxx' })], /venue_id/],
  [
    'names a competition that exists',
    [match({ competition_id: 'cmp_xxxxxxxxxx' })],
    /competition_id/,
  ],
  [
    'comes after the players that it names',
    [match({ player_ids: [first, 'plr_bbbbbbbbb1'] }), player()],
    /player_ids\/1.*only in line 3/,
    2,
  ],
  [
    'comes after the venue that it names',
    [match({ venue_id: 'ven_bbbbbbbbb1' }), venue({ id: 'ven_bbbbbbbbb1' })],
    /venue_id.*only in line 3/,
    2,
  ],
  [
    'comes after the competition that it names',
    [match({ competition_id: 'cmp_bbbbbbbbb1', played_at: '2026-09-02T10:00:00Z' }), competition()],
    /competition_id.*only in line 3/,
    2,
  ],
  [
    'was played at a time with an offset',
    [match({ played_at: '2026-05-01T10:00:00' })],
    /played_at/,
  ],
  ['was not played in the future', [match({ played_at: inDays(1) })], /played_at.*future/],
  [
    'was not played before the competition began in Warsaw',
    [match({ played_at: '2026-02-28T22:59:59Z' })],
    /played_at.*2026-03-01/,
  ],
  ['was not submitted in the future', [match({ created_at: inDays(1) })], /created_at.*future/],
  ['was played on a court from 1', [match({ court_number: 0 })], /court_number/],
  ['was played on a court to 1000', [match({ court_number: 1001 })], /court_number/],
  ['was won by who won', [match({ winner_id: second })], /winner_id/],
  ['was won by a player of it', [match({ winner_id: third })], /winner_id/],
  [
    'says who retired',
    [{ kind: 'match', ...retired({ retired_player_id: undefined }) }],
    /retired_player_id/,
  ],
  [
    'says who of them retired',
    [{ kind: 'match', ...retired({ retired_player_id: third }) }],
    /retired_player_id/,
  ],
  ['says who retired only if so', [match({ retired_player_id: second })], /retired_player_id/],
  ['says who was there', [{ kind: 'match', ...walkover({ winner_id: undefined }) }], /winner_id/],
  ['has no score without play', [{ kind: 'match', ...walkover({ score: { sets: [] } }) }], /score/],
  [
    'is there once',
    [
      { kind: 'match', ...twice },
      { kind: 'match', ...twice, ...swapped },
    ],
    /line 2/,
  ],
  ['is not in the database', [{ kind: 'match', ...stored, ...swapped }], /duplicate.*mat_\w{10}/],
  [
    'is one instant in any zone',
    [match({ ...stored, played_at: inZone(stored.played_at) })],
    /duplicate/,
  ],
  ['is rated only with its history', [match({ rating_status: 'rated' })], /rating_status.*history/],
  ['is rated or pending if played', [match({ rating_status: 'not_rated' })], /rating_status/],
  [
    'is not rated without play',
    [{ kind: 'match', ...walkover({ rating_status: 'pending' }) }],
    /rating_status/,
  ],
  ['has a known rating status', [match({ rating_status: 'lost' })], /rating_status/],
  ['has a match’s id, if any', [match({ id: 'mat_1' })], /^id: /],
  [
    'brings history only of players beside it',
    [{ ...firstEntryOf(first), id: 'rtg_bbbbbbbbb1' }],
    /no such player/,
  ],
  [
    'is history that happened',
    [player(), firstEntryOf('plr_bbbbbbbbb1', { occurred_at: '2026-02-30T10:00:00Z' })],
    /occurred_at/,
  ],
  [
    'is history in text',
    [player(), firstEntryOf('plr_bbbbbbbbb1', { reason: { ...began, explanation: 'So\0' } })],
    /reason.explanation: Holds a NUL/,
  ],
  ['is a log of what can be done', [noted({ action: 'match lost' })], /action: .*match submitted/],
  [
    'is a log of somebody',
    [noted({ actor: {} })],
    /actor: Expected a client_id and an organizer_id/,
  ],
  ['is a log in text', [noted({ reason: 'a\0' })], /reason: Holds a NUL/],
  ['is a log of moments', [noted({ at: '2026-05-01' })], /at: Expected a date and time/],
  [
    'is a log without an entry twice',
    [noted({ id: 'aud_bbbbbbbbb1' }), noted({ id: 'aud_bbbbbbbbb1' })],
    /taken: aud_bbbbbbbbb1/,
  ],
];

/** An entry of the audit log. */
function noted(more: Members) {
  const what = { action: 'imported', subject: null, reason: null, before: null, after: null };
  return { kind: 'audit', at: '2026-05-01T10:00:00Z', actor: { user: 'ewa' }, ...what, ...more };
}

function altered(secret: string): string {
  const last = secret.at(-1) === 'x' ? 'y' : 'x';
  return secret.slice(0, -1) + last;
}

function inZone(time: unknown): string {
  const local = new Date(Date.parse(String(time)) + 2 * 3_600_000).toISOString();
  return local.replace('Z', '+02:00');
}

onBothDatabases('an import', (kind) => {
  let service: TestService;
  let before: string;
  beforeAll(async () => {
    service = await startTestService(kind, {
      records: [...testCity(), { kind: 'match', ...stored }],
    });
    before = await exportFrom(service.workbench);
  });

  describe('names the line that breaks a rule, and nothing of the file stays: a record', () => {
    test.each(wrong)('%s', async (_, lines, reason, line = lines.length + 1) => {
      const sound = organizer({ id: 'org_sound' });
      const { ok, faults } = await importInto(service.workbench, [sound, ...lines]);
      expect([ok, faults.map(([number]) => number)]).toEqual([false, faults.map(() => line)]);
      expect(faults.map(([, why]) => why).join('\n')).toMatch(reason);
      expect(await exportFrom(service.workbench)).toBe(before);
    });
  });

  test('names every line that is wrong, not only the first', async () => {
    const lines = [
      { kind: 'x' },
      organizer(),
      '{',
      venue({ name: '' }),
      match({ venue_id: 'ven_x' }),
    ];
    const { faults } = await importInto(service.workbench, lines);
    expect(new Set(faults.map(([line]) => line))).toEqual(new Set([1, 3, 4, 5]));
  });

  test('names no line that refers to a record which is refused itself', async () => {
    const id = 'ven_refused001';
    const lines = [venue({ id, name: '' }), match({ venue_id: id })];
    const { faults } = await importInto(service.workbench, lines);
    expect(faults.map(([line]) => line)).toEqual([1]);
  });
});

onBothDatabases('an import into a database of its own', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  const records = async () => recordsIn(await exportFrom(service.workbench));

  test('takes a byte order mark, CRLF, empty lines and a last line without its end', async () => {
    const text = `\ufeff${JSON.stringify(organizer({ id: 'org_1' }))}\r\n\r\n \n${JSON.stringify(organizer({ id: 'org_2' }))}`;
    async function* file() {
      yield Buffer.from(text);
    }
    expect(await importInto(service.workbench, file())).toEqual({ ok: true, faults: [] });
    const found = (await records()).map(({ id }) => id);
    expect(found).toContain('org_1');
    expect(found).toContain('org_2');
  });

  test('counts lines as editors do, empty ones too', async () => {
    const { faults } = await importInto(service.workbench, ['', organizer(), '\r', '{']);
    expect(faults.map(([line]) => line)).toEqual([4]);
  });

  test('reads a file the same however its bytes arrive', async () => {
    const name = 'Łódź 🎾 عربى';
    const bytes = fileOf([organizer({ id: 'org_bytes', name }), '{']);
    async function* single() {
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    const { faults } = await importInto(service.workbench, single());
    expect(faults).toEqual([[2, expect.stringContaining('JSON')]]);
    async function* sound() {
      for (const byte of bytes.subarray(0, -2)) yield Uint8Array.of(byte);
    }
    expect(await importInto(service.workbench, sound())).toMatchObject({ ok: true });
    expect(await records()).toContainEqual({ kind: 'organizer', id: 'org_bytes', name });
  });

  test('takes the kinds in any order that respects references', async () => {
    const own = { id: 'plr_ccccccccc1', preferred_venue_ids: ['ven_ccccccccc1'] };
    const lines = [
      venue({ id: 'ven_ccccccccc1' }),
      player(own),
      organizer({ id: 'org_ccc' }),
      competition({
        id: 'cmp_ccccccccc1',
        organizer_id: 'org_ccc',
        starts_on: '2026-03-01',
        venue_ids: ['ven_ccccccccc1'],
      }),
      match({ competition_id: 'cmp_ccccccccc1', player_ids: [first, 'plr_ccccccccc1'] }),
      client({ client_id: 'client_ccc', organizer_id: 'org_ccc' }),
    ];
    expect(await importInto(service.workbench, lines)).toEqual({ ok: true, faults: [] });
  });

  test('makes an id where there is none', async () => {
    const count = async (kind: string) => (await records()).filter((r) => r.kind === kind).length;
    const kinds = ['organizer', 'api_key', 'venue', 'competition', 'player', 'match'];
    const counts = await Promise.all(kinds.map(count));
    const nameless = [organizer, apiKey, venue, competition, player].map((record) =>
      record({ id: undefined }),
    );
    const { ok, faults } = await importInto(service.workbench, [...nameless, match()]);
    expect([ok, faults]).toEqual([true, []]);
    expect(await Promise.all(kinds.map(count))).toEqual(counts.map((number) => number + 1));
  });

  test('takes null for an id that is made, and for what else a match may leave out', async () => {
    const known = new Set((await records()).map(({ id }) => id));
    const nameless = [organizer, venue, competition, player].map((record) => record({ id: null }));
    const bare = match({ id: null, created_at: null, rating_status: null });
    expect(await importInto(service.workbench, [...nameless, bare])).toEqual({
      ok: true,
      faults: [],
    });
    const found = (await records()).filter(({ id }) => !known.has(id));
    expect(found.filter(({ kind }) => kind === 'player')).toHaveLength(1);
    expect(found.find(({ kind }) => kind === 'match')).toMatchObject({
      id: expect.stringMatching(/^mat_/),
      rating_status: 'pending',
      created_at: expect.stringMatching(/Z$/),
    });
  });

  test('keeps an id, created_at and what else is given', async () => {
    const given = match({ id: 'mat_bbbbbbbbb1', created_at: '2026-05-02T08:00:00+02:00' });
    expect(await importInto(service.workbench, [given])).toMatchObject({ ok: true });
    expect(await records()).toContainEqual({
      ...given,
      court_number: null,
      winner_id: first,
      retired_player_id: null,
      rating_status: 'pending',
      created_at: '2026-05-02T06:00:00.000Z',
    });
  });

  test('knows the past to the second', async () => {
    const now = Date.parse('2026-06-01T10:00:00Z');
    const at = (second: number) => ({ created_at: new Date(now + second * 1000).toISOString() });
    const lines = [player(at(0)), match(at(0)), player(at(1)), match(at(1))];
    const { faults } = await importInto({ ...service.workbench, clock: () => now }, lines);
    expect(faults.filter(([, reason]) => reason.startsWith('created_at'))).toEqual([
      [3, 'created_at: lies in the future'],
      [4, 'created_at: lies in the future'],
    ]);
  });

  test('takes a walkover of a day to come, and knows that it isn’t rated', async () => {
    const to_come = walkover({ id: 'mat_bbbbbbbbb2', played_at: inDays(3) });
    expect(await importInto(service.workbench, [{ kind: 'match', ...to_come }])).toMatchObject({
      ok: true,
    });
    const found = (await records()).find(({ id }) => id === 'mat_bbbbbbbbb2');
    expect(found).toMatchObject({ rating_status: 'not_rated', score: null, winner_id: first });
  });

  test('leaves a played match pending until a run takes it', async () => {
    expect(await service.rate()).toMatchObject({ unrateable: 0 });
    expect(await importInto(service.workbench, [match(), match()])).toMatchObject({ ok: true });
    const pending = async () =>
      (await records()).filter(({ rating_status }) => rating_status === 'pending').length;
    expect(await pending()).toBe(2);
    expect(await service.rate()).toEqual({ rated: 2, unrateable: 0 });
    expect(await pending()).toBe(0);
  });

  test('takes a key and a secret, or their hashes, and both open the same doors', async () => {
    const key = newSecret('trk_');
    const secret = newSecret('trs_');
    const lines = [
      apiKey({ key: 'abcdefghij-KLMNOPQ_9', label: 'plain', id: 'key_aaaaaaaaa1' }),
      apiKey({ key: undefined, key_hash: hashSecret(key), label: 'hashed' }),
      client({ client_id: 'plain', client_secret: 'x'.repeat(255), scopes: [] }),
      client({
        client_id: 'hashed',
        client_secret: undefined,
        client_secret_hash: hashSecret(secret),
      }),
    ];
    expect(await importInto(service.workbench, lines)).toEqual({ ok: true, faults: [] });
    for (const given of [key, 'abcdefghij-KLMNOPQ_9']) {
      const { status } = await service.get('/v1/venues', { 'x-api-key': given });
      expect(status).toBe(200);
    }
    expect(await service.token('hashed', secret)).not.toBe('');
    expect(await service.token('plain', 'x'.repeat(255))).not.toBe('');
    expect(await records()).toContainEqual({
      kind: 'api_key',
      id: 'key_aaaaaaaaa1',
      key_hash: hashSecret('abcdefghij-KLMNOPQ_9'),
      label: 'plain',
    });
    const text = await exportFrom(service.workbench);
    for (const hidden of [key, secret, 'abcdefghij-KLMNOPQ_9', secrets.key, secrets.client]) {
      expect(text).not.toContain(hidden);
    }
  });

  test('writes matches month by month, whatever the order of the file and the century', async () => {
    const old = competition({ id: 'cmp_bbbbbbbbb2', starts_on: '1950-01-01' });
    const months = ['1950-01', '1968-05', '1970-02', '2020-01', '2020-03'];
    const lines = Array.from({ length: 20 }, (_, n) => {
      const played_at = `${months[n % months.length]}-15T${10 + (n % 10)}:${10 + n}:00Z`;
      return match({
        id: `mat_month${String(n).padStart(5, '0')}`,
        played_at,
        competition_id: old.id,
      });
    });
    expect((await importInto(service.workbench, [old, ...lines])).ok).toBe(true);
    const rows = await service.workbench.database.db
      .selectFrom('match')
      .select('played_at')
      .where('competition_id', '=', old.id as never)
      .orderBy('received_at')
      .orderBy(sql`ctid`)
      .execute();
    expect(rows.length).toBe(lines.length);
    const written = rows.map(({ played_at }) => played_at.slice(0, 7));
    const begins = written.filter((month, place) => month !== written[place - 1]);
    expect(begins.toSorted()).toEqual(months);
  });

  test('an empty file is an import of nothing', async () => {
    const before = await records();
    expect(await importInto(service.workbench, [])).toEqual({ ok: true, faults: [] });
    expect(await importInto(service.workbench, ['', ' '])).toEqual({ ok: true, faults: [] });
    expect(await records()).toEqual(before);
  });
});
