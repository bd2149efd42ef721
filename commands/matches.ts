import { InvalidArgumentError, Option } from 'commander';
import { findMatch, listMatches, matchStatuses, ratingStatuses } from '../modules/matches/index.ts';
import { noSuchRow } from '../shared/database/db.ts';
import { isId } from '../shared/ids.ts';
import { type Noun, verb } from './verb.ts';
import { plain, scoreInWords } from './words.ts';

type Filters = {
  readonly limit: number;
  readonly status?: (typeof matchStatuses)[number];
  readonly rating?: (typeof ratingStatuses)[number];
};

/** `matches list | show`. */
export const matches: Noun = {
  name: 'matches',
  about: 'the results',
  verbs: [
    verb({
      name: 'list',
      about: 'list results, the last played first',
      options: (command) =>
        command
          .option('--limit <number>', 'how many, up to 10000', count, 20)
          .addOption(new Option('--status <status>', 'only such results').choices(matchStatuses))
          .addOption(new Option('--rating <status>', 'only such results').choices(ratingStatuses)),
      example: '--rating pending',
      run: ({ database }, { limit, status, rating }: Filters) =>
        listMatches(database.db, { status, rating_status: rating }, limit, undefined),
      inWords: (found) =>
        found.map(({ id, played_at, status, rating_status, player_ids, score }) => ({
          id,
          played_at,
          status,
          rating: plain(rating_status),
          players: player_ids,
          score: score && scoreInWords(score),
        })),
    }),
    verb({
      name: 'show',
      about: 'show one result',
      takes: '<id>',
      example: 'mat_…',
      async run({ database }, _, id) {
        const match = isId('match', id) ? await findMatch(database.db, id) : undefined;
        if (!match) throw noSuchRow('match', id);
        return match;
      },
      inWords: (match) => ({
        ...match,
        rating_status: plain(match.rating_status),
        score: match.score && scoreInWords(match.score),
      }),
    }),
  ],
};

function count(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 10_000) return number;
  throw new InvalidArgumentError('Expected a whole number from 1 to 10000.');
}
