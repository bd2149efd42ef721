/** Rating runs, and looks for inactive players: the order in which they held the lock is that of all ratings. */
export { Run } from './entity.ts';
export { runKind } from './kind.ts';
export {
  allLooks,
  beginRun,
  endRun,
  type Look,
  lastRun,
  type Numbered,
  openLook,
  runsAfter,
  takeBackLooks,
} from './repository.ts';
