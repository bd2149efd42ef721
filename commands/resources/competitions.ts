import {
  type CompetitionRecord,
  CompetitionRecordSchema,
  changeCompetition,
  exportCompetitions,
  findCompetitionRecord,
  insertCompetitions,
} from '../../modules/competitions/index.ts';
import { missingIds } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import { newId } from '../../shared/ids.ts';
import { formatInWords } from '../words.ts';
import { type Resource, wrongOption } from './record.ts';
import { repeated } from './resource.ts';

/** Leagues and tournaments. */
export const competitions: Resource<CompetitionRecord, CompetitionRecord> = {
  one: 'competition',
  about: 'leagues and tournaments',
  schema: CompetitionRecordSchema,
  options(command, required) {
    const option = required ? 'requiredOption' : 'option';
    return command[option]('--name <name>', 'its name')
      [option]('--type <type>', 'league or tournament')
      [option]('--organizer <id>', 'who runs it')
      [option]('--season <season>', 'year and season, such as 2026-autumn')
      [option]('--starts-on <date>', 'first day, such as 2026-09-01')
      [option]('--ends-on <date>', 'last day')
      .option('--games-per-set <6|4>', 'full or short sets (6 for a new one)')
      .option('--final-set <set>', 'full_set or match_tiebreak (full_set for a new one)')
      .option('--no-ad', 'a single point decides a game at deuce')
      .option('--ad', 'games are played out at deuce')
      .option('--venue <id>', 'where it is played; once for each', repeated);
  },
  flags: {
    name: '--name',
    type: '--type',
    organizer_id: '--organizer',
    season: '--season',
    starts_on: '--starts-on',
    ends_on: '--ends-on',
    'match_format/games_per_set': '--games-per-set',
    'match_format/final_set': '--final-set',
    venue_ids: '--venue',
  },
  example:
    "--name 'Autumn League' --type league --organizer org_… --season 2026-autumn --starts-on 2026-09-01 --ends-on 2026-12-20 --final-set match_tiebreak --venue ven_…",
  record: (options, stored) => ({
    id: stored?.id ?? newId('competition'),
    name: options.name ?? stored?.name,
    type: options.type ?? stored?.type,
    season: options.season ?? stored?.season,
    starts_on: options.startsOn ?? stored?.starts_on,
    ends_on: options.endsOn ?? stored?.ends_on,
    match_format: {
      games_per_set: gamesOf(options.gamesPerSet ?? stored?.match_format.games_per_set ?? 6),
      // Commander keeps --ad and --no-ad under one name.
      no_ad:
        options.ad === undefined ? (stored?.match_format.no_ad ?? false) : options.ad === false,
      final_set: options.finalSet ?? stored?.match_format.final_set ?? 'full_set',
    },
    venue_ids: options.venue ?? stored?.venue_ids ?? [],
    organizer_id: options.organizer ?? stored?.organizer_id,
  }),
  inWords: (competition) => ({
    ...competition,
    match_format: formatInWords(competition.match_format),
  }),
  all: exportCompetitions,
  find: findCompetitionRecord,
  async insert(tx, competition) {
    await checkReferences(tx, competition);
    await insertCompetitions(tx.db, [competition]);
  },
  async update(tx, after, before) {
    await checkReferences(tx, after);
    await changeCompetition(tx, before, after);
  },
};

/** A number that was written as one; anything else stays as it is, for the schema to refuse. */
function gamesOf(given: unknown): unknown {
  return typeof given === 'string' && /^\d{1,3}$/.test(given) ? Number(given) : given;
}

async function checkReferences(
  { db }: Transaction,
  { organizer_id, venue_ids }: CompetitionRecord,
): Promise<void> {
  const [organizer] = await missingIds(db, 'organizer', [organizer_id]);
  if (organizer) throw wrongOption('--organizer', organizer, 'there is no such organizer.', 1);
  const [venue] = await missingIds(db, 'venue', venue_ids);
  if (venue) throw wrongOption('--venue', venue, 'there is no such venue.', 1);
}
