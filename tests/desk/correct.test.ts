import { afterAll, beforeAll, expect, test } from 'bun:test';
import { completed, ids } from '../support/city.ts';
import { json, onBothDatabases, type TestService } from '../support/service.ts';
import { decoded, readable } from '../website/html.ts';
import { fieldsOf, passes, phoneOf, startDesk } from './phone.ts';

onBothDatabases('The results at the desk', (kind) => {
  let service: TestService;
  const at = (secret: string) => phoneOf(service, secret);
  beforeAll(async () => {
    service = await startDesk(kind);
  });
  afterAll(() => service.stop());

  let day = 0;
  /** A rated result that Anna won against Bartek, on a day of its own. */
  async function rated(more: object = {}): Promise<string> {
    day += 1;
    const played_at = new Date(Date.UTC(2026, 2, 1 + day, 10)).toISOString();
    const sent = await json(await service.submit(completed({ played_at, ...more })));
    await service.rate();
    return String(sent.id);
  }
  const rating = async (player: unknown) =>
    (await json(await service.get(`/v1/players/${player}/rating`))).value;
  const reasons = (id: string) =>
    service.workbench.database.db
      .selectFrom('audit_entry')
      .select(['action', 'reason', 'actor'])
      .where('subject', '=', id)
      .where('action', '<>', 'match submitted')
      .orderBy('sequence')
      .execute();

  test('stand newest first, each with what the rating did, by competition and by name', async () => {
    const first = await rated();
    const last = await rated({ competition_id: ids.tiebreakLeague });
    const player_ids = [ids.players[2], ids.players[3]];
    const other = await rated({ player_ids });
    const { html } = await at(passes.club).open('/desk/results');
    const places = [other, last, first].map((id) => html.indexOf(id));
    expect(places).toEqual(places.toSorted((one, two) => one - two));
    expect(places).not.toContain(-1);
    expect(readable(html)).toMatch(/Anna K\. beat Bartek Ł\. 6–4 6–3 .* Anna K\. \+24 → 1324/);
    const league = await at(passes.club).open(`/desk/results?competition=${ids.tiebreakLeague}`);
    expect(league.html).toContain(last);
    expect(league.html).not.toContain(first);
    const named = await at(passes.club).open('/desk/results?name=celina');
    expect(named.html).toContain(other);
    expect(named.html).not.toContain(first);
    const bound = await at(passes.league).open('/desk/results');
    expect(bound.html).toContain(last);
    expect(bound.html).not.toContain(first);
    const foreign = await at(passes.other).open('/desk/results');
    for (const id of [first, last, other]) expect(foreign.html).not.toContain(id);
    const path = `/desk/results?competition=${ids.foreignCup}`;
    expect((await at(passes.club).open(path)).status).toBe(404);
  });

  test('come in pages', async () => {
    for (let n = 0; n < 21; n += 1) {
      const played_at = new Date(Date.UTC(2026, 4, 1 + n, 10)).toISOString();
      await service.submit(completed({ played_at }));
    }
    const { html } = await at(passes.club).open('/desk/results');
    const [, next = ''] = /href="([^"]*cursor=[^"]*)"/.exec(html) ?? [];
    const page = await at(passes.club).open(
      new URL(decoded(next), `${service.url}/desk/results`).href,
    );
    expect(page.status).toBe(200);
    expect(page.html).toContain('/desk/results/mat_');
  });

  test.each(['correct', 'void', 'restore'])('nobody else gets to %s', async (what) => {
    const id = await rated();
    for (const [pass, status] of [
      [passes.club, 404],
      [passes.league, 404],
      [passes.other, 404],
      ['', 401],
    ] as const) {
      const path = `/desk/results/${id}/${what}`;
      expect((await at(pass).open(path)).status).toBe(status);
      const fields = { reason: 'because', confirmed: '1' };
      expect((await at(pass).send(path, fields)).status).toBe(status);
    }
    expect((await service.get(`/v1/matches/${id}`)).status).toBe(200);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const path = `/desk/results/${id}/${what}`;
    expect((await at(passes.corrector).send(path, {}, foreign)).status).toBe(403);
    expect((await at(passes.corrector).open('/desk/results/mat_aaaaaaaaaa/void')).status).toBe(404);
  });

  test('a correction shows whose rating would change, then asks; both players can change', async () => {
    const id = await rated();
    const path = `/desk/results/${id}/correct`;
    const form = await at(passes.corrector).open(path);
    const fields = fieldsOf(form.html);
    expect(fields).toMatchObject({
      ...{ player_1: 'Anna K.', player_2: 'Bartek Ł.', ended: 'played', time: '11:00' },
      ...{ set_1_1: '6', set_1_2: '4', set_2_1: '6', set_2_2: '3' },
    });
    const before = [await rating(ids.players[0]), await rating(ids.players[4])];
    const wanted = { ...fields, player_1: 'Zofia N.', player_2: 'Maria D.', set_1_2: '0' };
    const unsaid = await at(passes.corrector).send(path, wanted);
    expect(unsaid.html).toContain('id="fault-reason"');
    const shown = await at(passes.corrector).send(path, { ...wanted, reason: 'other people' });
    expect(readable(shown.html)).toMatch(/Anna K\.: \d+ → \d+/);
    expect(readable(shown.html)).toMatch(/Zofia N\.: 1000 → \d+/);
    expect([await rating(ids.players[0]), await rating(ids.players[4])]).toEqual(before);
    const confirmed = fieldsOf(shown.html, 'confirm');
    // Somebody else has corrected it meanwhile: what is confirmed isn't what was shown.
    const other = { ...fields, court: '2', reason: 'the court' };
    const seen = await at(passes.corrector).send(path, other);
    await at(passes.corrector).send(path, fieldsOf(seen.html, 'confirm'));
    const anew = await at(passes.corrector).send(path, confirmed);
    expect([anew.status, readable(anew.html)]).toEqual([200, expect.stringMatching(/Zofia N/)]);
    Object.assign(confirmed, fieldsOf(anew.html, 'confirm'));
    const done = await at(passes.corrector).send(path, confirmed);
    expect([done.status, done.location]).toEqual([303, `/desk/results/${id}`]);
    expect((await at(passes.corrector).send(path, confirmed)).status).toBe(303);
    const match = await json(await service.get(`/v1/matches/${id}`));
    expect(match.player_ids).toEqual([ids.players[4], ids.players[5]]);
    expect(match.score.sets[0].games).toEqual([6, 0]);
    expect(match.played_at).toEndWith('Z'); // the moment as it was sent
    expect(await rating(ids.players[4])).toBeGreaterThan(1000);
    expect((await reasons(id)).map(({ reason }) => reason)).toEqual(['the court', 'other people']);
    const actor = { pass: 'Office', organizer_id: ids.organizer };
    expect((await reasons(id))[1]).toMatchObject({ action: 'match corrected', actor });
  });

  test('a correction is judged as a submission, and loses nothing that was typed', async () => {
    const id = await rated();
    const path = `/desk/results/${id}/correct`;
    const fields = fieldsOf((await at(passes.corrector).open(path)).html);
    const wrong = { ...fields, reason: 'x', set_1_2: '5', court: '2' };
    const { status, html } = await at(passes.corrector).send(path, wrong);
    expect(status).toBe(200);
    expect(html).toContain('id="fault-set_1"');
    expect(fieldsOf(html)).toMatchObject({ set_1_2: '5', court: '2', reason: 'x' });
    const unknown = await at(passes.corrector).send(path, { ...fields, player_2: 'Nobody' });
    expect(readable(unknown.html)).toContain('Nobody is called exactly so');
    const none = { set_1_1: '', set_1_2: '', set_2_1: '', set_2_2: '' };
    const empty = await at(passes.corrector).send(path, { ...fields, ...none, reason: 'x' });
    expect(empty.html).toContain('id="fault-set_1"');
    const walkover = { ...fields, ...none, reason: 'x', ended: 'walkover-2' };
    const shown = await at(passes.corrector).send(path, walkover);
    await at(passes.corrector).send(path, fieldsOf(shown.html, 'confirm'));
    const match = await json(await service.get(`/v1/matches/${id}`));
    expect(match).toMatchObject({ status: 'walkover', winner_id: ids.players[1], score: null });
  });

  test('a result is voided with a reason, and restored', async () => {
    const id = await rated();
    const before = await rating(ids.players[0]);
    const path = `/desk/results/${id}`;
    const corrector = at(passes.corrector);
    for (const what of ['void', 'restore'] as const) {
      const asked = await corrector.send(`${path}/${what}`, { reason: `to ${what}` });
      expect(readable(asked.html)).toMatch(/Anna K\.: \d+ → \d+/);
      const done = await corrector.send(`${path}/${what}`, fieldsOf(asked.html, 'confirm'));
      expect(done.status).toBe(303);
      const again = await corrector.send(`${path}/${what}`, fieldsOf(asked.html, 'confirm'));
      expect(again.status).toBe(303);
      const isVoided = what === 'void';
      expect((await service.get(`/v1/matches/${id}`)).status).toBe(isVoided ? 404 : 200);
      const list = await corrector.open('/desk/results?voided=1');
      expect(list.html.includes(id)).toBe(isVoided);
    }
    expect(await rating(ids.players[0])).toBe(before);
    const done = (await reasons(id)).map(({ action, reason }) => [action, reason]);
    expect(done).toEqual([
      ['match voided', 'to void'],
      ['match restored', 'to restore'],
    ]);
    const unsaid = await corrector.send(`${path}/void`, { reason: ' ' });
    expect(unsaid.html).toContain('id="fault-reason"');
  });
});
