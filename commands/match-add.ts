import { Option } from 'commander';
import { competitionKind } from '../modules/competitions/index.ts';
import { type FindId, readNames } from '../modules/exchange/index.ts';
import { addResult, judgedResult, shownMatch } from '../modules/matches/index.ts';
import { playerKind } from '../modules/players/index.ts';
import { venueKind } from '../modules/venues/index.ts';
import type { Db } from '../shared/database/db.ts';
import { type Field, field, put } from '../shared/exchange/field.ts';
import { type Kind, memberAt } from '../shared/exchange/kind.ts';
import { isId } from '../shared/ids.ts';
import { visible } from '../shared/text.ts';
import { asSubmitted, resultFields } from './match-corrections.ts';
import { resultInWords } from './match-words.ts';
import type { JsonFlag } from './output.ts';
import { faultOf, type Given, inOptions, membersIn, optionsOfNew } from './resources/options.ts';
import { givenBy, type Options, verb } from './verb.ts';

type Flags = Options & JsonFlag & { readonly dryRun?: true };

const needed = new Set('competition_id venue_id played_at player_ids/0 player_ids/1'.split(' '));

/** What a correction can change, and the competition. */
const fields: readonly Field[] = [
  field('--competition <id>', 'competition_id', 'of which competition'),
  ...resultFields,
].map((one) => ({
  ...one,
  name: one.name.replace('<id>', '<name>'),
  ...(needed.has(one.member) && { needed: true }),
}));

/** `matches add`: takes in a result as the API does, with names in place of ids. */
export const addMatch = verb({
  name: 'add',
  about: 'submit a result, of any competition',
  options: [
    ...optionsOfNew(fields),
    new Option('--dry-run', 'say what would be added and what looks wrong, and add nothing'),
  ],
  notes: 'A name can be an id, too. Without --status, the match was completed.',
  example:
    "--competition 'City League' --venue Agrykola --played-at '2026-05-01 18:00' --player-1 'Anna K.' --player-2 'Jan S.' --score '6-4 7-6(5)'",
  async run({ database, clock }, options: Flags, _, console) {
    const { json, dryRun = false } = options;
    const by = givenBy({ clock }, console);
    const { submitted, leftOut } = asSubmitted(membersIn(fields, options));
    const body = await withIds(database.db, { status: 'completed', ...submitted });
    const taking = dryRun
      ? judgedResult(database.db, body, by)
      : database.transaction((tx) => addResult(tx, body, by));
    const { match, doubts } = await taking.catch((error) => {
      throw inOptions(error, fields, options);
    });
    const { id, ...result } = shownMatch(match);
    if (json) return { dry_run: dryRun, ...(!dryRun && { id }), ...result, doubts };
    const words = await resultInWords(database.db, shownMatch(match));
    console.out(visible(`${dryRun ? 'This would be added' : `Added ${id}`}: ${words}.`));
    if (leftOut) console.err(`Left out: ${leftOut}.`);
    for (const { reason } of doubts) console.err(`It looks wrong: ${reason}.`);
    return undefined;
  },
});

/** The result with the ids of what it names; throws WrongOptions for a name that nobody or several have. */
async function withIds(db: Db, given: Given): Promise<Given> {
  const finders = new Map<Kind, FindId>();
  for (const field of fields) {
    const kind = kindOf(field);
    const text = memberAt(given, field.member);
    if (!kind?.ids || typeof text !== 'string' || isId(kind.ids, text)) continue;
    const find = finders.get(kind) ?? (await readNames(kind, db));
    finders.set(kind, find);
    const among = field.member.startsWith('player_ids')
      ? []
      : Object.values(given.player_ids ?? {});
    const cell = find(text, among);
    if ('fault' in cell) throw faultOf(field, text, cell.fault);
    put(given, field.member, cell.value);
  }
  return given;
}

function kindOf({ member }: Field): Kind | undefined {
  if (member === 'competition_id') return competitionKind;
  if (member === 'venue_id') return venueKind;
  return /^(player_ids|winner_id|retired_player_id)/.test(member) ? playerKind : undefined;
}
