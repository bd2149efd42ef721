import { Option } from 'commander';
import { wasDone } from '../modules/audit/index.ts';
import { findPlayer, levelRange } from '../modules/players/index.ts';
import type { Asked } from '../modules/ratings/index.ts';
import { Failure } from '../shared/console/console.ts';
import { noSuchRow } from '../shared/database/db.ts';
import { type CorrectionFlags, correct, correctionOptions } from './correcting.ts';
import { date, knownId, level } from './option-values.ts';
import { type Verb, verb } from './verb.ts';
import type { Workbench } from './workbench.ts';

type HistoryFlags = CorrectionFlags & {
  readonly ntrp?: number;
  readonly joined?: ReturnType<typeof date>;
};

/** What is said of a level's option. */
export const aLevel = `self-assessed NTRP level, ${levelRange.join(' to ')}`;

/** `players update` with `--ntrp` or `--joined`, which change the history, too. */
export const withHistory = (update: Verb): Verb => ({
  ...update,
  options: [
    ...(update.options ?? []),
    new Option('--ntrp <level>', `${aLevel}; without other changes`).argParser(level),
    new Option('--joined <date>', 'the day of joining; without other changes').argParser(date),
    ...correctionOptions('optional'),
  ],
  run(workbench, options, id, console) {
    const { ntrp, joined, reason, dryRun, yes, json: _, ...others }: HistoryFlags = options;
    const isCorrection = reason !== undefined || dryRun || yes;
    const changes = [ntrp, joined].filter((one) => one !== undefined).length;
    if (changes === 0 && !isCorrection) return update.run(workbench, options, id, console);
    if (changes !== 1 || Object.keys(others).length > 0) {
      const flags = '--reason, --dry-run and --yes';
      throw new Failure(`${flags} go with --ntrp or --joined, and nothing else goes with it.`, 2);
    }
    const player = knownId('player', id);
    const { changeLevel, changeJoining } = workbench.corrections;
    return correct(workbench, options, console, (asked) =>
      ntrp === undefined
        ? changeJoining(player, joined?.begin ?? Number.NaN, asked)
        : changeLevel(player, ntrp, asked),
    );
  },
});

/** `players merge | erase`. */
export const playerCorrections: readonly Verb[] = [
  verb({
    name: 'merge',
    about: 'make two registrations of one person into one',
    takes: '<from> <into>',
    options: correctionOptions('optional'),
    notes:
      'The second one keeps name, level and day of joining; the first one goes.\nIf either of them is unlisted, the second one is from then on.',
    example: 'plr_… plr_… --dry-run',
    async run(workbench, given: CorrectionFlags, from, console, into = '') {
      const [one, other] = [await personOf(workbench, from), await personOf(workbench, into)];
      const merge = (asked: Asked) => workbench.corrections.mergePlayers(one.id, other.id, asked);
      const meant = async () => `${one.words} becomes ${other.words}, for good.`;
      return correct(workbench, given, console, merge, meant);
    },
  }),
  verb({
    name: 'erase',
    about: 'remove a player’s name from everything, for good',
    takes: '<id>',
    options: correctionOptions('optional'),
    notes: 'Matches, ratings and the id stay. Backups made before still have the name.',
    example: 'plr_… --yes',
    async run(workbench, given: CorrectionFlags, name, console) {
      const { id, words } = await personOf(workbench, name, true);
      const erase = (asked: Asked) => workbench.corrections.erasePlayer(id, asked);
      const meant = async () => `The name of ${words} goes, for good.`;
      return correct(workbench, given, console, erase, meant);
    },
  }),
];

/** The player with the id, in words with the name; with `mayBeRemoved` also one who was removed. */
async function personOf({ database: { db } }: Workbench, text: string, mayBeRemoved = false) {
  const id = knownId('player', text);
  const player = await findPlayer(db, id);
  if (player) return { id, words: `${player.display_name} (${id})` };
  if (mayBeRemoved && (await wasDone(db, 'player removed', id))) return { id, words: id };
  throw noSuchRow('player', id);
}
