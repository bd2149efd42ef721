// Suggestions beside a look at everybody, in worlds of nobody, one, two, and more.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { matchSuggestions } from '../../modules/players/index.ts';
import type { PlayerId, VenueId } from '../../shared/ids.ts';
import { createDraw } from '../ratings/random-season.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { drawWorld, makeWorld, type Player, shownWindow, sizes, type World } from './world.ts';

type Wanted = {
  readonly limit: number;
  readonly max_rating_gap: number;
  readonly venue_id?: VenueId;
};

/** When both have time, minute by minute, as windows. */
function shared(a: Player, b: Player) {
  const free = ({ windows }: Player, day: number, minute: number) =>
    windows.some((window) => window.day === day && window.start <= minute && minute < window.end);
  const windows: { day: number; start: number; end: number }[] = [];
  for (const day of [0, 1, 2]) {
    for (let minute = 0; minute < 1_440; minute += 1) {
      if (!free(a, day, minute) || !free(b, day, minute)) continue;
      const last = windows.at(-1);
      if (last?.day === day && last.end === minute) last.end += 1;
      else windows.push({ day, start: minute, end: minute + 1 });
    }
  }
  return windows.map(shownWindow);
}

/** What a look at everybody gives, however many are wanted. */
function opponentsOf(seeker: Player, { players }: World) {
  return players
    .filter(({ id }) => id !== seeker.id)
    .map((player) => ({
      venues: player.venues,
      suggestion: {
        player: {
          id: player.id,
          display_name: player.name,
          rating: { value: player.value, confidence: player.confidence },
        },
        rating_gap: Math.abs(player.value - seeker.value),
        overlapping_availability: shared(seeker, player),
        shared_venue_ids: seeker.venues.filter((id) => player.venues.includes(id)),
      },
    }))
    .filter(({ suggestion }) => suggestion.overlapping_availability.length > 0)
    .sort(
      ({ suggestion: a }, { suggestion: b }) =>
        a.rating_gap - b.rating_gap || (a.player.id < b.player.id ? -1 : 1),
    );
}

onBothDatabases('suggestions', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [] });
  });
  afterAll(() => service.stop());

  test.each(sizes)('among %i players are those of a look at everybody', async (size, worlds) => {
    const draw = createDraw(size);
    const { db } = service.requests;
    for (let n = 0; n < worlds; n += 1) {
      const world = drawWorld(size * 1_000 + n, size);
      await makeWorld(service.workbench.database, world);
      const seekers = size > 20 ? draw.shuffled(world.players).slice(0, 4) : world.players;
      for (const seeker of seekers) {
        const all = opponentsOf(seeker, world);
        const venue = draw.shuffled(world.venues)[0]?.id as VenueId | undefined;
        const asked: Wanted[] = [0, draw.pick([9, 10, 150]), 500].flatMap((max_rating_gap) =>
          [1, 2, draw.pick([3, 4]), 10].flatMap((limit) => [
            { limit, max_rating_gap },
            ...(venue ? [{ limit, max_rating_gap, venue_id: venue }] : []),
          ]),
        );
        for (const wanted of asked) {
          const { venue_id, max_rating_gap, limit } = wanted;
          const expected = all
            .filter(({ venues }) => !venue_id || venues.includes(venue_id))
            .map(({ suggestion }) => suggestion)
            .filter(({ rating_gap }) => rating_gap <= max_rating_gap)
            .slice(0, limit);
          const found: unknown = await matchSuggestions(db, seeker.id as PlayerId, wanted);
          expect([seeker.id, wanted, found]).toEqual([seeker.id, wanted, expected]);
        }
      }
      const nobody = { limit: 5, max_rating_gap: 150 };
      expect(await matchSuggestions(db, 'plr_nobody0000' as PlayerId, nobody)).toBeUndefined();
    }
  });
});
