import type { Console } from './console.ts';

export type Progress = ReturnType<typeof createProgress>;

const mostWidth = 30;
const refreshMs = 100;

/** A bar in the console's status line, no wider than it, that shows at a terminal how far a long task is. */
export function createProgress({ status, columns }: Pick<Console, 'status' | 'columns'>) {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    /** `done` of `total` is finished; without a total, only `done` is shown. */
    show(task: string, done: number, total: number | undefined): void {
      const now = performance.now();
      if (now - shownAt < refreshMs) return;
      shownAt = now;
      const begin = `${task}  `;
      const room = columns - begin.length;
      const much = total ? bar(Math.min(done / total, 1), room) : done.toLocaleString('en');
      status(`${begin}${much}`.slice(0, columns));
    },
    /** Takes the bar away, if somebody still sees it. */
    end(): void {
      try {
        if (shownAt > 0) status('');
      } catch {}
      shownAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * Does long work that tells how much is done, which a bar shows. Telling throws once nobody waits for the
 * work any more.
 */
export function watched<T>(
  console: Pick<Console, 'status' | 'columns'>,
  task: string,
  work: (tell: (done: number, total?: number) => void) => Promise<T>,
): Promise<T> {
  const bar = createProgress(console);
  return work((done, total) => bar.show(task, done, total)).finally(bar.end);
}

/** The same for work in steps, which is told to stop once nobody waits for it any more. */
export function inSteps<T>(
  console: Pick<Console, 'status' | 'columns'>,
  task: string,
  work: (isGivenUp: (done: number) => boolean) => Promise<T>,
): Promise<T> {
  return watched(console, task, (tell) =>
    work((done) => {
      try {
        tell(done);
        return false;
      } catch {
        return true;
      }
    }),
  );
}

/** `[#####.....]  50 %` for a half, in so much room. */
function bar(share: number, room: number): string {
  const width = Math.max(Math.min(mostWidth, room - '[] 100 %'.length), 0);
  const filled = Math.floor(share * width);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent} %`;
}
