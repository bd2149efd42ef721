import { verb } from './verb.ts';

/** `migrate`: brings the database's schema up to date, which every start does by itself, too. */
export const migrate = verb({
  name: 'migrate',
  about: 'bring the schema of the database up to date',
  example: '',
  makes: true,
  run: async ({ applied }) => ({ applied }),
  inWords: ({ applied }) =>
    `The schema is up to date.${applied.length > 0 ? ` Applied: ${applied.join(', ')}.` : ''}`,
});
