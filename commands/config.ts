import type { Command } from 'commander';
import { describeSettings, readSettings } from '../shared/config.ts';
import type { Context } from './context.ts';
import { example, type JsonFlag, jsonOption, print } from './output.ts';
import { backupsInWords, serverInWords, serverRecord } from './running.ts';

const notes = `
Beside a server on the embedded database these are the server's settings,
else those of this shell. The source "program" is a value that the demo sets
itself.`;

/** `config`. */
export function addConfigCommand(program: Command, { console, server }: Context): void {
  program
    .command('config')
    .description('show every setting, and where its value comes from')
    .option(...jsonOption)
    .addHelpText('after', notes)
    .addHelpText(...example('config'))
    .action(async (options: JsonFlag) => {
      const settings = server?.settings ?? readSettings(process.env);
      const described = describeSettings(process.env, settings);
      if (options.json) {
        return print(console, options, { server: serverRecord(server), settings: described });
      }
      await print(console, options, {
        server: serverInWords(server, settings),
        backups: backupsInWords(server, settings),
      });
      console.out('');
      await print(console, options, described);
    });
}
