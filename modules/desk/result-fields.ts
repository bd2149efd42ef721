import { readTime } from '../../shared/exchange/moment.ts';
import type { CompetitionId } from '../../shared/ids.ts';
import type { FieldError } from '../../shared/problem.ts';
import { warsawMinute } from '../../shared/time.ts';
import type { CompetitionRecord } from '../competitions/index.ts';
import type { MatchShown } from '../matches/index.ts';
import { type Form, formOf } from './form.ts';
import { playerField } from './people.ts';

/** How a match can have ended, and on which side. */
export const endings = ['played', 'retired-1', 'retired-2', 'walkover-1', 'walkover-2'] as const;

type Format = CompetitionRecord['match_format'];

/** The fields of the sets of a format: games, and the points of a tiebreak where a set shows them. */
export function setsOf({ games_per_set, final_set }: Format) {
  const sets = final_set === 'match_tiebreak' ? [1, 2] : [1, 2, 3];
  return { sets, hasPoints: games_per_set === 6, hasMatchTiebreak: final_set === 'match_tiebreak' };
}

export const setField = (set: number, side: number, more = '') => `set_${set}_${side + 1}${more}`;
export const tiebreakField = (side: number) => `match_tiebreak_${side + 1}`;

/** A number that was typed; else the text, of which the rules say what is wrong; null for nothing. */
function typed(text: string): number | string | null {
  const given = text.trim();
  if (given === '') return null;
  return /^\d{1,4}$/.test(given) ? Number(given) : given;
}

const pairIn = (form: Form, field: (side: number) => string) =>
  [0, 1].map((side) => typed(form.text(field(side))));

const isFilled = (pair: readonly unknown[]) => pair.some((one) => one !== null);

/** The score that was typed; null if nothing was. */
function scoreIn(form: Form, format: Format) {
  const { sets, hasMatchTiebreak } = setsOf(format);
  const all = sets.map((set) => {
    const games = pairIn(form, (side) => setField(set, side));
    const tiebreak = pairIn(form, (side) => setField(set, side, '_points'));
    return { games, ...(isFilled(tiebreak) && { tiebreak }) };
  });
  const last = all.findLastIndex(({ games, tiebreak }) => isFilled(games) || tiebreak);
  const decider = hasMatchTiebreak ? pairIn(form, tiebreakField) : [];
  if (last < 0 && !isFilled(decider)) return null;
  return { sets: all.slice(0, last + 1), ...(isFilled(decider) && { match_tiebreak: decider }) };
}

/** The score as it was typed, in a line: 6–4 3–6 10–8. */
export function typedScore(form: Form): string {
  const fields = [1, 2, 3].map((set) => (side: number) => setField(set, side));
  return [...fields, tiebreakField]
    .map((field) => [0, 1].map((side) => form.text(field(side)).trim()).join('–'))
    .filter((pair) => pair !== '–')
    .join(' ');
}

/** The result in a form as the body of a submission; and what is wrong with its time. */
export function resultIn(form: Form, format: Format, player_ids: readonly (string | undefined)[]) {
  const [status, number] = form.text('ended').split('-');
  const ended = player_ids[Number(number) - 1];
  const written = `${form.text('day').trim()} ${form.text('time').trim()}`;
  const moment = readTime(written.trim());
  const court = typed(form.text('court'));
  const score = scoreIn(form, format);
  const body = {
    competition_id: form.text('competition') as CompetitionId,
    venue_id: form.text('venue'),
    court_number: court,
    played_at: 'value' in moment ? moment.value : '',
    player_ids,
    status: status === 'played' ? 'completed' : status,
    ...(score && { score }),
    ...(status === 'retired' && { retired_player_id: ended }),
    ...(status === 'walkover' && { winner_id: ended }),
  };
  const faults: FieldError[] =
    'fault' in moment ? [{ pointer: '#/played_at', detail: moment.fault }] : [];
  return { body, faults, written };
}

/** The form that a result would have come from. */
export function formOfResult(match: MatchShown, names: readonly string[]): Form {
  const [day = '', time = ''] = warsawMinute(Date.parse(match.played_at)).split(' ');
  const { status, player_ids, winner_id, retired_player_id, score } = match;
  const side = player_ids.findIndex((id) => id === (retired_player_id ?? winner_id)) + 1;
  const texts = new Map<string, string>([
    ['competition', match.competition_id],
    ['venue', match.venue_id],
    ['court', `${match.court_number ?? ''}`],
    ['day', day],
    ['time', time],
    ['ended', status === 'completed' ? 'played' : `${status}-${side}`],
  ]);
  for (const [index, id] of player_ids.entries()) {
    texts.set(playerField(index), names[index] ?? '');
    texts.set(playerField(index, '_of'), names[index] ?? '');
    texts.set(playerField(index, '_id'), id);
    const put = (name: string, pair?: readonly number[]) =>
      texts.set(name, `${pair?.[index] ?? ''}`);
    score?.sets.forEach(({ games, tiebreak }, set) => {
      put(setField(set + 1, index), games);
      put(setField(set + 1, index, '_points'), tiebreak);
    });
    put(tiebreakField(index), score?.match_tiebreak);
  }
  return formOf(texts);
}

/** Beside which field each fault of a result is shown, by the pointer; the first one that fits. */
const places: readonly (readonly [RegExp, string])[] = [
  [/^#\/venue_id/, 'venue'],
  [/^#\/court_number/, 'court'],
  [/^#\/played_at/, 'day'],
  [/^#\/player_ids\/0/, playerField(0)],
  [/^#\/player_ids/, playerField(1)],
  [/^#\/(status|winner_id|retired_player_id)/, 'ended'],
  [/^#\/score\/sets\/0/, 'set_1'],
  [/^#\/score\/sets\/1/, 'set_2'],
  [/^#\/score\/sets\/2/, 'set_3'],
  [/^#\/score\/match_tiebreak/, 'match_tiebreak'],
  [/^#\/score/, 'set_1'],
  [/^#\/reason/, 'reason'],
];

/** What is wrong, by the fields beside which it is shown; '' for what is wrong as a whole. */
export type Faults = ReadonlyMap<string, readonly string[]>;

export function faultsByField(errors: readonly FieldError[]): Faults {
  const place = ({ pointer }: FieldError) =>
    places.find(([pattern]) => pattern.test(pointer))?.[1] ?? '';
  return new Map(
    [...Map.groupBy(errors, place)].map(([field, all]) => [
      field,
      all.map(({ detail }) => detail.replace(' (retired_player_id)', '')), // the form has no such field
    ]),
  );
}
