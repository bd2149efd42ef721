/** @jsxImportSource preact */
import { readScore, type Score, type ScoreFormat, scoreFaults, setsWon } from '../matches/index.ts';
import { inEach, nameIn } from './language.ts';
import { Form, Select } from './parts.tsx';
import type { Stands } from './player-repository.ts';
import type { Visit } from './visit.ts';

type SetProblem = Extract<ScoreProblem, { readonly set: number }>;
const late = ({ games_per_set: n }: SetProblem['format']) => `${n + 1}–${n - 1}`;
const tight = ({ games_per_set: n }: SetProblem['format']) => `${n + 1}–${n}`;

/** What is said of a match in which somebody retires. */
export const retirementWords = inEach({
  retirement: ['If somebody retires', 'Jeśli ktoś skreczuje'],
  retirementMeaning: [
    'Then it is not the result that counts, but each one’s share of the completed games.',
    'Wtedy liczy się nie wynik, lecz udział każdej ze stron w ukończonych gemach.',
  ],
  who: ['Who retires', 'Kto kreczuje'],
  score: [
    'Score, such as 6-4 3-2, first the games of:',
    'Wynik, na przykład 6-4 3-2, najpierw gemy:',
  ],
  formats: {
    'six-tiebreak': ['sets to 6, match tiebreak', 'sety do 6, super tie-break'],
    'six-full': ['sets to 6, full third set', 'sety do 6, pełny trzeci set'],
    'four-tiebreak': ['sets to 4, match tiebreak', 'sety do 4, super tie-break'],
    'four-full': ['sets to 4, full third set', 'sety do 4, pełny trzeci set'],
  },
  calculate: ['Calculate', 'Oblicz'],
  problem: {
    unreadable: [
      'Write the score set by set, such as 6-4 3-2, with a match tiebreak as [5-3].',
      'Podaj wynik set po secie, na przykład 6-4 3-2, a super tie-break jako [5-3].',
    ],
    'no game': [
      'No game was completed: that is a walkover, which changes no rating.',
      'Nie ukończono ani jednego gema: to walkower, który nie zmienia rankingu.',
    ],
    'one set': [
      'The second set is missing: one set decides no match.',
      'Brakuje drugiego seta: jeden set nie rozstrzyga meczu.',
    ],
    decided: [
      'These sets decide the match already: nobody can retire after that.',
      'Te sety już rozstrzygają mecz: potem nie można skreczować.',
    ],
    'match tiebreak': [
      'A match tiebreak can come only at one set each, where the format has one, and ends at 10 points with a lead of 2.',
      'Super tie-break można tu podać tylko przy stanie 1:1 w setach, do 10 punktów z przewagą 2, i tylko tam, gdzie się go gra.',
    ],
    'third set': [
      'In this format a match tiebreak takes the place of the third set: write it as [5-3], or choose a full third set.',
      'W tym formacie zamiast trzeciego seta gra się super tie-break: podaj go jako [5-3] albo wybierz pełny trzeci set.',
    ],
  },
  set: [
    ({ set, format }: SetProblem) =>
      `Set ${set} can’t have this score: a set is won at ${format.games_per_set} games with a lead of 2, at ${late(format)}, or at ${tight(format)} by a tiebreak, and only the last set may be unfinished.`,
    ({ set, format }: SetProblem) =>
      `Set ${set} nie może mieć takiego stanu: seta wygrywa się przy ${format.games_per_set} gemach z przewagą 2, przy ${late(format)} albo w tie-breaku przy ${tight(format)}, a nieukończony może być tylko ostatni.`,
  ],
  tiebreak: [
    ({ set }: SetProblem) =>
      `Set ${set}: the points of a tiebreak belong to 7–6 alone, won at 7 points with a lead of 2. Leave them out of any other set, also where the tiebreak was broken off.`,
    ({ set }: SetProblem) =>
      `Set ${set}: punkty tie-breaka podaje się tylko przy 7–6; wygrywa się go przy 7 punktach z przewagą 2. W innych setach, także po przerwanym tie-breaku, trzeba je pominąć.`,
  ],
});

