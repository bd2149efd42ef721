import { Option } from 'commander';
import * as v from 'valibot';
import { readResult } from '../modules/matches/index.ts';
import type { Asked, Corrected } from '../modules/ratings/index.ts';
import { readCourtNumber } from '../modules/venues/index.ts';
import { filled } from '../shared/database/db.ts';
import { readWord } from '../shared/exchange/cell.ts';
import { field } from '../shared/exchange/field.ts';
import { readTime } from '../shared/exchange/moment.ts';
import type { MatchId } from '../shared/ids.ts';
import { type CorrectionFlags, correct, correctionOptions } from './correcting.ts';
import { recordedResult, resultInWords } from './match-words.ts';
import { checkIsThere, knownId } from './option-values.ts';
import {
  faultOf,
  inOptions,
  type Given as Members,
  membersIn,
  optionsOf,
} from './resources/options.ts';
import { type Verb, verb } from './verb.ts';
import type { Workbench } from './workbench.ts';

type Given = CorrectionFlags & { readonly swap?: true; readonly venue?: string };

const scoreField = field(
  '--score <sets>',
  'score',
  'such as 6-4 7-6(5), 6/4 3/6 [10/8] or 64 21 ret.',
  { read: readResult },
);

/** The parts of a result that can be corrected. */
export const resultFields = [
  scoreField,
  field('--player-1 <id>', 'player_ids/0', 'who stands first in the score'),
  field('--player-2 <id>', 'player_ids/1', 'who stands second in it'),
  field('--winner <id>', 'winner_id', 'who won, if it is a walkover'),
  field('--status <status>', 'status', 'how it ended: completed, retired or walkover', {
    read: readWord,
  }),
  field('--retired <id>', 'retired_player_id', 'who retired'),
  field('--played-at <time>', 'played_at', 'such as 2026-05-01 18:00 in Warsaw', {
    read: readTime,
  }),
  field('--venue <id>', 'venue_id', 'where it was played'),
  field('--court <number>', 'court_number', 'on which court, or none', { read: readCourtNumber }),
];

/** A score as it was written, once it is among the members. */
const WrittenSchema = v.object({
  score: v.optional(v.unknown()),
  ending: v.optional(v.string()),
  leftOut: v.optional(v.string()),
});

/**
 * The members as a submission has them, and what of the score has no place there; how the match ended can
 * be said by the score or by the status. Throws WrongOptions where the two contradict each other.
 */
export function asSubmitted({ score: written, ...members }: Members) {
  const { score, ending, leftOut } = v.parse(WrittenSchema, written ?? {});
  const { status = ending } = members;
  if (ending !== undefined && status !== ending) {
    throw faultOf(scoreField, undefined, `It says ${ending}, and --status ${status}.`);
  }
  const submitted = filled({ ...members, score, status });
  return { submitted, leftOut };
}

/** A verb that corrects the match that its argument names. */
function correcting<G extends CorrectionFlags>(
  described: Pick<Verb, 'name' | 'about' | 'options' | 'notes' | 'example' | 'expect'>,
  work: (workbench: Workbench, id: MatchId, asked: Asked, given: G) => Promise<Corrected>,
): Verb {
  return verb<G, object | undefined>({
    ...described,
    takes: '<id>',
    async run(workbench, given, name, console) {
      const id = knownId('match', name);
      const { leftOut } = asSubmitted(membersIn(resultFields, given));
      if (leftOut) console.err(`Left out: ${leftOut}.`);
      const meant = async () => {
        const { db } = workbench.database;
        const match = await recordedResult(db, id);
        return match && `It is about ${id}: ${await resultInWords(db, match)}.`;
      };
      const correction = (asked: Asked) => work(workbench, id, asked, given);
      return correct(workbench, given, console, correction, meant);
    },
  });
}

/** `matches void | restore | correct`. */
export const matchCorrections: readonly Verb[] = [
  correcting(
    {
      name: 'void',
      about: 'take a result out, as if it had never been submitted',
      options: correctionOptions('needed'),
      example: "mat_… --reason 'entered twice'",
    },
    ({ corrections }, id, asked) => corrections.voidMatch(id, asked),
  ),
  correcting(
    {
      name: 'restore',
      about: 'bring a voided result back',
      options: correctionOptions('optional'),
      example: 'mat_…',
    },
    ({ corrections }, id, asked) => corrections.restoreMatch(id, asked),
  ),
  correcting<Given>(
    {
      name: 'correct',
      about: 'correct a result, as if it had been submitted that way',
      options: [
        ...optionsOf(resultFields),
        new Option('--swap', 'the two were exchanged, in the score and in who retired').conflicts(
          'score',
        ),
        ...correctionOptions('needed'),
      ],
      notes: 'What is not named stays as it is, and so do the id and the order of rating.',
      example: "mat_… --score '6-4 7-6(5)' --reason 'a typing error'",
      expect: (given) => asSubmitted(membersIn(resultFields, given)),
    },
    async ({ database, corrections }, id, asked, given) => {
      await checkIsThere(database.db, 'venue', given.venue);
      const { submitted } = asSubmitted(membersIn(resultFields, given));
      const correction = { ...submitted, swap: given.swap };
      return corrections.correctMatch(id, correction, asked).catch((error) => {
        throw inOptions(error, resultFields, given);
      });
    },
  ),
];
