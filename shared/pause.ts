import { setImmediate } from 'node:timers/promises';

export type Pause = () => Promise<void> | undefined;

/** How long work may hold the event loop. */
const turnMs = 5;

/** Yields the event loop once this work has held it for a turn. */
export function createPause(): Pause {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < turnMs) return undefined;
    return setImmediate().then(() => {
      begun = performance.now();
    });
  };
}
