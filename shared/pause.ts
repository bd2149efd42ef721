import { setImmediate } from 'node:timers/promises';

const turnMs = 5;

export type Pause = () => Promise<void> | undefined;

/** Yields the event loop once this work has held it for some milliseconds. */
export function createPause(): Pause {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < turnMs) return undefined;
    return setImmediate().then(() => {
      begun = performance.now();
    });
  };
}
