import { type Command, InvalidArgumentError, Option } from 'commander';
import { findMatch, listMatches, matchStatuses, ratingStatuses } from '../modules/matches/index.ts';
import { noSuchRow } from '../shared/database/db.ts';
import { isId } from '../shared/ids.ts';
import type { Context } from './context.ts';
import { example, type Json, jsonOption, list, show } from './output.ts';
import { plain, scoreInWords } from './words.ts';

type Filters = Json & {
  readonly limit: number;
  readonly status?: string;
  readonly rating?: string;
};

/** `matches list | show`. */
export function addMatchCommands(program: Command, { console, withWorkbench }: Context): void {
  const matches = program.command('matches').description('the results');

  matches
    .command('list')
    .description('list results, the last played first')
    .option('--limit <number>', 'how many, up to 10000', count, 20)
    .addOption(new Option('--status <status>', 'only such results').choices(matchStatuses))
    .addOption(new Option('--rating <status>', 'only such results').choices(ratingStatuses))
    .option(...jsonOption)
    .addHelpText(...example('matches list --rating pending'))
    .action(({ limit, status, rating, ...options }: Filters) =>
      withWorkbench(async ({ database }) => {
        const filters = { status, rating_status: rating };
        const found = await listMatches(database.db, filters, limit, undefined);
        const brief = found.map(({ id, played_at, status, rating_status, player_ids, score }) => ({
          id,
          played_at,
          status,
          rating: plain(rating_status),
          players: player_ids,
          score: score && scoreInWords(score),
        }));
        list(console, options, options.json ? found : brief);
      }),
    );

  matches
    .command('show')
    .description('show one result')
    .argument('<id>')
    .option(...jsonOption)
    .addHelpText(...example('matches show mat_…'))
    .action((id: string, options: Json) =>
      withWorkbench(async ({ database }) => {
        const match = isId('match', id) ? await findMatch(database.db, id) : undefined;
        if (!match) throw noSuchRow('match', id);
        const { score, rating_status } = match;
        const words = { rating_status: plain(rating_status), score: score && scoreInWords(score) };
        show(console, options, options.json ? match : { ...match, ...words });
      }),
    );
}

function count(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 10_000) return number;
  throw new InvalidArgumentError('Expected a whole number from 1 to 10000.');
}
