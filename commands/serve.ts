import type { Command } from 'commander';
import { readSettings } from '../shared/config.ts';
import { hasRows } from '../shared/database/db.ts';
import { createLog, outliveOutput } from '../shared/log.ts';
import { programLine } from '../shared/version.ts';
import type { Context, RunCommand } from './context.ts';
import { example } from './output.ts';
import { type Running, startService } from './service.ts';
import { type Signal, stopSignalInTime, stopUpon } from './shutdown.ts';

/** `serve`. */
export function addServeCommand(
  program: Command,
  { console }: Context,
  runCommand: RunCommand,
): void {
  program
    .command('serve')
    .description('run the service')
    .addHelpText(...example('serve'))
    .action(async () => {
      const settings = readSettings(process.env);
      const log = createLog(settings.LOG_LEVEL, console.isTerminal);
      outliveOutput();
      const stop = Promise.withResolvers<Signal>();
      const onOpened = () => stop.resolve(stopSignalInTime(log));
      const running = await startService({ settings, log, runCommand, onOpened });
      if (!/^(127\.|localhost$|::1$)/.test(settings.HOST) && !settings.PUBLIC_URL) {
        console.err(
          `HOST is ${settings.HOST}, but PUBLIC_URL isn't set: links will name localhost.`,
        );
      }
      // A database that is away just now is a matter for the requests, and no reason to end.
      const hints = await firstSteps(running).catch(() => []);
      for (const line of hints) console.err(line);
      await stopUpon(await stop.promise, running, log);
    });
}

/** What to do next on an empty database; nothing once there is an organizer. */
async function firstSteps({ workbench, publicUrl }: Running): Promise<string[]> {
  const { database, settings } = workbench;
  if (await hasRows(database.db, 'organizer')) return [];
  const isOpen = settings.WEBSITE === 'public';
  return [
    'Nothing is set up yet. Run this in a second terminal, in the same folder; it asks five questions, and says how the first results come in:',
    `  ${programLine} init`,
    isOpen
      ? 'Players find the ranking here:'
      : 'With WEBSITE=public, players find the ranking here:',
    `  ${publicUrl}/`,
    'Programs find what they need here:',
    `  ${publicUrl}/docs`,
  ];
}
