// What may be put right: drawn without knowing the season, and then made to fit what there is.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { level, type Played, type Result, result, slot, slotOf } from './season.ts';
import type { Correction, Truth } from './truth.ts';

const matchKinds = ['void', 'restore', 'result', 'swap', 'moment', 'venue', 'player'] as const;
const kinds = [...matchKinds, 'level', 'merge'] as const;

/** A correction; `which` and `other` choose among what is there. */
export type Wish = {
  readonly kind: (typeof kinds)[number];
  readonly which: number;
  readonly other: number;
  readonly result: Result;
  readonly level: number;
  readonly days: number;
  readonly slot: number;
  /** Whether a match may turn out to have been played after its result came in. */
  readonly ahead: boolean;
};

export const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(50),
  other: fc.nat(50),
  result,
  level,
  days: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -130, max: 130 })),
  slot,
  ahead: fc.nat(7).map((n) => n === 0),
});

/** The correction that the wish comes to at the moment; nothing, where it would change nothing or be refused. */
export function granted(wish: Wish, truth: Truth, now: number): Correction | undefined {
  const { which, other } = wish;
  const kind = wish.kind === 'restore' && truth.isVoid.size === 0 ? 'void' : wish.kind;
  const players = truth.players();
  const player = pick(players, which);
  if (player === undefined) return undefined;
  if (kind === 'level') {
    const changes = truth.levels[player] !== wish.level;
    return changes ? { kind, player, level: wish.level } : undefined;
  }
  if (kind === 'merge') {
    const into = pick(players, other) ?? player;
    return mayMerge(truth, player, into) ? { kind, from: player, into } : undefined;
  }
  const all = truth.numbers();
  const match = pick(all, which, (n) => truth.isVoid.has(n) === (kind === 'restore'));
  const was = truth.matches[match ?? -1];
  if (match === undefined || !was) return undefined;
  if (kind === 'void') return { kind, match };
  if (kind === 'restore') return truth.isTaken(was) ? undefined : { kind, match };
  const replaced = kind === 'player' && { players: withPlayer(was, which, pick(players, other)) };
  const to = { ...was, ...(replaced || changes(wish, was, now)) };
  if (to.players[0] === to.players[1]) return undefined;
  if (isDeepStrictEqual(was, to) || truth.isTaken(to, match)) return undefined;
  if (to.result.status !== 'walkover' && to.playedAt > now) return undefined;
  return { kind: 'correct', match, to };
}

function changes(wish: Wish, was: Played, now: number): Partial<Played> {
  if (wish.kind === 'venue') return { venue: 1 - was.venue };
  if (wish.kind === 'swap') return { result: swapped(was.result) };
  if (wish.kind === 'result') return { result: wish.result };
  const latest = wish.ahead ? now : was.submittedAt;
  return { playedAt: slotOf(was.playedAt, wish.days, wish.slot, latest) };
}

/** The players of the match, one of them replaced, or each in the other's place if that is the other one. */
function withPlayer(
  { players: [first, second] }: Played,
  which: number,
  by = 0,
): Played['players'] {
  if (by === first || by === second) return [second, first];
  return which % 2 === 0 ? [by, second] : [first, by];
}

function swapped({ matchTiebreak, sets, winner, ...result }: Result): Result {
  return {
    ...result,
    winner: winner === 0 ? 1 : 0,
    sets: sets.map(([own, opponents]) => [opponents, own] as const),
    ...(matchTiebreak && { matchTiebreak: [matchTiebreak[1], matchTiebreak[0]] as const }),
  };
}

/** Whether they never met, and no two of their matches would be the same. rules 5.4 */
function mayMerge({ matches }: Truth, from: number, into: number): boolean {
  const ofBoth = matches.filter(({ players }) => players.includes(from) || players.includes(into));
  const places = ofBoth.map(({ players, playedAt }) =>
    [playedAt, ...players.map((n) => (n === from ? into : n)).toSorted()].join(),
  );
  const met = ofBoth.some(({ players }) => players.includes(from) && players.includes(into));
  return from !== into && !met && new Set(places).size === places.length;
}

function pick(from: readonly number[], which: number, isMeant = (_: number) => true) {
  const meant = from.filter(isMeant);
  return meant[which % meant.length];
}
