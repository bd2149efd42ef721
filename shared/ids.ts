import { customAlphabet } from 'nanoid';
import * as v from 'valibot';
import { withArticle } from './text.ts';

/** The prefix of each resource's ids, and what follows it in every example. */
const parts = {
  player: ['plr', '7k2m9x4q1a'],
  match: ['mat', '6n1t5k8v3h'],
  competition: ['cmp', '5d8r1c6t3z'],
  venue: ['ven', '2h7v4n9b5s'],
  history: ['rtg', '8y4f2u6g9d'],
  organizer: ['org', 'mokotow'],
  apiKey: ['key', '4b9s0e7w2x'],
  pass: ['pas', '0d5g3j8l2z'],
  audit: ['aud', '9c3f7p1d6m'],
} as const;

export type IdType = keyof typeof parts;

const prefixOf = (kind: IdType) => parts[kind][0];

declare const resource: unique symbol;
export type Id<R extends IdType> = string & { readonly [resource]: R };
export type PlayerId = Id<'player'>;
export type MatchId = Id<'match'>;
export type CompetitionId = Id<'competition'>;
export type VenueId = Id<'venue'>;
export type HistoryId = Id<'history'>;
export type OrganizerId = Id<'organizer'>;

/** Random letters and digits: ten, or as many as are asked for. */
export const randomName = customAlphabet('abcdefghijklmnopqrstuvwxyz0123456789', 10);

/** A new random id of the resource. */
export function newId<R extends IdType>(kind: R): Id<R> {
  return `${prefixOf(kind)}_${randomName()}` as Id<R>;
}

/** The steps between ids that ascend: so wide that a mistyped one is hardly ever another. */
const widestStep = 36 ** 4;

/**
 * Makes new ids of which each comes after those before it, so that what is given them at one moment keeps its
 * order. They begin anywhere; there is room for a hundred million.
 */
export function createAscendingIds(): <R extends IdType>(kind: R) => Id<R> {
  let last = Math.floor(Math.random() * (36 ** 10 - 1e8 * widestStep));
  return (kind) => {
    last += 1 + Math.floor(Math.random() * widestStep);
    return `${prefixOf(kind)}_${last.toString(36).padStart(10, '0')}` as Id<typeof kind>;
  };
}

/** The id that stands for such a resource in every example, so that they all tell of one match. */
export function exampleId(kind: IdType): string {
  return parts[kind].join('_');
}

/** The id of the player's opponent in every example. */
export const exampleOpponentId = 'plr_3w8p5j1c6e';

/** The pattern of the resource's ids; an organizer's is longer and freer. */
export function idPattern(kind: IdType): RegExp {
  const rest = kind === 'organizer' ? '[A-Za-z0-9_-]{1,60}' : '[a-z0-9]{10}';
  return new RegExp(`^${prefixOf(kind)}_${rest}$`);
}

/** Schema of an id of the resource. */
export function idSchema<R extends IdType>(kind: R) {
  const expected = `Expected ${withArticle(kind)} id`;
  const rest =
    kind === 'organizer'
      ? '1 to 60 characters of A-Z, a-z, 0-9, _ and -'
      : '10 characters of a-z and 0-9';
  return v.pipe(
    v.string(`${expected}.`),
    v.regex(idPattern(kind), `${expected}: ${prefixOf(kind)}_ and ${rest}.`),
    v.transform((text) => text as Id<R>),
    v.metadata({ example: exampleId(kind) }),
  );
}

/** The id under which a rating run or a look is exported. */
export const runId = (number: number) => `run_${number}`;

/** Schema of such an id. */
export function runIdSchema() {
  return v.pipe(
    v.string('Expected the id of a run.'),
    v.regex(/^run_[1-9]\d{0,8}$/, 'Expected the id of a run: run_ and its number.'),
  );
}

/** The number of the run with the id. */
export const runNumber = (id: string) => Number(id.slice('run_'.length));

/** Whether the text is an id of the resource. */
export function isId<R extends IdType>(kind: R, text: string): text is Id<R> {
  return idPattern(kind).test(text);
}
