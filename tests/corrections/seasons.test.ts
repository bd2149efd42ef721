// Every correction in random seasons, beside what the rules make of it (truth.ts) and beside a fresh
// database into which what should have been was submitted. `bun run seasons` draws a thousand.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { exportFrom } from '../commands/exchange.ts';
import type { OracleEntry } from '../support/oracle.ts';
import { onBothDatabases } from '../support/service.ts';
import { many } from '../support/tier.ts';
import { type Arena, openArena } from './arena.ts';
import { found } from './found.ts';
import { type Played, type Season, type Step, seasons } from './season.ts';
import { type Correction, playerId, Truth } from './truth.ts';
import { granted, type Wish, wish } from './wish.ts';

const numRuns = Number(process.env.SEASONS ?? found.length + many(10, 25));
const seed = process.env.SEASONS_SEED ? { seed: Number(process.env.SEASONS_SEED) } : {};
const runs = { numRuns, includeErrorInReport: true, ...seed };
const timeoutMs = 900_000;
const mostDays = 14;
const wishes = fc.array(wish, { minLength: 1, maxLength: 3 });
const later = fc.array(wish, { maxLength: 2 });

type State = Awaited<ReturnType<Arena['read']>>;

/** Takes the steps of the season from one to another. */
async function play(arena: Arena, truth: Truth, { matches, steps }: Season): Promise<void> {
  const played = [...matches];
  for (const step of steps) {
    if (step.does === 'submit') {
      const present = truth.present(matches[step.match]);
      if (!present) continue;
      played[step.match] = present;
    }
    await arena.take(step, played);
    truth.take(step, played);
  }
}

/** Expects that what is stored is what the rules make of it. */
async function expectTruth(arena: Arena, truth: Truth): Promise<State> {
  const state = await arena.read();
  for (const n of truth.players()) {
    const own = state.history.filter(({ player_id }) => player_id === playerId(n));
    expect(own.map(asOracleEntry).map(drops)).toEqual(truth.history(n).map(drops));
    const { k_factor: _, ...record } = truth.record(n);
    const updated_at = own.at(-1)?.occurred_at;
    const rating = state.ratings.find(({ player_id }) => player_id === playerId(n));
    expect<object | undefined>(rating).toMatchObject({ ...record, updated_at });
  }
  await arena.verify();
  return state;
}

type Entry = State['history'][number];

/** The entry; when a drop is given makes no difference, as long as its place is right. */
const drops = (entry: OracleEntry) =>
  entry.code === 'inactivity' ? { ...entry, occurred_at: '' } : entry;

function asOracleEntry(entry: Entry): OracleEntry {
  const { opponent_id, opponent_rating, expected_score, actual_score, k_factor } = entry;
  const inputs = { opponent_id, opponent_rating, expected_score, actual_score, k_factor };
  const { player_id, occurred_at, reason, match, value_before, value_after } = entry;
  return {
    player_id,
    occurred_at,
    code: reason,
    match_id: match === null ? null : String(match),
    value_before,
    value_after,
    change: value_before === null ? null : value_after - value_before,
    confidence_before: entry.confidence_before,
    confidence_after: entry.confidence_after,
    calculation: opponent_id && (inputs as OracleEntry['calculation']),
  };
}

/** The season had each result come in, and been rated, once it was played. */
function inTime({ matches, steps }: Season): Pick<Season, 'matches' | 'steps'> {
  const order = [...matches.keys()].sort((a, b) => momentOf(a) - momentOf(b) || a - b);
  function momentOf(n: number): number {
    return matches[n]?.playedAt ?? 0;
  }
  const played = order.flatMap((match, place): Step[] => {
    const at = momentOf(match) + 2 * place;
    return [
      { does: 'submit', at, match },
      { does: 'run', at: at + 1 },
    ];
  });
  const looks = steps.filter(({ does }) => does === 'look');
  return {
    matches: matches.map((match) => ({ ...match, submittedAt: match.playedAt })),
    steps: [...played, ...looks].sort((one, other) => one.at - other.at),
  };
}

/** What is stored, ids and the moments of applying aside. */
function timeless({ ratings, matches, history }: State) {
  return {
    ratings: ratings.map(({ updated_at: _, ...rating }) => rating),
    matches: matches,
    histories: Map.groupBy(
      history.map(({ id: _, occurred_at: __, as_of: ___, ...entry }) => entry),
      ({ player_id }) => player_id,
    ),
  };
}

/** Everything that an export writes, without the audit log. */
async function standing({ workbench }: Arena): Promise<string> {
  const lines = (await exportFrom(workbench)).split('\n');
  return lines.filter((line) => !line.startsWith('{"kind":"audit"')).join('\n');
}

type Rating = Pick<State['ratings'][number], 'player_id' | 'value' | 'confidence'>;
const rated = ({ player_id, value, confidence }: Rating) => `${player_id} ${value} ${confidence}`;

/** What a correction says has come of it. */
function told({ ratings, entries }: Awaited<ReturnType<Arena['correct']>>) {
  const changed = ratings.map(({ player_id, before, after }) => [
    rated({ ...before, player_id }),
    rated({ ...after, player_id }),
  ]);
  return { entries, ratings: changed };
}

/** The ratings that are others than before. */
function changes({ ratings: before }: State, { ratings: after }: State): string[] {
  const known = new Set(before.map(rated));
  return after.map(rated).filter((rating) => !known.has(rating));
}

/** The ids of entries by what they are of, where each match's players are those that `now` makes of them. */
function idsOf({ history }: State, now = (id: string) => id): Map<string, string> {
  const lasting = history.filter(({ reason }) => reason !== 'inactivity');
  return new Map(
    lasting.map(({ id, player_id, match }) => [
      match === null ? player_id : `${now(player_id)} ${match}`,
      id,
    ]),
  );
}

