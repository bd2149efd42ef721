// rules 9; and those of submissions, 5, which hold here too.
import { beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { hashSecret, newSecret } from '../../modules/auth/index.ts';
import {
  completed,
  ids,
  pass,
  person,
  retired,
  secrets,
  testCity,
  walkover,
} from '../support/city.ts';
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
const record =
  (kind: string, sound: Members) =>
  (more: Members = {}): Members => ({ kind, ...sound, ...more });
const organizer = record('organizer', { id: 'org_new', name: 'New Club' });
const client = record('client', {
  client_id: 'client_new',
  client_secret: 'a-secret-of-a-new-client',
  organizer_id: ids.organizer,
  scopes: ['matches:write'],
});
const apiKey = record('api_key', { key: 'a-key-of-20-letters_', label: 'new' });
const outdoor = { number: 1, surface: 'clay', indoor: false };
const place = { district: 'Wola', address: 'ul. Nowa 1', courts: [outdoor] };
const venue = record('venue', { id: 'ven_bbbbbbbbb1', name: 'New Courts', ...place });
const court = (more: Members) => venue({ courts: [{ ...outdoor, ...more }] });
const fullSets = { games_per_set: 6, no_ad: false, final_set: 'full_set' };
const competition = record('competition', {
  id: 'cmp_bbbbbbbbb1',
  name: 'New League',
  type: 'league',
  organizer_id: ids.organizer,
  season: '2026-autumn',
  starts_on: '2026-09-01',
  ends_on: '2026-09-30',
  match_format: fullSets,
  venue_ids: [park],
});
const format = (more: Members) => competition({ match_format: { ...fullSets, ...more } });
const monday = { day: 'monday', start: '18:00', end: '20:00' };
const player = (more: Members = {}) =>
  person('plr_bbbbbbbbb1', 'New P.', 3.5, {
    preferred_venue_ids: [park],
    availability: [monday],
    ...more,
  });
const available = (more: Members) => player({ availability: [{ ...monday, ...more }] });
const match = (more: Members = {}) => ({ kind: 'match', ...completed(more) });
const stopped = (more: Members = {}) => ({ kind: 'match', ...retired(more) });
const absent = (more: Members = {}) => ({ kind: 'match', ...walkover(more) });
const entry = (more: Members) => firstEntryOf('plr_bbbbbbbbb1', more);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const setsOf = (...sets: [number, number][]) => ({ sets: sets.map((games) => ({ games })) });
const twice = match();
const swapped = { player_ids: [second, first], score: setsOf([4, 6], [3, 6]) };
const stored = completed();

/** Each breaks one rule in its last line. */
const wrong: readonly (readonly [rule: string, reason: RegExp, ...lines: Line[]])[] = [
  ['is JSON', /not valid JSON/, '{"kind":"organizer",'],
  ['is UTF-8', /UTF-8/, Buffer.from([0x22, 0xff, 0x22])],
  ['is an object, no list', /kind|object/, '[]'],
  ['is an object, no number', /object/, '5'],
  ['is an object, no null', /object/, 'null'],
  ['has a kind', /kind.*missing/, { id: 'org_new', name: 'A' }],
  ['has a known kind', /kind.*organizer, client, api_key/, { kind: 'referee', name: 'A' }],
  ['is at most 32 levels deep', /32 levels/, `{"kind":${'['.repeat(33)}${']'.repeat(33)}}`],
  ['holds numbers that fit a double', /too large/, '{"kind":"organizer","name":1e400}'],
  ['holds whole characters', /surrogate/, '{"kind":"organizer","name":"\\ud83c"}'],
  ['holds no NUL', /name.*control/, organizer({ name: 'A\u0000' })],

  ['has no unknown member', /colour/, organizer({ colour: 'red' })],
  ['has no member of any object', /"constructor" here/, organizer({ constructor: 1 })],
  ['has no member __proto__', /__proto__/, organizer(JSON.parse('{"__proto__": 1}'))],
  ['has no unknown member further in', /courts\/0\/colour/, court({ colour: 'red' })],
  ['has an id of its kind', /^id: /, organizer({ id: 'org new' })],
  ['has an id of its resource', /^id: .*ven_/, venue({ id: 'cmp_bbbbbbbbb1' })],
  ['has a name', /name.*missing/, organizer({ name: undefined })],
  ['has a name that isn’t empty', /^name: .*one character/, organizer({ name: '' })],
  ['has a name of more than spaces', /^name: .*can be seen/, organizer({ name: '  ' })],
  ['has a name of at most 200', /^name: .*at most 200/, organizer({ name: 'x'.repeat(201) })],
  ['has an id that is new', /^id: .*org_first/, organizer({ id: ids.organizer })],
  ['has an id that no earlier line has', /^id: .*line 2/, organizer(), organizer()],

  ['names an organizer that exists', /organizer_id.*org_x/, client({ organizer_id: 'org_x' })],
  ['has a client id of safe characters', /^client_id: /, client({ client_id: 'a-b' })],
  ['has a client id that is new', /client_id.*taken/, client({ client_id: ids.client })],
  ['has a client id that no line has', /client_id.*taken/, client(), client()],
  ['has a secret or its hash', /client_secret/, client({ client_secret: undefined })],
  ['has not both', /either/, client({ client_secret_hash: hashSecret('x') })],
  ['has a secret of 20 characters', /^client_secret: .*20/, secretOf('x'.repeat(19))],
  ['has a secret of at most 255', /^client_secret: .*255/, secretOf('x'.repeat(256))],
  ['has a secret of safe characters', /^client_secret: /, secretOf('ł'.repeat(20))],
  ['has trs_ only with its checksum', /checksum/, secretOf(altered(newSecret('trs_')))],
  ['has a hash in hexadecimal', /_hash/, secretOf(undefined, { client_secret_hash: 'x' })],
  ['has scopes that exist', /scopes.*matches:write/, client({ scopes: ['matches:read'] })],
  [
    'has each scope once',
    /scopes\/1: Stands twice/,
    client({ scopes: Array(2).fill('matches:write') }),
  ],

  ['has a label', /label.*missing/, apiKey({ label: undefined })],
  [
    'has a label like no id',
    /label: Looks like the id of a key/,
    apiKey({ label: 'key_aaaaaaaaaa' }),
  ],
  ['has a label that is free', /label.*taken/, apiKey({ label: 'tests' })],
  ['has a label that no line has', /label.*taken/, apiKey(), apiKey({ key: newSecret('trk_') })],
  ['has a key or its hash', /key/, apiKey({ key: undefined })],
  ['has a key that isn’t in use', /^key: /, apiKey({ key: secrets.key })],
  ['has a key of 20 characters', /^key: .*20/, apiKey({ key: 'x'.repeat(19) })],
  ['has trk_ only with its checksum', /checksum/, apiKey({ key: altered(newSecret('trk_')) })],
  ['has trk_ only at full length', /checksum/, apiKey({ key: newSecret('trk_').slice(0, -1) })],
  ['has an id of a key, if any', /^id: /, apiKey({ id: 'key 1' })],

  ['has a pass or its hash', /pass/, pass({ pass: undefined })],
  ['has trp_ with its checksum', /^pass: .*trp_/, pass({ pass: altered(newSecret('trp_')) })],
  ['has a pass that is no key', /^pass: .*trp_/, pass({ pass: newSecret('trk_') })],
  ['has a pass of somebody', /organizer_id.*org_nobody/, pass({ organizer_id: 'org_nobody' })],
  ['has a pass for something', /competition_id/, pass({ competition_id: 'cmp_zzzzzzzzzz' })],
  ['has a pass to a day', /^ends_on: /, pass({ ends_on: '2026-02-30' })],
  ['has a pass under a label of its own', /label.*taken/, pass(), pass()],
  ['has a label like no pass', /Begins like a key/, pass({ label: newSecret('trp_') })],

  ['has courts numbered from 1', /courts.*number.*at least 1/, court({ number: 0 })],
  ['has courts of a known surface', /courts.*surface/, court({ surface: 'sand' })],
  ['says whether a court is indoor', /indoor.*missing/, court({ indoor: undefined })],
  ['has a district', /district.*missing/, venue({ district: undefined })],

  ['has an organizer that exists', /organizer_id.*org_x/, competition({ organizer_id: 'org_x' })],
  ['names venues that exist', /venue_ids\/1/, competition({ venue_ids: [park, 'ven_xxxxxxxxxx'] })],
  ['names a venue once', /venue_ids.*1.*twice/, competition({ venue_ids: [park, park] })],
  ['has organizer_id, no organizer', /organizer"/, competition({ organizer: { id: 'org_first' } })],
  ['ends after it starts', /ends_on/, competition({ ends_on: '2026-08-31' })],
  ['starts on a day that exists', /starts_on/, competition({ starts_on: '2026-02-29' })],
  ['is a league or a tournament', /type/, competition({ type: 'cup' })],
  ['has a season with its year', /season/, competition({ season: 'autumn' })],
  ['has sets to 6 or 4', /games_per_set/, format({ games_per_set: 5 })],
  ['has a known final set', /final_set/, format({ final_set: 'none' })],
  ['says whether it is no-ad', /no_ad.*missing/, format({ no_ad: undefined })],

  ['has a level in steps of 0.5', /self_assessed_ntrp.*0\.5/, player({ self_assessed_ntrp: 3.2 })],
  ['has a level of at least 1.5', /self_assessed_ntrp.*1\.5/, player({ self_assessed_ntrp: 1 })],
  ['has a level of at most 5.5', /self_assessed_ntrp.*5\.5/, player({ self_assessed_ntrp: 6 })],
  ['has a level in numbers', /self_assessed_ntrp/, player({ self_assessed_ntrp: '3.5' })],
  ['has windows that end after they start', /availability.*end/, available({ end: '18:00' })],
  ['has windows on days of the week', /availability.*day/, available({ day: 'Monday' })],
  // Their order is judged only where they are times.
  ['has windows of times', /^[^\n]*start[^\n]*$/, available({ start: '9:00', end: '11:00' })],
  ['has windows within a day', /availability.*end/, available({ end: '24:00' })],
  ['joined at a time in a zone', /created_at/, player({ created_at: '2026-01-01T10:00:00' })],
  ['joined on a day that exists', /created_at/, player({ created_at: '2026-02-29T10:00:00Z' })],
  ['joined in the past', /created_at.*future/, player({ created_at: inDays(1) })],
  [
    'prefers venues that exist',
    /venue_ids\/0/,
    player({ preferred_venue_ids: ['ven_xxxxxxxxxx'] }),
  ],
  ['prefers a venue once', /venue_ids.*twice/, player({ preferred_venue_ids: [park, park] })],
  ['brings no rating', /rating/, player({ rating: { value: 1300, confidence: 20 } })],

  ['has a score', /score\/sets\/0.*6-5/, match({ score: setsOf([6, 5], [6, 3]) })],
  [
    'has a match tiebreak only where the format has one',
    /match_tiebreak/,
    match({ score: { ...setsOf([6, 4], [4, 6]), match_tiebreak: [10, 8] } }),
  ],
  ['has a status', /status.*completed, retired, walkover/, match({ status: 'abandoned' })],
  ['has two players', /player_ids.*two/, match({ player_ids: [first] })],
  ['has two different players', /player_ids.*1.*twice/, match({ player_ids: [first, first] })],
  ['names players that exist', /player_ids\/1/, match({ player_ids: [first, 'plr_xxxxxxxxxx'] })],
  ['names a venue that exists', /venue_id/, match({ venue_id: 'ven_xxxxxxxxxx' })],
  ['is of a competition', /competition_id/, match({ competition_id: 'cmp_xxxxxxxxxx' })],
  ['was played at a time in a zone', /played_at/, match({ played_at: '2026-05-01T10:00:00' })],
  ['was not played in the future', /played_at.*future/, match({ played_at: inDays(1) })],
  [
    'was not played before the competition began in Warsaw',
    /played_at.*2026-03-01/,
    match({ played_at: '2026-02-28T22:59:59Z' }),
  ],
  ['was not submitted in the future', /created_at.*future/, match({ created_at: inDays(1) })],
  ['was played on a court from 1', /court_number/, match({ court_number: 0 })],
  ['was played on a court to 1000', /court_number/, match({ court_number: 1001 })],
  ['was won by who won', /winner_id/, match({ winner_id: second })],
  ['was won by a player of it', /winner_id/, match({ winner_id: third })],
  ['says who retired', /retired_player_id/, stopped({ retired_player_id: undefined })],
  ['says who of them retired', /retired_player_id/, stopped({ retired_player_id: third })],
  ['says who retired only if so', /retired_player_id/, match({ retired_player_id: second })],
  ['says who was there', /winner_id/, absent({ winner_id: undefined })],
  ['has no score without play', /score/, absent({ score: { sets: [] } })],
  ['is there once', /line 2/, twice, { ...twice, ...swapped }],
  ['is not in the database', /duplicate.*mat_\w{10}/, match({ ...stored, ...swapped })],
  [
    'is one instant in any zone',
    /duplicate/,
    match({ ...stored, played_at: inZone(stored.played_at) }),
  ],
  [
    'is rated only with its history',
    /^run: a rated match has the run that rated it/,
    match({ rating_status: 'rated' }),
  ],
  ['is rated or pending if played', /rating_status/, match({ rating_status: 'not_rated' })],
  ['is not rated without play', /rating_status/, absent({ rating_status: 'pending' })],
  ['has a known rating status', /rating_status/, match({ rating_status: 'lost' })],
  ['has a match’s id, if any', /^id: /, match({ id: 'mat_1' })],

  ['is history of a player beside it', /no such player in this file/, firstEntryOf(first)],
  [
    'is history that happened',
    /occurred_at/,
    player(),
    entry({ occurred_at: '2026-02-30T10:00:00Z' }),
  ],
  [
    'is history in text',
    /reason.explanation: Holds a NUL/,
    player(),
    entry({ reason: { ...began, explanation: 'So\0' } }),
  ],
  ['is a log of what can be done', /action: .*match submitted/, noted({ action: 'match lost' })],
  [
    'is a log of somebody',
    /actor: Expected a client_id or a pass, with an organizer_id, or a user/,
    noted({ actor: {} }),
  ],
  ['is a log in text', /reason: Holds a NUL/, noted({ reason: 'a\0' })],
  ['is a log of text before', /before: Holds a NUL/, noted({ before: { name: 'a\0b' } })],
  [
    'is a log of text deep in what was after',
    /after: Holds a NUL/,
    noted({ after: [{ 'a\0': 1 }] }),
  ],
  ['is a log of moments', /at: Expected a date and time/, noted({ at: '2026-05-01' })],
  ['is a log without an entry twice', /taken: aud_bbbbbbbbb1/, noted(), noted()],
];

/** What each first line names comes only in the second. */
const early: readonly (readonly [what: string, reason: RegExp, line: Line, later: Line])[] = [
  [
    'an organizer',
    /organizer_id.*only in line 3/,
    client({ organizer_id: 'org_new' }),
    organizer(),
  ],
  [
    'a player',
    /_ids\/1.*only in line 3/,
    match({ player_ids: [first, 'plr_bbbbbbbbb1'] }),
    player(),
  ],
  ['a venue', /venue_id.*only in line 3/, match({ venue_id: 'ven_bbbbbbbbb1' }), venue()],
  [
    'a competition',
    /competition_id.*only in line 3/,
    match({ competition_id: 'cmp_bbbbbbbbb1', played_at: '2026-09-02T10:00:00Z' }),
    competition(),
  ],
];

function secretOf(client_secret: string | undefined, more: Members = {}) {
  return client({ client_secret, ...more });
}

/** An entry of the audit log. */
function noted(more: Members = {}) {
  const what = { action: 'imported', subject: null, reason: null, before: null, after: null };
  const who = { id: 'aud_bbbbbbbbb1', at: '2026-05-01T10:00:00Z', actor: { user: 'ewa' } };
  return { kind: 'audit', ...who, ...what, ...more };
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

  async function expectRefusal(lines: readonly Line[], line: number, reason: RegExp) {
    const sound = organizer({ id: 'org_sound' });
    const { ok, faults } = await importInto(service.workbench, [sound, ...lines]);
    expect([ok, faults.map(([number]) => number)]).toEqual([false, faults.map(() => line)]);
    expect(faults.map(([, why]) => why).join('\n')).toMatch(reason);
    expect(await exportFrom(service.workbench)).toBe(before);
  }

  describe('names the line that breaks a rule, and nothing of the file stays: a record', () => {
    test.each(wrong)('%s', (_, reason, ...lines) => expectRefusal(lines, lines.length + 1, reason));

    test.each(early)('comes after %s that it names', (_, reason, ...lines) =>
      expectRefusal(lines, 2, reason),
    );
  });
});

onBothDatabases('an import into a database of its own', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  const records = async () => recordsIn(await exportFrom(service.workbench));
  const takes = async (lines: readonly Line[] | AsyncIterable<Uint8Array>) =>
    expect(await importInto(service.workbench, lines)).toEqual({ ok: true, faults: [] });

  test('takes a byte order mark, CRLF, empty lines and a last line without its end', async () => {
    const [first, second] = ['org_1', 'org_2'].map((id) => JSON.stringify(organizer({ id })));
    async function* file() {
      yield Buffer.from(`\ufeff${first}\r\n\r\n \n${second}`);
    }
    await takes(file());
    const found = (await records()).map(({ id }) => id);
    expect(found).toEqual(expect.arrayContaining(['org_1', 'org_2']));
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
    await takes(sound());
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
    await takes(lines);
  });

  test.each([undefined, null])('makes what a record may leave out, or has %p for', async (none) => {
    const known = new Set((await records()).map(({ id }) => id));
    const nameless = [organizer, venue, competition, player].map((record) => record({ id: none }));
    const key = apiKey({ label: `new ${none}`, key: newSecret('trk_') });
    await takes([...nameless, key, match({ id: none, created_at: none, rating_status: none })]);
    const made = (await records()).filter(({ id, kind }) => !known.has(id) && kind !== 'history');
    const kinds = ['organizer', 'api_key', 'venue', 'competition', 'player', 'match', 'audit'];
    expect(made.map(({ kind }) => kind)).toEqual(kinds);
    expect(made.find(({ kind }) => kind === 'match')).toMatchObject({
      id: expect.stringMatching(/^mat_/),
      rating_status: 'pending',
      created_at: expect.stringMatching(/Z$/),
    });
  });

  test('keeps an id, created_at and what else is given', async () => {
    const given = match({ id: 'mat_bbbbbbbbb1', created_at: '2026-05-02T08:00:00+02:00' });
    await takes([given]);
    expect(await records()).toContainEqual({
      ...given,
      court_number: null,
      winner_id: first,
      retired_player_id: null,
      rating_status: 'pending',
      created_at: '2026-05-02T06:00:00.000Z',
      came_after: null,
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
    await takes([absent({ id: 'mat_bbbbbbbbb2', played_at: inDays(3) })]);
    const found = (await records()).find(({ id }) => id === 'mat_bbbbbbbbb2');
    expect(found).toMatchObject({ rating_status: 'not_rated', score: null, winner_id: first });
  });

  test('leaves a played match pending until a run takes it', async () => {
    expect(await service.rate()).toMatchObject({ unrateable: 0 });
    await takes([match(), match()]);
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
      secretOf(undefined, { client_id: 'hashed', client_secret_hash: hashSecret(secret) }),
    ];
    await takes(lines);
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
      return match({ played_at, competition_id: old.id });
    });
    await takes([old, ...lines]);
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
    await takes([]);
    await takes(['', ' ']);
    expect(await records()).toEqual(before);
  });
});
