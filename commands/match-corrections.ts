import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Correction, matchStatuses, readScore, type Score } from '../modules/matches/index.ts';
import type { Asked, Corrected, Corrections } from '../modules/ratings/index.ts';
import { readTime } from '../shared/exchange/cell.ts';
import type { MatchId } from '../shared/ids.ts';
import { type CorrectionFlags, correct, correctionOptions } from './correcting.ts';
import { cell, knownId } from './option-values.ts';
import { type Verb, verb } from './verb.ts';

type Given = CorrectionFlags & {
  readonly score?: Score;
  readonly winner?: string;
  readonly status?: (typeof matchStatuses)[number];
  readonly retired?: string;
  readonly playedAt?: string;
  readonly venue?: string;
  readonly court?: number | 'none';
  readonly swap?: true;
};

/** A verb that corrects the match that its argument names. */
function correcting<G extends CorrectionFlags>(
  described: Pick<Verb, 'name' | 'about' | 'notes' | 'example'>,
  options: (command: Command) => Command,
  work: (corrections: Corrections, id: MatchId, asked: Asked, given: G) => Promise<Corrected>,
): Verb {
  return verb<G, object | undefined>({
    ...described,
    takes: '<id>',
    options,
    run(workbench, given, name, console) {
      const id = knownId('match', name);
      const { corrections } = workbench;
      return correct(workbench, given, console, (asked) => work(corrections, id, asked, given));
    },
  });
}

/** `matches void | restore | correct`. */
export const matchCorrections: readonly Verb[] = [
  correcting(
    {
      name: 'void',
      about: 'let a result count no more, as if it had never been submitted',
      example: "mat_… --reason 'entered twice'",
    },
    (command) => correctionOptions(command, 'needed'),
    (corrections, id, asked) => corrections.voidMatch(id, asked),
  ),
  correcting(
    { name: 'restore', about: 'let a voided result count again', example: 'mat_…' },
    (command) => correctionOptions(command, 'optional'),
    (corrections, id, asked) => corrections.restoreMatch(id, asked),
  ),
  correcting<Given>(
    {
      name: 'correct',
      about: 'let a result be as if it had been submitted otherwise',
      notes: 'What is not named stays as it is, and so do the id and the order of rating.',
      example: "mat_… --score '6-4 7-6(5)' --reason 'a typing error'",
    },
    (command) =>
      correctionOptions(
        command
          .option('--score <sets>', 'such as 6-4 7-6(5), or 6-4 3-6 [10-8]', cell(readScore))
          .addOption(
            new Option('--swap', 'the sides of the score were exchanged').conflicts('score'),
          )
          .option('--winner <id>', 'who won a walkover, where that changes')
          .addOption(new Option('--status <status>', 'what became of it').choices(matchStatuses))
          .option('--retired <id>', 'who retired')
          .option('--played-at <time>', 'such as 2026-05-01 18:00 in Warsaw', cell(readTime))
          .option('--venue <id>', 'where it was played')
          .option('--court <number>', 'on which court, or none', courtOrNone),
        'needed',
      ),
    (corrections, id, asked, given) => {
      const { score, swap, status, court } = given;
      const correction: Correction = {
        score,
        swap,
        status,
        winner_id: given.winner,
        retired_player_id: given.retired,
        played_at: given.playedAt,
        venue_id: given.venue,
        court_number: court === 'none' ? null : court,
      };
      return corrections.correctMatch(id, correction, asked);
    },
  ),
];

function courtOrNone(text: string): number | 'none' {
  if (text === 'none') return 'none';
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected the number of a court, or none.');
}
