// What a season comes to by the rules, corrections included: a second formulation, which shares nothing
// with the product. It keeps the order in which things were applied, and begins anew at each correction.
import { isDeepStrictEqual } from 'node:util';
import { Oracle, type OracleEntry } from '../support/oracle.ts';
import { isSame, type Played, type Step } from './season.ts';

/**
 * A drop of confidence that was due by a moment; a look has given it then, or a correction later. It can be
 * gone: until that match is restored, or for good.
 */
type Drop = {
  readonly at: number;
  readonly dropOf: number;
  readonly asOf: number;
  gone?: number | 'for good' | undefined;
};

/** Something that was applied: a match, a drop that no match brought, or a look. */
type Event =
  | { readonly at: number; readonly match: number }
  | Drop
  | { readonly at: number; readonly look: true };

/** A correction; players and matches by their numbers. */
export type Correction =
  | { readonly kind: 'void'; readonly match: number }
  | { readonly kind: 'restore'; readonly match: number }
  | { readonly kind: 'correct'; readonly match: number; readonly to: Played }
  | { readonly kind: 'level'; readonly player: number; readonly level: number }
  | { readonly kind: 'merge'; readonly from: number; readonly into: number };

/** When the players joined. */
export const joined = Date.parse('2024-02-01T00:00:00Z');

/** The id of the nth player. */
export const playerId = (n: number) => `plr_player${String(n).padStart(4, '0')}`;

export class Truth {
  /** What was submitted, as it should have been. */
  readonly matches: Played[] = [];
  /** The level of each player; undefined where the player is another one now. */
  readonly levels: (number | undefined)[];
  readonly isVoid = new Set<number>();
  readonly #merged = new Map<number, number>();
  /** What has happened, without runs that had nothing to rate. */
  readonly #steps: Step[] = [];
  #log: Event[] = [];
  #oracle: Oracle;

  constructor(levels: readonly (number | undefined)[]) {
    this.levels = [...levels];
    this.#oracle = this.#replay([]);
  }

  /** The numbers of the players that there are. */
  players(): number[] {
    return this.levels.flatMap((level, n) => (level === undefined ? [] : n));
  }

  /** The numbers of the matches that were submitted. */
  numbers(): number[] {
    return this.matches.flatMap((_, n) => n);
  }

  history(player: number): readonly OracleEntry[] {
    return this.#oracle.history(playerId(player));
  }

  record(player: number) {
    return this.#oracle.record(playerId(player));
  }

