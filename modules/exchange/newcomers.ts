// The players of a table of matches who aren't stored yet.
import * as v from 'valibot';
import type { Cell } from '../../shared/exchange/cell.ts';
import type { Report } from '../../shared/exchange/kind.ts';
import { readTime } from '../../shared/exchange/moment.ts';
import type { Texts } from '../../shared/exchange/sheet.ts';
import { newId } from '../../shared/ids.ts';
import { comparableName } from '../../shared/names.ts';
import { shortened } from '../../shared/text.ts';
import { utc, warsawDay } from '../../shared/time.ts';
import { LevelSchema, playerKind, readLevel } from '../players/index.ts';
import { createLikeness, endsOf, readName, shortName } from './likeness.ts';
import type { Names } from './names.ts';
import type { Value } from './read.ts';

type Played = { readonly line: number; readonly texts: Texts };

type Beside = {
  /** For those whose rows give none. */
  readonly level?: number | undefined;
  /** The line of the headings. */
  readonly top: number;
  /** In milliseconds. */
  readonly now: number;
  readonly report: Report;
  readonly note: Report | undefined;
};

/** Somebody whom the rows name. */
type Newcomer = {
  readonly name: string;
  readonly line: number;
  /** All ways in which the rows write the name. */
  readonly called: Set<string>;
  readonly levels: Set<number>;
  /** The moment of the earliest match, in milliseconds. */
  joined: number;
  isUnread: boolean;
};

/**
 * Whom the rows name and nobody stored is, as records of players; and of those who can't be registered, by their
 * names, what is said of it. The others are known by `names` from then on.
 */
export function newcomersIn(
  rows: readonly Played[],
  names: Names,
  { level, top, now, report, note }: Beside,
): { readonly values: Value[]; readonly refused: ReadonlyMap<string, string> } {
  const all = namedIn(rows, names, now, report);
  const likeness = createLikeness<Newcomer>();
  for (const one of all) likeness.add(readName(one.name, false), one);
  const otherThan = (one: Newcomer, name: string, isStored: boolean) =>
    likeness.near(readName(name, isStored)).find((other) => other !== one);
  const isTurned = isSurnameFirst(all, names.firstNames());
  const refused = new Map<string, string>();
  const added = all.flatMap((one) => {
    const [given = level] = one.levels;
    const why = refusalOf(one, otherThan(one, one.name, false));
    if (why === undefined && given !== undefined) return [{ one, level: given }];
    for (const text of one.called) refused.set(text, why ?? noLevel);
    return [];
  });
  const players = added.map(({ one, level }) => {
    const isFree = (name: string) => names.isFree(name) && !otherThan(one, name, true);
    return { one, level, id: newId('player'), name: shortName(one.name, isFree, isTurned) };
  });
  const values = players.map(({ one, level, id, name }) => {
    const { line, called, levels, joined } = one;
    // Only now: the names of the others are chosen.
    names.add(id, name, [...called]);
    const told = `NTRP ${inWords(level)}${levels.size === 0 ? ' (a guess)' : ''}`;
    const as = `${shortened(name)}, ${told}, joined ${warsawDay(joined)}`;
    note?.(line, '', `"${shortened(one.name)}" is new: ${as}.`);
    const profile = { self_assessed_ntrp: level, preferred_venue_ids: [], availability: [] };
    const record = { id, display_name: name, ...profile, created_at: utc(joined) };
    return { line: top, value: { kind: playerKind.name, ...record } };
  });
  return { values, refused };
}

/** Whom the rows name and nobody stored is. */
function namedIn(
  rows: readonly Played[],
  names: Names,
  now: number,
  report: Report,
): readonly Newcomer[] {
  const people = new Map<string, Newcomer>();
  for (const { line, texts } of rows) {
    const played = readTime(texts.played_at ?? '');
    const at = 'value' in played ? Math.min(Date.parse(played.value), now) : now;
    for (const side of [1, 2]) {
      const name = comparableName(texts[`player_${side}`] ?? '');
      if (name === '' || !names.isUnknown(name)) continue;
      const { key } = readName(name, false);
      const fresh = {
        name,
        line,
        called: new Set<string>(),
        levels: new Set<number>(),
        joined: at,
      };
      const person = people.get(key) ?? { ...fresh, isUnread: false };
      people.set(key, person);
      person.called.add(name);
      person.joined = Math.min(person.joined, at);
      const read = levelIn(texts[`level_${side}`]);
      if (read && 'value' in read) person.levels.add(read.value);
      else if (read) {
        person.isUnread = true;
        report(line, `level_${side}`, read.fault);
      }
    }
  }
  return [...people.values()];
}

/** Whether more of the names end than begin with a first name that somebody stored has. */
function isSurnameFirst(all: readonly Newcomer[], firstNames: ReadonlySet<string>): boolean {
  const ends = all.flatMap(({ name }) => {
    const [first = '', last = ''] = endsOf(name) ?? [];
    return Number(firstNames.has(last)) - Number(firstNames.has(first));
  });
  return ends.reduce((sum, one) => sum + one, 0) > 0;
}

function levelIn(text: string | undefined): Cell<number> | undefined {
  if (text === undefined) return undefined;
  const read = readLevel(text);
  if ('fault' in read) return read;
  const { issues } = v.safeParse(LevelSchema, read.value);
  return issues ? { fault: issues[0].message } : read;
}

const inWords = (level: number) => level.toFixed(1);

const noLevel =
  '; --add-players needs a level, in level_1 or level_2 beside the name, or --level for all.';

/** Why somebody can't be registered, whatever --level says. */
function refusalOf(
  { name, levels, isUnread }: Newcomer,
  like: Newcomer | undefined,
): string | undefined {
  if (!name.includes(' ')) return '; to register somebody takes a first name and a surname.';
  if (like) {
    const other = `"${shortened(like.name)}" (row ${like.line})`;
    return `, and ${other} may be the same: write one name for one player, or register them first.`;
  }
  if (isUnread) return ', and the level beside it is wrong.';
  if (levels.size < 2) return undefined;
  return `, and several levels stand beside it: ${[...levels].map(inWords).join(', ')}.`;
}
