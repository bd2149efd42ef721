import type { Command } from 'commander';
import { rotateSigningSecret } from '../modules/auth/index.ts';
import { Failure } from '../shared/console/console.ts';
import type { Context } from './context.ts';
import { example, type Json, jsonOption, show } from './output.ts';
import { endOf, type Overlap, overlapOption } from './overlap.ts';

/** `secret rotate`. */
export function addSecretCommands(program: Command, { console, withWorkbench }: Context): void {
  const secret = program
    .command('secret')
    .description('the secret with which the installation signs tokens and cursors');

  secret
    .command('rotate')
    .description('sign with a new secret; servers take it up within two seconds')
    .addOption(overlapOption(1))
    .option(...jsonOption)
    .addHelpText('after', '\nTokens live an hour: a shorter overlap ends some before their time.')
    .addHelpText(...example('secret rotate --overlap 2'))
    .action((options: Overlap & Json) =>
      withWorkbench(async ({ database, settings, clock }) => {
        if (settings.TOKEN_SECRET) {
          throw new Failure(
            'TOKEN_SECRET is set, and signs: change it there, and start the servers anew.',
            2,
          );
        }
        const now = clock();
        const until = endOf(options, now);
        await database.transaction((tx) => rotateSigningSecret(tx.db, until, now));
        show(console, options, { rotated: 'signing', former_until: until });
      }),
    );
}