  /** Goes on by a step of the season. */
  take(step: Step, played: readonly Played[]): void {
    const { at } = step;
    if (step.does === 'submit') {
      const match = played[step.match];
      if (match) this.matches[step.match] = match;
    } else if (step.does === 'look') {
      const waiting = this.#sent(this.#log, at).flatMap((n) => this.#match(n).players);
      for (const dropOf of this.players()) {
        const event = { at, dropOf, asOf: at };
        while (!waiting.includes(dropOf) && drop(this.#oracle, event)) this.#log.push({ ...event });
      }
      this.#log.push({ at, look: true });
    } else {
      const order = this.#sent(this.#log, at).toSorted((a, b) => this.#inOrderOfPlay(a, b));
      if (order.length === 0) return;
      for (const match of order) this.#log.push({ at, match });
      for (const match of order) this.#rate(this.#oracle, match, at);
    }
    this.#steps.push(step);
  }

  /** Puts something right at the moment `now`. */
  correct(correction: Correction, now: number): void {
    if (correction.kind === 'void') this.isVoid.add(correction.match);
    if (correction.kind === 'restore') this.#restore(correction.match);
    if (correction.kind === 'level') this.levels[correction.player] = correction.level;
    if (correction.kind === 'merge') this.#merge(correction.from, correction.into);
    if (correction.kind === 'correct') {
      const { match, to } = correction;
      const wasRated = this.#isRated(match);
      this.matches[match] = to;
      if (!this.#isRated(match)) this.#log = this.#log.filter((e) => !isMatch(e, match));
      else if (!wasRated) this.#insert(match);
    }
    this.#recalculate(now);
    const gone = correction.kind === 'void' ? correction.match : 'for good';
    this.#replay(this.#log, (drop) => {
      drop.gone ??= gone;
    });
  }

  /** What had come of it, had all been as it should from the start; and by which steps. */
  fresh() {
    const truth = new Truth(this.levels);
    for (const match of this.isVoid) truth.isVoid.add(match);
    for (const step of this.#steps) truth.take(step, this.matches);
    const steps = this.#steps.filter((s) => s.does !== 'submit' || !this.isVoid.has(s.match));
    return { truth, steps };
  }

  /** Whether every history is the same, moments aside. */
  agreesWith(other: Truth): boolean {
    const timeless = (truth: Truth, n: number) =>
      truth.history(n).map(({ occurred_at: _, ...entry }) => entry);
    return this.players().every((n) => isDeepStrictEqual(timeless(this, n), timeless(other, n)));
  }

  /** Whether the match would be the same as one that there is. */
  isTaken(match: Played, except?: number): boolean {
    return this.matches.some((one, n) => n !== except && !this.isVoid.has(n) && isSame(one, match));
  }

  /** The match between those whom its players are now; undefined where that can't be submitted. */
  present(match: Played | undefined): Played | undefined {
    if (!match) return undefined;
    const [first, second] = match.players;
    const now = { ...match, players: [this.#present(first), this.#present(second)] as const };
    return now.players[0] === now.players[1] || this.isTaken(now) ? undefined : now;
  }

  #present(player: number): number {
    const into = this.#merged.get(player);
    return into === undefined ? player : this.#present(into);
  }

  #match(n: number): Played {
    const match = this.matches[n];
    if (!match) throw new RangeError(`There is no match ${n}.`);
    return match;
  }

  /** Whether the match is one that counts, once a run has seen it. */
  #isRated(n: number): boolean {
    return !this.isVoid.has(n) && this.#match(n).result.status !== 'walkover';
  }

  /** The moment from which on the match could wait, as it is now: nobody can send it before it was played. */
  #cameIn(n: number): number {
    const { submittedAt, playedAt } = this.#match(n);
    return Math.max(submittedAt, playedAt);
  }

