import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../shared/config.ts';
import { version } from '../../shared/version.ts';
import { cleanUp, temporaryFolder } from '../support/service.ts';
import { commandsOn, tennis } from './terminal.ts';

/** Runs commands that mustn't come to touch a database. */
const untouched = commandsOn(
  new Proxy({} as never, {
    get() {
      throw new Error('a mistake must change nothing');
    },
  }),
);

let DATA_DIR = '';
beforeAll(async () => {
  DATA_DIR = join(await temporaryFolder(), 'data');
});
afterAll(cleanUp);

describe('a mistake in the command line gets one line on standard error and status 2', () => {
  test.each([
    ['', /tennis --help/],
    ['keys', /tennis keys --help/],
    ['organizerz list', /organizerz.*Did you mean organizers\?/],
    ['organizers lst', /lst.*Did you mean list\?/],
    ['keys add --lable website', /--label/],
    ['keys list --jsno', /--jsno.*Did you mean --json\?/],
    ['ratings decay --as-off 2026-01-01T00:00:00Z', /--as-off.*Did you mean --as-of\?/],
    ['xyzzy', /xyzzy/],
    ['keys add', /--label/],
    ['keys add --label', /--label/],
    ['keys add --label one two', /too many arguments/],
    ['keys revoke', /label-or-id/],
    ['clients add', /--organizer/],
    ['organizers add', /--name/],
    ['import', /file/],
    ['export', /file/],
    ['import one.ndjson two.ndjson', /too many arguments/],
    ['ratings', /tennis ratings --help/],
    ['help organizerz', /organizerz.*"tennis --help"/],
    ['help players ad', /'ad'.*"tennis players --help"/],
    ['organizers list --port 3001', /--port.*PORT is a setting, so put PORT=… before/],
    ['organizers list --data-dir=/tmp', /--data-dir'; DATA_DIR is a setting/],
    [
      'players add --name Pawe\ufffd --ntrp 3',
      /has to be UTF-8; here U\+FFFD stands .*: Pawe\ufffd$/,
    ],
    ['ratings decay --as-of yesterday', /--as-of.*such as 2026-05-01 18:00 in Warsaw/],
    ['ratings decay --as-of 2026-02-30T00:00:00Z', /--as-of/],
    ['ratings decay --as-of 2026-03-29T02:30', /--as-of.*never show/],
    ['ratings decay --as-of 2999-01-01T00:00:00Z', /--as-of.*future/],
  ])('tennis %s', async (line, said) => {
    const { status, out, lines } = await untouched(line === '' ? [] : line.split(' '));
    expect([status, out, lines.length]).toEqual([2, '', 1]);
    expect(lines[0]).toMatch(said);
  });

  test('without what a terminal obeys', async () => {
    const { status, lines } = await untouched(['keys', 'list', '--x\u001b[2J\u202e']);
    expect([status, lines.length]).toEqual([2, 1]);
    expect(lines[0]).toContain('--x\\u001b[2J\\u202e');
  });

  test('in a process of its own too, which leaves no folder behind', async () => {
    const { status, out, lines } = await tennis(['organisers', 'list'], { DATA_DIR });
    expect([status, out, lines.length]).toEqual([2, '', 1]);
    expect(lines[0]).toContain('Did you mean organizers?');
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

describe('--help says what there is, on standard output with status 0', () => {
  const nouns = ['organizers', 'clients', 'keys', 'venues', 'competitions', 'players'];
  test('tennis --help names every command', async () => {
    const { status, out, err } = await tennis(['--help'], { DATA_DIR });
    expect([status, err]).toEqual([0, '']);
    const verbs = ['serve', 'demo', 'migrate', 'import', 'export', 'ratings'];
    for (const name of [...verbs, ...nouns]) expect(out).toMatch(new RegExp(`^ +${name}\\b`, 'm'));
  });

  test.each([
    ['keys --help', ['add', 'list', 'revoke']],
    ['clients --help', ['add', 'list', 'revoke']],
    ['organizers --help', ['add', 'list']],
    ['ratings --help', ['run', 'decay', 'verify']],
    ['keys add --help', ['--label <label>', '--json']],
    ['clients add --help', ['--organizer <id>', '--scope <scope>', '--json']],
    ['organizers add --help', ['--name <name>', '--json']],
    ['ratings decay --help', ['--as-of <time>', '--json']],
    ['import --help', ['<file>', 'NDJSON', 'standard input']],
    ['export --help', ['<file>', 'standard output']],
  ])('tennis %s', async (line, words) => {
    const { status, out, err } = await untouched(line.split(' '));
    expect([status, err]).toEqual([0, '']);
    for (const word of words) expect(out).toContain(word);
  });

  test.each(['', 'players', 'players add', 'ratings decay'])(
    'tennis help %s is the same',
    async (line) => {
      const words = line === '' ? [] : line.split(' ');
      const help = await untouched(['help', ...words]);
      expect(help).toEqual(await untouched([...words, '--help']));
      expect(help.out).toStartWith(`Usage: tennis ${line}`.trim());
    },
  );

  test.each(['--version', '-v', '-V'])('tennis %s prints the version', async (option) => {
    const { status, out } = await untouched([option]);
    expect([status, out.split(/[ \n]/)[0]]).toEqual([0, version]);
  });

  test('serve and demo, too, take a setting for no option', async () => {
    for (const command of ['serve', 'demo']) {
      const { status, out, lines } = await tennis([command, '--port', '3001'], { DATA_DIR });
      expect([status, out, lines]).toEqual([2, '', [expect.stringContaining('PORT=…')]]);
      const help = await tennis(['help', command], { DATA_DIR });
      expect(help.out).toStartWith(`Usage: tennis ${command}`);
    }
  });
});

describe('a setting that can’t be used is named in one line, with its value and what is allowed', () => {
  const hidden = 'a-secret-that-is-too-short';
  const cases: readonly (readonly [name: string, value: string, allowed: string])[] = [
    ['PORT', 'http', '0 to 65535'],
    ['PORT', '65536', '0 to 65535'],
    ['PORT', '-1', '0 to 65535'],
    ['PUBLIC_URL', 'tennis.example', 'http'],
    ['PUBLIC_URL', 'https://tennis.example/?a=b', 'without query'],
    ['PUBLIC_URL', 'https://tennis.example/?', 'without query'],
    ['PUBLIC_URL', 'https://tennis.example/#', 'without query'],
    ['PUBLIC_URL', ' https://tennis.example', 'http'],
    ['PUBLIC_URL', 'https://club:word@tennis.example', 'http'],
    ['DATABASE_URL', `mysql://tennis:${hidden}@localhost/tennis`, 'postgres://'],
    ['DATABASE_URL', `postgres://tennis:${hidden}@[broken/tennis`, 'postgres://'],
    ['TOKEN_SECRET', hidden, 'at least 32 characters'],
    ['RATE_LIMIT_PER_MINUTE', '0', 'from 1'],
    ['RATE_LIMIT_PER_MINUTE', '1.5', 'whole number'],
    ['RATE_LIMIT_STORE', 'redis', 'memory or database'],
    ['ADDRESS_LIMIT_PER_MINUTE', 'many', 'whole number'],
    ['RATING_DELAY_SECONDS', '-1', 'from 0'],
    ['CORS_ORIGINS', '*', 'origins'],
    ['CORS_ORIGINS', 'https://club.example/app', 'origins'],
    ['CORS_ORIGINS', 'https://a.example,,https://b.example', 'origins'],
    ['TRUST_PROXY', 'yes', '0 or 1'],
    ['DATABASE_URL', 'postgres://localhost:99999/tennis', 'such as postgres://'],
    ['DATABASE_URL', 'postgres://localhost/100%', 'such as postgres://'],
    ...[
      'sslMode=require',
      'ssl_mode=require',
      'sslmode=',
      'sslmode=yes',
      'ssl=require',
      'tls=true',
      'sslrootcert=',
    ].map(
      (query) =>
        ['DATABASE_URL', `postgres://localhost/tennis?${query}`, 'TLS by sslmode='] as const,
    ),
    ['DECAY_SCHEDULE', 'nightly', '0 3 * * *'],
    ['DECAY_SCHEDULE', '0 3 31 2 *', '0 3 * * *'],
    ['DECAY_SCHEDULE', '2999-01-01T03:00:00', '0 3 * * *'],
    ['LOG_LEVEL', 'loud', 'trace, debug, info, warn, error, fatal or silent'],
  ];

  function refusal(name: string, value: string): string {
    try {
      readSettings({ [name]: value });
    } catch (error) {
      if (error instanceof Error) return error.message;
    }
    return '';
  }

  test.each(cases)('%s=%s', (name, value, allowed) => {
    const message = refusal(name, value);
    expect(message).toStartWith(`${name} is `);
    expect(message).toContain(allowed);
    expect(message).not.toContain('\n');
    const isSecret = /SECRET|DATABASE_URL/.test(name);
    expect(message.includes(value)).toBe(!isSecret);
    expect(message).not.toContain(hidden);
  });

  test('on standard error, with status 2, whatever the command', async () => {
    const settings = { DATA_DIR, TOKEN_SECRET: hidden };
    const { status, out, lines } = await tennis(['serve'], settings);
    expect([status, out, lines.length]).toEqual([2, '', 1]);
    expect(lines[0]).toContain('TOKEN_SECRET');
    expect(lines[0]).not.toContain(hidden);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test.each([
    ['https://tennis.example/', 'https://tennis.example'],
    [
      'https://tenis.łódź.example/kluby/miasto-Łódź//',
      'https://tenis.xn--d-uga0v4h.example/kluby/miasto-%C5%81%C3%B3d%C5%BA',
    ],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('PUBLIC_URL=%s is %s where a header says it', (given, told) => {
    expect(readSettings({ PUBLIC_URL: given }).PUBLIC_URL).toBe(told);
  });

  test.each([
    'sslmode=verify-full&sslrootcert=ca.crt&sslcert=a.crt&sslkey=a.key',
    'ssl=true',
    'ssl=0',
    'sslmode=no-verify',
    'sslmode=disable&channel_binding=prefer&application_name=x',
  ])('DATABASE_URL may have ?%s', (query) => {
    const DATABASE_URL = `postgres://localhost/tennis?${query}`;
    expect(readSettings({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });

  test('an empty variable counts as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' })).toEqual(readSettings({}));
  });
});

describe('a database that can’t be opened is one line and status 1', () => {
  test.each([
    'postgres://tennis:hidden@127.0.0.1:1/tennis',
    'postgres://tennis:hidden@localhost:1/tennis',
  ])('%s', async (DATABASE_URL) => {
    const { status, lines } = await tennis(['keys', 'list'], { DATA_DIR, DATABASE_URL });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain('DATABASE_URL');
    expect(lines[0]).not.toContain('hidden');
  });
});
