/** @jsxImportSource preact */
import type { MatchId } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import { warsawMinute } from '../../shared/time.ts';
import { type Correction, findMatch } from '../matches/index.ts';
import { inEach, nameIn } from '../website/index.ts';
import { actorOf, offeredFor, ownCompetition } from './competition.ts';
import { Field } from './field.tsx';
import { type Form, formOf, stampOf } from './form.ts';
import { DeskPage, type Sitting } from './page.tsx';
import { addPlayer, type Meant, type NewPlayer, playerField, playerMeant } from './people.ts';
import { nameFault } from './player-fields.tsx';
import { Preview } from './preview.tsx';
import { ownResult } from './result.tsx';
import { type Faults, faultsByField, formOfResult, resultIn, typedScore } from './result-fields.ts';
import { ResultForm } from './result-form.tsx';
import { ResultPlace, ResultSentence } from './result-words.tsx';
import { askedBy, type Correcting, reasonIn } from './undo.ts';

const correctWords = inEach({
  title: ['Correct a result', 'Popraw wynik'],
  before: ['So far:', 'Dotychczas:'],
  reason: ['Why, for the log', 'Powód, do dziennika'],
  show: ['Show what would change', 'Pokaż, co się zmieni'],
});

/** A result that counts, and that the pass may correct. Throws `not-found` for any other. */
async function correctable(desk: Correcting, { pass }: Sitting, id: MatchId) {
  const { result, isVoided } = await ownResult(desk, pass, id);
  const match = await findMatch(desk.database.db, id);
  if (!pass.may_correct || isVoided || !match) {
    throw new Problem('not-found', 'There is no such result to correct at this desk.');
  }
  return { result, match, competition: await ownCompetition(desk, pass, match.competition_id) };
}

type Shown = { readonly form: Form; readonly faults: Faults; readonly meant: readonly Meant[] };

async function correctionForm(desk: Correcting, sitting: Sitting, id: MatchId, shown?: Shown) {
  const { visit } = sitting;
  const { result, match, competition } = await correctable(desk, sitting, id);
  const names = [result.first.name, result.second.name].map((name) => nameIn(visit.language, name));
  const prefilled = formOfResult(match, names);
  const form = shown?.form ?? formOf(new Map([...prefilled.all, ['key', crypto.randomUUID()]]));
  const sides = [0, 1].map((side) => playerMeant(desk.database.db, form, side));
  const words = correctWords[visit.language];
  const filled = { visit, form, faults: shown?.faults ?? new Map() };
  return (
    <DeskPage {...sitting} title={words.title}>
      <p>
        {words.before} <ResultSentence {...{ visit, result }} />
        <br />
        <ResultPlace {...{ visit, result }} />
      </p>
      <ResultForm
        {...filled}
        offered={await offeredFor(desk, competition)}
        action={visit.to(visit.path)}
        meant={shown?.meant ?? (await Promise.all(sides))}
        mayAdd
        send={words.show}
      >
        <Field {...filled} name="reason" label={words.reason} required />
      </ResultForm>
    </DeskPage>
  );
}

/** The form of a result, with what is stored, both players included. */
export const correctPage = (desk: Correcting, sitting: Sitting, id: MatchId) =>
  correctionForm(desk, sitting, id);

/**
 * Shows what the correction in a form would change; once that is confirmed, makes it, and gives nothing. If it is
 * refused, gives the form again, with all that was typed.
 */
export async function correct(
  desk: Correcting,
  sitting: Sitting & { readonly form: Form },
  id: MatchId,
) {
  const { visit, pass, form } = sitting;
  const { match, competition } = await correctable(desk, sitting, id);
  const by = { actor: actorOf(pass), now: visit.now };
  const meant: Meant[] = [];
  const again = (faults: Faults) => correctionForm(desk, sitting, id, { form, faults, meant });
  const of = stampOf(match);
  const isConfirmed = form.text('confirmed') === of;
  try {
    const add = (player: NewPlayer) => addPlayer(desk.database, by, player);
    for (const side of [0, 1]) {
      meant.push(await playerMeant(desk.database.db, form, side, add));
    }
    const players = meant.map(({ player }) => player?.id);
    const { body, faults, written } = resultIn(form, competition.match_format, players);
    const named = meant.flatMap((one, side) =>
      one.fault ? [[playerField(side), [nameFault(visit.language, one)]] as const] : [],
    );
    if (named.length > 0 || faults.length > 0) {
      return again(new Map([...faultsByField(faults), ...named]));
    }
    const { competition_id: _, played_at, score, ...members } = body;
    const isSameMinute = written === warsawMinute(Date.parse(match.played_at));
    const correction: Correction = {
      ...members,
      // Without a score only a walkover is right: what was stored isn't meant any more.
      score: score ?? (body.status === 'walkover' ? undefined : { sets: [] }),
      ...(!isSameMinute && { played_at }),
    };
    const reason = reasonIn(form);
    const asked = askedBy(sitting, { reason, dryRun: !isConfirmed });
    const corrected = await desk.corrections.correctMatch(id, correction, asked);
    if (isConfirmed) return undefined;
    return (
      <DeskPage {...sitting} title={correctWords[visit.language].title}>
        <Preview {...{ visit, corrected, form, of }}>
          <p>
            <bdi>{form.text(playerField(0))}</bdi> – <bdi>{form.text(playerField(1))}</bdi>{' '}
            <span class="score">{typedScore(form)}</span>
          </p>
        </Preview>
      </DeskPage>
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The second of two taps finds it corrected.
    const wasConfirmed = form.text('confirmed') !== '';
    if (wasConfirmed && error.type === 'validation-failed' && !error.errors) return undefined;
    if (!error.errors && !['validation-failed', 'duplicate-match'].includes(error.type))
      throw error;
    return again(faultsByField(error.errors ?? [{ pointer: '', detail: error.message }]));
  }
}
