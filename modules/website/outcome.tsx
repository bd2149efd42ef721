/** @jsxImportSource preact */
import type { Side } from '../matches/index.ts';
import type { HistoryEntry } from '../ratings/index.ts';
import { percentInWords } from './format.ts';
import { Change, Confidence } from './parts.tsx';
import type { Stands } from './player-repository.ts';
import { FactsOfTwo } from './two-columns.tsx';
import type { Visit } from './visit.ts';
import { whatIfWords } from './what-if-words.ts';
import { nameIn } from './words.ts';

type Props = {
  readonly visit: Visit;
  readonly players: readonly [Stands, Stands];
  /** The entries that the histories of the two would get. */
  readonly entries: readonly [HistoryEntry, HistoryEntry];
};

/** How the two stand before the match, and what is expected of it. */
export function Outlook({ visit, players, entries }: Props) {
  const words = whatIfWords[visit.language];
  const chance = ({ calculation }: HistoryEntry) =>
    percentInWords(visit.language, calculation?.expected_score ?? 0);
  return (
    <section>
      <h2>{words.now}</h2>
      <FactsOfTwo
        label={words.now}
        {...{ visit, players, sides: entries }}
        facts={[
          [visit.words.rating, ({ value_before }) => value_before],
          [
            visit.words.confidence,
            ({ confidence_before: value }) => <Confident visit={visit} value={value ?? 0} />,
          ],
          [words.chance, chance],
          [words.k, ({ calculation }) => calculation?.k_factor],
        ]}
      />
      <p class="quiet">
        {words.nowMeaning} <a href={visit.to('rules')}>{visit.words.rules}</a>
      </p>
      {players.some(({ waits }) => waits) && <p class="quiet">{words.waits}</p>}
    </section>
  );
}

type OutcomeProps = Props & {
  /** The text before a name and after it. */
  readonly title: readonly [before: string, after: string];
  /** Whose name that is. */
  readonly of: Side;
  readonly note?: string;
};

/** Where the two would stand after the match. */
export function Outcome({ visit, players, entries, title, of, note }: OutcomeProps) {
  const name = nameIn(visit.language, players[of].display_name);
  return (
    <section>
      <h2>
        {title[0]}
        <bdi>{name}</bdi>
        {title[1]}
      </h2>
      {note && <p>{note}</p>}
      <FactsOfTwo
        label={`${title[0]}${name}${title[1]}`}
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
      <Confidence visit={visit} value={value} /> {value}
    </>
  );
}
