/** A part of the program's work in which a kill may fall. */
export type Step = {
  /** The statement or the file operation (`file rename a b`) with which it begins. */
  readonly begins: RegExp;
  /** What is counted from there on. */
  readonly counts: RegExp;
  /** How many of those there are at least, on both databases. */
  readonly length: number;
  /** How many on a server, where there are many more. */
  readonly onServer?: number;
};

const anything = /^/;
const statement = /^(?!file )/;

/** The steps by name. What doesn't occur any more shows in the test: such a step is never struck. */
export const steps = {
  // One statement stores all of it; others submit at the same time.
  submission: { begins: /insert into "submission_key"/, counts: anything, length: 8 },
  rating: {
    begins: /select "id" from "match" where "rating_status" = 'pending'/,
    counts: anything,
    length: 12,
  },
  decay: { begins: /from "rating" where "confidence" > 20/, counts: statement, length: 7 },
  import: { begins: /insert into "player"/, counts: statement, length: 7 },
  migration: { begins: /mikro_orm_migrations/, counts: statement, length: 90 },
  backup: {
    begins: /^file open \S*snapshot-/,
    counts: /^file (open|write|sync|rename .*backup)|repeatable read|^commit/i,
    length: 8,
  },
  restore: { begins: /insert into "organizer"/, counts: statement, length: 16 },
  // Recovery, and the look whether the schema is up to date.
  restart: { begins: anything, counts: anything, length: 8 },
  // A new embedded database has its schema already.
  'first start': { begins: anything, counts: anything, length: 50, onServer: 105 },
} as const satisfies Readonly<Record<string, Step>>;

export type StepName = keyof typeof steps;

/** When a process kills itself. */
export type Strike = {
  readonly step: StepName;
  /** From 1, which is what the step begins with. */
  readonly nth: number;
  /** Whether that statement or file operation is done then. */
  readonly moment: 'before' | 'after';
  /** `signal`: nothing counts before the process got SIGUSR2. */
  readonly counts: 'at once' | 'signal';
};