/** The formats of a match, by what an address calls them. */
export const formats = {
  'six-tiebreak': { games_per_set: 6, final_set: 'match_tiebreak' },
  'six-full': { games_per_set: 6, final_set: 'full_set' },
  'four-tiebreak': { games_per_set: 4, final_set: 'match_tiebreak' },
  'four-full': { games_per_set: 4, final_set: 'full_set' },
} as const satisfies Readonly<Record<string, ScoreFormat>>;

type FormatName = keyof typeof formats;
export const formatNames = ['six-tiebreak', 'six-full', 'four-tiebreak', 'four-full'] as const;

/** What is wrong with a score as a whole. */
type Whole = 'unreadable' | 'no game' | 'one set' | 'decided' | 'match tiebreak' | 'third set';

/** What is wrong with a score, still to be put into words. */
type ScoreProblem =
  | { readonly kind: Whole }
  | { readonly kind: 'set' | 'tiebreak'; readonly set: number; readonly format: ScoreFormat };

/** The score in a text, if a match of the format can be broken off there; else what is wrong with it. */
export function readRetirement(
  text: string,
  format: ScoreFormat,
):
  | { readonly score: Score; readonly problem?: undefined }
  | { readonly score?: undefined; readonly problem: ScoreProblem } {
  const read = readScore(text);
  if ('fault' in read || read.value.sets.length === 0 || read.value.sets.length > 3) {
    return { problem: { kind: 'unreadable' } };
  }
  const score = read.value;
  const [first] = scoreFaults({ status: 'retired', score }, format);
  return first ? { problem: problemAt(first.pointer, score, format) } : { score };
}

/** The problem that a fault of a score points at. rules 4 */
function problemAt(pointer: string, { sets }: Score, format: ScoreFormat): ScoreProblem {
  if (setsWon({ sets: sets.slice(0, 2) }, format).includes(2)) return { kind: 'decided' };
  const [, index, isTiebreak] = /\/sets\/(\d)(\/tiebreak)?$/.exec(pointer) ?? [];
  if (index === undefined) {
    if (!pointer.endsWith('/sets')) return { kind: 'match tiebreak' };
    return { kind: sets.length === 1 ? 'one set' : 'decided' };
  }
  if (sets.every(({ games }) => Math.max(...games) === 0)) return { kind: 'no game' };
  const set = Number(index) + 1;
  if (set === 3 && format.final_set === 'match_tiebreak') return { kind: 'third set' };
  return { kind: isTiebreak ? 'tiebreak' : 'set', set, format };
}

type Props = {
  readonly visit: Visit;
  readonly players: readonly [Stands, Stands];
  readonly query: {
    readonly retires?: 'own' | 'other' | undefined;
    readonly score?: string | undefined;
    readonly format: FormatName;
  };
  readonly problem: ScoreProblem | undefined;
};

/** The form for who retires and at which score; it shows what is wrong with the score. */
export function RetirementForm({ visit, players, query, problem }: Props) {
  const { retires = 'own', score, format } = query;
  const words = retirementWords[visit.language];
  const sides = players.map(({ display_name }, side) => ({
    id: side === 0 ? 'own' : 'other',
    name: nameIn(visit.language, display_name),
  }));
  return (
    <Form visit={visit} at="retirement">
      <input type="hidden" name="opponent" value={players[1].player_id} />
      {problem && (
        <p class="fault" id="score-fault">
          {problemInWords(visit, problem)}
        </p>
      )}
      <Select {...{ name: 'retires', label: words.who, chosen: retires, options: sides }} />
      <label>
        <span>
          {words.score} <bdi>{sides[0]?.name}</bdi>
        </span>
        <input
          name="score"
          value={score}
          required
          maxLength={60}
          autocomplete="off"
          aria-invalid={problem && 'true'}
          aria-describedby={problem && 'score-fault'}
        />
      </label>
      <Select
        {...{ name: 'format', label: visit.words.format, chosen: format }}
        options={formatNames.map((id) => ({ id, name: words.formats[id] }))}
      />
      <button type="submit">{words.calculate}</button>
    </Form>
  );
}

function problemInWords(visit: Visit, problem: ScoreProblem): string {
  const words = retirementWords[visit.language];
  if (problem.kind === 'set') return words.set(problem);
  return problem.kind === 'tiebreak' ? words.tiebreak(problem) : words.problem[problem.kind];
}