  /** The matches that would have waited at the moment, as they are now, where so much had been applied. */
  #waiting(applied: readonly Event[], at: number): number[] {
    return this.#sent(applied, at).filter((n) => this.#cameIn(n) < at);
  }

  /** The matches that were sent by the moment, and wait. */
  #sent(applied: readonly Event[], at: number): number[] {
    const rated = new Set(applied.map((event) => ('match' in event ? event.match : undefined)));
    return this.numbers().filter(
      (n) => this.#match(n).submittedAt < at && this.#isRated(n) && !rated.has(n),
    );
  }

  #inOrderOfPlay(a: number, b: number): number {
    const [one, other] = [this.#match(a), this.#match(b)];
    return one.playedAt - other.playedAt || one.submittedAt - other.submittedAt;
  }

  #restore(match: number): void {
    this.isVoid.delete(match);
    for (const event of this.#log) {
      if ('dropOf' in event && event.gone === match) event.gone = undefined;
    }
  }

  /** Gives the match the place that it would have had in the first run since that rated anything. */
  #insert(match: number): void {
    const runs = this.#log.filter((e) => 'match' in e);
    const at = runs.find((e) => e.at > this.#cameIn(match))?.at;
    if (at === undefined) return;
    const isAfter = (e: Event) => 'match' in e && this.#inOrderOfPlay(e.match, match) > 0;
    const next = runs.find((e) => e.at === at && isAfter(e));
    const last = runs.findLast((e) => e.at === at);
    const place = next ? this.#log.indexOf(next) : this.#log.indexOf(last ?? { at, match }) + 1;
    this.#log.splice(place, 0, { at, match });
  }

  #merge(from: number, into: number): void {
    const now = (n: number) => (n === from ? into : n);
    for (const n of this.numbers()) {
      const { players, ...match } = this.#match(n);
      this.matches[n] = { ...match, players: [now(players[0]), now(players[1])] };
    }
    this.#log = this.#log.map((e) => ('dropOf' in e ? { ...e, dropOf: now(e.dropOf) } : e));
    this.levels[from] = undefined;
    this.#merged.set(from, into);
  }

  /**
   * Applies everything once more: a look's drop counts where it is still due, and those that the last
   * look would have given by now, at its place, come at the end, unless a late match has brought them.
   */
  #recalculate(now: number): void {
    const lastLook = this.#log.findLast((e) => 'look' in e);
    const log: Event[] = [];
    const oracle = this.#begin();
    let owed: Drop[] | undefined;
    /** Takes one from what is owed to the player; whether there was one. */
    const take = (player: number): boolean => {
      const place = owed?.findIndex(({ dropOf }) => dropOf === player) ?? -1;
      if (place >= 0) owed?.splice(place, 1);
      return place >= 0;
    };
    for (const event of this.#log) {
      const isGiven = owed && 'dropOf' in event && event.gone === undefined;
      if (isGiven && !take(event.dropOf)) continue;
      log.push(event);
      for (const player of this.#apply(oracle, event)) take(player);
      if (event === lastLook) owed = this.#owed(log, event.at, now);
    }
    this.#log = [...log, ...(owed ?? [])];
    this.#oracle = this.#replay(this.#log);
  }

  /** What a look would give where so much has been applied. */
  #owed(log: readonly Event[], asOf: number, at: number): Drop[] {
    const oracle = this.#replay(log);
    const waiting = this.#waiting(log, asOf).flatMap((n) => this.#match(n).players);
    const owed: Drop[] = [];
    for (const dropOf of this.players()) {
      const event = { at, dropOf, asOf };
      while (!waiting.includes(dropOf) && drop(oracle, event)) owed.push({ ...event });
    }
    return owed;
  }

  /** Begins anew; tells of drops that aren't due any more. */
  #replay(log: readonly Event[], onGone: (drop: Drop) => void = () => undefined): Oracle {
    const oracle = this.#begin();
    for (const event of log) this.#apply(oracle, event, onGone);
    return oracle;
  }

  #begin(): Oracle {
    const oracle = new Oracle();
    for (const n of this.players()) {
      oracle.register({ id: playerId(n), ntrp: this.levels[n] ?? 0, createdAt: joined });
    }
    return oracle;
  }

  /** Applies the event; gives the players to whom a match has brought drops, once for each of these. */
  #apply(oracle: Oracle, event: Event, onGone: (drop: Drop) => void = () => undefined): number[] {
    if ('dropOf' in event && !drop(oracle, event)) onGone(event);
    if (!('match' in event) || !this.#isRated(event.match)) return [];
    const { players } = this.#match(event.match);
    const before = players.map((n) => oracle.history(playerId(n)).length);
    this.#rate(oracle, event.match, event.at);
    return players.flatMap((n, side) => {
      const entries = oracle.history(playerId(n)).slice(before[side]);
      return entries.filter(({ code }) => code === 'inactivity').map(() => n);
    });
  }

  #rate(oracle: Oracle, n: number, at: number): void {
    const { players, playedAt, submittedAt: createdAt, result } = this.#match(n);
    const [first, second] = [playerId(players[0]), playerId(players[1])];
    const winner = result.winner === 0 ? first : second;
    oracle.submit({
      id: String(n),
      players: [first, second],
      playedAt,
      createdAt,
      ...result,
      winner,
    });
    oracle.run(at);
  }
}

function isMatch(event: Event, match: number): boolean {
  return 'match' in event && event.match === match;
}

/** Gives the drop, where the player is owed it by then; whether so. */
function drop(oracle: Oracle, { at, dropOf, asOf, gone }: Drop): boolean {
  if (gone !== undefined) return false;
  const { length } = oracle.history(playerId(dropOf));
  oracle.dropOnce(playerId(dropOf), asOf, at);
  return oracle.history(playerId(dropOf)).length > length;
}
