import { type Actor, type Entry, listEntries } from '../modules/audit/index.ts';
import type { MatchId, PlayerId } from '../shared/ids.ts';
import { count, date, idOf } from './option-values.ts';
import type { JsonFlag } from './output.ts';
import { type Noun, verb } from './verb.ts';
import { inWords, plain } from './words.ts';

type Options = JsonFlag & {
  readonly limit: number;
  readonly match?: MatchId;
  readonly player?: PlayerId;
  readonly since?: ReturnType<typeof date>;
};

/** `audit list`. */
export const audit: Noun = {
  name: 'audit',
  about: 'the log of who changed what',
  verbs: [
    verb({
      name: 'list',
      about: 'list what was done, the last first: when, by whom, to what and why',
      options: (command) =>
        command
          .option('--limit <number>', 'how many, up to 10000', count, 20)
          .option('--match <id>', 'only what was done to this match', idOf('match'))
          .option('--player <id>', 'only that to this player and their matches', idOf('player'))
          .option('--since <date>', 'only that of this day in Warsaw and later ones', date),
      example: '--since 2026-05-01',
      run: ({ database: { db } }, { limit, match, player, since }: Options) =>
        listEntries(db, { match, player, since: since?.begin }, limit),
      inWords: (entries) =>
        entries.map(({ at, actor, action, subject, reason, before, after }) => ({
          at,
          by: actorInWords(actor),
          done: action,
          to: subject,
          why: reason,
          change: changeInWords({ before, after }),
        })),
    }),
  ],
};

/** `anna`, or `cli_… of org_…`. */
export function actorInWords(actor: Actor): string {
  return 'user' in actor ? actor.user : `${actor.client_id} of ${actor.organizer_id}`;
}

/** `name Agrykola → Legia`: the members that differ; all of them, where there was or is nothing. */
function changeInWords({ before, after }: Pick<Entry, 'before' | 'after'>): string {
  if (!before || !after) return inWords(before ?? after);
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => [plain(name), inWords(was.get(name)), inWords(is.get(name))])
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => `${name} ${one} → ${other}`)
    .join(', ');
}
