import { InvalidArgumentError, Option } from 'commander';
import { atRest, type Order, orders, settleLook, verifyRatings } from '../modules/ratings/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { inSteps, watched } from '../shared/console/progress.ts';
import type { Database } from '../shared/database/connect.ts';
import { readTime } from '../shared/exchange/moment.ts';
import { parseDateTime } from '../shared/time.ts';
import { type CorrectionFlags, correct, correctionOptions, sayItWaits } from './correcting.ts';
import { ratingsQuality } from './ratings-quality.ts';
import { showRating } from './show-rating.ts';
import { type Noun, verb } from './verb.ts';
import { counted } from './words.ts';

/** `ratings show | quality | run | decay | verify | rebuild`. */
export const ratings: Noun = {
  name: 'ratings',
  about: 'show a rating and why; rate, drop confidence, verify, rebuild',
  verbs: [
    showRating,
    ratingsQuality,
    verb({
      name: 'run',
      about: 'rate everything that is pending now, without the delay',
      example: '',
      run: ({ run }, _, __, console) =>
        inSteps(console, 'Rating', (isGivenUp) =>
          run(({ rated }) => isGivenUp(rated), { onWaiting: sayItWaits(console) }),
        ),
      inWords({ rated, unrateable }) {
        const left = `\n${counted(unrateable, 'match', 'matches')} can't be rated: "matches list --rating pending" has them among those that wait, "matches show" says why.`;
        return `Rated ${counted(rated, 'match', 'matches')}.${unrateable > 0 ? left : ''}`;
      },
    }),
    verb({
      name: 'decay',
      about: 'apply the drops of confidence that are due after inactivity',
      options: [
        new Option(
          '--as-of <time>',
          'apply what is due by then, such as 2026-05-01 00:00 in Warsaw',
        ).argParser(pastMoment),
      ],
      example: "--as-of '2026-05-01 00:00'",
      run: ({ decay }, { asOf }: { asOf?: number }, _, console) =>
        inSteps(console, 'Drops', (isGivenUp) =>
          decay(asOf, ({ drops }) => isGivenUp(drops), sayItWaits(console)),
        ),
      inWords: ({ drops, players }) =>
        `Gave ${counted(drops, 'drop', 'drops')} of confidence to ${counted(players, 'player', 'players')}.`,
    }),
    verb({
      name: 'verify',
      about: 'recompute every rating and compare it with what is stored',
      example: '--json',
      async run({ database }, { json }, _, console) {
        await settleLook(database, sayItWaits(console));
        const result = await verified(database, console);
        const { differences } = result;
        if (differences.length === 0) return result;
        console.out(json ? JSON.stringify(result) : differences.join('\n'));
        const found = counted(differences.length, 'difference', 'differences');
        const next = 'See what `ratings rebuild --dry-run` would put right.';
        throw new Failure(`Found ${found} in ${scopeOf(result)}. ${next}`);
      },
      inWords: (result) => `Verified ${scopeOf(result)}: no difference.`,
    }),
    verb({
      name: 'rebuild',
      about: 'recompute the whole history and all ratings',
      options: [
        new Option('--order <order>', 'as it was applied, or as it was played')
          .choices(orders)
          .default('applied'),
        ...correctionOptions('optional'),
      ],
      notes:
        'As applied, it gives what is stored, but for drops of confidence that are not\ndue yet, such as of a clock that was ahead. Each difference is printed.',
      example: '--order played --dry-run',
      run: (workbench, given: CorrectionFlags & { readonly order: Order }, _, console) =>
        correct(workbench, given, console, (asked) =>
          workbench.corrections.rebuild(given.order, asked),
        ),
    }),
  ],
};

/** What `verifyRatings` gives; a person at a terminal sees how far it is. */
export function verified(database: Database, console: Console) {
  return watched(console, 'Verifying', (tell) => atRest(database, (db) => verifyRatings(db, tell)));
}

function scopeOf({ players, matches }: { players: number; matches: number }): string {
  const rated = counted(matches, 'rated match', 'rated matches');
  return `${counted(players, 'player', 'players')} and ${rated}`;
}

/** A moment that isn't in the future, in milliseconds since the epoch. */
function pastMoment(text: string): number {
  const read = readTime(text);
  if ('fault' in read) throw new InvalidArgumentError(read.fault);
  const instant = Number(parseDateTime(read.value)?.instant);
  if (instant > Date.now()) throw new InvalidArgumentError('The time lies in the future.');
  return instant;
}
