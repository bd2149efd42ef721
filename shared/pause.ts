import { setImmediate } from 'node:timers/promises';

export type Pause = () => Promise<void> | undefined;

/** Yields the event loop once this work has held it for so many milliseconds. */
export function createPause(turnMs = 5): Pause {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < turnMs) return undefined;
    return setImmediate().then(() => {
      begun = performance.now();
    });
  };
}
