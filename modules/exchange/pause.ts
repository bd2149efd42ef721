import { setImmediate } from 'node:timers/promises';

const turnMs = 5;

/** Lets others have the event loop where this work has held it for some milliseconds. */
export function createPause(): () => Promise<void> | undefined {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < turnMs) return undefined;
    return setImmediate().then(() => {
      begun = performance.now();
    });
  };
}