/** Expects that an entry that stays keeps its id, and one with that id its moment. */
function expectKept(before: State, after: State, correction: Correction): void {
  const [from, into] =
    correction.kind === 'merge' ? [correction.from, correction.into].map(playerId) : [];
  const ids = idsOf(before, (id) => (id === from && into ? into : id));
  for (const [key, id] of idsOf(after)) expect([key, ids.get(key) ?? id]).toEqual([key, id]);
  const moments = new Map(before.history.map(({ id, occurred_at }) => [id, occurred_at]));
  for (const { id, occurred_at } of after.history) {
    expect([id, moments.get(id) ?? occurred_at]).toEqual([id, occurred_at]);
  }
}

onBothDatabases('a correction in a random season', (kind) => {
  let arena: Arena;
  let other: Arena;
  beforeAll(async () => {
    arena = await openArena(kind);
    other = await openArena(kind);
  });
  afterAll(async () => {
    await arena.workbench.database.close();
    await other.workbench.database.close();
  });

  /** Puts one thing right, and expects that it is what was foretold, and what the rules make of it. */
  async function correctOnce(truth: Truth, wished: Wish): Promise<void> {
    const correction = granted(wished, truth, arena.clock.now);
    if (!correction) return;
    const before = await arena.read();
    const foretold = told(await arena.correct(correction, true));
    expect(await arena.read()).toEqual(before);
    const outcome = told(await arena.correct(correction));
    expect(outcome).toEqual(foretold);
    truth.correct(correction, arena.clock.now);
    const after = await expectTruth(arena, truth);
    expectKept(before, after, correction);
    if (correction.kind === 'merge') return;
    expect(outcome.ratings.map(([, after]) => after).sort()).toEqual(changes(before, after).sort());
  }

  /** Rebuilds everything as it was applied, which changes nothing. */
  async function rebuildNothing(): Promise<void> {
    const { entries, ratings } = await arena.rebuild('applied');
    expect({ entries, ratings }).toEqual({
      entries: { changed: 0, removed: 0, added: 0 },
      ratings: [],
    });
  }

  /** Voids a match that stands and restores it, and rebuilds everything, each of which leaves all as it was. */
  async function undo(truth: Truth, which: number): Promise<void> {
    const before = await standing(arena);
    await rebuildNothing();
    const left = truth.numbers().filter((n) => !truth.isVoid.has(n));
    const match = left[which % left.length];
    if (match === undefined) return;
    await arena.correct({ kind: 'void', match });
    await arena.correct({ kind: 'restore', match });
    expect(await standing(arena)).toBe(before);
  }

  test(
    'makes every rating what it would be, had it been right from the start, and is undone byte for byte',
    async () => {
      const parts = [seasons(mostDays), wishes, later, fc.nat(4), fc.nat()] as const;
      await fc.assert(
        fc.asyncProperty(...parts, async (season, wishes, later, share, which) => {
          const { levels, steps } = season;
          const truth = new Truth(levels);
          const half = share === 0 ? Math.floor(steps.length / 2) : steps.length;
          await arena.begin(levels);
          await play(arena, truth, { ...season, steps: steps.slice(0, half) });
          await undo(truth, which);
          for (const wished of wishes) await correctOnce(truth, wished);
          await rebuildNothing();
          await play(arena, truth, { ...season, steps: steps.slice(half) });
          for (const wished of later) await correctOnce(truth, wished);
          const state = await expectTruth(arena, truth);
          // Nobody can send a result before the match was played.
          const isAhead = ({ result, playedAt, submittedAt }: Played) =>
            result.status !== 'walkover' && playedAt > submittedAt;
          fc.pre(!truth.matches.some(isAhead));
          const fresh = truth.fresh();
          // They differ where a look would have given a drop that now stands before a late match.
          fc.pre(fresh.truth.agreesWith(truth));
          await other.begin(truth.levels);
          for (const step of fresh.steps) await other.take(step, truth.matches);
          expect(timeless(state)).toEqual(timeless(await other.read()));
        }),
        // Another season takes the place of one that can't be compared, as one in ten can't.
        { ...runs, examples: found, maxSkipsPerRun: 1 },
      );
    },
    timeoutMs,
  );

  // For long, so only beside the other long tests.
  if (kind === 'embedded')
    test(
      'reaches through a history that is read in parts',
      async () => {
        const some = fc.array(wish, { minLength: 3, maxLength: 3 });
        await fc.assert(
          fc.asyncProperty(seasons(500, 450), some, async (season, wishes) => {
            const truth = new Truth(season.levels);
            await arena.begin(season.levels);
            await play(arena, truth, season);
            await undo(truth, 137);
            for (const wished of wishes) await correctOnce(truth, wished);
          }),
          { ...runs, numRuns: 1, endOnFailure: true },
        );
      },
      timeoutMs,
    );

  test(
    'in the order of play makes every rating what it would be, had nothing been late',
    async () => {
      await fc.assert(
        fc.asyncProperty(seasons(mostDays), async (season) => {
          const truth = new Truth(season.levels);
          await arena.begin(season.levels);
          await play(arena, truth, season);
          await arena.take({ does: 'run', at: arena.clock.now + 1 }, []);
          await arena.rebuild('played');
          await arena.verify();
          await rebuildNothing();
          const { matches, steps } = inTime(season);
          await other.begin(season.levels);
          await play(other, new Truth(season.levels), { ...season, matches, steps });
          const [rebuilt, fresh] = [timeless(await arena.read()), timeless(await other.read())];
          expect({ ...rebuilt, matches: [] }).toEqual({ ...fresh, matches: [] });
        }),
        { ...runs, numRuns: Math.ceil(numRuns / 5) },
      );
    },
    timeoutMs,
  );
});
