/** @jsxImportSource preact */
import { utc } from '../../shared/time.ts';
import type { Career } from './chart-line.ts';
import { dayInWords, inEach, nameIn, numberInWords } from './language.ts';
import { Fact, PlayerLink, Score } from './parts.tsx';
import type { Profile } from './player-repository.ts';
import { tallies } from './two-columns.tsx';
import type { Visit } from './visit.ts';

export const formWords = inEach({
  title: ['Form', 'Forma'],
  lately: ['The last matches, the latest first', 'Ostatnie mecze, od najnowszego'],
  won: ['Won', 'Wygrane'],
  of: [(played: string) => `of ${played} rated`, (played: string) => `z ${played} rankingowych`],
  bestWin: ['Best win', 'Najlepsza wygrana'],
  best: ['Highest rating', 'Najwięcej punktów'],
  last: ['Last rated match', 'Ostatni mecz rankingowy'],
});

type Props = { readonly visit: Visit; readonly profile: Profile; readonly career: Career };

/** The last five matches, what was won of all, the best win and the best rating. */
export function Form({ visit, profile, career }: Props) {
  const { language } = visit;
  const words = formWords[language];
  const { best_win: win, last_rated_match_at: last } = profile;
  const [all] = tallies(language, profile.surfaces);
  const { at, value, match } = career.best;
  const played = (all?.own ?? 0) + (all?.other ?? 0);
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <ol class="lately" aria-label={words.lately}>
        {profile.form.map((match) => (
          <li key={match.match_id}>
            <Chip {...{ visit, id: profile.id, match }} />
          </li>
        ))}
      </ol>
      {profile.rated_matches > 0 && (
        <dl class="facts">
          <Fact name={words.won}>
            {numberInWords(language, all?.own ?? 0)}{' '}
            <small>{words.of(numberInWords(language, played))}</small>
          </Fact>
          {win && (
            <Fact name={words.bestWin}>
              <PlayerLink
                visit={visit}
                player={{ id: win.opponent_id, display_name: win.opponent_name }}
              />{' '}
              <small>
                {win.opponent_rating},{' '}
                <a href={visit.to(`matches/${win.match_id}`)}>
                  <Score
                    visit={visit}
                    match={win}
                    side={win.first_player_id === profile.id ? 0 : 1}
                  />
                </a>
              </small>
            </Fact>
          )}
          <Fact name={words.best}>
            {value}{' '}
            {(match || !career.isNotedLate) && <small>{dayInWords(language, utc(at))}</small>}
          </Fact>
          {last && <Fact name={words.last}>{dayInWords(language, last)}</Fact>}
        </dl>
      )}
    </section>
  );
}

type ChipProps = {
  readonly visit: Visit;
  readonly id: string;
  readonly match: Profile['form'][number];
};

/** One of the last matches: won or lost, and its score. */
function Chip({ visit, id, match }: ChipProps) {
  const isWon = match.winner_id === id;
  const result = isWon ? visit.words.won : visit.words.lost;
  const name = nameIn(visit.language, match.opponent_name);
  return (
    <a
      class={`chip ${isWon ? 'won' : 'lost'}`}
      href={visit.to(`matches/${match.match_id}`)}
      title={`${dayInWords(visit.language, match.played_at)}, ${name}`}
    >
      <b aria-hidden="true">{result.charAt(0)}</b>
      <span class="hidden">{result}</span>{' '}
      <Score visit={visit} match={match} side={match.first_player_id === id ? 0 : 1} />
    </a>
  );
}
