import { removeRevokedPasses } from '../../modules/auth/index.ts';
import {
  type CompetitionRecord,
  competitionKind,
  type MatchFormat,
} from '../../modules/competitions/index.ts';
import { type Cell, readWord } from '../../shared/exchange/cell.ts';
import { field, needed } from '../../shared/exchange/field.ts';
import { isId } from '../../shared/ids.ts';
import { formatInWords } from '../words.ts';
import { doubtNamesake } from './namesakes.ts';
import { notesOf, type Resource } from './resource.ts';

/** How matches are scored unless something else is said. */
const usualFormat: MatchFormat = { games_per_set: 6, no_ad: false, final_set: 'full_set' };

export const competitions: Resource<CompetitionRecord> = {
  kind: competitionKind,
  about: 'leagues and tournaments',
  fields: [
    needed('--name <name>', 'name', 'its name'),
    needed('--type <type>', 'type', 'league or tournament', { read: readWord }),
    needed('--organizer <id>', 'organizer_id', 'who runs it'),
    needed('--season <season>', 'season', 'year and season, such as 2026-autumn'),
    needed('--starts-on <date>', 'starts_on', 'first day, such as 2026-09-01'),
    needed('--ends-on <date>', 'ends_on', 'last day'),
    field(
      '--games-per-set <6|4>',
      'match_format/games_per_set',
      `games of a set, 6 or 4 (${usualFormat.games_per_set} for a new one)`,
      { read: readGames },
    ),
    field(
      '--final-set <set>',
      'match_format/final_set',
      `full_set or match_tiebreak (${usualFormat.final_set} for a new one)`,
      { read: readWord },
    ),
    // Commander keeps both under one name; without `--ad` first, `--no-ad` would have a default.
    field('--ad', 'match_format/no_ad', 'games are played out at deuce', { read: readNoAd }),
    field('--no-ad', 'match_format/no_ad', 'a single point decides a game at deuce', {
      read: readNoAd,
    }),
    field('--venue <id>', 'venue_ids', 'where it is played', { many: true }),
  ],
  fresh: () => ({ match_format: usualFormat, venue_ids: [] }),
  examples: [
    "--name 'Autumn League' --type league --organizer org_… --season 2026-autumn --starts-on 2026-09-01 --ends-on 2026-12-20 --final-set match_tiebreak --venue ven_…",
  ],
  doubt: doubtNamesake(competitionKind),
  async beforeRemoval(db, id) {
    if (!isId('competition', id)) return [];
    return notesOf('pass removed', await removeRevokedPasses(db, { competition_id: id }));
  },
  inWords: (competition: CompetitionRecord) => ({
    ...competition,
    match_format: formatInWords(competition.match_format),
  }),
};

/** A number that was written as digits; anything else stays as it is, for the schema to refuse. */
function readGames(text: string): Cell<unknown> {
  return { value: /^\d{1,3}$/.test(text) ? Number(text) : text };
}

function readNoAd(ad: string): Cell<boolean> {
  return /^(true|false)$/.test(ad) ? { value: ad === 'false' } : { fault: 'expected yes or no.' };
}
