import { Option } from 'commander';
import { type Actor, type Entry, listEntries } from '../modules/audit/index.ts';
import type { MatchId, PlayerId } from '../shared/ids.ts';
import { checkIsThere, date, idOption, limitOption } from './option-values.ts';
import type { JsonFlag } from './output.ts';
import { type Noun, verb } from './verb.ts';
import { inWords, plain } from './words.ts';

type Flags = JsonFlag & {
  readonly limit: number;
  readonly match?: MatchId;
  readonly player?: PlayerId;
  readonly since?: ReturnType<typeof date>;
};

export const audit: Noun = {
  name: 'audit',
  about: 'the log of who changed what',
  verbs: [
    verb({
      name: 'list',
      about: 'list what was done, latest first: when, by whom, to what and why',
      options: [
        limitOption(),
        idOption('match', 'only what was done to this match'),
        idOption('player', 'only what was done to this player and their matches'),
        new Option(
          '--since <date>',
          'only what was done on this day in Warsaw and later',
        ).argParser(date),
      ],
      notes: '--json also has the values before and after.',
      example: '--since 2026-05-01',
      async run({ database: { db } }, { limit, match, player, since }: Flags) {
        const entries = await listEntries(db, { match, player, since: since?.begin }, limit);
        if (entries.length === 0) {
          // What is gone is known from the log alone.
          const isLogged = async (filters: object) =>
            (await listEntries(db, filters, 1)).length > 0;
          if (match && !(await isLogged({ match })))
            await checkIsThere(db, 'match', match, 'voided_match');
          if (player && !(await isLogged({ player }))) await checkIsThere(db, 'player', player);
        }
        return entries;
      },
      inWords: ({ at, actor, action, subject, reason, before, after }) => ({
        at,
        by: actorInWords(actor),
        done: action,
        to: subject,
        why: reason,
        change: changeInWords({ before, after }),
      }),
    }),
  ],
};

/** `anna`, `cli_… of org_…`, or `pass "Court desk" of org_…`. */
export function actorInWords(actor: Actor): string {
  return 'user' in actor ? actor.user : `${toolInWords(actor)} of ${actor.organizer_id}`;
}

/** By what an organizer's people did something: `cli_…`, or `pass "Court desk"`. */
export function toolInWords(actor: Exclude<Actor, { readonly user: string }>): string {
  return 'pass' in actor ? `pass "${actor.pass}"` : actor.client_id;
}

/** The members that tell what a thing is that was added or removed as a whole. */
const telling: ReadonlySet<string> = new Set(
  'name display_name label organizer organizer_id score winner_id file records from into order'.split(
    ' ',
  ),
);

/** `name Agrykola → Legia`: the members that differ; of what was added or removed, the telling ones. */
function changeInWords({ before, after }: Pick<Entry, 'before' | 'after'>): string {
  const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => name !== 'played_at_text') // in words it equals `played_at`
    .filter((name) => (before && after) || telling.has(name))
    .map((name) => [plain(name), inWords(was.get(name)), inWords(is.get(name))] as const)
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => [name, before && one, before && after && '→', after && other])
    .map((words) => words.filter(Boolean).join(' '))
    .join(', ');
}
