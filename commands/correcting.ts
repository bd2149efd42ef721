// What all corrections have in common at the terminal: they show what would change before they change it.
import { InvalidArgumentError, Option } from 'commander';
import * as v from 'valibot';
import type { Asked, Corrected } from '../modules/ratings/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { watched } from '../shared/console/progress.ts';
import type { Db } from '../shared/database/db.ts';
import { conceal } from '../shared/log.ts';
import { Problem, toldOf } from '../shared/problem.ts';
import { text } from '../shared/schema.ts';
import { visible } from '../shared/text.ts';
import { resultInWords } from './match-words.ts';
import { type JsonFlag, print } from './output.ts';
import { givenBy } from './verb.ts';
import { counted } from './words.ts';
import type { Workbench } from './workbench.ts';

export type CorrectionFlags = JsonFlag & {
  readonly reason?: string;
  readonly dryRun?: true;
  readonly yes?: true;
};

/** The options of a correction. */
export const correctionOptions = (reason: 'needed' | 'optional') => [
  new Option('--reason <text>', 'why, for the audit log')
    .argParser(reasonIn)
    .makeOptionMandatory(reason === 'needed'),
  new Option('--dry-run', 'show whose ratings would change, and change nothing'),
  new Option('--yes', 'change it without asking'),
];

/** Says, if a command has to wait for its turn to change ratings, that it does. */
export const sayItWaits = (console: Console) => () =>
  console.err('Ratings are being changed by something else; this goes on once that has ended.');

const ReasonSchema = text();

function reasonIn(given: string): string {
  const { issues } = v.safeParse(ReasonSchema, given);
  // The log is shown to many, and exported.
  if (!issues) return conceal(given);
  throw new InvalidArgumentError(`Expected why, in words. ${issues[0].message}`);
}

/**
 * Makes the correction; at a terminal it first shows what would change, and asks. Gives the result
 * to programs; people are shown it, after the sentence that says what is `meant`. Throws a Failure
 * where it is refused.
 */
export async function correct(
  workbench: Workbench,
  { json, reason, dryRun, yes }: CorrectionFlags,
  console: Console,
  work: (asked: Asked) => Promise<Corrected>,
  meant: () => Promise<string | undefined> = async () => undefined,
): Promise<object | undefined> {
  const { db } = workbench.database;
  const { actor } = givenBy(workbench, console);
  const beforeCommit = () => console.status('');
  const attempt = (dryRun: boolean) =>
    watched(console, 'Matches', (tell) =>
      work({ actor, reason, dryRun, beforeCommit, tell, onWaiting: sayItWaits(console) }),
    ).catch((error) => {
      const isRefusal = error instanceof Problem && error.type !== 'not-found';
      throw isRefusal ? new Failure(toldOf(error), 2) : error;
    });
  /** Says what is meant: only now, since what reads before its turn may wait for it without a word. */
  const say = async ({ out }: Pick<Console, 'out'>) => {
    const words = await meant();
    if (words) out(visible(words));
  };
  if (!dryRun && !yes) {
    if (!console.canAsk) {
      const advice = '--dry-run shows what would change, --yes changes it.';
      throw new Failure(`There is no terminal here: ${advice}`, 2);
    }
    // Standard output, which a program or a file gets, holds the result alone; who can be asked is at a terminal.
    const before = { ...console, out: console.err, isTerminal: true };
    const result = await attempt(true);
    await say(before);
    await show(db, before, result, 'would be');
    if (!(await agreed(console, 'Change it?'))) throw new Failure('Nothing was changed.');
  }
  const result = await attempt(dryRun === true);
  if (json) return forPrograms(result, dryRun === true);
  if (dryRun) await say(console);
  await show(
    db,
    console,
    result,
    dryRun ? 'would be' : result.entries.changed === 1 ? 'was' : 'were',
  );
  return undefined;
}

/** Whether a person at the terminal says yes; Enter alone says no. */
export async function agreed(console: Console, question: string): Promise<boolean> {
  const answer = await console.ask(`${question} (y/N) `);
  return /^y(es)?$/i.test(answer.trim());
}

function forPrograms(corrected: Corrected, dry_run: boolean): object {
  const { ratings: players, entries, waits, ...more } = corrected;
  return { dry_run, players, history_entries: entries, ...(waits && { waits }), ...more };
}

async function show(
  db: Db,
  console: Console,
  { match, ...corrected }: Corrected,
  verb: string,
): Promise<void> {
  const { ratings, entries, waits, doubts, differences } = corrected;
  if (match) console.out(visible(`It becomes: ${await resultInWords(db, match)}.`));
  for (const difference of differences ?? []) console.out(difference);
  const rows = ratings.map(({ player_id, display_name, before, after }) => ({
    id: player_id,
    name: display_name,
    rating: `${before.value} → ${after.value}`,
    confidence: `${before.confidence} → ${after.confidence}`,
  }));
  if (rows.length > 0) await print(console, {}, rows);
  const players = rows.length === 0 ? 'No rating' : `The ${ratingsOf(rows.length)}`;
  const history = `${counted(entries.changed, 'entry', 'entries')} of the history ${verb} changed`;
  const rest = `${entries.removed.toLocaleString('en')} removed, ${entries.added.toLocaleString('en')} added`;
  const changes = verb === 'would be' ? 'would change' : 'changed';
  console.out(`${players} ${changes}; ${history}, ${rest}.`);
  if (waits) console.out('The result waits for its rating.');
  for (const { reason } of doubts ?? []) console.out(`It looks wrong: ${reason}.`);
}

function ratingsOf(players: number): string {
  return players === 1 ? 'rating of 1 player' : `ratings of ${counted(players, '', 'players')}`;
}
