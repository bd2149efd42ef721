/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Corrected } from '../ratings/index.ts';
import { inEach, type Visit } from '../website/index.ts';
import type { Form } from './form.ts';

const previewWords = inEach({
  changes: ['These ratings would change:', 'Zmienią się te rankingi:'],
  none: ['No rating would change.', 'Żaden ranking się nie zmieni.'],
  more: [(count: number) => `and ${count} more`, (count: number) => `i jeszcze ${count}`],
  confidence: ['confidence', 'pewność'],
  waits: ['The result waits for its rating.', 'Wynik czeka na przeliczenie.'],
  doubts: ['This looks wrong:', 'To wygląda na pomyłkę:'],
  change: ['Change it', 'Zmień'],
});

/** How many players are named; a correction of long ago may change thousands. */
const mostNamed = 50;

type Props = {
  readonly visit: Visit;
  readonly corrected: Corrected;
  /** What was sent, which the button sends again. */
  readonly form: Form;
  /** What the preview is of: if that is another thing by then, it is shown anew. */
  readonly of: string;
  readonly children?: ComponentChildren;
};

/** Whose rating a correction would change, from what to what, and the button that makes it. */
export function Preview({ visit, corrected, form, of, children }: Props) {
  const words = previewWords[visit.language];
  const { ratings, waits, doubts = [] } = corrected;
  const hidden = [...form.all].filter(([name]) => name !== 'confirmed');
  return (
    <>
      {children}
      {doubts.length > 0 && (
        <div class="note">
          <p>{words.doubts}</p>
          <ul>
            {doubts.map(({ reason }) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      <p>{ratings.length > 0 ? words.changes : words.none}</p>
      <ul class="list">
        {ratings.slice(0, mostNamed).map(({ player_id, display_name, before, after }) => (
          <li key={player_id}>
            <bdi>{display_name}</bdi>: {before.value} → {after.value}
            {before.confidence !== after.confidence && (
              <span class="quiet">
                {' '}
                ({words.confidence} {before.confidence} → {after.confidence})
              </span>
            )}
          </li>
        ))}
        {ratings.length > mostNamed && <li>{words.more(ratings.length - mostNamed)}</li>}
      </ul>
      {waits && <p>{words.waits}</p>}
      <form method="post" action={visit.to(visit.path)} class="confirm">
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="confirmed" value={of} />
        <button type="submit">{words.change}</button>
      </form>
    </>
  );
}
