// The ranking of a whole city, and of the smallest ones, beside what the API says: every place, who has
// none and what is missing, and how everybody moved within 30 days.
import { expect, test } from 'bun:test';
import { buildCity } from '../../commands/demo/season.ts';
import { secrets } from '../support/city.ts';
import { onBothDatabases, type TestService } from '../support/service.ts';
import { below, idsOf, nextOf, rowsOf } from './html.ts';
import { look, startSite } from './visitor.ts';

const dayMs = 86_400_000;
const today = new Date('2026-06-20T12:00:00Z');
const now = today.getTime();

/** An entry of a history, and when its match was played. */
type Entry = {
  readonly value_after: number;
  readonly confidence_after: number;
  readonly played_at: number | undefined;
};
type Person = { readonly id: string; readonly entries: readonly Entry[] };
type Stood = { readonly value: number; readonly confidence: number; readonly played: number };

/** A player's whole history, the oldest entry first. */
async function historyOf(service: TestService, id: string, playedAt: ReadonlyMap<string, number>) {
  const entries: Entry[] = [];
  const history = service.client.all('/players/{player_id}/rating-history', {
    path: { player_id: id },
  });
  for await (const { reason, ...entry } of history) {
    entries.push({ ...entry, played_at: playedAt.get(reason.match_id ?? '') });
  }
  return entries.reverse();
}

/** Where the entries, in order, have put a player before the first match played after the moment. */
function stoodAt({ entries }: Person, moment: number): Stood {
  const at: { -readonly [Name in keyof Stood]: Stood[Name] } = {
    value: 0,
    confidence: 0,
    played: 0,
  };
  let drops = 0;
  for (const { value_after, confidence_after, played_at } of entries) {
    const played = played_at === undefined ? at.played : Math.max(at.played, played_at);
    drops = played > at.played ? 0 : drops + (played_at === undefined && at.played > 0 ? 1 : 0);
    const due = played + (30 + 30 * drops) * dayMs;
    if (played > moment || (drops > 0 && played_at === undefined && due > moment)) break;
    Object.assign(at, { value: value_after, confidence: confidence_after, played });
  }
  return at;
}

function ranksAt(people: readonly Person[], moment: number): Map<string, number> {
  const ranked = people
    .map((person) => ({ id: person.id, ...stoodAt(person, moment) }))
    .filter(({ confidence, played }) => confidence >= 40 && played > moment - 365 * dayMs);
  return new Map(
    ranked.map(({ id, value }) => [id, 1 + ranked.filter((other) => other.value > value).length]),
  );
}

/** What the pages should show of each player, in their order. */
function expectedRows(people: readonly Person[]) {
  const [present, former] = [ranksAt(people, now), ranksAt(people, now - 30 * dayMs)];
  const listed = people.map((person) => {
    const { value, confidence, played } = stoodAt(person, now);
    const rank = present.get(person.id);
    const isResting = played <= now - 365 * dayMs;
    const missing = Math.max(1, Math.ceil((40 - confidence) / 10));
    const before = former.get(person.id);
    const moved = rank !== undefined && before !== undefined ? before - rank : undefined;
    return {
      id: person.id,
      value,
      group: rank === undefined ? (isResting ? 2 : 1) : 0,
      rank,
      missing,
      moved,
    };
  });
  listed.sort((a, b) => a.group - b.group || b.value - a.value || (a.id < b.id ? 1 : -1));
  return listed;
}

function movedInWords(moved: number | undefined): string {
  if (moved === undefined) return 'new';
  if (moved === 0) return 'no change';
  return moved > 0 ? `${moved} up` : `${-moved} down`;
}

/** Every row of the ranking's pages. */
async function shownRows(service: TestService) {
  const shown: { id: string; cells: string[] }[] = [];
  for (let path: string | undefined = '/'; path; ) {
    const { html, address } = await look(service, path);
    for (const [row] of html.matchAll(/<tr>(?:(?!<\/tr>).)*<th scope="row">.*?<\/tr>/gs)) {
      shown.push({ id: idsOf(row, 'players')[0] ?? '', cells: rowsOf(row)[0] ?? [] });
    }
    path = nextOf(html, address);
  }
  return shown;
}

onBothDatabases('the ranking of a city', (kind) => {
  const city = buildCity({ seed: 7, today });

  test.each([0, 1, 2, 5, city.players.length])(
    'of %i players is what the API says',
    async (size) => {
      const players = city.players.slice(0, size);
      const ids = new Set(players.map(({ id }) => id));
      const season = city.season.filter(({ player_ids }) => player_ids.every((id) => ids.has(id)));
      // So few may not have met: then they play each other here.
      const few =
        size < 10
          ? meetings(
              city,
              players.map(({ id }) => id),
            )
          : season;
      const playedAt = new Map(few.map(({ id, played_at }) => [id, Date.parse(played_at)]));
      const key = { kind: 'api_key', key: secrets.key, label: 'tests' };
      const records = [key, city.organizers, city.venues, city.competitions, players, few].flat();
      const service = await startSite(kind, {
        records,
        clock: () => now,
        settings: { RATE_LIMIT_PER_MINUTE: 10_000 },
      });
      await service.rate();
      await service.workbench.decay();
      const people: Person[] = [];
      for (const { id } of players)
        people.push({ id, entries: await historyOf(service, id, playedAt) });
      const expected = expectedRows(people);
      const shown = await shownRows(service);
      expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      for (const [place, { rank, value, missing, moved }] of expected.entries()) {
        const { cells = [] } = shown[place] ?? {};
        if (rank !== undefined) {
          expect([cells[0], cells[1], cells[3]]).toEqual([
            `${rank}`,
            movedInWords(moved),
            `${value}`,
          ]);
        } else {
          const [name = '', points] = cells;
          expect(name).toEndWith(` ${missing} more rated match${missing > 1 ? 'es' : ''}`);
          expect(points).toBe(String(value));
        }
      }
      // The biggest climbs are among those who climbed most.
      const { html } = await look(service, '/');
      const climbs = idsOf(
        below(html, 'Biggest climbs in 30 days').split('</section>')[0] ?? '',
        'players',
      );
      const most = expected
        .map(({ moved }) => moved ?? 0)
        .filter((moved) => moved > 0)
        .sort((a, b) => b - a);
      const climbed = climbs.map((id) => expected.find((one) => one.id === id)?.moved);
      expect(climbed).toEqual(most.slice(0, 5));
    },
  );
});

/** Matches between a few, so that one is ranked, one provisional, and so on. */
function meetings({ season }: ReturnType<typeof buildCity>, ids: readonly string[]) {
  const pairs = ids.flatMap((one, n) => ids.slice(n + 1).map((other) => [one, other] as const));
  return pairs.flatMap(([first, second], n) => {
    const like = season.find(({ status }) => status === 'completed');
    if (!like || n % 4 === 3) return [];
    const played_at = new Date(now - (n % 3 === 0 ? 10 : 100 + n) * dayMs).toISOString();
    const id = `mat_meeting00${n}`;
    return [{ ...like, id, played_at, player_ids: [first, second], winner_id: undefined }];
  });
}
