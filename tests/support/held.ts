import type { Lock } from '../../shared/database/lock.ts';

type Work = () => Promise<void>;

/** Has the lock, all of it `within` something else if that is given; gives what frees it. */
export async function hold(
  locked: Lock,
  name: string,
  within: (work: Work) => Promise<void> = (work) => work(),
): Promise<Work> {
  const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = locked(name, () =>
    within(() => {
      begun.resolve();
      return free.promise;
    }),
  );
  await begun.promise;
  return () => {
    free.resolve();
    return holder;
  };
}
