// Secrets go in at every place where one can be sent, and come out nowhere: not in a log line, an
// answer, a metric, an export, or what a command prints, but for the one time when they are shown.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { newSecret } from '../../modules/auth/secret.ts';
import { createLog } from '../../shared/log.ts';
import { commandsOn } from '../commands/terminal.ts';
import { tokenFrom } from '../runtime/main-job.ts';
import { compiled, type Environment, endPrograms } from '../runtime/programs.ts';
import { secrets as citySecrets, completed, ids, pass } from '../support/city.ts';
import { withTableGone } from '../support/reads.ts';
import {
  freshDatabase,
  onBothDatabases,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../support/service.ts';
import { secretsIn } from './secret-search.ts';

setDefaultTimeout(180_000);

type Printed = { readonly status: number | null; readonly out: string; readonly err: string };

const tokenSecret = 'canary-of-TOKEN-SECRET-0123456789-abcdef';
const password = 'canary-of-the-database-password';
/** What nobody has, but somebody may send by mistake. */
const stray = {
  'a stray key': newSecret('trk_'),
  'a stray secret': newSecret('trs_'),
  'a stray text': 'canary-that-was-sent-by-mistake',
  'a stray pass': newSecret('trp_'),
};
const sent = Object.values(stray);

test('a secret is found in each form, and a text without one is clean', () => {
  const secret = 'canary-0123456789';
  const texts = [
    secret,
    `"${secret.toUpperCase()}"`,
    btoa(`id:${secret}`),
    btoa(`some:${secret}`),
    btoa(`an-id:${secret}`),
    [...secret].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(''),
    Buffer.from(secret).toString('hex'),
    secret.slice(8),
  ];
  for (const text of texts)
    expect([text, secretsIn([['', text]], { secret }).length > 0]).toEqual([text, true]);
  expect(secretsIn([['', 'canary, 0123']], { secret })).toEqual([]);
});

const player = `/v1/players/${ids.players[0]}`;
const operations = [
  '/v1/players',
  player,
  `${player}/rating`,
  `${player}/rating-history`,
  `${player}/match-suggestions`,
  '/v1/matches',
  '/v1/matches/mat_0000000000',
  '/v1/competitions',
  `/v1/competitions/${ids.league}`,
  '/v1/venues',
  `/v1/venues/${ids.venues[0]}`,
];
const others = [
  '/',
  '/docs',
  '/docs/json',
  '/docs/assets/docs.css',
  '/errors',
  '/healthz',
  '/readyz',
  '/v1/nothing',
];
/** The tables without which requests fail. */
const tables = [
  'player',
  'match',
  'competition',
  'venue',
  'rating',
  'rating_history',
  'api_key',
  'api_client',
  'submission_key',
];

onBothDatabases('secrets', (kind) => {
  let service: TestService;
  let url: string;
  let token: string;
  let environment: Environment;
  const logged: string[] = [];
  const answers: [place: string, text: string][] = [];
  const printed: [place: string, text: string][] = [];
  const logEntries = () => logged.map((line) => ['the log', line] as const);
  /** All that is secret here. */
  const known = () => ({ ...stray, ...citySecrets, tokenSecret, password, token, ...made });
  const made: Record<string, string> = {};

  beforeAll(async () => {
    const settings = { ...(await freshDatabase(kind)), TOKEN_SECRET: tokenSecret };
    if (settings.DATABASE_URL) {
      const url = new URL(settings.DATABASE_URL);
      url.password = password;
      settings.DATABASE_URL = url.href;
    }
    const log = createLog('trace', false, (line) => void logged.push(line));
    service = await startTestService(kind, { settings, log });
    environment = { ...settings };
    ({ url } = service);
    token = await service.token(ids.client, citySecrets.client);
  });
  afterAll(endPrograms);

  async function ask(method: string, path: string, headers: Record<string, string>, body?: string) {
    const options = { method, headers, ...(body !== undefined && { body }) };
    const response = await fetch(url + path, options);
    const text = `${JSON.stringify([...response.headers])} ${await response.text()}`;
    answers.push([`${method} ${path.split('?')[0]}: ${response.status}`, text]);
  }

  /** The headers in which a credential can be, right and wrong. */
  function credentials(): Record<string, string>[] {
    const basic = (id: string, secret: string) => `Basic ${btoa(`${id}:${secret}`)}`;
    return [
      { 'x-api-key': citySecrets.key },
      { authorization: `Bearer ${token}` },
      { authorization: basic(ids.client, citySecrets.client) },
      ...sent.flatMap((text) => [
        { 'x-api-key': text },
        { authorization: `Bearer ${text}` },
        { authorization: basic(ids.client, text), cookie: `session=${text}` },
      ]),
      // The answer to a right one with these is the token, which is shown there and nowhere else.
    ];
  }

  /** What follows a path, with secrets as names and as values. */
  function queries(): string[] {
    const values = [citySecrets.key, token, ...sent];
    return [
      '',
      ...values.flatMap((text) => [
        `?X-API-Key=${text}&access_token=${text}`,
        `?limit=${text}`,
        `?cursor=${text}&venue_id=${text}`,
      ]),
    ];
  }

  /** Bodies with secrets as values, in and out of place. */
  function bodies(): string[] {
    return [citySecrets.client, token, ...sent].flatMap((text) => [
      JSON.stringify(completed({ venue_id: text })),
      JSON.stringify(completed({ client_secret: text, played_at: text, status: 'completed' })),
      JSON.stringify({ ...completed(), status: text }),
      `{"status": "${text}"`,
      text,
    ]);
  }

  async function askEverything(): Promise<void> {
    for (const path of [...operations, ...others]) {
      for (const headers of credentials()) await ask('GET', path, headers);
      for (const query of queries())
        await ask('GET', path + query, { 'x-api-key': citySecrets.key });
      for (const method of ['HEAD', 'OPTIONS', 'DELETE'])
        await ask(method, `${path}?k=${sent[0]}`, credentials()[3] ?? {});
    }
  }

  async function submitEverything(): Promise<void> {
    const right = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const body of [...bodies(), JSON.stringify(completed())]) {
      await ask(
        'POST',
        '/v1/matches',
        { ...right, 'idempotency-key': `${sent[2]}-${answers.length}` },
        body,
      );
      await ask('POST', '/v1/matches', { ...right, 'idempotency-key': sent[1] ?? '' }, body);
      await ask(
        'POST',
        '/v1/matches',
        { 'x-api-key': sent[0] ?? '', 'idempotency-key': 'k' },
        body,
      );
    }
  }

  async function askForTokens(): Promise<void> {
    const form = (more: Record<string, string>) => new URLSearchParams(more).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const headers of credentials()) {
      for (const text of sent) {
        const fields = [{ grant_type: text }, { grant_type: 'client_credentials', scope: text }];
        for (const more of fields)
          await ask('POST', '/oauth/token', { ...headers, ...type }, form(more));
        const secret = form({ grant_type: 'client_credentials', client_secret: text });
        await ask('POST', `/oauth/token?client_secret=${text}`, { ...headers, ...type }, secret);
        await ask('GET', `/oauth/token?client_secret=${text}`, headers);
      }
    }
  }

  test('that are sent to any address come back in no answer and stand in no log line', async () => {
    await askEverything();
    await submitEverything();
    await askForTokens();
    expect(answers.length).toBeGreaterThan(500);
    expect(secretsIn(answers, known())).toEqual([]);
    expect(logged.length).toBeGreaterThan(500);
    expect(secretsIn(logEntries(), known())).toEqual([]);
  });

  test('stay unsaid where the service fails', async () => {
    answers.length = 0;
    logged.length = 0;
    const run = (statement: string) => sql.raw(statement).execute(service.workbench.database.db);
    for (const table of tables) {
      await withTableGone(service, table, 'broken', async () => {
        for (const path of operations) await ask('GET', path, { 'x-api-key': newKey() });
        await submitEverything();
        if (table === 'api_client') await askForTokens();
      });
      // A row that a constraint refuses is told by the database with its values.
      await run(`alter table ${table} add constraint refused check (false) not valid`);
      await submitEverything();
      await run(`alter table ${table} drop constraint refused`);
    }
    const statuses = answers.map(([place]) => place.slice(-3));
    expect(statuses.filter((status) => status === '500').length).toBeGreaterThan(50);
    expect(secretsIn(answers, known())).toEqual([]);
    expect(secretsIn(logEntries(), known())).toEqual([]);
  });

  test('are in no metric', async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('tennis_http_request_duration_seconds_count');
    expect(secretsIn([['/metrics', metrics]], known())).toEqual([]);
  });

  const commands = (args: readonly string[], input = '') =>
    commandsOn(service.workbench)(args, input);
  /** Keeps what the command printed, which must have ended as expected. */
  const keep = (args: readonly string[], expected: number, { status, out, err }: Printed) => {
    expect([...args, status]).toEqual([...args, expected]);
    printed.push([args.slice(0, 2).join(' '), out + err]);
    return out;
  };
  /** Runs a command in the service, as those beside it are. */
  const run = async (...args: string[]) => keep(args, 0, await commands(args));
  const refuse = async (status: number, args: readonly string[], input = '') =>
    keep(args, status, await commands(args, input));
  /** Runs a command as a process of its own, which reads the settings. */
  const runAlone = async (status: number, command: string, more: Environment = {}) => {
    const args = command.split(' ');
    keep(args, status, await compiled.run(args, { ...environment, ...more }));
  };

  test('are printed by no command but the one that makes them', async () => {
    const shown = async (...args: string[]) =>
      JSON.parse((await commands([...args, '--json'])).out);
    made.key = (await shown('keys', 'add', '--label', 'canary')).key;
    const client = await shown('clients', 'add', '--organizer', ids.organizer);
    made.clientSecret = client.client_secret;
    made.rotatedSecret = (await shown('clients', 'rotate', client.client_id)).client_secret;
    expect((await service.get('/v1/venues', { 'x-api-key': made.key ?? '' })).status).toBe(200);
    const passOf = async (...args: string[]) => (await shown('passes', ...args)).address.slice(-42);
    made.pass = await passOf('add', '--organizer', ids.organizer, '--label', 'canary');
    made.rotatedPass = await passOf('rotate', 'canary');
    made.rotatedKey = (await shown('keys', 'rotate', 'canary')).key;
    for (const secret of Object.values(made)) expect(secret).toMatch(/^tr[kps]_\w{38}$/);
    const backup = join(await temporaryFolder(), 'backup.ndjson');
    for (const command of [
      'migrate',
      'status --json',
      'config --json',
      'organizers add --name Third',
      `clients revoke ${ids.otherClient}`,
      'keys revoke canary',
      'passes update canary --correct',
      `venues show ${ids.venues[0]}`,
      `players show ${ids.players[0]} --json`,
      'matches list',
      'ratings decay',
      'ratings verify --json',
    ]) {
      await run(...command.split(' '));
    }
    for (const what of [
      'keys',
      'passes',
      'clients',
      'organizers',
      'players',
      'venues',
      'competitions',
    ]) {
      await run(what, 'list');
      await run(what, 'list', '--json');
    }
    for (const command of ['config', 'status', `backup ${backup}`]) await runAlone(0, command);
    const exported = await run('export', '-');
    expect(exported).toContain('key_hash');
    printed.push(['the backup', await readFile(backup, 'utf8')]);
    expect(secretsIn(printed, known())).toEqual([]);
  });

  test('are not repeated by a command that refuses them', async () => {
    printed.length = 0;
    const record = (more: object) => `${JSON.stringify(more)}\n`;
    const client = { kind: 'client', client_id: 'c', organizer_id: ids.organizer, scopes: [] };
    const refused = [
      { kind: 'api_key', key: `${sent[2]} with spaces`, label: 'x' },
      { kind: 'api_key', key: `${sent[0]}x`, label: 'x' },
      { kind: 'api_key', key: sent[0], label: 'tests' },
      { kind: 'api_key', key: citySecrets.key, label: 'again' },
      { kind: 'api_key', key: [sent[0]], label: 'x' },
      pass({ pass: `${sent[3]}x` }),
      pass({ pass: sent[3], organizer_id: 'org_nobody' }),
      pass({ pass: sent[0] }),
      { ...client, client_secret: `${sent[2]} with spaces` },
      { ...client, client_id: ids.client, client_secret: sent[1] },
      { ...client, client_secret: sent[1], more: sent[2] },
    ];
    for (const more of refused) await refuse(1, ['import', '-'], record(more));
    await refuse(1, ['import', '-'], `{"kind":"api_key","key":"${sent[0]}"`);
    await runAlone(2, 'status', { TOKEN_SECRET: 'canary-too-short' });
    await runAlone(0, 'config', {
      TOKEN_SECRET: sent[0],
      DATABASE_URL: `postgres://me:${password}@127.0.0.1:1/x`,
    });
    await runAlone(1, 'status', { DATABASE_URL: `postgres://me:${password}@127.0.0.1:1/x` });
    await runAlone(2, 'status', { DATABASE_URL: `mysql://me:${password}@127.0.0.1:1/x` });
    expect(secretsIn(printed, { ...known(), short: 'canary-too-short' })).toEqual([]);
  });

  test('are written by no server of its own, which names credentials instead', async () => {
    await service.stop();
    answers.length = 0;
    const program = await compiled.serve({ ...environment, LOG_LEVEL: 'trace' });
    ({ url } = program);
    made.lastToken = await tokenFrom(url);
    for (const headers of [...credentials(), { authorization: `Bearer ${made.lastToken}` }]) {
      for (const query of queries()) await ask('GET', `/v1/venues${query}`, headers);
      await ask('POST', '/v1/matches', { ...headers, 'idempotency-key': 'k' }, '{');
      await ask('POST', '/oauth/token', headers.authorization?.startsWith('Basic') ? {} : headers);
    }
    await ask('POST', '/oauth/token', { authorization: `Basic ${btoa(`${ids.client}:wrong`)}` });
    await ask('GET', '/metrics', {});
    program.signal('SIGTERM');
    await program.ended;
    const tokens = program.log().filter(({ path }) => path === '/oauth/token');
    const named = tokens.map(({ credential }) => credential);
    expect([named[0], named.at(-1)]).toEqual([ids.client, undefined]);
    expect(program.written()).toContain('"credential":"tests"');
    const written = ['what the server wrote', program.written()] as const;
    expect(secretsIn([written, ...answers], known())).toEqual([]);
  });

  /** Another key that nobody has, so that none is remembered. */
  function newKey(): string {
    const key = newSecret('trk_');
    made[`key ${Object.keys(made).length}`] = key;
    return key;
  }
});
