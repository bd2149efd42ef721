// What a player's page says of the last correction that moved the rating.
import { beforeAll, expect, test } from 'bun:test';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { person } from '../support/city.ts';
import { load, onBothDatabases, type TestService } from '../support/service.ts';
import { readable } from './html.ts';
import { fillLeague, ids, now } from './league.ts';
import { score } from './score.ts';
import { look, startSite } from './visitor.ts';

const { a, b, c, d, e } = ids.players;
const everybody = [a, b, c, d, e];
const dayMs = 86_400_000;

onBothDatabases('a corrected rating', (kind) => {
  let service: TestService;
  let corrections: ReturnType<typeof createCorrections>;
  let today = now;
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => today });
    await fillLeague(service);
    corrections = createCorrections(service.workbench);
  });

  const ratings = async () => {
    const { db } = service.workbench.database;
    const rows = await db.selectFrom('rating').select(['player_id', 'value']).execute();
    return new Map<string, number>(rows.map(({ player_id, value }) => [player_id, value]));
  };
  const noteOf = async (id: string, language = 'en') => {
    const { html } = await look(service, `/players/${id}`, language);
    return readable(/<p class="note">.*?<\/p>/s.exec(html)?.[0] ?? '');
  };
  /** Does a correction on the next day; gives what each page says then, of those that say something of it. */
  async function notesAfter(correct: (asked: typeof by) => Promise<unknown>) {
    today += dayMs;
    const before = await ratings();
    await correct(by);
    const after = await ratings();
    const moved = everybody.filter((id) => before.get(id) !== after.get(id) && after.has(id));
    return Promise.all(
      moved.map(async (id) => [await noteOf(id), `${before.get(id)} → ${after.get(id)}`] as const),
    );
  }
  const by = { actor: { user: 'the secret operator' }, reason: 'a test' };
  const surprise = ids.surprise as MatchId;

  test('is told with the day, what was done, and both numbers, on each page that it changed', async () => {
    expect(await Promise.all(everybody.map((id) => noteOf(id)))).toEqual(['', '', '', '', '']);
    const told = {
      'On 21 May 2026 a result of 16 May 2026 was corrected': await notesAfter((asked) =>
        corrections.correctMatch(surprise, { score: score('6-3 6-3') }, asked),
      ),
      'On 22 May 2026 a result of 16 May 2026 was taken out': await notesAfter((asked) =>
        corrections.voidMatch(surprise, asked),
      ),
      'On 23 May 2026 a result of 16 May 2026 was put back': await notesAfter((asked) =>
        corrections.restoreMatch(surprise, asked),
      ),
      'On 24 May 2026 a starting level was corrected': await notesAfter((asked) =>
        corrections.changeLevel(c as PlayerId, 4.5, asked),
      ),
    };
    for (const [text, notes] of Object.entries(told)) {
      expect(notes.length).toBeWithin(1, 4);
      for (const [note, numbers] of notes) expect(note).toBe(`${text}: ${numbers}`);
    }
    // Nobody's page says who did it, or why.
    const { html } = await look(service, `/players/${c}`);
    expect(html).not.toMatch(/operator|a test/);
    // Nobody has a line whose rating is where it was.
    expect(await noteOf(e)).toBe('');
    expect(await noteOf(c, 'pl')).toMatch(
      /^24 maja 2026 poprawiono początkowy poziom gry: \d+ → \d+$/,
    );
  });

  test('is told of two registrations that became one, and of ratings that were calculated anew', async () => {
    const twin = 'plr_leaguexxxf';
    await load(service.workbench, [person(twin, 'Anna K.', 3.5)]);
    const result = (id: string, played_at: string, player_ids: readonly string[]) => ({
      ...{ kind: 'match', id, competition_id: ids.league, venue_id: ids.venue },
      ...{ played_at, player_ids, status: 'completed', score: score('6-0 6-0') },
    });
    await load(service.workbench, [
      result('mat_leaguexxx8', '2026-05-19T10:00:00Z', [twin, e]),
      // Comes late, so that it counts elsewhere once the ratings follow the order of play.
      result('mat_leaguexxx9', '2026-05-01T10:00:00Z', [b, d]),
    ]);
    await service.rate();
    const merged = await notesAfter((asked) =>
      corrections.mergePlayers(twin as PlayerId, a as PlayerId, asked),
    );
    expect(merged.map(([note]) => note)).toContainEqual(
      expect.stringMatching(
        /^On \d+ May 2026 two registrations of one person became one: \d+ → \d+$/,
      ),
    );
    const rebuilt = await notesAfter((asked) => corrections.rebuild('played', asked));
    expect(rebuilt.length).toBeGreaterThan(0);
    for (const [note, numbers] of rebuilt) {
      expect(note).toMatch(/^On \d+ May 2026 the ratings were calculated anew: /);
      expect(note).toEndWith(numbers);
    }
  });

  test('is not told of what was only tried, nor after a year', async () => {
    const before = await noteOf(a);
    today += dayMs;
    await corrections.voidMatch(surprise, { ...by, dryRun: true });
    expect(await noteOf(a)).toBe(before);
    await corrections.voidMatch(surprise, by);
    const after = await noteOf(a);
    expect(after).toContain('was taken out');
    today += 365 * dayMs - 1;
    expect(await noteOf(a)).toBe(after);
    today += 1;
    expect(await noteOf(a)).toBe('');
  });
});
