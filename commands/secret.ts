import { note } from '../modules/audit/index.ts';
import { rotateSigningSecret } from '../modules/auth/index.ts';
import { Failure } from '../shared/console/console.ts';
import { endOf, type Overlap, overlapOption } from './overlap.ts';
import { givenBy, type Noun, verb } from './verb.ts';

export const secret: Noun = {
  name: 'secret',
  about: 'the secret with which the installation signs tokens and cursors',
  verbs: [
    verb({
      name: 'rotate',
      about: 'sign with a new secret; servers take it up within two seconds',
      options: [overlapOption(1)],
      notes: 'Tokens live an hour: a shorter overlap ends some before their time.',
      example: '--overlap 2',
      async run(workbench, options: Overlap, _, console) {
        if (workbench.settings.TOKEN_SECRET) {
          throw new Failure(
            'TOKEN_SECRET is set, and signs: change it, and start the servers anew.',
            2,
          );
        }
        return workbench.database.transaction(async (tx) => {
          const by = givenBy(workbench, console);
          const former_until = endOf(options, by.now);
          await rotateSigningSecret(tx, former_until, by.now);
          await note(tx.db, by, [{ action: 'signing secret rotated', after: { former_until } }]);
          return { rotated: 'signing', former_until };
        });
      },
    }),
  ],
};
