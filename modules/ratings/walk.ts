// The one walk through the history, in the order in which it was applied: it computes again what a change affects,
// compares it with what is stored, and gives what to write. Corrections, imports and verifying use it. rules 11.7
import { isDeepStrictEqual } from 'node:util';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { Look } from '../runs/index.ts';
import {
  entriesAgain,
  firstEntry,
  keyOf,
  lookEntries,
  type Made,
  type Place,
  placeOfMatch,
  type Step,
  underId,
} from './entries.ts';
import { createLooks } from './looks.ts';
import type { Assessed, Standing } from './standing.ts';

/** A player, and the numbers of the looks that left the player out because a match waited. rules 2.5 */
export type Person = Assessed & {
  readonly display_name: string;
  readonly waited: ReadonlySet<number>;
};

/** Some players, or everybody. */
export type Players = readonly PlayerId[] | 'all';

/** What the walk reads. */
export type Source = {
  /** All looks, by number. */
  looks(): Promise<readonly Look[]>;
  /** The next rated matches after the place, at most `pageSize` of them. */
  page(after: Place): Promise<readonly Step[]>;
  readonly pageSize: number;
  /** The results of the matches, and the drops given with them. */
  entriesOf(matches: readonly MatchId[]): Promise<readonly Made[]>;
  /** The drops that looks from a number on, and before another, gave the players, in order. */
  dropsOf(players: Players, from: number, before: number): Promise<readonly Made[]>;
  /** Each player's last entry before the place. */
  lastBefore(places: ReadonlyMap<PlayerId, Place>): Promise<readonly Made[]>;
  people(players: Players): Promise<readonly Person[]>;
};

/** What becomes of the history; an entry that changes keeps its id. */
export type Rewriting = {
  readonly changed: { readonly before: Made; readonly after: Made }[];
  readonly removed: Made[];
  readonly added: Made[];
};

/** What a walk begins from: the change itself is stored already, but not what follows from it. */
export type Change = {
  /** The place after which something may differ. */
  readonly from: Place;
  /** Whose entries may differ from there on, whatever they meet. */
  readonly players: Players;
  /** Which of these begin anew, with their first entry. */
  readonly anew?: Players;
  /** Whether the sentence of an entry is made anew, even if nothing else in it changes. */
  readonly isReworded?: (entry: Made) => boolean;
};

/** Before everything. */
export const beginning: Place = [0, '', '', ''];

/** After players' first entries, before the first run. */
const afterFirst: Place = [1, '', '', ''];

/** A player whose standing differs from the stored one, or may still come to. */
type Followed = {
  readonly person: Person;
  standing: Standing;
  /** The first look that the player hasn't passed, by its index. */
  look: number;
  /** Stored drops of looks that aren't compared yet, in order: never more than lie between two matches. */
  drops: readonly Made[];
  differs: boolean;
  /** Whether the player is followed to the end. */
  readonly stays: boolean;
};

/**
 * Walks from the change to the end; `write` gets what becomes of the history, page by page, and how many matches were
 * passed. Returns where the players stand in the end whose standings may differ from the stored ones.
 */
