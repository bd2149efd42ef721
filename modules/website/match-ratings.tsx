/** @jsxImportSource preact */
import { inEach, percentInWords } from './language.ts';
import type { MatchInFull } from './match-repository.ts';
import { Change, Meter, PlayerLink, Sentence } from './parts.tsx';
import type { Told } from './sentences.ts';
import { FactsOfTwo } from './two-columns.tsx';
import type { Visit } from './visit.ts';

/** What a match did to the ratings, in words. */
export const matchRatingsWords = inEach({
  unchanged: ['Nothing: a walkover changes no rating.', 'Nic: walkower nie zmienia punktów.'],
  ratings: ['What it did to the ratings', 'Co ten mecz zmienił w punktach'],
  pending: [
    'This result is not rated yet. The ratings follow within minutes.',
    'Ten wynik nie jest jeszcze przeliczony. Nastąpi to w ciągu kilku minut.',
  ],
  fault: [
    'This result could not be rated so far. Neither player did anything wrong: whoever runs this service can see why, and the result counts once that is fixed.',
    'Tego wyniku nie udało się dotąd przeliczyć. To nie wina graczy: obsługa serwisu zna przyczynę, a wynik zostanie wliczony, gdy tylko uda się ją usunąć.',
  ],
  facts: {
    before: ['Rating before', 'Punkty przed meczem'],
    expected: ['Chance by the ratings', 'Szanse według punktów'],
    actual: ['Result as the ratings count it', 'Wynik, jak go liczą zasady'],
    kFactor: ['K-factor: the most it can move', 'Współczynnik K: najwyższa możliwa zmiana'],
    change: ['Change', 'Zmiana'],
    after: ['Rating after', 'Punkty po meczu'],
    confidence: ['Confidence, of 100', 'Pewność w skali do 100'],
  },
  sentences: ['The changes explained', 'Wyjaśnienie zmian'],
});

type Player = MatchInFull['players'][number];
type Props = {
  readonly visit: Visit;
  readonly match: MatchInFull;
  /** In the order of the score. */
  readonly players: readonly [Player, Player];
};

/** What a match did to both ratings and why; or that it didn't, or hasn't yet. */
export function MatchRatings({ visit, match, players }: Props) {
  const [first, second] = players;
  const words = matchRatingsWords[visit.language];
  if (match.rating_status === 'not_rated') return <p>{words.unchanged}</p>;
  if (match.rating_status === 'pending') {
    return <p>{match.rating_fault === null ? words.pending : words.fault}</p>;
  }
  const { language } = visit;
  const { facts } = words;
  return (
    <>
      <FactsOfTwo
        label={words.ratings}
        {...{ visit, players, sides: players }}
        facts={[
          [facts.before, ({ value_before }) => value_before],
          [facts.change, (player) => <Change points={changeOf(player)} />],
          [facts.after, ({ value_after }) => <strong>{value_after}</strong>],
          [facts.confidence, (player) => <ConfidenceMoved player={player} />],
          [facts.expected, ({ expected_score }) => percentInWords(language, expected_score ?? 0)],
          [facts.actual, ({ actual_score }) => percentInWords(language, actual_score ?? 0)],
          [facts.kFactor, ({ k_factor }) => k_factor],
        ]}
      />
      <h2>{words.sentences}</h2>
      {match.players.map((player) => (
        <figure key={player.id} class="spoken">
          <figcaption>
            <PlayerLink visit={visit} player={player} />
          </figcaption>
          <blockquote>
            <Sentence
              visit={visit}
              told={toldTo(player, match, player === first ? second : first)}
            />
          </blockquote>
        </figure>
      ))}
    </>
  );
}

function changeOf({ value_before, value_after }: Player): number {
  return (value_after ?? 0) - (value_before ?? 0);
}

function ConfidenceMoved({ player }: { readonly player: Player }) {
  const { confidence_before, confidence_after } = player;
  return (
    <>
      {confidence_before} → {confidence_after} <Meter value={confidence_after ?? 0} />
    </>
  );
}

/** What the sentence about a rated match for one of its players is made of. */
function toldTo(player: Player, match: MatchInFull, opponent: Player): Told {
  const side = player === match.players[0] ? 0 : 1;
  return {
    ...player,
    player,
    reason: 'match_result',
    value_after: player.value_after ?? 0,
    meeting: { ...match, opponent, side, won: player.id === match.winner_id },
  };
}
