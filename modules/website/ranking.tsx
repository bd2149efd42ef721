/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import { dayMs, utc } from '../../shared/time.ts';
import { dayInWords, numberInWords } from './format.ts';
import { inEach } from './language.ts';
import { Page } from './page.tsx';
import { Confidence, PlayerLink } from './parts.tsx';
import { rankedPlayers } from './ranking-repository.ts';
import { type Visit, wordsFor } from './visit.ts';

export const rankingWords = inEach(
  { title: 'Ranking', player: 'Player', rating: 'Rating', matches: 'Matches', last: 'Last match' },
  { title: 'Ranking', player: 'Gracz', rating: 'Ranking', matches: 'Mecze', last: 'Ostatni mecz' },
);

export const rankingQuery = {};

/** The players by rating. */
export async function rankingPage(db: Db, visit: Visit, _query: object) {
  const words = wordsFor(visit, rankingWords);
  const players = await rankedPlayers(db, { since: utc(visit.now - 365 * dayMs) }, 50);
  return (
    <Page visit={visit} title={words.title}>
      <h1>{words.title}</h1>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{words.player}</th>
            <th scope="col">{words.rating}</th>
            <th scope="col">{words.matches}</th>
            <th scope="col">{words.last}</th>
          </tr>
        </thead>
        <tbody>
          {players.map((player) => (
            <tr key={player.id}>
              <td>
                <PlayerLink visit={visit} player={player} />
              </td>
              <td>
                {player.value} <Confidence visit={visit} value={player.confidence} />
              </td>
              <td>{numberInWords(visit.language, player.rated_matches)}</td>
              <td>
                {player.last_rated_match_at &&
                  dayInWords(visit.language, player.last_rated_match_at)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Page>
  );
}
