/** @jsxImportSource preact */
import type { MatchId } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import { inEach } from '../website/index.ts';
import { FaultSummary, Field } from './field.tsx';
import { type Form, formOf, stampOf } from './form.ts';
import { DeskPage, type Sitting } from './page.tsx';
import { Preview } from './preview.tsx';
import { ownResult } from './result.tsx';
import { type Faults, faultsByField } from './result-fields.ts';
import { ResultPlace, ResultSentence } from './result-words.tsx';
import { askedBy, type Correcting, reasonIn } from './undo.ts';

const voidWords = inEach({
  void: {
    title: ['Void a result', 'Unieważnij wynik'],
    meaning: [
      'All ratings will be as if it had never been sent. It can be restored.',
      'Rankingi będą takie, jakby nigdy go nie wysłano. Można go przywrócić.',
    ],
  },
  restore: {
    title: ['Let a result count again', 'Przywróć wynik'],
    meaning: ['It counts again, as before.', 'Znowu się liczy, jak przedtem.'],
  },
  reason: ['Why, for the log', 'Powód, do dziennika'],
  show: ['Show what would change', 'Pokaż, co się zmieni'],
});

export type Turn = 'void' | 'restore';

/** A result that the pass may void, or restore. Throws `not-found` for any other. */
async function turnable(desk: Correcting, { pass }: Sitting, id: MatchId, turn: Turn) {
  const { result, isVoided } = await ownResult(desk, pass, id);
  if (pass.may_correct) return { result, isDone: isVoided === (turn === 'void') };
  throw new Problem('not-found', 'There is no such result to correct at this desk.');
}

/** Asks why a result is voided or restored. */
export async function turnPage(
  desk: Correcting,
  sitting: Sitting,
  id: MatchId,
  turn: Turn,
  form = formOf(new Map()),
  faults: Faults = new Map(),
) {
  const { visit } = sitting;
  const { result } = await turnable(desk, sitting, id, turn);
  const words = voidWords[visit.language];
  return (
    <DeskPage {...sitting} title={words[turn].title}>
      <p>
        <ResultSentence {...{ visit, result }} />
        <br />
        <ResultPlace {...{ visit, result }} />
      </p>
      <p>{words[turn].meaning}</p>
      <form method="post" action={visit.to(visit.path)}>
        <FaultSummary faults={faults} language={visit.language} />
        <Field {...{ visit, form, faults }} name="reason" label={words.reason} required />
        <button type="submit">{words.show}</button>
      </form>
    </DeskPage>
  );
}

/**
 * Shows what would change if the result was voided or restored; once that is confirmed, does it, and gives nothing,
 * nor if it is done already.
 */
export async function turn(
  desk: Correcting,
  sitting: Sitting & { readonly form: Form },
  id: MatchId,
  turn: Turn,
) {
  const { visit, form } = sitting;
  const { result, isDone } = await turnable(desk, sitting, id, turn);
  if (isDone) return undefined;
  const of = stampOf(result);
  const isConfirmed = form.text('confirmed') === of;
  const { voidMatch, restoreMatch } = desk.corrections;
  try {
    const asked = askedBy(sitting, { reason: reasonIn(form), dryRun: !isConfirmed });
    const corrected = await (turn === 'void' ? voidMatch : restoreMatch)(id, asked);
    if (isConfirmed) return undefined;
    return (
      <DeskPage {...sitting} title={voidWords[visit.language][turn].title}>
        <Preview {...{ visit, corrected, form, of }}>
          <p>
            <ResultSentence {...{ visit, result }} />
          </p>
        </Preview>
      </DeskPage>
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (isConfirmed && (await turnable(desk, sitting, id, turn)).isDone) return undefined;
    if (!error.errors && !['validation-failed', 'duplicate-match'].includes(error.type))
      throw error;
    const faults = faultsByField(error.errors ?? [{ pointer: '', detail: error.message }]);
    return turnPage(desk, sitting, id, turn, form, faults);
  }
}
