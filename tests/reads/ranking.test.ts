// The ranking, who is sought in it, a player's rank, and a competition's lists beside a look at everything.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  changeDays,
  listRanking,
  playersNamed,
  type RankingEnd,
  type RankingFilters,
  rankedSince,
  rankOf,
} from '../../modules/ratings/index.ts';
import { competitionSummary } from '../../modules/website/competition-repository.ts';
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';
import { createDraw, type Draw } from '../ratings/random-season.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { drawWorld, type Match, makeWorld, now, type Player, sizes, type World } from './world.ts';

const dayMs = 86_400_000;
const names = [
  'anna',
  'NOWAK zofia',
  'a',
  'ż',
  'zofia nowak',
  'anna nowak zofia',
  'na k',
  'nikt',
  'c',
  'aek',
  '..',
];

/** A name as it is compared: small, without accents, and with single spaces for all else. */
const folded = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('ł', 'l')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a name holds what is sought, as it is, with the last word first, or with the first one last. */
function isNamed(sought: string, { name }: Player): boolean {
  const words = folded(sought).split(' ');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const forms = [words, [last, ...words.slice(0, -1)], [...words.slice(1), first]];
  return folded(sought) !== '' && forms.some((form) => folded(name).includes(form.join(' ')));
}

function isSought(
  { name, venue_id, competition_id }: RankingFilters,
  player: Player,
  { matches }: World,
) {
  const hasPlayed = (id: string) =>
    matches.some(({ competition, players }) => competition === id && players.includes(player.id));
  return (
    (name === undefined || isNamed(name, player)) &&
    (venue_id === undefined || player.venues.includes(venue_id)) &&
    (competition_id === undefined || hasPlayed(competition_id))
  );
}

const hasPlayedSince =
  (ms: number) =>
  ({ played }: Player) =>
    played !== null && played > ms;
/** Whether a player is ranked, or why not: the number of the group in which they are listed. */
function groupOf(player: Player): 0 | 1 | 2 {
  if (!hasPlayedSince(now - 365 * dayMs)(player)) return 2;
  return player.confidence >= 40 ? 0 : 1;
}
const isRanked = (player: Player) => !player.unlisted && groupOf(player) === 0;

/** By how many points the matches of the last days moved a player's rating; null without a rated one. */
function changeOf(player: Player, { matches }: World): number | null {
  if (!hasPlayedSince(now - changeDays * dayMs)(player)) return null;
  const changes = matches
    .filter(({ played }) => played > now - changeDays * dayMs)
    .flatMap(({ players, changes }) => changes?.[players.indexOf(player.id)] ?? []);
  return changes.length > 0 ? changes.reduce((a, b) => a + b) : null;
}

/** What a look at everybody gives. */
function rankingOf(sought: RankingFilters, world: World) {
  const listed = world.players
    .filter((player) => !player.unlisted && isSought(sought, player, world))
    .sort((a, b) => groupOf(a) - groupOf(b) || b.value - a.value || (a.id < b.id ? 1 : -1));
  const ranked = listed.filter(isRanked);
  return listed.map((player) => ({
    id: player.id,
    value: player.value,
    state: (['ranked', 'provisional', 'resting'] as const)[groupOf(player)],
    rank: isRanked(player) ? 1 + ranked.filter(({ value }) => value > player.value).length : null,
    change: changeOf(player, world),
  }));
}

function drawSought(world: World, draw: Draw): RankingFilters[] {
  const venue_id = (draw.shuffled(world.venues)[0]?.id ?? 'ven_nobody0000') as VenueId;
  const competition_id = (draw.shuffled(world.competitions)[0]?.id ??
    'cmp_nobody0000') as CompetitionId;
  const [name, other] = draw.shuffled(names);
  return [
    {},
    { name },
    { name: other },
    { venue_id },
    { competition_id },
    { name, venue_id },
    { name: other, competition_id },
    { venue_id, competition_id },
    { name, venue_id, competition_id },
  ];
}

/** The wins of the last week of a competition that were expected least, five at most. */
function upsetsOf(id: string, { matches, competitions }: World): string[] {
  const own = matches.filter(({ competition }) => competition === id);
  const played = own.filter(({ status }) => status !== 'walkover').map(({ played }) => played);
  const isOver = (competitions.find((one) => one.id === id)?.ends ?? '') < '2026-06-30';
  const end = isOver ? Math.max(...played) : now;
  return own
    .filter(
      ({ changes, expected, played }) => changes && expected < 0.35 && played > end - 7 * dayMs,
    )
    .sort((a, b) => a.expected - b.expected || b.played - a.played || (a.id < b.id ? -1 : 1))
    .slice(0, 5)
    .map((match) => match.id);
}

