import { type Command, InvalidArgumentError } from 'commander';
import { verifyRatings } from '../modules/ratings/index.ts';
import { Failure } from '../shared/console/console.ts';
import { parseDateTime } from '../shared/time.ts';
import type { Context } from './context.ts';
import { example, type Json, jsonOption } from './output.ts';

/** `ratings run | decay | verify`. */
export function addRatingCommands(program: Command, { console, withWorkbench }: Context): void {
  const ratings = program.command('ratings').description('rate, drop confidence, verify');

  ratings
    .command('run')
    .description('rate everything that is pending now, without the delay')
    .option(...jsonOption)
    .addHelpText(...example('ratings run'))
    .action((options: Json) =>
      withWorkbench(async ({ run }) => {
        const result = await run();
        if (options.json) return console.out(JSON.stringify(result));
        console.out(`Rated ${count(result.rated, 'match', 'matches')}.`);
        if (result.unrateable > 0) {
          console.out(
            `${count(result.unrateable, 'match', 'matches')} can't be rated; see the log.`,
          );
        }
      }),
    );

  ratings
    .command('decay')
    .description('apply the drops of confidence that are due after inactivity')
    .option('--as-of <time>', 'what counts as due, such as 2026-05-01T00:00:00Z', pastMoment)
    .option(...jsonOption)
    .addHelpText(...example('ratings decay --as-of 2026-05-01T00:00:00Z'))
    .action((options: { asOf?: number } & Json) =>
      withWorkbench(async ({ decay }) => {
        const result = await decay(options.asOf);
        if (options.json) return console.out(JSON.stringify(result));
        const players = count(result.players, 'player', 'players');
        console.out(`Gave ${count(result.drops, 'drop', 'drops')} of confidence to ${players}.`);
      }),
    );

  ratings
    .command('verify')
    .description('compute every rating anew and compare it with what is stored')
    .option(...jsonOption)
    .addHelpText(...example('ratings verify --json'))
    .action((options: Json) =>
      withWorkbench(async ({ database }) => {
        const result = await database.atOneMoment(verifyRatings);
        if (options.json) console.out(JSON.stringify(result));
        else for (const difference of result.differences) console.out(difference);
        const { differences, players, matches } = result;
        const scope = `${count(players, 'player', 'players')} and ${count(matches, 'rated match', 'rated matches')}`;
        const found = count(differences.length, 'difference', 'differences');
        if (differences.length > 0) throw new Failure(`Found ${found} in ${scope}.`);
        if (!options.json) console.out(`Verified ${scope}: no difference.`);
      }),
    );
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function pastMoment(text: string): number {
  const moment = parseDateTime(text);
  if (!moment) throw new InvalidArgumentError('Expected a time such as 2026-05-01T00:00:00Z.');
  if (moment.instant > Date.now()) throw new InvalidArgumentError('The time lies in the future.');
  return moment.instant;
}
