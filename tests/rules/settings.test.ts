// What the environment may say.
import { describe, expect, test } from 'bun:test';
import { readSettings } from '../../shared/config.ts';

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
