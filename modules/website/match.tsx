/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import { found } from '../../shared/http/reads.ts';
import type { MatchId } from '../../shared/ids.ts';
import { Court } from './court.tsx';
import { momentInWords } from './format.ts';
import { MatchRatings } from './match-ratings.tsx';
import { matchInFull } from './match-repository.ts';
import { matchWords } from './match-words.ts';
import { Page } from './page.tsx';
import { Fact } from './parts.tsx';
import { Scoreboard } from './scoreboard.tsx';
import { type Visit, wordsFor } from './visit.ts';
import { nameIn } from './words.ts';

/** A match: its score, and what it did to both ratings, or why not. */
export async function matchPage(db: Db, visit: Visit, params: { readonly match_id: MatchId }) {
  const match = found(params, await matchInFull(db, params.match_id));
  const words = wordsFor(visit, matchWords);
  const [first, second] = match.players;
  if (!first || !second) throw new Error('A match has two players.');
  const names = [first, second].map((player) => nameIn(visit.language, player.display_name));
  return (
    <Page visit={visit} title={names.join(' – ')}>
      <h1>
        <bdi>{names[0]}</bdi> – <bdi>{names[1]}</bdi>
      </h1>
      <dl class="facts">
        <Fact name={words.when}>{momentInWords(visit.language, match.played_at)}</Fact>
        <Fact name={words.where}>
          <a href={visit.to('', { venue: match.venue_id })}>
            <bdi>{match.venue_name}</bdi>
          </a>
          <Court visit={visit} match={match} />
        </Fact>
        <Fact name={visit.words.competition}>
          <a href={visit.to(`competitions/${match.competition_id}`)}>
            <bdi>{match.competition_name}</bdi>
          </a>
        </Fact>
      </dl>
      <h2>{words.scoreboard}</h2>
      <Scoreboard visit={visit} match={match} />
      <h2>{words.ratings}</h2>
      <MatchRatings visit={visit} match={match} />
      <h2>{words.more}</h2>
      <ul>
        <li>
          <a href={visit.to(`players/${first.id}/against/${second.id}`)}>{words.headToHead}</a>
        </li>
        <li>
          <a href={visit.to(`players/${first.id}/what-if`, { opponent: second.id })}>
            {words.whatIf}
          </a>
        </li>
      </ul>
    </Page>
  );
}
