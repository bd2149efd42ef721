/** @jsxImportSource preact */
import { decimalInWords, inEach, type Language } from '../website/index.ts';

const sentences = inEach({
  1.5: ['just beginning to play', 'dopiero zaczyna grać'],
  2: ['gets the ball into play, needs time on court', 'wprowadza piłkę do gry, potrzebuje obycia'],
  2.5: ['keeps a slow rally going', 'utrzymuje wolną wymianę'],
  3: [
    'steady at medium pace, not yet in depth',
    'regularność w średnim tempie, jeszcze bez długości',
  ],
  3.5: ['aims reliably, goes to the net at times', 'pewnie kieruje piłkę, czasem idzie do siatki'],
  4: ['controls depth on both sides, volleys', 'panuje nad długością z obu stron, gra woleja'],
  4.5: ['uses pace and spin, serves to a plan', 'używa tempa i rotacji, serwuje z planem'],
  5: [
    'anticipates, wins points by the best shot',
    'przewiduje, wygrywa punkty najlepszym uderzeniem',
  ],
  5.5: ['plays tournaments, adapts under pressure', 'gra w turniejach, dostosowuje się pod presją'],
});

type LevelOptions = {
  readonly language: Language;
  readonly chosen: string;
  readonly none: string;
};

/** The levels that a player can name, each with what it means. rules 1.1 */
export function LevelOptions({ language, chosen, none }: LevelOptions) {
  const meanings = Object.entries(sentences[language]).toSorted(
    ([one], [other]) => Number(one) - Number(other),
  );
  return (
    <>
      <option value="">{none}</option>
      {meanings.map(([level, text]) => (
        <option key={level} value={level} selected={level === chosen}>
          {`${decimalInWords(language, Number(level))} – ${text}`}
        </option>
      ))}
    </>
  );
}
