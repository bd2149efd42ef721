/** @jsxImportSource preact */
// When a new player has time: up to three windows of the week.
import { weekdays } from '../players/index.ts';
import { inEach, weekdayInWords } from '../website/index.ts';
import { FaultsOf, type Filled } from './field.tsx';
import type { Form } from './form.ts';

const timesWords = inEach({
  times: ['When there is time to play (optional)', 'Kiedy jest czas na grę (opcjonalnie)'],
  day: ['Day', 'Dzień'],
  start: ['from', 'od'],
  end: ['to', 'do'],
  none: ['–', '–'],
});

const rows = [1, 2, 3];

/** The windows that a form holds; a row in which nothing is filled in is none. */
export function timesIn(form: Form) {
  return rows
    .map((row) => ({
      day: form.text(`day_${row}`),
      start: form.text(`start_${row}`),
      end: form.text(`end_${row}`),
    }))
    .filter((window) => Object.values(window).some((text) => text !== ''));
}

/** The fields of these windows. */
export function Times({ visit, form, faults }: Filled) {
  const words = timesWords[visit.language];
  const time = (name: string, label: string) => (
    <label>
      {label}
      <input type="time" name={name} value={form.text(name)} />
    </label>
  );
  return (
    <fieldset class="times">
      <legend>{words.times}</legend>
      {rows.map((row) => (
        <div class="row" key={row}>
          <label>
            {words.day}
            <select name={`day_${row}`}>
              <option value="">{words.none}</option>
              {weekdays.map((day) => (
                <option key={day} value={day} selected={form.text(`day_${row}`) === day}>
                  {weekdayInWords(visit.language, day)}
                </option>
              ))}
            </select>
          </label>
          {time(`start_${row}`, words.start)}
          {time(`end_${row}`, words.end)}
        </div>
      ))}
      <FaultsOf faults={faults} name="times" />
    </fieldset>
  );
}
