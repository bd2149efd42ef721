import { inEach } from './language.ts';

export const againstWords = inEach(
  {
    whatIf: 'What would a match change?',
    never: 'They have not played each other yet.',
    balance: 'Won by each',
    sets: 'Sets',
    games: 'Games',
    meetings: 'Their matches',
    caption: 'The last one first; the score from the side of the player named first',
  },
  {
    whatIf: 'Co zmieniłby mecz?',
    never: 'Jeszcze nie było między nimi meczu.',
    balance: 'Bilans',
    sets: 'Sety',
    games: 'Gemy',
    meetings: 'Ich mecze',
    caption: 'Od ostatniego; wynik z perspektywy gracza wymienionego jako pierwszego',
  },
);
