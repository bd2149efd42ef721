import type { Command } from 'commander';
import { describeSettings } from '../shared/config.ts';
import type { Context } from './context.ts';
import { example, type JsonFlag, jsonOption, print } from './output.ts';

/** `config`. */
export function addConfigCommand(program: Command, { console }: Context): void {
  program
    .command('config')
    .description('show every setting, and where its value comes from')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nIt shows what this command is given; a server may have been given others.',
    )
    .addHelpText(...example('config'))
    .action((options: JsonFlag) => print(console, options, describeSettings(process.env)));
}
