#!/usr/bin/env bun
import type { Command } from 'commander';
import { demo } from './commands/demo.ts';
import { example } from './commands/output.ts';
import { createProgram, Forwarded, runProgram } from './commands/program.ts';
import { firstSteps, startService } from './commands/serve.ts';
import { endProcessAfter, type Signal, stopInTime, stopSignal } from './commands/shutdown.ts';
import { openWorkbench } from './commands/workbench.ts';
import { readSettings, type Settings } from './shared/config.ts';
import { type Console, endWithOutput, Failure, processConsole } from './shared/console/console.ts';
import { forwardCommand, socketIn } from './shared/console/socket.ts';
import { refuseStrangers } from './shared/database/embedded/open.ts';
import { createLog, logWarnings, outliveOutput } from './shared/log.ts';

/** Runs the command line, without the program's name; gives the exit status. */
export async function main(argv: string[], console: Console): Promise<number> {
  // Read by the commands that need them: a bad one mustn't keep anybody from the help.
  const settings = () => readSettings(process.env);
  const program = createProgram({
    console,
    async withWorkbench(work, purpose = 'use') {
      const given = settings();
      await forward(given, argv, console);
      const workbench = await openWorkbench({
        settings: given,
        purpose,
        reportUnrateable: (id, fault) => console.err(`${id}: ${fault}`),
      });
      try {
        return await work(workbench);
      } finally {
        await workbench.database.close();
      }
    },
  });
  addServerCommands(program, settings, console);
  return runProgram(program, argv, console);
}

/** Has the server that holds the embedded database run the command, if there is one. */
async function forward(settings: Settings, argv: string[], console: Console): Promise<void> {
  if (settings.DATABASE_URL) return;
  refuseStrangers(settings.DATA_DIR);
  const exitCode = await forwardCommand(socketIn(settings.DATA_DIR), argv, console);
  if (exitCode !== undefined) throw new Forwarded(exitCode);
}

function addServerCommands(program: Command, readGiven: () => Settings, console: Console): void {
  program
    .command('serve')
    .description('run the service')
    .addHelpText(...example('serve'))
    .action(async () => {
      const settings = readGiven();
      const log = createLog(settings.LOG_LEVEL, console.isTerminal);
      logWarnings(log);
      outliveOutput();
      const stop = Promise.withResolvers<Signal>();
      const running = await startService({
        settings,
        log,
        onOpened: () => void stopSignal().then(stop.resolve),
      });
      if (!/^(127\.|localhost$|::1$)/.test(settings.HOST) && !settings.PUBLIC_URL) {
        console.err(
          `HOST is ${settings.HOST}, but PUBLIC_URL isn't set: links will name localhost.`,
        );
      }
      for (const line of await firstSteps(running.workbench)) console.err(line);
      await stopInTime(running, await stop.promise, log);
    });
  program
    .command('demo')
    .description('show a fictional city: a season, today’s results, and how the ratings moved')
    .option('--once', 'end when the results are shown')
    .option('--seed <number>', 'which city; the same number gives the same one', '1')
    .addHelpText(...example('demo --once'))
    .action(async (options: { once?: true; seed: string }) => {
      if (!/^\d{1,9}$/.test(options.seed)) {
        throw new Failure('--seed: expected a whole number of at most nine digits.', 2);
      }
      await demo(readGiven(), console, Number(options.seed), options.once === true);
    });
}

/** Runs this process's command line; ends the process soon after. */
async function runProcess(): Promise<void> {
  endWithOutput();
  const status = await main(process.argv.slice(2), processConsole());
  process.exitCode = status;
  // A database that didn't start may leave behind what would keep the process alive.
  endProcessAfter(leftoversMs, status);
}

const leftoversMs = 500;

if (import.meta.main) await runProcess();
