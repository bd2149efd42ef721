// What should have been submitted in a season, corrections included, and who is who.
import { isSame, type Played } from './season.ts';

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

  constructor(levels: readonly (number | undefined)[]) {
    this.levels = [...levels];
  }

  /** The numbers of the players that there are. */
  players(): number[] {
    return this.levels.flatMap((level, n) => (level === undefined ? [] : n));
  }

  /** The numbers of the matches that were submitted. */
  numbers(): number[] {
    return this.matches.flatMap((_, n) => n);
  }

  correct(correction: Correction): void {
    if (correction.kind === 'void') this.isVoid.add(correction.match);
    if (correction.kind === 'restore') this.isVoid.delete(correction.match);
    if (correction.kind === 'correct') this.matches[correction.match] = correction.to;
    if (correction.kind === 'level') this.levels[correction.player] = correction.level;
    if (correction.kind === 'merge') this.#merge(correction.from, correction.into);
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

  #merge(from: number, into: number): void {
    const now = (n: number) => (n === from ? into : n);
    for (const n of this.numbers()) {
      const match = this.matches[n];
      if (!match) continue;
      const { players, ...rest } = match;
      this.matches[n] = { ...rest, players: [now(players[0]), now(players[1])] };
    }
    this.levels[from] = undefined;
    this.#merged.set(from, into);
  }
}
