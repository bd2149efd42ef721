/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { CompetitionRecord } from '../competitions/index.ts';
import type { Doubt } from '../matches/index.ts';
import { inEach } from '../website/index.ts';
import { Choice, FaultSummary, FaultsOf, Field, type Filled, faulty, Pick } from './field.tsx';
import { stampOf } from './form.ts';
import type { Meant } from './people.ts';
import { PlayerFields } from './player-fields.tsx';
import { endings, setField, setsOf, tiebreakField } from './result-fields.ts';

const formWords = inEach({
  day: ['Day', 'Dzień'],
  time: ['Beginning', 'Początek'],
  venue: ['Venue', 'Obiekt'],
  court: ['Court', 'Kort'],
  ended: ['How it ended', 'Jak się skończył'],
  endings: {
    played: ['Played to the end', 'Rozegrany do końca'],
    'retired-1': ['The first player retired', 'Krecz pierwszego gracza'],
    'retired-2': ['The second player retired', 'Krecz drugiego gracza'],
    'walkover-1': ['Walkover, won by the first player', 'Walkower, wygrywa pierwszy gracz'],
    'walkover-2': ['Walkover, won by the second player', 'Walkower, wygrywa drugi gracz'],
  },
  score: ['Score', 'Wynik'],
  set: [(number: number) => `Set ${number}`, (number: number) => `Set ${number}`],
  first: ['1st player', '1. gracz'],
  second: ['2nd player', '2. gracz'],
  points: ['tiebreak', 'tie-break'],
  decider: ['Match tiebreak', 'Super tie-break'],
  optional: ['The points of tiebreaks may be left out.', 'Punkty tie-breaków można pominąć.'],
  doubts: [
    'This looks wrong. If it is right, send it once more.',
    'To wygląda na pomyłkę. Jeśli się zgadza, wyślij jeszcze raz.',
  ],
});

/** What a form of a result is about: its competition, and what it offers to choose from. */
export type Offered = {
  readonly competition: CompetitionRecord;
  readonly venues: readonly { readonly id: string; readonly name: string }[];
  readonly names: readonly string[];
};

type FormProps = Filled & {
  readonly offered: Offered;
  readonly action: string;
  /** Whom the names mean, once they were sent. */
  readonly meant?: readonly Meant[];
  readonly doubts?: readonly Doubt[];
  readonly mayAdd: boolean;
  readonly send: string;
  readonly children?: ComponentChildren;
};

/** The form of a result, with all that was typed, and what is wrong with it beside each field. */
export function ResultForm(props: FormProps) {
  const {
    visit,
    form,
    faults,
    offered,
    action,
    meant,
    doubts = [],
    mayAdd,
    send,
    children,
  } = props;
  const filled = { visit, form, faults };
  const words = formWords[visit.language];
  return (
    <form method="post" action={action} class="result">
      <FaultSummary faults={faults} language={visit.language} />
      {doubts.length > 0 && (
        <div role="alert" class="note">
          <p>{words.doubts}</p>
          <ul>
            {doubts.map(({ reason }) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <input type="hidden" name="confirmed" value={stampOf(doubts)} />
        </div>
      )}
      {['competition', 'key'].map((name) => (
        <input key={name} type="hidden" name={name} value={form.text(name)} />
      ))}
      {[0, 1].map((side) => (
        <PlayerFields key={side} {...filled} {...{ side, mayAdd, meant: meant?.[side] }} />
      ))}
      <datalist id="names">
        {offered.names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ScoreFields {...filled} format={offered.competition.match_format} />
      <fieldset>
        <legend>{words.ended}</legend>
        <FaultsOf faults={faults} name="ended" />
        {endings.map((ending) => (
          <Pick key={ending} form={form} name="ended" value={ending}>
            {words.endings[ending]}
          </Pick>
        ))}
      </fieldset>
      <div class="two">
        <Field {...filled} name="day" label={words.day} type="date" required />
        <Field {...filled} name="time" label={words.time} type="time" required />
      </div>
      <div class="two">
        <Choice {...filled} name="venue" label={words.venue} options={offered.venues} />
        <Field {...filled} name="court" label={words.court} mode="numeric" />
      </div>
      {children}
      <button type="submit">{send}</button>
    </form>
  );
}

type ScoreProps = Filled & { readonly format: Offered['competition']['match_format'] };

/** The sets, as the format has them. */
function ScoreFields({ visit, form, faults, format }: ScoreProps) {
  const words = formWords[visit.language];
  const { sets, hasPoints, hasMatchTiebreak } = setsOf(format);
  const input = (name: string, of: string, label: string, title: string) => (
    <label>
      {label}
      <input
        {...faulty(faults, name, of)}
        type="text"
        value={form.text(name)}
        inputMode="numeric"
        maxLength={4}
        autocomplete="off"
        aria-label={title}
      />
    </label>
  );
  const sides = [words.first, words.second];
  return (
    <fieldset>
      <legend>{words.score}</legend>
      {sets.map((set) => {
        const title = words.set(set);
        return (
          <fieldset key={set} class="part">
            <legend>{title}</legend>
            <div class="set">
              {sides.map((side, index) =>
                input(setField(set, index), `set_${set}`, side, `${title}, ${side}`),
              )}
              {hasPoints &&
                sides.map((side, index) =>
                  input(
                    setField(set, index, '_points'),
                    `set_${set}`,
                    words.points,
                    `${title}, ${words.points}, ${side}`,
                  ),
                )}
            </div>
            <FaultsOf faults={faults} name={`set_${set}`} />
          </fieldset>
        );
      })}
      {hasMatchTiebreak && (
        <fieldset class="part">
          <legend>{words.decider}</legend>
          <div class="set">
            {sides.map((side, index) =>
              input(tiebreakField(index), 'match_tiebreak', side, `${words.decider}, ${side}`),
            )}
          </div>
          <FaultsOf faults={faults} name="match_tiebreak" />
        </fieldset>
      )}
      {hasPoints && <p class="quiet">{words.optional}</p>}
    </fieldset>
  );
}
