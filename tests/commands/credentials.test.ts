// rules 6.2
import { beforeAll, expect, test } from 'bun:test';
import type { Workbench } from '../../commands/workbench.ts';
import { newSecret } from '../../modules/auth/index.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';
import { commandsOn, type Outcome } from './terminal.ts';

onBothDatabases('credentials', (kind) => {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = (await startTestService(kind, { records: [] })).workbench;
  });

  const run = (...args: string[]) => commandsOn(workbench)(args);
  async function printed(...args: string[]): Promise<unknown> {
    const { status, out, err } = await run(...args, '--json');
    expect([status, err, out.trimEnd().split('\n').length]).toEqual([0, '', 1]);
    return JSON.parse(out);
  }
  function expectOneLine({ status, out, lines }: Outcome, expected: number, said: RegExp): void {
    expect([status, out, lines.length]).toEqual([expected, '', 1]);
    expect(lines[0]).toMatch(said);
  }

  const made = { organizer: '', client: '', key: '' };

  test('an organizer gets an id, and is listed', async () => {
    const organizer = await printed('organizers', 'add', '--name', 'Klub Łąka 🎾');
    const shown = { id: expect.stringMatching(/^org_[A-Za-z0-9_-]+$/), name: 'Klub Łąka 🎾' };
    expect(organizer).toEqual(shown);
    expect(await printed('organizers', 'list')).toEqual([organizer]);
    made.organizer = (organizer as typeof shown).id;
  });

  test('a client gets an id and a secret, which is shown only then, and all scopes', async () => {
    const client = await printed('clients', 'add', '--organizer', made.organizer);
    expect(client).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9_]+$/),
      client_id: expect.any(String),
      organizer_id: made.organizer,
      scopes: ['matches:write'],
      client_secret: expect.stringMatching(/^trs_[A-Za-z0-9]{38}$/),
    });
    const { id, client_id, client_secret } = client as Record<string, string>;
    expect(client_id).toBe(id ?? '');
    made.client = id ?? '';
    const listed = await printed('clients', 'list');
    expect(listed).toMatchObject([{ id, organizer_id: made.organizer, revoked_at: null }]);
    expect(JSON.stringify(listed)).not.toContain(client_secret);
    expect(JSON.stringify(listed)).not.toContain('hash');
  });

  test('a client may be allowed no scope, but none that doesn’t exist', async () => {
    const add = ['clients', 'add', '--organizer', made.organizer, '--scope'];
    expect(await printed(...add, '')).toMatchObject({ scopes: [] });
    expectOneLine(await run(...add, 'matches:read'), 2, /--scope.*matches:write/);
  });

  test('a key gets an id and is shown once, its label is unique among the unrevoked', async () => {
    const key = await printed('keys', 'add', '--label', 'website');
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[a-z0-9]{10}$/),
      label: 'website',
      key: expect.stringMatching(/^trk_[A-Za-z0-9]{38}$/),
    });
    const { id = '', key: secret = '' } = key as Record<string, string>;
    made.key = id;
    expectOneLine(await run('keys', 'add', '--label', 'website'), 1, /"website"/);
    const listed = await run('keys', 'list', '--json');
    expect(JSON.parse(listed.out)).toMatchObject([{ id, label: 'website', revoked_at: null }]);
    for (const { out } of [listed, await run('keys', 'list')]) {
      expect(out).toContain('website');
      expect(out).not.toContain(secret.slice(4));
    }
  });

  test('a key is revoked by its label or its id, and the label is free again', async () => {
    const revoked = { id: made.key, label: 'website', revoked_at: expect.any(String) };
    expect(await printed('keys', 'revoke', 'website')).toEqual(revoked);
    expectOneLine(await run('keys', 'revoke', 'website'), 1, /"website"/);
    const { id = '' } = (await printed('keys', 'add', '--label', 'website')) as typeof made & {
      id: string;
    };
    expect(await printed('keys', 'revoke', id)).toMatchObject({ id, label: 'website' });
    expect(await printed('keys', 'show', 'website')).toMatchObject({ id });
    const relabelled = await run('keys', 'update', 'website', '--label', 'another');
    expectOneLine(relabelled, 1, /^There is no API key in use "website"\.$/m);
    expectOneLine(await run('keys', 'revoke', 'nobody'), 1, /"nobody"/);
  });

  test('a client is revoked once', async () => {
    expect(await printed('clients', 'revoke', made.client)).toMatchObject({ id: made.client });
    expectOneLine(await run('clients', 'revoke', made.client), 1, new RegExp(made.client));
  });

  test.each([
    ...['keys show', 'keys revoke', 'keys rotate', 'clients show', 'clients revoke'],
    ...['passes show', 'passes revoke'],
  ])('%s repeats no key or secret that was given for its name', async (line) => {
    const secret = newSecret(
      line.startsWith('keys') ? 'trk_' : line.startsWith('passes') ? 'trp_' : 'trs_',
    );
    const outcome = await run(...line.split(' '), secret);
    expectOneLine(outcome, 1, /tr[kps]_…/);
    expect(outcome.out + outcome.err).not.toContain(secret.slice(4, 20));
  });

  test('a label that can’t be is a mistake', async () => {
    expectOneLine(await run('keys', 'add', '--label', 'two\nlines'), 2, /--label/);
  });
});
