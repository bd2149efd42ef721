import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { findPlayerInFull } from '../../modules/players/index.ts';
import { ids, person } from '../support/city.ts';
import { json, load, onBothDatabases, type TestService } from '../support/service.ts';
import { elementsOf, readable } from '../website/html.ts';
import { fieldsOf, type Page, passes, phoneOf, startDesk } from './phone.ts';

onBothDatabases('Entering a result at the desk', (kind) => {
  let service: TestService;
  let days = 0;
  const phone = (pass: string = passes.club, language = 'en') => phoneOf(service, pass, language);

  beforeAll(async () => {
    service = await startDesk(kind);
    const twins = [
      person('plr_twintwin01', 'Adam Z.', 2.5, { preferred_venue_ids: [ids.venues[0]] }),
      person('plr_twintwin02', 'Adam Z.', 4.5),
    ];
    await load(service.workbench, twins);
  });
  beforeEach(() => {
    days += 1;
  });
  afterAll(() => service.stop());

  /** Days for each test: two results of the same players within two days look wrong. */
  const dayOf = (n: number) => new Date(Date.UTC(2026, 2, 1 + 3 * n)).toISOString().slice(0, 10);
  /** A form of the competition with a result of Anna and Bartek, of which no other has the time. */
  async function filled(
    more: Record<string, string> = {},
    competition: string = ids.tiebreakLeague,
  ) {
    const form = await phone().open(`/desk?competition=${competition}`);
    const result = {
      ...{ player_1: 'Anna K.', player_2: 'Bartek Ł.', ended: 'played' },
      ...{ set_1_1: '6', set_1_2: '4', set_2_1: '6', set_2_2: '3' },
      ...{ day: dayOf(days), time: '10:30' },
    };
    return { ...fieldsOf(form.html), ...result, ...more };
  }
  const idOf = (page: Page) => /\/desk\/results\/(mat_\w+)/.exec(page.location)?.[1] ?? '';
  const stored = async (id: string) => json(await service.get(`/v1/matches/${id}`));
  const count = async (table: 'match' | 'player') => {
    const rows = await service.workbench.database.db.selectFrom(table).select('id').execute();
    return rows.length;
  };

  test('a result with known names is one form and one tap', async () => {
    const sent = await phone().send('/desk', await filled({ court: '2' }));
    expect(sent.status).toBe(303);
    const id = idOf(sent);
    expect(await stored(id)).toMatchObject({
      competition_id: ids.tiebreakLeague,
      venue_id: ids.venues[0],
      court_number: 2,
      player_ids: [ids.players[0], ids.players[1]],
      status: 'completed',
      score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] },
      rating_status: 'pending',
    });
    const told = await phone().open(sent.location);
    expect(readable(told.html)).toContain('Anna K. beat Bartek Ł. 6–4 6–3');
    expect(readable(told.html)).toContain('waits for its rating');
    expect(told.html).toContain(
      `?competition=${ids.tiebreakLeague}&amp;day=${dayOf(days)}&amp;venue=${ids.venues[0]}`,
    );
    const { db } = service.workbench.database;
    const entry = await db
      .selectFrom('audit_entry')
      .select(['actor', 'action'])
      .where('subject', '=', id)
      .executeTakeFirstOrThrow();
    expect(entry.action).toBe('match submitted');
    expect(entry.actor).toEqual({ pass: 'Court desk', organizer_id: ids.organizer });
  });

  test('the form offers the competition, now, its first venue and the players', async () => {
    const { html } = await phone(passes.league).open('/desk');
    const fields = fieldsOf(html);
    expect(fields.competition).toBe(ids.tiebreakLeague);
    expect(fields.venue).toBe(ids.venues[0]);
    expect(fields.time).toMatch(/^\d\d:(00|15|30|45)$/);
    expect(html).toContain('<option value="Anna K.">');
    expect(fields).toHaveProperty('match_tiebreak_1');
    expect(fields).not.toHaveProperty('set_3_1');
    const scores = elementsOf(html).filter(({ attributes }) => /^set_/.test(attributes.name ?? ''));
    expect(scores.length).toBe(8);
    for (const { attributes } of scores) {
      expect(attributes).toMatchObject({ type: 'text', inputmode: 'numeric' });
    }
    expect(elementsOf(html).filter(({ tag }) => tag === 'script')).toEqual([]);
  });

  test('several competitions are a choice first; the fields follow the format', async () => {
    const choice = await phone().open('/desk');
    expect(choice.html).toContain(`competition=${ids.shortCup}`);
    expect(choice.html).not.toContain(ids.foreignCup);
    const { html } = await phone().open(`/desk?competition=${ids.shortCup}`);
    expect(fieldsOf(html)).toHaveProperty('set_3_1');
    expect(fieldsOf(html)).not.toHaveProperty('set_1_1_points');
    expect(fieldsOf(html)).not.toHaveProperty('match_tiebreak_1');
  });

  test.each([
    [
      {
        set_2_1: '6',
        set_2_2: '7',
        set_2_1_points: '5',
        set_2_2_points: '7',
        match_tiebreak_1: '10',
        match_tiebreak_2: '8',
      },
      { status: 'completed', winner_id: ids.players[0] },
    ],
    [{ ended: 'retired-2', set_2_1: '2', set_2_2: '1' }, { retired_player_id: ids.players[1] }],
    [
      { ended: 'walkover-2', set_1_1: '', set_1_2: '', set_2_1: '', set_2_2: '' },
      { status: 'walkover', winner_id: ids.players[1], score: null },
    ],
  ])('however it ended: %j', async (given: Record<string, string>, expected: object) => {
    const sent = await phone().send('/desk', await filled(given));
    expect(readable(sent.html)).toBe('');
    expect(await stored(idOf(sent))).toMatchObject(expected);
  });

  test('names are found whatever the accents, the case and the order', async () => {
    const sent = await phone().send(
      '/desk',
      await filled({ player_1: 'k. ANNA', player_2: 'bartek l' }),
    );
    expect(sent.status).toBe(303);
  });

  test('a second tap sends nothing twice', async () => {
    const fields = await filled();
    const before = await count('match');
    const both = await Promise.all([phone().send('/desk', fields), phone().send('/desk', fields)]);
    const third = await phone().send('/desk', fields);
    expect(new Set([...both, third].map(({ location }) => location)).size).toBe(1);
    expect(await count('match')).toBe(before + 1);
  });

  test('two phones that send the same result store it once', async () => {
    const fields = await filled();
    const other = { ...fields, key: crypto.randomUUID() };
    const first = await phone().send('/desk', fields);
    const second = await phone(passes.league).send('/desk', other);
    expect(second.status).toBe(200);
    expect(readable(second.html)).toContain(`This match is in already: its id is ${idOf(first)}.`);
    expect(fieldsOf(second.html)).toMatchObject({ player_1: 'Anna K.', set_1_1: '6' });
  });

  test('the same form with another content is no second result, but can be sent as one', async () => {
    const fields = await filled();
    await phone().send('/desk', fields);
    days += 1;
    const later = { ...fields, day: dayOf(days) };
    const again = await phone().send('/desk', later);
    expect(again.status).toBe(200);
    expect(readable(again.html)).toContain('was sent already');
    const sent = await phone().send('/desk', { ...fieldsOf(again.html), confirmed: '1' });
    expect(sent.status).toBe(303);
  });

  test('faults stand beside their fields, and nothing that was typed is lost', async () => {
    const wrong: Record<string, string> = await filled({
      set_1_1: '6',
      set_1_2: '5',
      court: 'x',
      ended: 'played',
    });
    const page = await phone('', 'en').send('/desk', wrong);
    expect(page.status).toBe(401);
    const { status, html } = await phone().send('/desk', wrong);
    expect(status).toBe(200);
    const first = /id="fault-court"[^>]*>([^<]*)</.exec(html)?.[1];
    expect(first).toContain('Expected a number');
    for (const name of ['player_1', 'set_1_1', 'set_1_2', 'court', 'day', 'time', 'key', 'ended']) {
      expect([name, fieldsOf(html)[name]]).toEqual([name, wrong[name]]);
    }
    const scored = await phone().send('/desk', { ...wrong, court: '' });
    expect(/id="fault-set_1"[^>]*>([^<]*)</.exec(scored.html)?.[1]).toContain('6-5');
    const future = await phone().send('/desk', await filled({ day: '2099-01-01' }));
    expect(/id="fault-day"[^>]*>([^<]*)</.exec(future.html)?.[1]).toContain('future');
    const polish = await phone(passes.club, 'pl').send('/desk', wrong);
    expect(readable(polish.html)).toContain('Pierwszy gracz');
  });

  test('an unknown name leads back with who may be meant', async () => {
    const fields = await filled({ player_2: 'Bart' });
    const { html } = await phone().send('/desk', fields);
    expect(readable(html)).toContain('Nobody is called exactly so');
    expect(html).toContain(`value="${ids.players[1]}"`);
    expect(readable(html)).toContain('Bartek Ł. level 3, Łazienki, last match');
    const chosen = { ...fieldsOf(html), player_2_id: String(ids.players[1]) };
    const sent = await phone().send('/desk', chosen);
    expect((await stored(idOf(sent))).player_ids[1]).toBe(ids.players[1]);
  });

  test('namesakes are told apart', async () => {
    const fields = await filled({ player_2: 'Adam Z.' });
    const { html } = await phone().send('/desk', fields);
    expect(readable(html)).toContain('Several are called so');
    expect(readable(html)).toContain('Adam Z. level 2.5, Agrykola, no match yet');
    expect(readable(html)).toContain('Adam Z. level 4.5, no match yet');
    const sent = await phone().send('/desk', { ...fieldsOf(html), player_2_id: 'plr_twintwin02' });
    expect((await stored(idOf(sent))).player_ids[1]).toBe('plr_twintwin02');
  });

  test('a choice counts only for the name that it was made for', async () => {
    const fields = await filled({ player_2: 'Adam Z.' });
    const { html } = await phone().send('/desk', fields);
    const other = { ...fieldsOf(html), player_2_id: 'plr_twintwin02', player_2: 'Celina Ż.' };
    const sent = await phone().send('/desk', other);
    expect((await stored(idOf(sent))).player_ids[1]).toBe(ids.players[2]);
  });

  test('a newcomer is added in the same form, once, however often it is sent', async () => {
    const fields = await filled({ player_2: 'Nowa Q.' });
    const { html } = await phone().send('/desk', fields);
    const chosen = { ...fieldsOf(html), player_2_id: 'new' };
    const unsaid = await phone().send('/desk', chosen);
    expect(readable(unsaid.html)).toContain('needs a level');
    const before = await count('player');
    const given = { ...chosen, player_2_level: '3.5' };
    const sent = await Promise.all([phone().send('/desk', given), phone().send('/desk', given)]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(await count('player')).toBe(before + 1);
    const { player_ids } = await stored(idOf(sent[0] ?? (await phone().open('/desk'))));
    const added = await json(await service.get(`/v1/players/${player_ids[1]}`));
    expect(added).toMatchObject({ display_name: 'Nowa Q.', self_assessed_ntrp: 3.5 });
    // Nobody said that everybody may see the name.
    expect(await findPlayerInFull(service.workbench.database.db, player_ids[1])).toHaveProperty(
      'unlisted',
      true,
    );
    const agreed = { ...given, player_2: 'Nowa W.', player_2_of: 'Nowa W.', player_2_listed: '1' };
    const second = await phone().send('/desk', {
      ...agreed,
      key: crypto.randomUUID(),
      time: '07:45',
    });
    const [, listed] = (await stored(idOf(second))).player_ids;
    expect(await findPlayerInFull(service.workbench.database.db, listed)).not.toHaveProperty(
      'unlisted',
    );
  });

  test('what looks wrong is asked once', async () => {
    const fields = await filled({ day: '2026-07-20', court: '7' });
    const before = await count('match');
    const asked = await phone().send('/desk', fields);
    expect(readable(asked.html)).toContain('This looks wrong');
    expect(readable(asked.html)).toContain("after the competition's last day");
    expect(readable(asked.html)).toContain('lists no court 7');
    expect(await count('match')).toBe(before);
    // Another thing that looks wrong is asked, too.
    const changed = await phone().send('/desk', { ...fieldsOf(asked.html), court: '8' });
    expect(readable(changed.html)).toContain('lists no court 8');
    const sent = await phone().send('/desk', fieldsOf(changed.html));
    expect(sent.status).toBe(303);
  });

  test('a name with a typing error offers who may be meant', async () => {
    const { status, html } = await phone().send('/desk', await filled({ player_1: 'Celna Z.' }));
    expect([status, readable(html)]).toEqual([200, expect.stringContaining('Celina Ż. level')]);
  });

  test('another organizer, or another competition, is nothing here', async () => {
    const fields = await filled();
    for (const [pass, competition] of [
      [passes.other, ids.league],
      [passes.club, ids.foreignCup],
      [passes.league, ids.league],
      [passes.club, 'cmp_nothing000'],
      [passes.club, 'nonsense'],
    ] as const) {
      expect((await phone(pass).open(`/desk?competition=${competition}`)).status).toBe(404);
      expect((await phone(pass).send('/desk', { ...fields, competition })).status).toBe(404);
    }
  });

  test('undo takes the result out, for the pass that sent it alone', async () => {
    const id = idOf(await phone().send('/desk', await filled()));
    const path = `/desk/results/${id}`;
    expect((await phone(passes.other).open(path)).status).toBe(404);
    expect((await phone(passes.other).send(`${path}/undo`, {})).status).toBe(404);
    expect((await phone(passes.league).send(`${path}/undo`, {})).status).toBe(404);
    expect((await phone(passes.league).open(path)).html).not.toContain('/undo');
    const page = await phone().open(path);
    expect(page.html).toContain(`${id}/undo`);
    const undone = await Promise.all([1, 2].map(() => phone().send(`${path}/undo`, { x: '1' })));
    expect(undone.map(({ status }) => status)).toEqual([303, 303]);
    expect((await service.get(`/v1/matches/${id}`)).status).toBe(404);
    expect(readable((await phone().open(path)).html)).toContain('voided');
    const { db } = service.workbench.database;
    const entries = await db
      .selectFrom('audit_entry')
      .select('actor')
      .where('subject', '=', id)
      .where('action', '=', 'match voided')
      .execute();
    expect(entries).toEqual([{ actor: { pass: 'Court desk', organizer_id: ids.organizer } }]);
  });

  test('names with markup do no harm', async () => {
    const name = '"><script>alert(1)</script>';
    const { html } = await phone().send('/desk', await filled({ player_2: name }));
    expect(elementsOf(html).filter(({ tag }) => tag === 'script')).toEqual([]);
    expect(fieldsOf(html).player_2).toBe(name);
    const fields = { ...fieldsOf(html), player_2_id: 'new', player_2_level: '2' };
    const sent = await phone().send('/desk', fields);
    const told = await phone().open(sent.location);
    expect(elementsOf(told.html).filter(({ tag }) => tag === 'script')).toEqual([]);
    expect(readable(told.html)).toContain(name);
  });
});

onBothDatabases('The hour of undo', (kind) => {
  test('is over after an hour', async () => {
    let now = Date.parse('2026-05-02T10:00:00Z');
    const { testCity } = await import('../support/city.ts');
    const service = await startDesk(kind, { clock: () => now, records: testCity() });
    const form = await phoneOf(service, passes.league).open('/desk');
    const result = { player_1: 'Anna K.', player_2: 'Ola P.', set_1_1: '6', set_1_2: '0' };
    const scored = { ...result, set_2_1: '6', set_2_2: '0' };
    const fields: Record<string, string> = { ...fieldsOf(form.html), ...scored };
    expect(fields.time).toBe('12:00');
    const { location } = await phoneOf(service, passes.league).send('/desk', fields);
    now += 3_600_001;
    const [path = ''] = location.split('?');
    expect((await phoneOf(service, passes.league).open(path)).html).not.toContain('/undo');
    expect((await phoneOf(service, passes.league).send(`${path}/undo`, {})).status).toBe(404);
    expect((await phoneOf(service, passes.corrector).send(`${path}/undo`, {})).status).toBe(404);
    await service.stop();
  });
});
