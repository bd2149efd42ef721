import { type Cell, readWord } from '../../shared/exchange/cell.ts';
import { type Field, field, needed } from '../../shared/exchange/field.ts';
import { readTime } from '../../shared/exchange/moment.ts';
import type { Sheet } from '../../shared/exchange/sheet.ts';
import { readCourtNumber } from '../venues/index.ts';
import type { Score } from './score.ts';
import { readResult } from './written-score.ts';

const anyName = 'display name or id';

/** What a table of matches has for each. */
export const matchColumns: readonly Field[] = [
  needed('competition', 'competition_id', 'its name or id', {
    also: [
      ...['competition name', 'league', 'tournament', 'tournament name', 'event'],
      ...['rozgrywki', 'nazwa rozgrywek', 'liga', 'turniej', 'nazwa turnieju', 'zawody'],
    ],
  }),
  needed('venue', 'venue_id', "its name or id; if empty, the competition's only one", {
    also: [
      ...['venue name', 'club', 'place', 'location'],
      ...['obiekt', 'klub', 'miejsce', 'korty', 'lokalizacja'],
    ],
    onlyOf: ['competition_id', 'venue_ids'],
  }),
  field('court_number', 'court_number', '2, or none', {
    read: readCourtNumber,
    also: ['court', 'court no', 'court nr', 'kort', 'nr kortu', 'kort nr', 'numer kortu'],
  }),
  needed('played_at', 'played_at', '2026-05-01 18:00 in Warsaw, or 2026-05-01T18:00:00+02:00', {
    read: readTime,
    dated: true,
    also: [
      ...['date', 'match date', 'day', 'when', 'played on', 'date and time', 'datetime'],
      ...['data', 'data meczu', 'data gry', 'data i godzina', 'dzień', 'termin', 'kiedy'],
    ],
  }),
  needed('player_1', 'player_ids/0', anyName, {
    also: [
      ...['player', 'home', 'home player', 'host'],
      ...['zawodnik', 'zawodnik 1', 'zawodniczka', 'zawodniczka 1', 'gracz', 'gracz 1'],
      ...['gospodarz', 'gospodyni'],
    ],
  }),
  needed('player_2', 'player_ids/1', anyName, {
    also: [
      ...['opponent', 'away', 'away player', 'visitor', 'guest'],
      ...['zawodnik 2', 'zawodniczka 2', 'gracz 2', 'gość', 'przeciwnik', 'przeciwniczka', 'rywal'],
    ],
  }),
  field('status', 'status', 'completed (also if left empty), retired or walkover', {
    read: readWord,
    otherwise: 'completed',
    also: ['match status', 'stan', 'stan meczu', 'status meczu'],
  }),
  field('score', 'score', '6-4 7-6(5), or 6-4 3-6 [10-8]', {
    read: readWritten,
    also: ['scores', 'result', 'final score', 'wynik', 'wynik meczu', 'rezultat'],
  }),
  field('winner', 'winner_id', 'name or id; needed for a walkover', {
    among: 'player_ids',
    also: [
      'won by',
      'won',
      'zwycięzca',
      'zwyciężczyni',
      'zwyciężył',
      'zwyciężyła',
      'wygrał',
      'wygrała',
    ],
  }),
  field('retired_player', 'retired_player_id', 'name or id; needed if one retired', {
    among: 'player_ids',
    also: ['retired', 'retired by', 'krecz', 'skrecz', 'kreczował', 'kreczowała', 'kto kreczował'],
  }),
];

const roman = ['I', 'II', 'III', 'IV', 'V'];

/** What else such a table may have, which becomes a part of the columns above. */
export const matchParts: Sheet['parts'] = [
  {
    name: 'time',
    of: 'played_at',
    dated: true,
    help: '18:00, where played_at has the day alone',
    also: ['hour', 'start', 'start time', 'godzina', 'godz', 'godzina rozpoczęcia'],
  },
  ...roman.map((number, index) => ({
    name: `set_${index + 1}`,
    of: 'score',
    ...(index === 0 && { help: 'its games, instead of the score; so set_2 to set_5' }),
    also: [`set ${number}`, `${number} set`, `${index + 1} set`],
  })),
  // For players who aren't registered yet.
  { name: 'level_1', also: ['poziom 1', 'ntrp 1'] },
  { name: 'level_2', also: ['poziom 2', 'ntrp 2'] },
  {
    name: 'remarks',
    dated: true,
    help: 'of which only words such as "ret." and "w.o." are read',
    also: ['remark', 'notes', 'note', 'comments', 'comment', 'uwagi', 'uwaga', 'komentarz'],
  },
];

/** A score without what is said beside it of how the match ended, which the status is made of. */
function readWritten(text: string): Cell<Score | undefined> {
  const read = readResult(text);
  if ('fault' in read) return read;
  const { score, leftOut } = read.value;
  return {
    value: score,
    ...(leftOut && { remark: `There is no place for ${leftOut}: it is left out.` }),
  };
}
