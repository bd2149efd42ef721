/** @jsxImportSource preact */
import { type Side, swapped, writtenScore } from '../matches/index.ts';
import { inEach, momentInWords, nameIn, signed, type Visit } from '../website/index.ts';
import type { Result } from './results-repository.ts';

type Told = { readonly visit: Visit; readonly result: Result };

const resultWords = inEach({
  beat: ['beat', '– wygrana, rywal:'],
  retirement: ['won, since the other one retired:', '– wygrana po kreczu, rywal:'],
  walkover: ['won by walkover:', '– walkower, rywal:'],
  pending: ['waits for its rating', 'czeka na przeliczenie'],
  notRated: ['a walkover changes no rating', 'walkower nie zmienia rankingu'],
  unrateable: ['can not be rated', 'nie da się przeliczyć'],
});

/** A result in a sentence: who won, against whom, and how. */
export function ResultSentence({ visit, result }: Told) {
  const { first, second, winner_id, score, status } = result;
  const words = resultWords[visit.language];
  const side: Side = winner_id === first.id ? 0 : 1;
  const [winner, loser] = side === 0 ? [first, second] : [second, first];
  const how = { completed: words.beat, retired: words.retirement, walkover: words.walkover };
  const parts = score ? writtenScore(side === 0 ? score : swapped(score), '–') : [];
  return (
    <>
      <strong>
        <bdi>{nameIn(visit.language, winner.name)}</bdi>
      </strong>{' '}
      {how[status]} <bdi>{nameIn(visit.language, loser.name)}</bdi>{' '}
      <span class="score">{parts.join(' ')}</span>
    </>
  );
}

/** When and where it was, and of which competition. */
export function ResultPlace({ visit, result }: Told) {
  return (
    <span class="quiet">
      {momentInWords(visit.language, result.played_at)}, <bdi>{result.venue_name}</bdi>
      {result.court_number && ` (${result.court_number})`}, <bdi>{result.competition_name}</bdi>
    </span>
  );
}

/** What the rating did with it. */
export function ResultRating({ visit, result }: Told) {
  const words = resultWords[visit.language];
  const { status, rating_fault, first, second } = result;
  if (status === 'walkover') return <>{words.notRated}</>;
  if (first.change === null || second.change === null) {
    return <>{rating_fault === null ? words.pending : words.unrateable}</>;
  }
  return (
    <>
      {[first, second].map(({ id, name, change, after }, index) => (
        <span key={id}>
          {index > 0 && '; '}
          <bdi>{nameIn(visit.language, name)}</bdi> {signed(change ?? 0)} → {after}
        </span>
      ))}
    </>
  );
}
