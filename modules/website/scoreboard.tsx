/** @jsxImportSource preact */
import type { MatchInFull } from './match-repository.ts';
import { matchWords } from './match-words.ts';
import { Columns, PlayerLink } from './parts.tsx';
import { type Visit, wordsFor } from './visit.ts';

type Props = { readonly visit: Visit; readonly match: MatchInFull };

/** A score as on a board beside the court: a row for each player, a column for each set. */
export function Scoreboard({ visit, match }: Props) {
  const words = wordsFor(visit, matchWords);
  const { score, players, status } = match;
  const sets = score?.sets ?? [];
  return (
    <>
      <table class="scoreboard">
        <Columns
          names={[visit.words.player]}
          numbers={[
            ...sets.map((_, index) => `${words.set} ${index + 1}`),
            ...(score?.match_tiebreak ? [words.matchTiebreak] : []),
          ]}
        />
        <tbody>
          {players.map((player, side) => (
            <tr key={player.id} class={player.id === match.winner_id ? 'winner' : undefined}>
              <th scope="row">
                <PlayerLink visit={visit} player={player} />
                {player.id === match.winner_id && <span class="mark">{words.winner}</span>}
                {player.id === match.retired_player_id && <span class="mark">{words.retired}</span>}
              </th>
              {sets.map(({ games, tiebreak }, index) => (
                <td key={index} class="number">
                  {games[side]}
                  {tiebreak && (
                    <>
                      <span class="hidden"> {words.tiebreak} </span>
                      <sup>{tiebreak[side]}</sup>
                    </>
                  )}
                </td>
              ))}
              {score?.match_tiebreak && <td class="number">{score.match_tiebreak[side]}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {status === 'walkover' && <p>{words.walkover}</p>}
    </>
  );
}