/** Who gained most in a competition, five at most. */
function improvedIn(id: string, { matches }: World): { id: string; gain: number }[] {
  const gains = new Map<string, number>();
  for (const { players, changes } of matches.filter(({ competition }) => competition === id)) {
    for (const [side, change] of (changes ?? []).entries()) {
      const player = players[side] ?? '';
      gains.set(player, (gains.get(player) ?? 0) + change);
    }
  }
  return [...gains]
    .map(([id, gain]) => ({ id, gain }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || (a.id < b.id ? -1 : 1))
    .slice(0, 5);
}

const count = (matches: readonly Match[], applies: (match: Match) => boolean) =>
  matches.filter(applies).length;

onBothDatabases('the ranking', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [] });
  });
  afterAll(() => service.stop());

  async function expectRanking(sought: RankingFilters, world: World, limit: number) {
    const expected = rankingOf(sought, world);
    let after: RankingEnd | undefined;
    for (let from = 0; from <= Math.min(expected.length, 5 * limit); from += limit) {
      const page = await listRanking(service.requests.db, sought, now, limit, after);
      const found = page.map(({ id, value, state, rank, change }) => ({
        ...{ id: String(id), value, state, rank, change },
      }));
      const told = { size: world.players.length, sought, limit, from };
      expect([told, found]).toEqual([told, expected.slice(from, from + limit)]);
      after = page.at(-1)?.end;
    }
  }

  async function expectRanks(world: World, players: readonly Player[]) {
    for (const { id, value } of players) {
      const [told] = await service.requests.db
        .selectFrom('rating')
        .select(rankOf(rankedSince(now)).as('rank'))
        .where('player_id', '=', id as PlayerId)
        .execute();
      const own = world.players.filter((player) => isRanked(player));
      const rank = 1 + own.filter((other) => other.value > value).length;
      expect([id, told?.rank ?? null]).toEqual([
        id,
        own.some((one) => one.id === id) ? rank : null,
      ]);
    }
  }

  async function expectCompetition(id: string, world: World) {
    const asked = {
      id: id as CompetitionId,
      now: new Date(now).toISOString(),
      today: '2026-06-30',
    };
    const [summary] = await competitionSummary(service.requests.db, asked);
    expect(summary?.upsets.map((upset) => String(upset.id))).toEqual(upsetsOf(id, world));
    expect(summary?.improved.map(({ id, gain }) => ({ id: String(id), gain }))).toEqual(
      improvedIn(id, world),
    );
    const own = world.matches.filter(({ competition }) => competition === id);
    expect(summary?.numbers[0]).toMatchObject({
      results: own.length,
      rated: count(own, ({ rating }) => rating === 'rated'),
      pending: count(own, ({ rating }) => rating === 'pending'),
      walkovers: count(own, ({ status }) => status === 'walkover'),
    });
  }

  test.each(sizes)('of %i players is that of a look at everybody', async (size, worlds) => {
    const draw = createDraw(size + 1);
    for (let n = 0; n < Math.ceil(worlds / 4); n += 1) {
      const world = drawWorld(size * 1_000 + n, size);
      await makeWorld(service.workbench.database, world);
      for (const sought of drawSought(world, draw)) {
        const limit = size > 60 ? draw.pick([20, 51]) : draw.pick([1, 2, 3, 50]);
        await expectRanking(sought, world, limit);
      }
      await expectRanks(world, draw.shuffled(world.players).slice(0, 10));
      for (const name of names) {
        const expected = world.players
          .filter((player) => isNamed(name, player))
          .map(({ id }) => id);
        const found = await playersNamed(service.requests.db, name);
        expect([name, found.map(String).sort()]).toEqual([name, expected.sort()]);
      }
      for (const { id } of world.competitions) await expectCompetition(id, world);
    }
  });

  test('names five upsets of a week of a thousand results, and not those of its last ones', async () => {
    const world = drawWorld(5, 60);
    const [competition] = world.competitions;
    const match = world.matches.find(({ changes }) => changes);
    if (!competition || !match) throw new Error('a world without results');
    const matches = Array.from({ length: 1_000 }, (_, n) => ({
      ...match,
      ...{ id: `mat_${String(n).padStart(10, '0')}`, competition: competition.id },
      ...{ played: now - dayMs + n, expected: n < 5 ? 0.1 : 0.9 },
    }));
    const busy = { ...world, matches };
    await makeWorld(service.workbench.database, busy);
    expect(upsetsOf(competition.id, busy)).toHaveLength(5);
    await expectCompetition(competition.id, busy);
  });
});
