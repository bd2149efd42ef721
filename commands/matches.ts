import type { Command } from 'commander';
import { findMatch, listMatches } from '../modules/matches/index.ts';
import { noSuchRow } from '../shared/database/sql.ts';
import { isId } from '../shared/ids.ts';
import { type Json, jsonOption, list, show } from './output.ts';
import type { Context } from './program.ts';

type Filters = Json & {
  readonly limit: string;
  readonly status?: string;
  readonly rating?: string;
};

/** `matches list | show`. */
export function addMatchCommands(program: Command, { console, withWorkbench }: Context): void {
  const matches = program.command('matches').description('the results');

  matches
    .command('list')
    .description('list results, the last played first')
    .option('--limit <number>', 'how many', '20')
    .option('--status <status>', 'only completed, retired or walkover ones')
    .option('--rating <status>', 'only pending, rated or not_rated ones')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  tennis matches list --rating pending')
    .action(({ limit, status, rating, ...options }: Filters) =>
      withWorkbench(async ({ database }) => {
        const filters = { status, rating_status: rating };
        const count = Math.min(Math.max(Number.parseInt(limit, 10) || 20, 1), 10_000);
        const found = await listMatches(database.sql, filters, count, undefined);
        const brief = found.map(({ id, played_at, status, rating_status, player_ids, score }) => ({
          id,
          played_at,
          status,
          rating_status,
          players: player_ids,
          score: score?.sets.map(({ games }) => games.join('-')) ?? [],
        }));
        list(console, options, options.json ? found : brief);
      }),
    );

  matches
    .command('show')
    .description('show one result')
    .argument('<id>')
    .option(...jsonOption)
    .action((id: string, options: Json) =>
      withWorkbench(async ({ database }) => {
        const match = isId('match', id) ? await findMatch(database.sql, id) : undefined;
        if (!match) throw noSuchRow('match', id);
        show(console, options, match);
      }),
    );
}
