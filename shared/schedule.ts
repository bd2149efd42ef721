import { Cron } from 'croner';

/**
 * Runs the work by a cron pattern in Europe/Warsaw, never twice at once; gives what ends it. `report`
 * gets what the work throws.
 */
export function startSchedule(
  pattern: string,
  work: () => Promise<void>,
  report: (error: unknown) => void,
): () => void {
  const job = new Cron(pattern, { timezone: 'Europe/Warsaw', protect: true, catch: report }, work);
  return () => job.stop();
}