export async function walk(
  source: Source,
  { from, players, anew = [], isReworded = () => false }: Change,
  write: (rewriting: Rewriting, passed: number) => Promise<void>,
): Promise<Standing[]> {
  const looks = createLooks(await source.looks());
  const followed = new Map<PlayerId, Followed>();
  const followedOf = (id: PlayerId) => followed.get(id) ?? unexpected(`${id} isn't followed`);
  let rewriting: Rewriting = { changed: [], removed: [], added: [] };
  let passed = 0;

  /** Begins to follow players, each from a place on. */
  async function follow(who: Players, placeFor: (id: PlayerId) => Place, stays: boolean) {
    const people = await source.people(who);
    const isAnew = (id: PlayerId) => stays && (anew === 'all' || anew.includes(id));
    const begins = (id: PlayerId) => (isAnew(id) ? afterFirst : placeFor(id));
    const last = await source.lastBefore(new Map(people.map(({ id }) => [id, begins(id)])));
    const stored = new Map(last.map((entry) => [entry.entry.player_id, entry]));
    for (const person of people) {
      const { id } = person;
      const was = stored.get(id);
      const [first] = isAnew(id) ? firstEntry(person) : [];
      if (first) compare(was ? [was] : [], [first]);
      const { after: standing } = first ?? was ?? unexpected(`${id} has no first entry`);
      const look = looks.from(begins(id)[0]);
      followed.set(id, { person, standing, look, drops: [], differs: false, stays });
    }
  }

  /** The matches of the page that concern somebody who is followed, and whom else they concern, from where on. */
  function touchedIn(page: readonly Step[]) {
    const met = new Map<PlayerId, Place>();
    const isKnown = (id: PlayerId) => followed.has(id) || met.has(id);
    const touched = page.filter((match) => {
      const ids = [match.first_player_id, match.second_player_id];
      if (!ids.some(isKnown)) return false;
      for (const id of ids) if (!isKnown(id)) met.set(id, placeOfMatch(match));
      return true;
    });
    return { touched, met };
  }

  function rate(match: Step, stored: readonly Made[]): void {
    const both = [match.first_player_id, match.second_player_id].map(followedOf);
    for (const player of both) pass(player, match.run);
    const standings = new Map(both.map(({ person, standing }) => [person.id, standing]));
    const made = entriesAgain(match, standings, (id) => followedOf(id).person.display_name);
    compare(stored, made);
    for (const player of both) settle(player, stored, made);
  }

  /** Gives the player the drops of the looks before a number that aren't passed yet. rules 2.3, 2.5 */
  function pass(player: Followed, before: number): void {
    const made: Made[] = [];
    let { standing } = player;
    for (;;) {
      const [index, look] = looks.next(standing, player.look);
      if (!look || look.number >= before) break;
      player.look = index + 1;
      if (player.person.waited.has(look.number)) continue;
      made.push(...lookEntries(standing, look));
      standing = made.at(-1)?.after ?? standing;
    }
    player.look = Math.max(player.look, looks.from(before));
    const stored = player.drops.filter(({ place: [number] }) => number < before);
    player.drops = player.drops.slice(stored.length);
    compare(stored, made);
    settle(player, stored, made);
  }

  /** Puts the player where the last of the new entries leads, and notes whether the stored ones led there, too. */
  function settle(player: Followed, stored: readonly Made[], made: readonly Made[]): void {
    const isOwn = ({ entry }: Made) => entry.player_id === player.person.id;
    const [was, is] = [stored.findLast(isOwn), made.findLast(isOwn)];
    if (is) player.standing = is.after;
    if (was || is) player.differs = !isDeepStrictEqual(was?.after, is?.after);
  }

  function compare(stored: readonly Made[], made: readonly Made[]): void {
    if (stored.length + made.length === 0) return;
    const rest = new Map(stored.map((entry) => [keyOf(entry), entry]));
    for (const entry of made) {
      const key = keyOf(entry);
      const before = rest.get(key);
      rest.delete(key);
      if (!before) {
        rewriting.added.push(entry);
        continue;
      }
      const after = underId(entry, before.entry.id);
      const isSame = isDeepStrictEqual(factsOf(before), factsOf(after));
      const [was, is] = [before.entry.reason.explanation, after.entry.reason.explanation];
      if (isSame && (was === is || !isReworded(before))) continue;
      rewriting.changed.push({ before, after });
    }
    rewriting.removed.push(...rest.values());
  }

  await follow(players, () => from, true);
  for (let after = from; ; ) {
    const page = await source.page(after);
    const last = page[source.pageSize - 1];
    const before = last?.run ?? Number.POSITIVE_INFINITY;
    const { touched, met } = touchedIn(page);
    if (met.size > 0) await follow([...met.keys()], (id) => met.get(id) ?? after, false);
    const hasLooks = looks.from(after[0]) < looks.from(before);
    if (hasLooks) {
      const whose = players === 'all' ? 'all' : [...followed.keys()];
      for (const drop of await source.dropsOf(whose, after[0], before)) {
        const player = followedOf(drop.entry.player_id);
        if (drop.place[0] >= looks.numberOf(player.look)) player.drops = [...player.drops, drop];
      }
    }
    const ids = touched.map(({ id }) => id);
    const stored = Map.groupBy(await source.entriesOf(ids), ({ match_id }) => match_id);
    for (const match of touched) rate(match, stored.get(match.id) ?? []);
    for (const player of followed.values()) {
      if (!player.differs && !player.stays) followed.delete(player.person.id);
      else if (hasLooks) pass(player, before);
    }
    passed += page.length;
    await write(rewriting, passed);
    rewriting = { changed: [], removed: [], added: [] };
    if (!last) return [...followed.values()].map(({ standing }) => standing);
    after = placeOfMatch(last);
  }
}

/** All that an entry says, wording aside. */
function factsOf({ entry: { reason, ...entry }, ...made }: Made): object {
  return { ...made, entry, code: reason.code };
}

function unexpected(what: string): never {
  throw new Error(`The history can't be followed: ${what}.`);
}
