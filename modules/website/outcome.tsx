/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Side } from '../matches/index.ts';
import type { HistoryEntry } from '../ratings/index.ts';
import { percentInWords } from './format.ts';
import { Change, Confidence, PlayerLink } from './parts.tsx';
import type { Stands } from './player-repository.ts';
import { TwoColumns } from './two-columns.tsx';
import type { Visit } from './visit.ts';
import { whatIfWords } from './what-if-words.ts';
import { nameIn } from './words.ts';

type Props = {
  readonly visit: Visit;
  readonly players: readonly [Stands, Stands];
  /** The entries that the histories of the two would get. */
  readonly entries: readonly [HistoryEntry, HistoryEntry];
};

type TableProps = Props & {
  readonly rows: readonly {
    readonly name: string;
    readonly of: (entry: HistoryEntry) => ComponentChildren;
  }[];
};

function Table({ visit, players, entries: [own, other], rows }: TableProps) {
  const [first, second] = players.map(({ player_id: id, display_name }) => (
    <PlayerLink key={id} visit={visit} player={{ id, display_name }} />
  ));
  return (
    <TwoColumns
      own={first}
      other={second}
      rows={rows.map(({ name, of }) => ({ name, own: of(own), other: of(other) }))}
    />
  );
}

/** How the two stand before the match, and what is expected of it. */
export function Outlook(props: Props) {
  const { visit, players } = props;
  const words = whatIfWords[visit.language];
  const chance = ({ calculation }: HistoryEntry) =>
    percentInWords(visit.language, calculation?.expected_score ?? 0);
  return (
    <section>
      <h2>{words.now}</h2>
      <Table
        {...props}
        rows={[
          { name: visit.words.rating, of: ({ value_before }) => value_before },
          {
            name: visit.words.confidence,
            of: ({ confidence_before: value }) => <Confident visit={visit} value={value ?? 0} />,
          },
          { name: words.chance, of: chance },
          { name: words.k, of: ({ calculation }) => calculation?.k_factor },
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
export function Outcome({ title, of, note, ...props }: OutcomeProps) {
  const { visit, players } = props;
  return (
    <section>
      <h2>
        {title[0]}
        <bdi>{nameIn(visit.language, players[of].display_name)}</bdi>
        {title[1]}
      </h2>
      {note && <p>{note}</p>}
      <Table
        {...props}
        rows={[
          {
            name: visit.words.rating,
            of: ({ change, value_after }) => (
              <>
                <Change points={change ?? 0} /> <span class="nowrap">{value_after}</span>
              </>
            ),
          },
          {
            name: visit.words.confidence,
            of: ({ confidence_after: value }) => <Confident visit={visit} value={value} />,
          },
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
