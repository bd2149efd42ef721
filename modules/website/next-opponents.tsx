/** @jsxImportSource preact */
import type { Suggestion } from '../players/index.ts';
import { inEach, type Language, weekdayInWords } from './language.ts';
import { Columns, PlayerLink, VenueLinks } from './parts.tsx';
import type { Profile } from './player-repository.ts';
import type { Visit } from './visit.ts';

/** What the list of next opponents says. */
export const nextWords = inEach({
  title: ['Next opponents', 'Proponowani rywale'],
  meaning: [
    'Players of about the same rating who have time when this player has.',
    'Osoby o zbliżonej liczbie punktów, które mają czas o tych samych porach.',
  ],
  nobody: [
    'No times are known that this player shares with anybody of about the same rating.',
    'Nie znaleziono nikogo o zbliżonej liczbie punktów, kto ma czas o tych samych porach.',
  ],
  timeless: [
    'It isn’t known when this player has time, so nobody can be suggested.',
    'Nie wiadomo, kiedy ta osoba ma czas na grę, więc nie można nikogo zaproponować.',
  ],
  gap: ['Gap', 'Różnica'],
  when: ['Both have time', 'Wspólny czas'],
  venues: ['Both like to play at:', 'Wspólne obiekty:'],
  parts: {
    morning: ['morning', 'rano'],
    afternoon: ['afternoon', 'po południu'],
    evening: ['evening', 'wieczorem'],
  },
});

type Props = {
  readonly visit: Visit;
  readonly player: Pick<Profile, 'id' | 'venues' | 'has_times'>;
  readonly suggestions: readonly Suggestion[];
};

/** Where in the page it stands. */
export const nextOpponentsAt = 'next';

/** Whom the player might meet, and about when both have time. rules 10.2, 13.6 */
export function NextOpponents({ visit, player, suggestions }: Props) {
  const words = nextWords[visit.language];
  const nobody = player.has_times ? words.nobody : words.timeless;
  return (
    <section id={nextOpponentsAt}>
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
                  {timesOf(visit.language, shared.overlapping_availability).join(', ')}
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

type Window = Suggestion['overlapping_availability'][number];
type PartOfDay = keyof (typeof nextWords)['en']['parts'];

/** The parts of a day, and until when each of them lasts. */
const partsOfDay: readonly (readonly [name: PartOfDay, from: number, until: number])[] = [
  ['morning', 0, 12],
  ['afternoon', 12, 17],
  ['evening', 17, 24],
];

const mostTimes = 3;

/** About when the windows are: Monday evening. Nobody's hours are on a public page. rules 13.6 */
function timesOf(language: Language, windows: readonly Window[]): string[] {
  const { parts } = nextWords[language];
  const times = windows.map((window) => {
    return `${weekdayInWords(language, window.day)} ${parts[partOf(window)]}`;
  });
  return [...new Set(times)].slice(0, mostTimes);
}

/** The part of the day that has the most of the window; of equal ones the first. */
function partOf({ start, end }: Window): PartOfDay {
  const shares = partsOfDay.map(([name, from, until]) => {
    const hours = Math.min(hourOf(end), until) - Math.max(hourOf(start), from);
    return { name, hours };
  });
  return shares.reduce((one, other) => (other.hours > one.hours ? other : one)).name;
}

function hourOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours + minutes / 60;
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
