/** @jsxImportSource preact */
import type { Side } from '../matches/index.ts';
import type { HistoryEntry } from '../ratings/index.ts';
import { inEach, nameIn, percentInWords } from './language.ts';
import { Change, Confidence } from './parts.tsx';
import type { Stands } from './player-repository.ts';
import { Standing } from './state.tsx';
import { FactsOfTwo } from './two-columns.tsx';
import type { Visit } from './visit.ts';

/** What a match would change, in words. */
const outcomeWords = inEach({
  now: ['If the match began now', 'Gdyby mecz zaczął się teraz'],
  nowMeaning: [
    'The chance is what the two ratings predict for each player; the K-factor is the most points that the match can move a rating. The confidence is the current one, after the drops now due.',
    'Szanse wynikają z punktów obojga graczy, a współczynnik K to największa liczba punktów, jaką można w meczu zyskać lub stracić. Pewność podano na tę chwilę, z uwzględnieniem całego czasu bez meczu.',
  ],
  waits: [
    'A result of theirs still waits for its rating, and may change these numbers.',
    'Któryś z wyników tych graczy wciąż czeka na przeliczenie i może zmienić te liczby.',
  ],
  k: ['K-factor', 'Współ\u00adczynnik K'],
  chance: ['Chance', 'Szanse'],
  wins: [['If ', ' wins'] as readonly [before: string, after: string], ['Jeśli wygra ', '']],
});

type Props = {
  readonly visit: Visit;
  readonly players: readonly [Stands, Stands];
  /** The entries that the histories of the two would get. */
  readonly entries: readonly [HistoryEntry, HistoryEntry];
};

/** How the two stand before the match, and what is expected of it. */
export function Outlook({ visit, players, entries }: Props) {
  const words = outcomeWords[visit.language];
  const chance = ({ calculation }: HistoryEntry) =>
    percentInWords(visit.language, calculation?.expected_score ?? 0);
  return (
    <section>
      <h2>{words.now}</h2>
      <FactsOfTwo
        label={words.now}
        {...{ visit, players }}
        sides={[
          { stands: players[0], entry: entries[0] },
          { stands: players[1], entry: entries[1] },
        ]}
        facts={[
          [visit.words.rating, ({ stands }) => stands.value],
          [
            visit.words.confidence,
            ({ entry }) => <Confident visit={visit} value={entry.confidence_before ?? 0} />,
          ],
          [visit.words.ranking, ({ stands }) => <Standing visit={visit} of={stands} />],
          [words.chance, ({ entry }) => chance(entry)],
          [words.k, ({ entry }) => entry.calculation?.k_factor],
        ]}
      />
      <p class="quiet">
        {words.nowMeaning} <a href={visit.to('rules')}>{visit.words.rules}</a>
      </p>
      {players.some(({ waits }) => waits) && <p class="quiet">{words.waits}</p>}
    </section>
  );
}

/** Where the two would stand if that side won. */
export function Outcome({ visit, players, entries, of }: Props & { readonly of: Side }) {
  const [before, after] = outcomeWords[visit.language].wins;
  const name = nameIn(visit.language, players[of].display_name);
  return (
    <section>
      <h2>
        {before}
        <bdi>{name}</bdi>
        {after}
      </h2>
      <FactsOfTwo
        label={`${before}${name}${after}`}
        {...{ visit, players, sides: entries }}
        facts={[
          [
            visit.words.rating,
            ({ change, value_after }) => (
              <>
                <Change points={change ?? 0} /> <span class="nowrap">{value_after}</span>
              </>
            ),
          ],
          [
            visit.words.confidence,
            ({ confidence_after }) => <Confident visit={visit} value={confidence_after} />,
          ],
        ]}
      />
    </section>
  );
}

function Confident({ visit, value }: { readonly visit: Visit; readonly value: number }) {
  return (
    <>
      <Confidence visit={visit} value={value} /> <span aria-hidden="true">{value}</span>
    </>
  );
}
