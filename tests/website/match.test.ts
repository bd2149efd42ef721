// What the page of a match shows where it isn't as usual.
import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { MatchId } from '../../shared/ids.ts';
import { onBothDatabases, type TestService } from '../support/service.ts';
import { factsOf, readable } from './html.ts';
import { fillLeague, ids, now } from './league.ts';
import { look, startSite } from './visitor.ts';

onBothDatabases('the page of a match', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
    await fillLeague(service);
  });
  const page = async (id: string) => (await look(service, `/matches/${id}`)).html;

  test('says of a court what all courts of its number share', async () => {
    const { db } = service.workbench.database;
    const before = await db.selectFrom('venue').select('courts').executeTakeFirstOrThrow();
    const set = (courts: unknown) =>
      sql`update venue set courts = ${JSON.stringify(courts)}::json`.execute(db);
    await set(['clay', 'hard'].map((surface) => ({ number: 9, surface, indoor: true })));
    const Where = 'Korty Zachodnie court 9, indoor ul. Kortowa 1';
    expect(factsOf(await page(ids.pending))).toMatchObject({ Where });
    await set(before.courts);
  });

  test('has its title in order, though a name in it runs from right to left', async () => {
    const rename = (name: string) =>
      sql`update player set display_name = ${name} where id = ${ids.players.d}`.execute(
        service.workbench.database.db,
      );
    await rename('דוד כהן');
    const html = await page(ids.surprise);
    expect(html).toMatch(/<title>Anna K\.\u200e – דוד כהן\u200e · \d+ \w+ 2026\u200e · /);
    await rename('Dawid P.');
  });

  test('says kindly that a result can’t be rated', async () => {
    const fault = (text: string | null) =>
      sql`update match set rating_fault = ${text} where id = ${ids.pending}`.execute(
        service.workbench.database.db,
      );
    await fault('RangeError: it is <broken>');
    const text = readable(await page(ids.pending));
    expect(text).toContain('This result could not be rated so far');
    expect(text).not.toContain('broken');
    await fault(null);
  });

  test('is gone once it is voided, and back once it is restored', async () => {
    const { voidMatch, restoreMatch } = createCorrections(service.workbench);
    const asked = { actor: { user: 'tests' }, reason: 'a test' };
    const before = await page(ids.surprise);
    await voidMatch(ids.surprise as MatchId, asked);
    const { status, html } = await look(service, `/matches/${ids.surprise}`);
    expect([status, html.includes('Dawid')]).toEqual([404, false]);
    // Who stayed on in the history: C was rated at 1400 against 1376 either way.
    expect(await page(ids.retired)).toContain('Celina');
    await restoreMatch(ids.surprise as MatchId, asked);
    expect(await page(ids.surprise)).toBe(before);
  });
});
