import type { Command } from 'commander';
import { readSettings } from '../shared/config.ts';
import { hasRows } from '../shared/database/db.ts';
import { createLog, outliveOutput } from '../shared/log.ts';
import type { Context, RunCommand } from './context.ts';
import { example } from './output.ts';
import { startService } from './service.ts';
import { type Signal, stopSignalInTime, stopUpon } from './shutdown.ts';
import type { Workbench } from './workbench.ts';

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
      const hints = await firstSteps(running.workbench).catch(() => []);
      for (const line of hints) console.err(line);
      await stopUpon(await stop.promise, running, log);
    });
}

/** What to do next on an empty database; nothing once there are an organizer and a key. */
async function firstSteps({ database: { db }, settings }: Workbench): Promise<string[]> {
  if ((await hasRows(db, 'organizer')) && (await hasRows(db, 'api_key'))) return [];
  return [
    'There is no organizer or no key yet. To answer a few questions: tennis init; to bring in a file: tennis import FILE',
    'For organizers: tennis organizers add --name NAME, then tennis clients add --organizer ID',
    'For readers: tennis keys add --label LABEL; the documentation is at /docs',
    settings.WEBSITE === 'public'
      ? 'For players: the ranking is at /'
      : 'For players: with the setting WEBSITE=public everybody can see the ranking at /',
  ];
}
