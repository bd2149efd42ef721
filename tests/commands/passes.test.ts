// rules 6.4
import { beforeAll, expect, test } from 'bun:test';
import { createKeyUses, createPasses, newSecret } from '../../modules/auth/index.ts';
import { addResult } from '../../modules/matches/index.ts';
import { completed, ids } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { commandsOn } from './terminal.ts';

const day = 24 * 3_600_000;

onBothDatabases('passes', (kind) => {
  let service: TestService;
  let now = Date.parse('2026-06-10T12:00:00.000Z');
  beforeAll(async () => {
    service = await startTestService(kind, { clock: () => now });
  });

  const run = (...args: string[]) => commandsOn(service.workbench)(args);
  async function printed(...args: string[]) {
    const { status, out, err } = await run(...args, '--json');
    expect([status, err]).toEqual([0, '']);
    return JSON.parse(out);
  }
  const add = (label: string, ...more: string[]) =>
    printed('passes', 'add', '--organizer', ids.organizer, '--label', label, ...more);
  const uses = () =>
    createKeyUses({
      database: service.workbench.database,
      table: 'pass',
      clock: () => now,
      log: { debug: () => undefined },
    });
  /** What a service that has just started knows of the pass with this address. */
  const found = ({ address }: { readonly address: string }, passUses = uses()) =>
    createPasses({
      database: service.workbench.database,
      clock: () => now,
      passUses,
    }).find(address.split('/').at(-1) ?? '');

  test('a pass is made with an address, which is shown only then', async () => {
    const made = await add('Court desk, Agrykola');
    expect(made).toEqual({
      id: expect.stringMatching(/^pas_[a-z0-9]{10}$/),
      label: 'Court desk, Agrykola',
      organizer_id: ids.organizer,
      competition_id: null,
      may_correct: false,
      ends_on: null,
      address: expect.stringMatching(/^http:\/\/localhost:\d+\/desk\/open\/trp_[A-Za-z0-9]{38}$/),
    });
    const { address, ...rest } = made;
    const shown = { ...rest, revoked_at: null, former_until: null, last_used_at: null };
    expect(await printed('passes', 'list')).toMatchObject([shown]);
    expect(await printed('passes', 'show', made.id)).toMatchObject(shown);
    for (const command of ['list', 'list --json', `show ${made.id}`, `show ${made.id} --json`]) {
      const { out } = await run('passes', ...command.split(' '));
      expect(out).not.toContain(address.slice(-20));
      expect(out).not.toContain('hash');
    }
  });

  test('stands below PUBLIC_URL, where that is set', async () => {
    const settings = { ...service.workbench.settings, PUBLIC_URL: 'https://club.example/t' };
    const { out } = await commandsOn({ ...service.workbench, settings })([
      ...['passes', 'add', '--organizer', ids.organizer, '--label', 'public'],
    ]);
    expect(out).toMatch(/^address +https:\/\/club\.example\/t\/desk\/open\/trp_\w{38}$/m);
  });

  test('says whose desk it opens and what may be done there, and its use is noted', async () => {
    const made = await add('bound', '--competition', ids.league, '--correct');
    const passUses = uses();
    expect(await found(made, passUses)).toEqual<unknown>({
      id: made.id,
      label: 'bound',
      organizer_id: ids.organizer,
      organizer_name: 'First Club',
      competition_id: ids.league,
      may_correct: true,
    });
    await passUses.write();
    const last_used_at = '2026-06-10T12:00:00.000Z';
    expect(await printed('passes', 'show', 'bound')).toMatchObject({ last_used_at });
  });

  test('what is no pass, or nobody’s, opens nothing', async () => {
    for (const secret of [newSecret('trp_'), newSecret('trk_'), 'trp_', 'x'.repeat(42), '']) {
      expect(await found({ address: secret })).toBeUndefined();
    }
  });

  test('counts to the end of its last day in Warsaw', async () => {
    const made = await add('tonight', '--until', '2026-06-11');
    now = Date.parse('2026-06-11T23:59:59.999+02:00');
    expect(await found(made)).toMatchObject({ label: 'tonight' });
    now += 1;
    expect(await found(made)).toBeUndefined();
    await printed('passes', 'update', 'tonight', '--until', '');
    expect(await found(made)).toMatchObject({ label: 'tonight' });
  });

  test('gets another label, and the right to correct or not', async () => {
    const made = await add('phone');
    const update = (...options: string[]) => printed('passes', 'update', made.id, ...options);
    expect(await update('--correct', '--label', 'tablet')).toMatchObject({ may_correct: true });
    expect(await found(made)).toMatchObject({ label: 'tablet', may_correct: true });
    expect(await update('--no-correct')).toMatchObject({ label: 'tablet', may_correct: false });
    for (const fixed of ['--organizer', '--competition']) {
      expect((await run('passes', 'update', 'tablet', fixed, ids.league)).status).toBe(2);
    }
  });

  test('is for a competition of its own organizer, as long as that is so', async () => {
    const options = ['--organizer', ids.organizer, '--label', 'x', '--competition'];
    const refused = await run('passes', 'add', ...options, ids.foreignCup);
    expect([refused.status, refused.lines]).toEqual([
      1,
      [`--competition "${ids.foreignCup}": this is another organizer's competition.`],
    ]);
    const made = await add('cup', '--competition', ids.shortCup);
    const move = (to: string) => printed('competitions', 'update', ids.shortCup, '--organizer', to);
    await move(ids.otherOrganizer);
    expect(await found(made)).toBeUndefined();
    await move(ids.organizer);
    expect(await found(made)).toMatchObject({ competition_id: ids.shortCup });
  });

  test('a label is unique among the passes in use, and shows no pass', async () => {
    await add('once');
    const again = await run('passes', 'add', '--organizer', ids.organizer, '--label', 'once');
    expect([again.status, again.lines.join()]).toEqual([1, expect.stringMatching(/"once"/)]);
    for (const label of [newSecret('trp_'), 'pas_0000000000']) {
      const { status, err } = await run('passes', 'update', 'once', '--label', label);
      expect([status, err]).toEqual([2, expect.stringContaining('--label')]);
    }
    await printed('passes', 'revoke', 'once');
    await add('once');
  });

  test('rotated, it has another address, and the first one holds for the overlap', async () => {
    const first = await add('rotated');
    const second = await printed('passes', 'rotate', 'rotated');
    expect(second).toEqual({
      id: first.id,
      label: 'rotated',
      address: expect.stringMatching(/\/desk\/open\/trp_[A-Za-z0-9]{38}$/),
      former_until: new Date(now + day).toISOString(),
    });
    const both = async () => [(await found(first))?.id, (await found(second))?.id];
    expect(await both()).toEqual([first.id, first.id]);
    now += day;
    expect(await both()).toEqual([undefined, first.id]);
  });

  test('revoked, it opens nothing within two seconds', async () => {
    const made = await add('revoked');
    const passes = createPasses({ database: service.workbench.database, clock: () => now });
    const secret = made.address.split('/').at(-1);
    expect(await passes.find(secret)).toMatchObject({ id: made.id });
    const revoked = { id: made.id, label: 'revoked', revoked_at: expect.any(String) };
    expect(await printed('passes', 'revoke', 'revoked')).toEqual(revoked);
    await until(async () => (await passes.find(secret)) === undefined, 2_000);
  });

  test('a revoked one goes with its competition or organizer, one in use keeps it', async () => {
    const { id: organizer } = await printed('organizers', 'add', '--name', 'Third');
    const { id: competition } = await printed(
      ...['competitions', 'add', '--name', 'Cup', '--type', 'league', '--organizer', organizer],
      ...['--season', '2026-x', '--starts-on', '2026-06-01', '--ends-on', '2026-06-02'],
    );
    const passFor = (...more: string[]) =>
      printed('passes', 'add', '--organizer', organizer, '--label', 'going', ...more);
    await passFor('--competition', competition);
    const kept = await run('competitions', 'remove', competition);
    expect([kept.status, kept.err]).toEqual([1, expect.stringContaining('a pass refers to it')]);
    await printed('passes', 'revoke', 'going');
    await printed('competitions', 'remove', competition);
    await passFor();
    expect((await run('organizers', 'remove', organizer)).status).toBe(1);
    await printed('passes', 'revoke', 'going');
    await printed('organizers', 'remove', organizer);
    const entries: { action: string }[] = await printed('audit', 'list', '--limit', '4');
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['pass removed', 'organizer removed', 'pass revoked']),
    );
  });

  test('what comes by a pass is its organizer’s, and stands under its label', async () => {
    const by = { actor: { pass: 'Court desk', organizer_id: ids.organizer }, now };
    const send = (more: Record<string, unknown>) =>
      service.workbench.database.transaction((tx) => addResult(tx, completed(more), by));
    const { match } = await send({});
    const inWords = 'pass "Court desk" of ';
    const log = await run('audit', 'list', '--match', match.id);
    expect(log.out).toMatch(new RegExp(`${inWords}${ids.organizer} +match submitted`));
    const shown = await run('matches', 'show', match.id);
    expect(shown.out).toContain(`${inWords}First Club (${ids.organizer})`);
    expect(await failureOf(send({ competition_id: ids.foreignCup }))).toMatch(/another organizer/);
  });

  test('the log tells what was done to passes, and never their secrets', async () => {
    const { address } = await add('logged');
    await printed('passes', 'rotate', 'logged');
    await printed('passes', 'update', 'logged', '--correct');
    await printed('passes', 'revoke', 'logged');
    const { out } = await run('audit', 'list', '--json', '--limit', '4');
    const actions = JSON.parse(out).map((entry: { action: string }) => entry.action);
    expect(actions).toEqual(['pass revoked', 'pass updated', 'pass rotated', 'pass added']);
    expect(out).not.toContain(address.slice(-38));
    expect(out).not.toContain('hash');
  });
});
