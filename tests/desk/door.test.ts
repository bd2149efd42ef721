import { afterAll, beforeAll, expect, test } from 'bun:test';
import { newSecret } from '../../modules/auth/index.ts';
import { passCookie } from '../../modules/desk/pass-cookie.ts';
import { createLog } from '../../shared/log.ts';
import { onBothDatabases, type TestService } from '../support/service.ts';
import { readable } from '../website/html.ts';
import { passes, phoneOf, revoke, startDesk } from './phone.ts';

onBothDatabases('The door of the desk', (kind) => {
  let service: TestService;
  const lines: string[] = [];

  beforeAll(async () => {
    const log = createLog('trace', false, (line) => void lines.push(line));
    service = await startDesk(kind, { log });
  });
  afterAll(() => service.stop());

  test('without a pass a page says to ask the organizer', async () => {
    for (const path of ['/desk', '/desk/results', '/desk/player', '/desk/file']) {
      const page = await phoneOf(service).open(path);
      expect(page.status).toBe(401);
      expect(readable(page.html)).toContain('ask the organizer');
      expect(page.headers.get('set-cookie')).toBeNull();
    }
    const polish = await phoneOf(service, '', 'pl').open('/desk');
    expect(readable(polish.html)).toContain('poproś organizatora');
  });

  test('the address shows whose desk it is, and only its button opens it', async () => {
    const phone = phoneOf(service);
    const door = await phone.open(`/desk/open/${passes.club}`);
    expect(door.status).toBe(200);
    expect(readable(door.html)).toContain('Court desk');
    expect(readable(door.html)).toContain('First Club');
    expect(door.headers.get('set-cookie')).toBeNull();
    expect(door.headers.get('referrer-policy')).toBe('no-referrer');
    expect(door.headers.get('cache-control')).toBe('no-store');
    const policy = door.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script');
    const opened = await phone.send('/desk/open', { pass: passes.club });
    expect(opened.status).toBe(303);
    expect(opened.location).toBe('/desk');
    expect(opened.headers.get('set-cookie')).toBe(
      `desk=${passes.club}; Path=/desk; Max-Age=15552000; HttpOnly; SameSite=Strict`,
    );
    expect((await phoneOf(service, passes.club).open('/desk')).status).toBe(200);
  });

  test('an unknown pass opens nothing', async () => {
    const phone = phoneOf(service);
    expect((await phone.open(`/desk/open/${newSecret('trp_')}`)).status).toBe(401);
    const sent = await phone.send('/desk/open', { pass: newSecret('trp_') });
    expect(sent.status).toBe(401);
    expect(sent.headers.get('set-cookie')).toBeNull();
  });

  test('leaving the desk forgets the cookie', async () => {
    const left = await phoneOf(service, passes.club).send('/desk/leave', {});
    expect(left.status).toBe(303);
    expect(left.headers.get('set-cookie')).toStartWith('desk=; Path=/desk; Max-Age=0;');
  });

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'self' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ])('a POST from elsewhere is refused: %j', async (headers: Record<string, string>) => {
    const given = headers.origin === 'self' ? { ...headers, origin: service.url } : headers;
    const phone = phoneOf(service, passes.club);
    for (const path of ['/desk', '/desk/open', '/desk/leave', '/desk/player', '/desk/file']) {
      const page = await phone.send(path, { pass: passes.club }, given);
      expect([path, page.status]).toEqual([path, 403]);
      expect(page.headers.get('set-cookie')).toBeNull();
      expect(readable(page.html)).toContain('Nothing was changed');
    }
  });

  test('without Sec-Fetch-Site our own origin is enough', async () => {
    const { url } = service;
    expect((await phoneOf(service).send('/desk/leave', {}, { origin: url })).status).toBe(303);
  });

  test('a revoked pass ends in the middle of a form, with a page that says so', async () => {
    await revoke(service, 'League desk');
    const sent = await phoneOf(service, passes.league).send('/desk', { day: '2026-05-01' });
    expect(sent.status).toBe(401);
    expect(readable(sent.html)).toContain('not valid any more');
  });

  test('an unknown address and a method that there is not get a page, too', async () => {
    const phone = phoneOf(service, passes.club);
    const page = await phone.open('/desk/nowhere');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect((await phone.open('/desk/leave')).status).toBe(405);
  });

  test('the secret never stands in the log', async () => {
    await phoneOf(service).open(`/desk/open/${passes.club}`);
    await phoneOf(service).open(`/desk/open/${passes.club}/more?x=${passes.club}`);
    await phoneOf(service).open(`/desk/open/%74${passes.club.slice(1)}`);
    expect(lines.join('')).toContain('/desk/open/…');
    expect(lines.join('')).not.toContain(passes.club.slice(1));
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).not.toContain('trp_');
  });
});

onBothDatabases('The limits of the desk', (kind) => {
  test('a pass has 60 requests a minute, whatever the address', async () => {
    const service = await startDesk(kind, { settings: { RATE_LIMIT_PER_MINUTE: 3 } });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) {
      statuses.push((await phoneOf(service, passes.club).open('/desk')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await phoneOf(service, passes.other).open('/desk')).status).toBe(200);
    await service.stop();
  });
});

test('the cookie is only for https where the service is', () => {
  const at = (auth: string) => passCookie({ base: '', errors: '', auth }, 'trp_x');
  expect(at('https://tennis.example')).toEndWith('; Secure');
  expect(at('http://localhost:3000')).not.toContain('Secure');
});
