/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import { found } from '../../shared/http/reads.ts';
import type { MatchId } from '../../shared/ids.ts';
import { resultInWords } from './feed.ts';
import { dayInWords, inEach, momentInWords, nameIn } from './language.ts';
import { MatchRatings, matchRatingsWords } from './match-ratings.tsx';
import { type MatchInFull, matchInFull } from './match-repository.ts';
import { Page } from './page.tsx';
import { Columns, Fact, isUnlisted, PlayerLink, VenueLink } from './parts.tsx';
import type { Visit } from './visit.ts';

/** What the page of a match says. */
export const matchWords = inEach({
  whereAndWhen: ['Where and when', 'Gdzie i kiedy'],
  when: ['When', 'Kiedy'],
  where: ['Where', 'Gdzie'],
  court: ['court', 'kort'],
  scoreboard: ['Score', 'Wynik'],
  set: ['Set', 'Set'],
  matchTiebreak: ['Match tiebreak', 'Super tie-break'],
  tiebreak: ['tiebreak', 'tie-break'],
  winner: ['winner', 'wygrana'],
  retired: ['retired', 'krecz'],
  walkover: [
    'Walkover: the match was not played, so there is no score.',
    'Walkower: meczu nie rozegrano, więc nie ma wyniku w setach.',
  ],
  more: ['More about these two', 'Więcej o tej parze'],
  headToHead: ['All their matches against each other', 'Wszystkie mecze między nimi'],
  whatIf: ['What if they meet again?', 'Co, jeśli zagrają znowu?'],
});

/** A match: its score, and what it did to both ratings, or why not. */
export async function matchPage(db: Db, visit: Visit, params: { readonly match_id: MatchId }) {
  const match = found(params, await matchInFull(db, params.match_id));
  const words = matchWords[visit.language];
  const [first, second] = match.players;
  if (!first || !second) throw new Error('A match has two players.');
  const names = [first, second].map((player) => nameIn(visit.language, player.display_name));
  const [winner, loser] = first.id === match.winner_id ? [first, second] : [second, first];
  const told = {
    ...match,
    first_won: winner === first,
    winner_name: winner.display_name,
    loser_name: loser.display_name,
  };
  return (
    <Page
      visit={visit}
      title={[names.join(' – '), dayInWords(visit.language, match.played_at)]}
      about={{
        description: `${resultInWords(visit, told)}. ${match.competition_name}.`,
        picture: `${visit.path}/card.png`,
      }}
    >
      {/* The board shows it to those who see it. */}
      <div class="hidden">
        <h1>
          <bdi>{names[0]}</bdi> – <bdi>{names[1]}</bdi>
        </h1>
      </div>
      <Scoreboard visit={visit} match={match} />
      <h2>{matchRatingsWords[visit.language].ratings}</h2>
      <MatchRatings visit={visit} match={match} players={[first, second]} />
      <h2>{words.whereAndWhen}</h2>
      <dl class="facts competition">
        <Fact name={words.when}>{momentInWords(visit.language, match.played_at)}</Fact>
        <Fact name={words.where}>
          <VenueLink visit={visit} venue={{ id: match.venue_id, name: match.venue_name }} />
          <Court visit={visit} match={match} />
          <span class="beside">
            <bdi>{match.venue_address}</bdi>
          </span>
        </Fact>
        <Fact name={visit.words.competition}>
          <a href={visit.to(`competitions/${match.competition_id}`)}>
            <bdi>{match.competition_name}</bdi>
          </a>
        </Fact>
      </dl>
      {!match.players.some(isUnlisted) && (
        <nav class="pages" aria-label={words.more}>
          <a href={visit.to(`players/${first.id}/against/${second.id}`)}>{words.headToHead}</a>
          <a href={visit.to(`players/${first.id}/what-if`, { opponent: second.id })}>
            {words.whatIf}
          </a>
        </nav>
      )}
    </Page>
  );
}

type Props = { readonly visit: Visit; readonly match: MatchInFull };

/** The court, and what is known of it: the venue may not list it, or list two with its number. rules 5.8 */
function Court({ visit, match: { court_number, courts } }: Props) {
  if (court_number === null) return null;
  const words = matchWords[visit.language];
  const named = courts.filter(({ number }) => number === court_number);
  const known = [
    new Set(named.map(({ surface }) => visit.words.surfaces[surface])),
    new Set(named.map(({ indoor }) => (indoor ? visit.words.indoor : visit.words.outdoor))),
  ].flatMap((possible) => (possible.size === 1 ? [...possible] : []));
  return <span class="beside">{[`${words.court} ${court_number}`, ...known].join(', ')}</span>;
}

/** A score as on a board beside the court: a row for each player, a column for each set. */
function Scoreboard({ visit, match }: Props) {
  const words = matchWords[visit.language];
  const { score, players, status } = match;
  const parts = partsOf(visit, score);
  // Nobody took the part in which somebody retired.
  const taken = status === 'retired' ? parts.slice(0, -1) : parts;
  return (
    <div class="card board">
      <table class="scoreboard" aria-label={words.scoreboard}>
        <Columns names={[visit.words.player]} numbers={parts.map(({ name }) => name)} />
        <tbody>
          {players.map((player, side) => (
            <tr key={player.id} class={player.id === match.winner_id ? 'winner' : undefined}>
              <th scope="row">
                <PlayerLink visit={visit} player={player} />{' '}
                {player.id === match.winner_id && <span class="mark">{words.winner}</span>}
                {player.id === match.retired_player_id && <span class="mark">{words.retired}</span>}
              </th>
              {parts.map((part) => (
                <td
                  key={part.name}
                  class={taken.includes(part) && part.winner === side ? 'number took' : 'number'}
                >
                  {part.games[side]}
                  {part.tiebreak && (
                    <>
                      <span class="hidden"> {words.tiebreak} </span>
                      <sup>{part.tiebreak[side]}</sup>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {status === 'walkover' && <p>{words.walkover}</p>}
    </div>
  );
}

/** What a score is made of: its sets, and a match tiebreak; each with the side that is ahead in it. */
function partsOf({ language }: Visit, score: MatchInFull['score']) {
  const { set, matchTiebreak } = matchWords[language];
  const sets = score?.sets.map(({ games, tiebreak }, index) => ({
    name: `${set}\u00a0${index + 1}`,
    games,
    tiebreak,
  }));
  const last = score?.match_tiebreak && { name: matchTiebreak, games: score.match_tiebreak };
  return [...(sets ?? []), ...(last ? [{ ...last, tiebreak: undefined }] : [])].map((part) => ({
    ...part,
    winner: part.games[0] > part.games[1] ? 0 : 1,
  }));
}
