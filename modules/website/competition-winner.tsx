/** @jsxImportSource preact */
import type { CompetitionResult } from './competition-repository.ts';
import { inEach } from './language.ts';
import { MatchLink, PlayerLink } from './parts.tsx';
import type { Visit } from './visit.ts';

/** What the page of a tournament says of its winner. */
export const winnerWords = inEach({
  winner: ['Winner', 'Turniej wygrywa'],
  final: ['Final against', 'W finale po drugiej stronie siatki:'],
});

type Props = { readonly visit: Visit; readonly final: CompetitionResult };

/** Who won a tournament, and how the final ended. */
export function Winner({ visit, final }: Props) {
  const words = winnerWords[visit.language];
  const { winner_id, winner_name, loser_id, loser_name } = final;
  return (
    <div class="card champion">
      <p class="quiet">{words.winner}</p>
      <p class="name">
        <PlayerLink visit={visit} player={{ id: winner_id, display_name: winner_name }} />
      </p>
      <p>
        {words.final}{' '}
        <PlayerLink visit={visit} player={{ id: loser_id, display_name: loser_name }} />{' '}
        <MatchLink visit={visit} match={final} side={final.first_won ? 0 : 1} />
      </p>
    </div>
  );
}

/** A match of a tournament, as far as it tells who won it. */
export type DrawResult = {
  readonly id: string;
  /** ISO 8601, with an offset. */
  readonly played_at: string;
  readonly first: string;
  readonly second: string;
  readonly winner: string;
};

/** The final of a tournament that is over: its last match, between the only two without a loss until then. rules 13.3 */
export function finalOf<Result extends DrawResult>(results: readonly Result[]): Result | undefined {
  const moments = results.map(({ played_at }) => Date.parse(played_at));
  const latest = moments.reduce((one, other) => Math.max(one, other), 0);
  const [last, ...others] = results.filter((_, index) => moments[index] === latest);
  if (!last || others.length > 0) return undefined;
  const players = new Set(results.flatMap(({ first, second }) => [first, second]));
  for (const result of results) if (result !== last) players.delete(loserOf(result));
  return players.size === 2 && players.has(last.first) && players.has(last.second)
    ? last
    : undefined;
}

function loserOf({ first, second, winner }: DrawResult): string {
  return winner === first ? second : first;
}
