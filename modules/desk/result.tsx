/** @jsxImportSource preact */
import type { Database } from '../../shared/database/connect.ts';
import type { MatchId } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import { hourMs, warsawMinute } from '../../shared/time.ts';
import { submitterOf } from '../audit/index.ts';
import type { DeskPass } from '../auth/index.ts';
import { inEach } from '../website/index.ts';
import { DeskPage, type Sitting } from './page.tsx';
import { ResultPlace, ResultRating, ResultSentence } from './result-words.tsx';
import { type Result, resultsOf } from './results-repository.ts';

const pageWords = inEach({
  title: ['Result', 'Wynik'],
  stored: ['It is stored.', 'Zapisano.'],
  next: [
    (seconds: number) =>
      `It is rated once no result has come for ${seconds} seconds. Until then an undone result leaves no trace.`,
    (seconds: number) =>
      `Ranking zostanie przeliczony, gdy przez ${seconds} s nie przyjdzie żaden wynik. Do tego czasu cofnięty wynik nie zostawia śladu.`,
  ],
  rating: ['Rating', 'Ranking'],
  voided: [
    'This result is voided: it counts nowhere.',
    'Ten wynik jest unieważniony: nigdzie się nie liczy.',
  ],
  undo: ['Undo it', 'Cofnij'],
  undoMeaning: [
    'Undo takes the result out, as if it had never been sent.',
    'Cofnięcie usuwa wynik, jakby nigdy go nie wysłano.',
  ],
  another: ['Next result', 'Następny wynik'],
  correct: ['Correct it', 'Popraw'],
  void: ['Void it', 'Unieważnij'],
  restore: ['Let it count again', 'Przywróć'],
});

type Desk = { readonly database: Database; readonly delaySeconds: number };

/** A result of the pass, and whether it is voided. Throws `not-found` for any other. */
export async function ownResult(
  { database: { db } }: Pick<Desk, 'database'>,
  pass: DeskPass,
  id: MatchId,
) {
  const [result] = await resultsOf(db, pass, { id }, 1);
  if (result) return { result, isVoided: false };
  const [voided] = await resultsOf(db, pass, { id }, 1, 'voided_match');
  if (voided) return { result: voided, isVoided: true };
  throw new Problem('not-found', 'There is no such result at this desk.');
}

/** For how long a pass may undo what it sent itself. */
const undoMs = hourMs;

/** Whether the pass may undo the result at once: its own, within the hour. Any other is voided, with a reason. rules 14.3 */
export async function mayUndo(
  { database: { db } }: Pick<Desk, 'database'>,
  { visit, pass }: Sitting,
  { id, created_at }: Result,
): Promise<boolean> {
  if (visit.now - Date.parse(created_at) > undoMs) return false;
  const sender = (await submitterOf(db, { id, created_at }))?.actor;
  if (!sender || !('pass' in sender)) return false;
  return sender.pass === pass.label && sender.organizer_id === pass.organizer_id;
}

/** One result: what it says, what happens next, and what can be done with it. */
export async function resultPage(desk: Desk, sitting: Sitting, id: MatchId) {
  const { visit, pass } = sitting;
  const { result, isVoided } = await ownResult(desk, pass, id);
  const words = pageWords[visit.language];
  const isSent = visit.parameters.sent !== undefined;
  const waits = result.rating_status === 'pending' && result.rating_fault === null;
  const told = { visit, result };
  const [day] = warsawMinute(Date.parse(result.played_at)).split(' ');
  const kept = { competition: result.competition_id, day, venue: result.venue_id };
  const of = (what: string) => visit.to(`desk/results/${id}/${what}`);
  return (
    <DeskPage {...sitting} title={words.title}>
      {isSent && !isVoided && <p role="status">{words.stored}</p>}
      <p>
        <ResultSentence {...told} />
        <br />
        <ResultPlace {...told} />
      </p>
      {isVoided ? (
        <p>{words.voided}</p>
      ) : (
        <p>
          {words.rating}: <ResultRating {...told} />
        </p>
      )}
      {waits && !isVoided && <p class="quiet">{words.next(desk.delaySeconds)}</p>}
      <p>
        <a class="cta" href={visit.to('desk', kept)}>
          {words.another}
        </a>
      </p>
      {!isVoided && (await mayUndo(desk, sitting, result)) && (
        <form method="post" action={of('undo')}>
          <button type="submit" class="second">
            {words.undo}
          </button>
          <p class="quiet">{words.undoMeaning}</p>
        </form>
      )}
      {pass.may_correct && (
        <ul class="list">
          {(isVoided ? (['restore'] as const) : (['correct', 'void'] as const)).map((what) => (
            <li key={what}>
              <a href={of(what)}>{words[what]}</a>
            </li>
          ))}
        </ul>
      )}
    </DeskPage>
  );
}
