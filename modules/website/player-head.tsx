/** @jsxImportSource preact */
import { changeDays, kFactor } from '../ratings/index.ts';
import { dayInWords, formFor, inEach, type Language, nameIn, numberInWords } from './language.ts';
import { nextOpponentsAt } from './next-opponents.tsx';
import { Change, Confidence, VenueLinks } from './parts.tsx';
import type { Profile } from './player-repository.ts';
import { Standing } from './state.tsx';
import type { Visit } from './visit.ts';

export const headWords = inEach({
  points: [
    (value: number) => formFor('en', value, { one: 'point', other: 'points' }),
    (value: number) =>
      formFor('pl', value, { one: 'punkt', few: 'punkty', many: 'punktów', other: 'punktu' }),
  ],
  rank: [
    (rank: string) => `No. ${rank} in the ranking`,
    (rank: string) => `${rank}. miejsce w rankingu`,
  ],
  trend: [`in ${changeDays} days`, `przez ${changeDays} dni`],
  noTrend: [`no rated match in ${changeDays} days`, `od ${changeDays} dni bez meczu rankingowego`],
  moves: [
    (k: number) => `The next match can move it by up to ${k} points.`,
    (k: number) => `Następny mecz może zmienić liczbę punktów nawet o ${k}.`,
  ],
  sure: [
    (confidence: number) => `Confidence ${confidence} of 100.`,
    (confidence: number) => `Pewność ${confidence} na 100.`,
  ],
  venues: ['Prefers to play at', 'Najchętniej gra tutaj:'],
  whatIf: ['What if? The next match', 'Co, jeśli? Następny mecz'],
  next: ['Next opponents', 'Proponowani rywale'],
  recalculated: [
    (day: string, what: string) => `On ${day} ${what}:`,
    (day: string, what: string) => `${day} ${what}:`,
  ],
  corrected: [
    (day: string) => `a result of ${day} was corrected`,
    (day: string) => `poprawiono wynik z ${day}`,
  ],
  voided: [
    (day: string) => `a result of ${day} was taken out`,
    (day: string) => `usunięto wynik z ${day}`,
  ],
  restored: [
    (day: string) => `a result of ${day} was put back`,
    (day: string) => `przywrócono wynik z ${day}`,
  ],
  merged: [
    'two registrations of one person became one',
    'połączono dwa zgłoszenia tej samej osoby',
  ],
  level: ['a starting level was corrected', 'poprawiono początkowy poziom gry'],
  rebuilt: ['the ratings were calculated anew', 'przeliczono punkty od nowa'],
});

type Props = { readonly visit: Visit; readonly profile: Profile };

/** Who it is, the rating, and what to think of it. */
export function PlayerHead({ visit, profile }: Props) {
  const { language, to } = visit;
  const { id, value, confidence, rank, change, recalculation } = profile;
  const words = headWords[language];
  return (
    <section class="card head">
      <h1>
        <bdi>{nameIn(language, profile.display_name)}</bdi>
      </h1>
      <p class="points">
        <strong>{value}</strong> <span class="quiet">{words.points(value)}</span>
      </p>
      <p class="place">
        {rank !== null ? (
          <a href={to('')}>{words.rank(numberInWords(language, rank))}</a>
        ) : (
          <Standing visit={visit} of={profile} />
        )}
      </p>
      <p class="trend">
        {change === null ? (
          <span class="quiet">{words.noTrend}</span>
        ) : (
          <>
            <Change points={change} /> <span class="quiet">{words.trend}</span>
          </>
        )}
      </p>
      <p class="sure">
        <Confidence visit={visit} value={confidence} />{' '}
        <span aria-hidden="true">{words.sure(confidence)}</span> {words.moves(kFactor(confidence))}{' '}
        <a href={to('rules')}>{visit.words.rules}</a>
      </p>
      {recalculation && (
        <p class="note">
          {words.recalculated(
            dayInWords(language, recalculation.at),
            whatWas(language, recalculation),
          )}{' '}
          <span class="nowrap">
            {recalculation.before} → {recalculation.after}
          </span>
        </p>
      )}
      {profile.venues.length > 0 && (
        <p class="venues">
          {words.venues} <VenueLinks visit={visit} venues={profile.venues} />
        </p>
      )}
      <p class="ways">
        <a href={to(`players/${id}/what-if`)}>{words.whatIf}</a>{' '}
        <a href={`#${nextOpponentsAt}`}>{words.next}</a>
      </p>
    </section>
  );
}

/** What a correction did, by whatever the audit log calls it. rules 11.9 */
function whatWas(language: Language, { action, played_at }: NonNullable<Profile['recalculation']>) {
  const words = headWords[language];
  if (action === 'players merged') return words.merged;
  if (action === 'player updated') return words.level;
  const result = {
    'match corrected': words.corrected,
    'match voided': words.voided,
    'match restored': words.restored,
  }[String(action)];
  return result && played_at ? result(dayInWords(language, played_at)) : words.rebuilt;
}
