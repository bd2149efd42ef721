import { inEach } from './language.ts';
import { playerWords } from './player-words.ts';

const { list: en, waiting: waitingEn } = playerWords.en;
const { list: pl, waiting: waitingPl } = playerWords.pl;

export const againstWords = inEach(
  {
    title: 'Head to head',
    whatIf: 'What would a match change?',
    never: 'They have not played each other yet.',
    balance: 'Won by each',
    sets: 'Sets',
    games: 'Games',
    waiting: waitingEn,
    meetings: 'Their matches',
    caption: 'The last one first; the score from the side of the player named first',
    day: en.day,
    match: en.what,
    won: en.won,
    lost: en.lost,
    pending: en.pending,
    notRated: en.notRated,
  },
  {
    title: 'Bezpośrednie mecze',
    whatIf: 'Co zmieniłby mecz?',
    never: 'Jeszcze nie było między nimi meczu.',
    balance: 'Bilans',
    sets: 'Sety',
    games: 'Gemy',
    waiting: waitingPl,
    meetings: 'Ich mecze',
    caption: 'Od ostatniego; wynik od strony gracza wymienionego jako pierwszego',
    day: pl.day,
    match: pl.what,
    won: pl.won,
    lost: pl.lost,
    pending: pl.pending,
    notRated: pl.notRated,
  },
);
