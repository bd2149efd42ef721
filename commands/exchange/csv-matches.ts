import type { PlayerId } from '../../shared/ids.ts';
import { type Cell, type Row, readNumber, readScore, readWord } from './csv-cells.ts';
import type { Names } from './csv-names.ts';
import { createTimeReader } from './csv-time.ts';

type Directory = {
  readonly venues: Names<'venue'>;
  readonly competitions: Names<'competition'>;
  readonly players: Names<'player'>;
};

/** Makes a row the record of a match. */
export function matchReader({ venues, competitions, players }: Directory): (row: Row) => object {
  const readTime = createTimeReader();
  const readStatus = readWord(['completed', 'retired', 'walkover']);
  return (row) => {
    const pair = ['player_1', 'player_2'].map((column) => row.read(column, players.find));
    const oneOfThem = (text: string) => playerOf(text, pair, players);
    return {
      kind: 'match',
      competition_id: row.read('competition', competitions.find),
      venue_id: row.read('venue', venues.find),
      court_number: row.read('court_number', readNumber),
      played_at: row.read('played_at', readTime),
      player_ids: pair,
      status: row.text('status') ? row.read('status', readStatus) : 'completed',
      score: row.read('score', readScore),
      winner_id: row.read('winner', oneOfThem),
      retired_player_id: row.read('retired_player', oneOfThem),
    };
  };
}

/** The one of the two players whom the text means: their names may be other players', too. */
function playerOf(
  text: string,
  pair: readonly (PlayerId | undefined)[],
  players: Names<'player'>,
): Cell<PlayerId> {
  const [one, other] = pair.filter((id) => id !== undefined && players.isNamed(id, text));
  if (one && other && one !== other) {
    return { fault: `Both players are named "${text}"; write the id of one: ${one}, ${other}.` };
  }
  return one ? { value: one } : players.find(text);
}
