// What the audit log says of a correction. rules 12.1
import { beforeAll, expect, test } from 'bun:test';
import { exportFrom } from '../commands/exchange.ts';
import { commandsOn } from '../commands/terminal.ts';
import { completed, ids } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const [anna = '', bartek = '', celina = '', lukasz = ''] = ids.players;

onBothDatabases('the audit log of corrections', (kind) => {
  let service: TestService;
  const matches: string[] = [];
  beforeAll(async () => {
    service = await startTestService(kind);
    for (const player_ids of [
      [anna, bartek],
      [celina, lukasz],
    ]) {
      matches.push((await json(await service.submit(completed({ player_ids })))).id);
    }
    await service.rate();
  });

  async function listed(...options: string[]): Promise<Record<string, unknown>[]> {
    const run = commandsOn(service.workbench);
    return JSON.parse((await run(['audit', 'list', '--json', ...options])).out);
  }
  /** The entries that a command leaves, the newest first. */
  async function left(line: string, reason = 'a mistake') {
    const before = (await listed()).length;
    const words = [...line.split(' '), '--reason', reason];
    const { status, err } = await commandsOn(service.workbench)(words);
    expect([status, err]).toEqual([0, '']);
    const now = await listed();
    return now.slice(0, now.length - before);
  }
  const entry = (action: string, subject: string | null, more: object = {}) =>
    expect.objectContaining({
      actor: { user: 'anna' },
      action,
      subject,
      reason: 'a mistake',
      ...more,
    });
  const members = (some: object) => expect.objectContaining(some);

  test('has one entry of a match that is voided, restored and corrected', async () => {
    const [id = ''] = matches;
    const whole = members({ id, winner_id: anna });
    const nothing = { before: null, after: null };
    expect(await left(`matches void ${id} --yes`)).toEqual([
      entry('match voided', id, { ...nothing, before: whole }),
    ]);
    expect((await listed('--player', bartek)).map(({ subject }) => subject)).toEqual([id, id]);
    expect(await left(`matches restore ${id} --yes`)).toEqual([
      entry('match restored', id, { ...nothing, after: whole }),
    ]);
    expect(await left(`matches correct ${id} --swap --yes`)).toEqual([
      entry('match corrected', id, {
        before: members({ winner_id: anna }),
        after: members({ winner_id: bartek }),
      }),
    ]);
    const actions = (await listed('--match', id)).map(({ action }) => action);
    expect(actions).toEqual([
      'match corrected',
      'match restored',
      'match voided',
      'match submitted',
    ]);
  });

  test('has one entry of another level, and of a rebuild', async () => {
    expect(await left(`players update ${anna} --ntrp 4.5 --yes`)).toEqual([
      entry('player updated', anna, {
        before: members({ self_assessed_ntrp: 3 }),
        after: members({ self_assessed_ntrp: 4.5 }),
      }),
    ]);
    expect(await left('ratings rebuild --yes')).toEqual([entry('ratings rebuilt', null)]);
  });

  test('has one entry of a merge for each of the two, who are listed as one then', async () => {
    expect(await left(`players merge ${celina} ${anna} --yes`)).toEqual([
      entry('players merged', anna, { after: { from: celina } }),
      entry('players merged', celina, { after: { into: anna } }),
    ]);
    const subjects = (await listed('--player', anna)).map(({ subject }) => subject);
    expect(subjects).toContain(celina);
    expect(subjects).toContain(matches[1]);
  });

  test('has none of a dry run, or of what is refused', async () => {
    expect(await left(`matches void ${matches[0]} --dry-run`)).toEqual([]);
    const before = await listed();
    const run = commandsOn(service.workbench);
    const refused = await run(['matches', 'restore', matches[0] ?? '', '--yes']);
    expect(refused.status).toBe(2);
    expect(await listed()).toEqual(before);
  });

  test('has no name of somebody who is erased, not even in the reason of that, or of a merge', async () => {
    const run = commandsOn(service.workbench);
    const adding = async (name: string) =>
      JSON.parse((await run(['players', 'add', '--name', name, '--ntrp', '3', '--json'])).out).id;
    // Spaces were stored around it, too.
    const [from, into] = [await adding(' Żaneta Ó. '), await adding('Zenon Ź.')];
    await run(['players', 'update', into, '--name', 'Zbigniew Q.']);
    const merged = await left(`players merge ${from} ${into} --yes`, 'is Żaneta Ó');
    expect(JSON.stringify(merged)).toContain('"display_name":" Żaneta Ó. "');
    const [erased] = await left(
      `players erase ${into} --yes`,
      'Zbigniew Q. and Zenon Ź. ask, as Żaneta Ó. did',
    );
    expect(erased).toMatchObject({ action: 'player erased', subject: into });
    const kept = JSON.stringify(await listed()) + (await exportFrom(service.workbench));
    expect(['Żaneta', 'Zbigniew', 'Zenon'].filter((name) => kept.includes(name))).toEqual([]);
  });

  test('has no key that a reason holds', async () => {
    const [id = ''] = matches;
    const [voided] = await left(`matches void ${id} --yes`, 'sent with trk_0123456789abcdef');
    expect(voided?.reason).toBe('sent with trk_…');
    await left(`matches restore ${id} --yes`);
  });
});
