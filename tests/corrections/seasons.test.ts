// Every correction in random seasons, beside what the rules make of the data (fold.ts), and beside a fresh database
// into which what should have been was submitted from the start. `bun run seasons` draws a thousand.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { exportFrom } from '../commands/exchange.ts';
import { foldOf, storedFold } from '../support/fold.ts';
import { onBothDatabases } from '../support/service.ts';
import { many } from '../support/tier.ts';
import { type Arena, openArena } from './arena.ts';
import { found } from './found.ts';
import { type Played, type Season, type Step, seasons } from './season.ts';
import { Truth } from './truth.ts';
import { granted, type Wish, wish } from './wish.ts';

const numRuns = Number(process.env.SEASONS ?? found.length + many(10, 25));
const seed = process.env.SEASONS_SEED ? { seed: Number(process.env.SEASONS_SEED) } : {};
const runs = { numRuns, includeErrorInReport: true, endOnFailure: true, ...seed };
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
      truth.matches[step.match] = present;
    }
    await arena.take(step, played);
  }
}

/** Expects that what is stored is what the rules make of the data. */
async function expectFold(arena: Arena): Promise<State> {
  const { db } = arena.workbench.database;
  expect<unknown>(await storedFold(db)).toEqual(await foldOf(db));
  await arena.verify();
  return arena.read();
}

/** The steps of a database that had the right data from the start, with the same runs and looks. */
function stepsOf({ runs }: State, truth: Truth, comesIn: (match: Played) => number): Step[] {
  const submitted = truth.numbers().flatMap((match): Step[] => {
    const played = truth.matches[match];
    return played && !truth.isVoid.has(match)
      ? [{ does: 'submit', at: comesIn(played), match }]
      : [];
  });
  const done = runs.map(({ began_at, as_of }): Step => {
    return { does: as_of === null ? 'run' : 'look', at: Date.parse(began_at) };
  });
  return [...submitted, ...done].sort((one, other) => one.at - other.at);
}

/** What is stored, ids aside, with runs by when they began: those that had nothing to rate aren't numbered. */
function nameless({ ratings, matches, history, runs }: State) {
  const beginning = new Map(runs.map(({ number, began_at }) => [number, began_at]));
  const began = (number: number | null) => number && beginning.get(number);
  return {
    ratings,
    matches: matches.map(({ came_after: _, run, waited, ...match }) => ({
      ...match,
      run: began(run),
      waited: waited.map(began),
    })),
    history: history.map(({ id: _, run, ...entry }) => ({ ...entry, run: began(run) })),
  };
}

/** The same without when results came in. */
function timeless(state: State) {
  const { ratings, matches, history } = nameless(state);
  return {
    ratings,
    matches: matches.map(({ created_at: _, ...match }) => match),
    history: history.map(({ sent_at: _, ...entry }) => entry),
  };
}

/** Everything that an export writes, without the audit log, and without ids for what may come back. */
async function standing({ workbench }: Arena): Promise<string> {
  const lines = (await exportFrom(workbench)).split('\n');
  return lines.filter((line) => !/^{"kind":"(audit|former_history)"/.test(line)).join('\n');
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

/** Expects that an entry has one id for good, however often it goes and comes back. */
function expectIds({ history }: State, ids: Map<string, string>): void {
  for (const { id, player_id, match, run, nth } of history) {
    const key = `${match ?? `look ${run}`} ${player_id} ${nth}`;
    expect([key, ids.getOrInsert(key, id)]).toEqual([key, id]);
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
  async function correctOnce(truth: Truth, wished: Wish, ids: Map<string, string>): Promise<void> {
    const correction = granted(wished, truth, arena.clock.now);
    if (!correction) return;
    const before = await arena.read();
    const foretold = told(await arena.correct(correction, true));
    expect(await arena.read()).toEqual(before);
    const outcome = told(await arena.correct(correction));
    expect(outcome).toEqual(foretold);
    truth.correct(correction);
    const after = await expectFold(arena);
    if (correction.kind === 'merge') ids.clear();
    expectIds(after, ids);
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

  /** Plays the season as it should have been on the other database. */
  async function playFresh(truth: Truth, steps: readonly Step[]): Promise<State> {
    await other.begin(truth.levels);
    for (const step of steps) await other.take(step, truth.matches);
    return other.read();
  }

  test(
    'makes all what it would be, had it been right from the start, and is undone byte for byte',
    async () => {
      const parts = [seasons(mostDays), wishes, later, fc.nat(4), fc.nat()] as const;
      await fc.assert(
        fc.asyncProperty(...parts, async (season, wishes, later, share, which) => {
          const { levels, steps } = season;
          const truth = new Truth(levels);
          const ids = new Map<string, string>();
          const half = share === 0 ? Math.floor(steps.length / 2) : steps.length;
          await arena.begin(levels);
          await play(arena, truth, { ...season, steps: steps.slice(0, half) });
          await undo(truth, which);
          for (const wished of wishes) await correctOnce(truth, wished, ids);
          await rebuildNothing();
          await play(arena, truth, { ...season, steps: steps.slice(half) });
          for (const wished of later) await correctOnce(truth, wished, ids);
          const state = await expectFold(arena);
          // Nobody can send a result before the match was played.
          const isAhead = ({ result, playedAt, submittedAt }: Played) =>
            result.status !== 'walkover' && playedAt > submittedAt;
          fc.pre(!truth.matches.some(isAhead));
          const fresh = await playFresh(
            truth,
            stepsOf(state, truth, ({ submittedAt }) => submittedAt),
          );
          expect(nameless(state)).toEqual(nameless(fresh));
        }),
        // Another season takes the place of one that can't be compared.
        { ...runs, examples: found, maxSkipsPerRun: 2 },
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
            for (const wished of wishes) await correctOnce(truth, wished, new Map());
          }),
          { ...runs, numRuns: 1, endOnFailure: true },
        );
      },
      timeoutMs,
    );

  test(
    'in the order of play makes all what it would be, had each result come in when it was played',
    async () => {
      await fc.assert(
        fc.asyncProperty(seasons(mostDays), async ({ matches, ...rest }) => {
          // Two of one moment go by when they were sent, which an import says otherwise.
          const isAlone = ({ playedAt }: Played) =>
            matches.filter((other) => other.playedAt === playedAt).length === 1;
          const sent = matches.map((match) => ({
            ...match,
            imported: match.imported === true && isAlone(match),
          }));
          const season = { ...rest, matches: sent };
          const truth = new Truth(season.levels);
          await arena.begin(season.levels);
          await play(arena, truth, season);
          await arena.take({ does: 'run', at: arena.clock.now + 1 }, []);
          const { runs } = await arena.read();
          await arena.rebuild('played');
          const state = await expectFold(arena);
          await rebuildNothing();
          const order = [...truth.matches].sort((a, b) => a.submittedAt - b.submittedAt);
          const comesIn = (match: Played) => match.playedAt + order.indexOf(match);
          const fresh = await playFresh(truth, stepsOf({ ...state, runs }, truth, comesIn));
          const counted = (one: State) => {
            const { matches, ...rest } = timeless(one);
            return { ...rest, matches: matches.filter(({ run }) => run !== null) };
          };
          expect(counted(state)).toEqual(counted(fresh));
        }),
        { ...runs, numRuns: Math.ceil(numRuns / 5) },
      );
    },
    timeoutMs,
  );
});
