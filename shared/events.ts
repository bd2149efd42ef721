import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import type { Db, Tables } from './database/db.ts';
import type { CompetitionId, MatchId, PlayerId } from './ids.ts';

type Row<T extends keyof Tables> = Selectable<Tables[T]>;

/** What can happen: facts in the past tense, and what a listener needs to know of them. */
type EventMap = {
  'players.registered': {
    readonly players: readonly Pick<Row<'player'>, 'id' | 'self_assessed_ntrp' | 'created_at'>[];
  };
  'competition.changed': {
    readonly id: CompetitionId;
    readonly startsOn: string;
    /** Whether scores are judged by other rules than before. */
    readonly newFormat: boolean;
  };
  'match.submitted': Readonly<Record<string, never>>;
  'match.voided': { readonly id: MatchId; readonly at: string };
  'match.restored': { readonly match: Row<'match'> };
  'match.corrected': { readonly match: Row<'match'> };
  'matches.placed': {
    readonly table: 'match' | 'voided_match';
    readonly matches: readonly Pick<Row<'match'>, 'id' | 'run' | 'waited' | 'came_after'>[];
  };
  'player.assessed': { readonly id: PlayerId; readonly self_assessed_ntrp: number };
  'player.joined': { readonly id: PlayerId; readonly created_at: string };
  'player.erased': { readonly id: PlayerId; readonly display_name: string };
  'players.merged': { readonly from: PlayerId; readonly into: PlayerId };
  'matches.rated': { readonly matchIds: readonly MatchId[]; readonly run: number };
  'look.began': { readonly number: number };
  'matches.faulted': {
    readonly matches: readonly { readonly id: MatchId; readonly fault: string }[];
  };
  'ratings.changed': {
    readonly players: readonly Pick<Row<'rating'>, 'player_id' | 'value' | 'confidence'>[];
  };
};

type EventName = keyof EventMap;

/** What no handler may undo: it is committed before anybody is told. */
type Certain = 'match.submitted';

/** One transaction: everything done through it happens, or nothing of it. */
export type Transaction = {
  /** For entities; call `em.flush()` before reading them through `db`. */
  readonly em: EntityManager;
  /** For statements; bound to this transaction. */
  readonly db: Db;
  /** Hands an event to its handlers in this transaction, and to its followers after the commit. */
  publish<E extends EventName>(name: E, event: EventMap[E]): Promise<void>;
};

type Handler<E extends EventName> = (event: EventMap[E], tx: Transaction) => Promise<void>;
type Follower<E extends EventName> = (event: EventMap[E]) => void;

/** An in-process bus on which the modules tell each other what happened. */
export class Events {
  readonly #handlers: { [E in EventName]?: readonly Handler<E>[] } = {};
  readonly #followers: { [E in EventName]?: readonly Follower<E>[] } = {};

  /** Is told what fails after a commit, and in what: nobody else learns of it. Set by whoever has a log. */
  fault: (error: unknown, what: string) => void = () => undefined;

  /** Handles the event inside the publisher's transaction: what throws undoes all of it. */
  on<E extends Exclude<EventName, Certain>>(name: E, handler: Handler<E>): void {
    this.#handlers[name] = [...(this.#handlers[name] ?? []), handler] as never;
  }

  /** Is told of the event once it is committed; what it throws undoes nothing. */
  afterCommit<E extends EventName>(name: E, follower: Follower<E>): void {
    this.#followers[name] = [...(this.#followers[name] ?? []), follower] as never;
  }

  /** Hands the event to its handlers, one after the other; gives what tells each of its followers. */
  async publish<E extends EventName>(name: E, event: EventMap[E], tx: Transaction) {
    for (const handler of this.#handlers[name] ?? []) await handler(event, tx);
    // A long transaction keeps no event that nobody follows.
    return (this.#followers[name] ?? []).map((follower) => () => this.#tell(follower, event));
  }

  /** Tells the followers of an event that is certain. */
  announce<E extends Certain>(name: E, event: EventMap[E]): void {
    for (const follower of this.#followers[name] ?? []) this.#tell(follower, event);
  }

  #tell<E extends EventName>(follower: Follower<E>, event: EventMap[E]): void {
    try {
      follower(event);
    } catch (error) {
      this.fault(error, 'a follower of an event failed');
    }
  }
}
