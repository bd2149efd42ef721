// Who walks through a history meanwhile: rules 8.3 hold across a correction.
import { beforeAll, expect, test } from 'bun:test';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { type Arena, arenaOn } from './arena.ts';
import { momentOf, type Played, straight } from './season.ts';
import { playerId } from './truth.ts';

onBothDatabases('GET /players/{player_id}/rating-history', (kind) => {
  const clock = { now: 0 };
  let service: TestService;
  let arena: Arena;
  beforeAll(async () => {
    const settings = { WEBSITE: 'public' as const };
    service = await startTestService(kind, { settings, records: [], clock: () => clock.now });
    arena = await arenaOn(service.workbench, clock);
  });

  /**
   * Plays a season of two players whose last result is played first. Gives what is listed after a first page,
   * by the API and by the website, and the matches shown last before.
   */
  async function afterFirstPage() {
    const days = 60;
    const matches = Array.from({ length: days }, (_, n): Played => {
      const isLate = n === days - 1;
      const [playedAt, submittedAt] = [momentOf(isLate ? 0 : n + 1, 0), momentOf(n + 1, 1)];
      return { players: [0, 1], playedAt, submittedAt, venue: 0, result: straight };
    });
    await arena.begin([3.5, 3.5]);
    for (const [match, { submittedAt }] of matches.entries()) {
      await arena.take({ at: submittedAt, does: 'submit', match }, matches);
      await arena.take({ at: submittedAt + 1, does: 'run' }, matches);
    }
    const history = `/v1/players/${playerId(0)}/rating-history?limit=20`;
    const { data, next_cursor } = await json(await service.get(history));
    const path = `${history}&cursor=${encodeURIComponent(next_cursor)}`;
    const shown = await (await service.get(`/players/${playerId(0)}`)).text();
    const [, next = ''] = /<a href="([^"]*)" rel="next"/.exec(shown) ?? [];
    const page = new URL(next.replaceAll('&amp;', '&'), `${service.url}/players/`);
    const linked = (html: string) => [...html.matchAll(/matches\/(mat_\w+)/g)].map(([, id]) => id);
    const lastShown = [data.at(-1).reason.match_id, linked(shown).at(-1)];
    const nextOnes = async () => ({
      listed: (await json(await service.get(path))).data[0].reason.match_id,
      onPage: linked(await (await fetch(page)).text())[0],
    });
    return { days, lastShown, nextOnes };
  }

  test('goes on after what was shown last, though that is voided and all is rebuilt, here and on the page', async () => {
    const { days, lastShown, nextOnes } = await afterFirstPage();
    const before = await nextOnes();
    expect(before).toEqual({ listed: expect.any(String), onPage: expect.any(String) });
    expect((await arena.rebuild('played')).entries.changed).toBeGreaterThan(days);
    expect(await nextOnes()).toEqual(before);
    const asked = { actor: { user: 'tester' }, reason: 'It was wrong.' };
    for (const id of new Set(lastShown)) await arena.workbench.corrections.voidMatch(id, asked);
    expect(await nextOnes()).toEqual(before);
  });
});
