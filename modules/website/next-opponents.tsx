/** @jsxImportSource preact */
import type { Suggestion } from '../players/index.ts';
import { inEach, weekdayInWords } from './language.ts';
import { Columns, PlayerLink, VenueLinks } from './parts.tsx';
import type { Profile } from './player-repository.ts';
import type { Visit } from './visit.ts';

/** What the list of next opponents says. */
export const nextWords = inEach({
  title: ['Next opponents', 'Proponowani rywale'],
  meaning: [
    'Players of about the same rating who have time when this player has.',
    'Osoby o zbliżonym rankingu, które mają czas o tych samych porach.',
  ],
  nobody: [
    'No times are known that this player shares with anybody of about the same rating.',
    'Nie znaleziono nikogo o zbliżonym rankingu, kto ma czas o tych samych porach.',
  ],
  timeless: [
    'It isn’t known when this player has time, so nobody can be suggested.',
    'Nie wiadomo, kiedy ta osoba ma czas na grę, więc nie można nikogo zaproponować.',
  ],
  gap: ['Gap', 'Różnica'],
  when: ['Both have time', 'Wspólne terminy'],
  venues: ['Both like to play at:', 'Wspólne obiekty:'],
  further: [(count: number) => `and ${count} more`, (count: number) => `i jeszcze ${count}`],
});

type Props = {
  readonly visit: Visit;
  readonly player: Pick<Profile, 'id' | 'venues' | 'has_times'>;
  readonly suggestions: readonly Suggestion[];
};

/**
 * Long lists of windows would fill pages: as many as a week has days are enough to choose from. The page says
 * how many more there are, all of them later in the week.
 */
const mostWindows = 7;

/** Whom the player might meet, and when both have time. rules 10.2 */
export function NextOpponents({ visit, player, suggestions }: Props) {
  const words = nextWords[visit.language];
  const nobody = player.has_times ? words.nobody : words.timeless;
  return (
    <section>
      <h2>{words.title}</h2>
      <p>{suggestions.length > 0 ? words.meaning : nobody}</p>
      {suggestions.length > 0 && (
        <table class="next" aria-label={words.title}>
          <Columns names={[visit.words.player, words.when]} numbers={[words.gap]} />
          <tbody>
            {suggestions.map(({ player: opponent, rating_gap, ...shared }) => (
              <tr key={opponent.id}>
                <th scope="row">
                  <PlayerLink visit={visit} player={opponent} /> {opponent.rating.value}{' '}
                  <a
                    class="quiet"
                    href={visit.to(`players/${player.id}/what-if`, { opponent: opponent.id })}
                  >
                    {visit.words.whatIf}
                  </a>
                </th>
                <td>
                  <Windows visit={visit} windows={shared.overlapping_availability} />
                  <Venues {...{ visit, player, ids: shared.shared_venue_ids }} />
                </td>
                <td class="number">{rating_gap}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

type WindowsProps = {
  readonly visit: Visit;
  readonly windows: Suggestion['overlapping_availability'];
};

function Windows({ visit, windows }: WindowsProps) {
  const words = nextWords[visit.language];
  const further = windows.length - mostWindows;
  return (
    <ul class="plain">
      {windows.slice(0, mostWindows).map(({ day, start, end }) => (
        <li key={`${day} ${start}`}>
          {weekdayInWords(visit.language, day)}{' '}
          <span class="nowrap">
            {start}–{end}
          </span>
        </li>
      ))}
      {further > 0 && <li class="quiet">{words.further(further)}</li>}
    </ul>
  );
}

type VenuesProps = Pick<Props, 'visit' | 'player'> & {
  readonly ids: Suggestion['shared_venue_ids'];
};

/** The venues that both prefer, which are among the player's own. */
function Venues({ visit, player, ids }: VenuesProps) {
  const venues = player.venues.filter(({ id }) => ids.includes(id));
  if (venues.length === 0) return null;
  return (
    <div class="quiet">
      {nextWords[visit.language].venues} <VenueLinks visit={visit} venues={venues} />
    </div>
  );
}
