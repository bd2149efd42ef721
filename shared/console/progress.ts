import type { Console } from './console.ts';

export type Progress = ReturnType<typeof createProgress>;

const width = 30;
const refreshMs = 100;

/** A bar in the console's status line that shows a person at a terminal how far a long work is. */
export function createProgress({ status }: Pick<Console, 'status'>) {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    /** `done` of `total` is finished; without a total only that something goes on. */
    show(task: string, done: number, total: number | undefined): void {
      const now = performance.now();
      if (now - shownAt < refreshMs) return;
      shownAt = now;
      status(`${task}  ${total ? bar(Math.min(done / total, 1)) : done.toLocaleString('en')}`);
    },
    /** Takes the bar away. */
    end(): void {
      if (shownAt > 0) status('');
      shownAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** `[#####.....]  50 %` for a half. */
function bar(share: number): string {
  const filled = Math.floor(share * width);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent} %`;
}
