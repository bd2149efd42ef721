import * as v from 'valibot';
import type { Database } from '../../shared/database/connect.ts';
import { refuseLate } from '../../shared/http/deadline.ts';
import type { MatchId } from '../../shared/ids.ts';
import { conceal } from '../../shared/log.ts';
import { Problem } from '../../shared/problem.ts';
import { text } from '../../shared/schema.ts';
import { validate } from '../../shared/validation.ts';
import type { Asked, createCorrections } from '../ratings/index.ts';
import { actorOf } from './competition.ts';
import type { Form } from './form.ts';
import type { Sitting } from './page.tsx';
import { mayUndo, ownResult } from './result.tsx';

export type Correcting = {
  readonly database: Database;
  readonly corrections: ReturnType<typeof createCorrections>;
};

/** Who asks for a correction at the desk: one whose answer comes too late changes nothing. */
export function askedBy({ visit, pass }: Sitting, more: Partial<Asked>): Asked {
  const beforeCommit = () => refuseLate(visit.request);
  return { actor: actorOf(pass), beforeCommit, tell: beforeCommit, ...more };
}

/** Takes a result out that the pass may undo. The second of two taps finds nothing left to do. */
export async function undo(
  { database, corrections }: Correcting,
  sitting: Sitting,
  id: MatchId,
): Promise<void> {
  const { result, isVoided } = await ownResult({ database }, sitting.pass, id);
  if (isVoided) return;
  if (!(await mayUndo({ database }, sitting, result))) {
    throw new Problem('not-found', 'This result can not be undone here any more.');
  }
  const asked = askedBy(sitting, { reason: 'undone at the desk' });
  await corrections.voidMatch(id, asked).catch(async (error) => {
    if (!(await ownResult({ database }, sitting.pass, id)).isVoided) throw error;
  });
}

const ReasonSchema = v.object({ reason: text() });

/** Why something is corrected; throws what is wrong with that. The log is shown to many, and exported. */
export function reasonIn(form: Form): string {
  return conceal(validate(ReasonSchema, { reason: form.text('reason').trim() }).reason);
}
