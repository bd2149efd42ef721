import { afterAll, beforeAll, expect, test } from 'bun:test';
import { commandsOn } from '../commands/terminal.ts';
import { ids } from '../support/city.ts';
import { json, onBothDatabases, type TestService } from '../support/service.ts';
import { elementsOf, readable } from '../website/html.ts';
import { fieldsOf, passes, phoneOf, startDesk } from './phone.ts';

onBothDatabases('Adding a player at the desk', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startDesk(kind);
  });
  afterAll(() => service.stop());
  const desk = () => phoneOf(service, passes.league);
  const filled = async (more: Record<string, string>) => {
    const { html } = await desk().open('/desk/player');
    const given = { name: 'Nowa Q.', level: '3.5', venue: String(ids.venues[1]), listed: '1' };
    return { ...fieldsOf(html, 'player'), ...given, ...more };
  };
  const players = () => service.workbench.database.db.selectFrom('player').select('id').execute();

  test('takes a name, a level and a club, once, however often it is sent', async () => {
    const fields = await filled({});
    const before = (await players()).length;
    const sent = await Promise.all([1, 2].map(() => desk().send('/desk/player', fields)));
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect((await players()).length).toBe(before + 1);
    const [, id = ''] = /added=(plr_\w+)/.exec(sent[0]?.location ?? '') ?? [];
    expect(await json(await service.get(`/v1/players/${id}`))).toMatchObject({
      display_name: 'Nowa Q.',
      self_assessed_ntrp: 3.5,
      preferred_venue_ids: [ids.venues[1]],
      rating: { value: 1400, confidence: 20 },
    });
    const told = await desk().open(sent[0]?.location ?? '');
    expect(readable(told.html)).toContain('Added: Nowa Q. level 3.5, Łazienki, no match yet');
    const entry = await service.workbench.database.db
      .selectFrom('audit_entry')
      .select(['action', 'actor'])
      .where('subject', '=', id)
      .execute();
    const actor = { pass: 'League desk', organizer_id: ids.organizer };
    expect(entry).toEqual([{ action: 'player added', actor }]);
  });

  test('takes times, and says beside them what is no window', async () => {
    const window = { day_1: 'wednesday', start_1: '18:00', end_1: '20:30' };
    const { location = '' } = await desk().send(
      '/desk/player',
      await filled({ name: 'Nowa T.', ...window }),
    );
    const [, id = ''] = /added=(plr_\w+)/.exec(location) ?? [];
    const { availability } = await json(await service.get(`/v1/players/${id}`));
    expect(availability).toEqual([{ day: 'wednesday', start: '18:00', end: '20:30' }]);
    const wrong = await filled({ name: 'Nowa U.', ...window, end_1: '17:00' });
    const { status, html } = await desk().send('/desk/player', wrong);
    expect([status, html]).toEqual([200, expect.stringContaining('id="fault-times"')]);
    expect(fieldsOf(html, 'player')).toMatchObject({ day_1: 'wednesday', end_1: '17:00' });
  });

  test('offers every level with a sentence', async () => {
    const { html } = await desk().open('/desk/player');
    const levels = elementsOf(html).filter(
      ({ tag, attributes }) => tag === 'option' && /^\d/.test(attributes.value ?? ''),
    );
    expect(levels.map(({ attributes }) => Number(attributes.value))).toEqual(
      Array.from({ length: 9 }, (_, n) => 1.5 + n / 2),
    );
  });

  test.each([
    [{ listed: '1' }, undefined],
    [{ listed: '' }, true],
  ])('keeps whether everybody may see the name: %j', async (given, unlisted) => {
    const name = `Nowa ${unlisted ? 'V' : 'W'}.`;
    const { location } = await desk().send('/desk/player', await filled({ name, ...given }));
    const { out } = await commandsOn(service.workbench)([
      'players',
      'list',
      '--name',
      name,
      '--json',
    ]);
    expect(JSON.parse(out)[0].unlisted).toBe(unlisted);
    const { html } = await desk().open(location);
    expect(readable(html)).toContain(`Added: ${name}`);
    expect(fieldsOf(html, 'player')).not.toHaveProperty('listed'); // nobody has agreed yet
  });

  test('shows namesakes first, and questions a full surname', async () => {
    const before = (await players()).length;
    const fields = await filled({ name: 'anna k' });
    const asked = await desk().send('/desk/player', fields);
    expect(readable(asked.html)).toContain('are called so already');
    expect(readable(asked.html)).toContain('Anna K. level 3, Agrykola');
    const long = await desk().send('/desk/player', await filled({ name: 'Ewa Kowalska' }));
    expect(readable(long.html)).toContain('looks like a full surname');
    expect((await players()).length).toBe(before);
    const again = { ...fieldsOf(long.html, 'player'), level: '3.5' };
    expect((await desk().send('/desk/player', again)).status).toBe(303);
    const other = { ...fieldsOf(asked.html, 'player'), name: 'Ewa Kowalska' };
    expect((await desk().send('/desk/player', other)).status).toBe(200);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ level: '' }, 'level'],
    [{ level: '9' }, 'level'],
    [{ level: '3.3' }, 'level'],
    [{ venue: 'ven_nothing000' }, 'venue'],
  ])('says what is wrong beside its field: %j', async (wrong: Record<string, string>, field) => {
    const before = (await players()).length;
    const { status, html } = await desk().send(
      '/desk/player',
      await filled({ name: 'Xy Z.', ...wrong }),
    );
    expect(status).toBe(200);
    expect(html).toContain(`id="fault-${field}"`);
    expect((await players()).length).toBe(before);
  });
});
