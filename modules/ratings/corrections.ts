// The corrections that operators make: each is one transaction, after which every rating is as if all
// had always been right. rules 11.8
import type { Database } from '../../shared/database/connect.ts';
import type { Hold } from '../../shared/database/lock.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { type Actor, note } from '../audit/index.ts';
import type { Correction } from '../matches/index.ts';
import type { Corrected, Done, Work } from './correction.ts';
import { finishLook, ratingLock } from './decay.ts';
import { correctMatch, restoreMatch, voidMatch } from './match-corrections.ts';
import { changeJoining, changeLevel, erasePlayer, mergePlayers } from './player-corrections.ts';
import { type Order, rebuild } from './rebuild.ts';
import { noteRecalculations } from './recalculation-repository.ts';

/** Who asks for a correction, and why; a dry run says what would change, and changes nothing. */
export type Asked = {
  readonly actor: Actor;
  readonly reason?: string | undefined;
  readonly dryRun?: boolean | undefined;
  /** Called before anything is stored for good; throws if nobody waits for it any more. */
  readonly beforeCommit?: () => void;
  /** As that of the work. */
  readonly tell?: Work['tell'];
  /** Called if this has waited for a second for what else changes ratings. */
  readonly onWaiting?: () => void;
};

/** Thrown to undo the transaction of a dry run. */
class DryRun extends Error {}

/** What a correction does in its transaction. */
type Correct = (work: Work) => Promise<Done>;

type Dependencies = { readonly database: Database; readonly clock: Clock };

/** The corrections. Each throws a Problem if it is refused. */
export function createCorrections({ database, clock }: Dependencies) {
  /** Does the work while nobody else changes ratings: all of it, or nothing. */
  async function alone(asked: Asked, correct: Correct): Promise<Corrected> {
    const { actor, reason, dryRun, beforeCommit, tell = () => undefined } = asked;
    let tried: Corrected | undefined;
    const attempt = (hold: Hold) =>
      database.longTransaction(async (tx) => {
        await hold(tx.db);
        const now = clock();
        const { result, notes, finish } = await correct({ tx, now, tell });
        tried = result;
        if (dryRun) throw new DryRun();
        const told = notes.map((one) => ({ ...one, reason }));
        const [first] = await note(tx.db, { actor, now }, told);
        if (first) await noteRecalculations(tx.db, first, result.ratings);
        await finish?.();
        beforeCommit?.();
        return result;
      });
    try {
      return await database.locked(
        ratingLock,
        async (_, hold) => {
          await finishLook(database, hold);
          return attempt(hold);
        },
        asked.onWaiting,
      );
    } catch (error) {
      if (error instanceof DryRun && tried) return tried;
      throw error;
    }
  }

  return {
    voidMatch: (id: MatchId, asked: Asked) => alone(asked, (work) => voidMatch(work, id)),
    restoreMatch: (id: MatchId, asked: Asked) => alone(asked, (work) => restoreMatch(work, id)),
    correctMatch: (id: MatchId, correction: Correction, asked: Asked) =>
      alone(asked, (work) => correctMatch(work, id, correction)),
    changeLevel: (id: PlayerId, level: number, asked: Asked) =>
      alone(asked, (work) => changeLevel(work, id, level)),
    changeJoining: (id: PlayerId, joined: number, asked: Asked) =>
      alone(asked, (work) => changeJoining(work, id, joined)),
    mergePlayers: (from: PlayerId, into: PlayerId, asked: Asked) =>
      alone(asked, (work) => mergePlayers(work, from, into)),
    erasePlayer: (id: PlayerId, asked: Asked) => alone(asked, (work) => erasePlayer(work, id)),
    rebuild: (order: Order, asked: Asked) => alone(asked, (work) => rebuild(work, order)),
  };
}
