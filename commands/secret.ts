import { rotateSigningSecret } from '../modules/auth/index.ts';
import { Failure } from '../shared/console/console.ts';
import { endOf, type Overlap, overlapOption } from './overlap.ts';
import { type Noun, verb } from './verb.ts';

/** `secret rotate`. */
export const secret: Noun = {
  name: 'secret',
  about: 'the secret with which the installation signs tokens and cursors',
  verbs: [
    verb({
      name: 'rotate',
      about: 'sign with a new secret; servers take it up within two seconds',
      options: (command) => command.addOption(overlapOption(1)),
      notes: 'Tokens live an hour: a shorter overlap ends some before their time.',
      example: '--overlap 2',
      async run({ database, settings, clock }, options: Overlap) {
        if (settings.TOKEN_SECRET) {
          throw new Failure(
            'TOKEN_SECRET is set, and signs: change it there, and start the servers anew.',
            2,
          );
        }
        const now = clock();
        const former_until = endOf(options, now);
        await database.transaction((tx) => rotateSigningSecret(tx, former_until, now));
        return { rotated: 'signing', former_until };
      },
    }),
  ],
};
