import { type CompetitionRecord, competitionKind } from '../../modules/competitions/index.ts';
import { type Cell, readWord } from '../../shared/exchange/cell.ts';
import { formatInWords } from '../words.ts';
import type { Records } from './records.ts';

/** Leagues and tournaments. */
export const competitions: Records<CompetitionRecord> = {
  kind: competitionKind,
  about: 'leagues and tournaments',
  flags: [
    { name: '--name <name>', member: 'name', needed: true, help: 'its name' },
    {
      name: '--type <type>',
      member: 'type',
      needed: true,
      read: readWord,
      help: 'league or tournament',
    },
    { name: '--organizer <id>', member: 'organizer_id', needed: true, help: 'who runs it' },
    {
      name: '--season <season>',
      member: 'season',
      needed: true,
      help: 'year and season, such as 2026-autumn',
    },
    {
      name: '--starts-on <date>',
      member: 'starts_on',
      needed: true,
      help: 'first day, such as 2026-09-01',
    },
    { name: '--ends-on <date>', member: 'ends_on', needed: true, help: 'last day' },
    {
      name: '--games-per-set <6|4>',
      member: 'match_format/games_per_set',
      read: readGames,
      help: 'full or short sets (6 for a new one)',
    },
    {
      name: '--final-set <set>',
      member: 'match_format/final_set',
      read: readWord,
      help: 'full_set or match_tiebreak (full_set for a new one)',
    },
    // Commander keeps both under the name of the first.
    {
      name: '--ad',
      member: 'match_format/no_ad',
      read: readNoAd,
      help: 'games are played out at deuce',
    },
    {
      name: '--no-ad',
      member: 'match_format/no_ad',
      read: readNoAd,
      help: 'a single point decides a game at deuce',
    },
    {
      name: '--venue <id>',
      member: 'venue_ids',
      many: true,
      help: 'where it is played; once for each',
    },
  ],
  fresh: () => ({
    match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
    venue_ids: [],
  }),
  example:
    "--name 'Autumn League' --type league --organizer org_… --season 2026-autumn --starts-on 2026-09-01 --ends-on 2026-12-20 --final-set match_tiebreak --venue ven_…",
  inWords: (competition) => ({
    ...competition,
    match_format: formatInWords(competition.match_format),
  }),
};

/** A number that was written as one; anything else stays as it is, for the schema to refuse. */
function readGames(text: string): Cell<unknown> {
  return { value: /^\d{1,3}$/.test(text) ? Number(text) : text };
}

function readNoAd(ad: string): Cell<boolean> {
  return { value: ad === 'false' };
}
