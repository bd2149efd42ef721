import { inEach } from './language.ts';

export const againstWords = inEach({
  whatIf: ['What would a match change?', 'Co zmieniłby mecz?'],
  never: ['They have not played each other yet.', 'Jeszcze nie było między nimi meczu.'],
  balance: ['Won by each', 'Bilans'],
  sets: ['Sets', 'Sety'],
  games: ['Games', 'Gemy'],
  meetings: ['Their matches', 'Ich mecze'],
  caption: [
    'The last one first; the score from the side of the player named first',
    'Od ostatniego; wynik z perspektywy gracza wymienionego jako pierwszego',
  ],
});
