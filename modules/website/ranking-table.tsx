/** @jsxImportSource preact */
import type { RankedPlayer } from '../ratings/index.ts';
import { dayInWords, numberInWords } from './format.ts';
import { Change, Confidence, NumberColumn, PlayerLink } from './parts.tsx';
import { rankingWords } from './ranking-words.ts';
import type { Visit } from './visit.ts';

type TableProps = {
  readonly visit: Visit;
  readonly players: readonly RankedPlayer[];
  /** Who is listed; only ranked players have places. */
  readonly listed: 'ranked' | 'everybody' | 'found';
  /** The competition and venue whose players these are. */
  readonly narrowed: readonly Narrowed[];
};

/** Whose players these are, in words before the name, and the path of its page if there is one. */
export type Narrowed = { readonly of: string; readonly name: string; readonly path?: string };

/** Players by rating. */
export function RankingTable({ visit, players, listed, narrowed }: TableProps) {
  const words = rankingWords[visit.language];
  const isNumbered = listed === 'ranked';
  return (
    <table class="ranking">
      <caption>
        {words[listed]}
        <Narrowing {...{ visit, narrowed }} />
      </caption>
      <thead>
        <tr>
          {isNumbered && <NumberColumn>{words.rank}</NumberColumn>}
          <th scope="col">{visit.words.player}</th>
          <NumberColumn>{visit.words.rating}</NumberColumn>
          <th scope="col">{visit.words.confidence}</th>
          <NumberColumn>{words.matches}</NumberColumn>
          <NumberColumn>{words.change}</NumberColumn>
          <NumberColumn>{words.last}</NumberColumn>
        </tr>
      </thead>
      <tbody>
        {players.map((player) => (
          <Row key={player.id} {...{ visit, player, isNumbered }} />
        ))}
      </tbody>
    </table>
  );
}

/** What a ranking is narrowed by, a line for each. */
export function Narrowing({ visit, narrowed }: Pick<TableProps, 'visit' | 'narrowed'>) {
  return narrowed.map(({ of, name, path }) => {
    const shown = <bdi>{name}</bdi>;
    return (
      <span key={of} class="narrowed">
        {of} {path ? <a href={visit.to(path)}>{shown}</a> : shown}
      </span>
    );
  });
}

type RowProps = {
  readonly visit: Visit;
  readonly player: RankedPlayer;
  readonly isNumbered: boolean;
};

function Row({ visit, player, isNumbered }: RowProps) {
  const words = rankingWords[visit.language];
  const { value, confidence, rated_matches, change, last_rated_match_at } = player;
  return (
    <tr>
      {isNumbered && <td class="number rank">{numberInWords(visit.language, player.rank)}</td>}
      <th scope="row">
        <PlayerLink visit={visit} player={player} />
        {!player.is_ranked && <span class="beside">{words.unranked}</span>}
      </th>
      <td class="number value">{value}</td>
      <td class="sure">
        <Confidence visit={visit} value={confidence} />
      </td>
      <td class="number" data-of={words.matches}>
        {numberInWords(visit.language, rated_matches)}
      </td>
      <td class="number" data-of={words.change}>
        {change === null ? <span class="quiet">–</span> : <Change points={change} />}
      </td>
      <td class="number" data-of={words.last}>
        {last_rated_match_at ? (
          dayInWords(visit.language, last_rated_match_at)
        ) : (
          <span class="quiet">{words.never}</span>
        )}
      </td>
    </tr>
  );
}
