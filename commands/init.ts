import type { Command } from 'commander';
import { hashSecret, insertClients, insertKeys, newSecret } from '../modules/auth/index.ts';
import { Failure } from '../shared/console/console.ts';
import { validate } from '../shared/http/body.ts';
import { newId, randomText } from '../shared/ids.ts';
import { utc } from '../shared/time.ts';
import { type Json, jsonOption, show } from './output.ts';
import type { Context } from './program.ts';
import { competitions } from './resources/competitions.ts';
import { organizers } from './resources/organizers.ts';
import { repeated } from './resources/resource.ts';
import { venues } from './resources/venues.ts';

/** What `init` must know, and how it asks for what it wasn't told. */
const questions = {
  organizer: 'Who runs the competition (organizer)? ',
  venue: 'What is the venue called? ',
  district: 'In which district is it? ',
  address: 'At what address? ',
  competition: 'What is the competition called? ',
  type: 'Is it a league or a tournament? ',
  season: 'Which season is it (such as 2026-autumn)? ',
  startsOn: 'What is its first day (such as 2026-09-01)? ',
  endsOn: 'What is its last day? ',
} as const;

type Answers = { -readonly [Name in keyof typeof questions]?: string };

/** `init`: the first organizer, venue and competition, and credentials to go with them. */
export function addInitCommand(program: Command, { console, withWorkbench }: Context): void {
  const command = program
    .command('init')
    .description('start without a file: make the first organizer, venue and competition');
  for (const [name, question] of Object.entries(questions)) {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    command.option(`--${flag} <text>`, question.trim());
  }
  command
    .option('--court <number:surface[:indoor]>', 'a court of the venue; once for each', repeated)
    .option('--games-per-set <6|4>', 'full or short sets', '6')
    .option('--final-set <set>', 'full_set or match_tiebreak', 'full_set')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  tennis init        (asks for everything)')
    .action(async (options: Answers & Json & Record<string, unknown>) => {
      const answers = await ask(options);
      await withWorkbench(async ({ database, clock, settings }) => {
        const organizer = validate(
          organizers.schema,
          organizers.record({ name: answers.organizer }),
        );
        const venue = validate(
          venues.schema,
          venues.record({ ...options, ...answers, name: answers.venue }),
        );
        const competition = validate(
          competitions.schema,
          competitions.record({
            ...options,
            ...answers,
            name: answers.competition,
            organizer: organizer.id,
            venue: [venue.id],
          }),
        );
        const client_id = `cli_${randomText('abcdefghijklmnopqrstuvwxyz', 16)}`;
        const client_secret = newSecret('trs_');
        const key = newSecret('trk_');
        const at = utc(clock());
        await database.transaction(async (tx) => {
          await organizers.insert(tx, organizer, clock());
          await venues.insert(tx, venue, clock());
          await competitions.insert(tx, competition, clock());
          const client = { client_id, organizer_id: organizer.id, scopes: ['matches:write'] };
          const client_secret_hash = hashSecret(client_secret);
          await insertClients(tx.sql, [{ ...client, client_secret_hash }], at);
          const stored = { id: newId('apiKey'), label: `made by init ${at}` };
          await insertKeys(tx.sql, [{ ...stored, key_hash: hashSecret(key) }], at);
        });
        show(console, options, {
          organizer_id: organizer.id,
          venue_id: venue.id,
          competition_id: competition.id,
          api_key: key,
          client_id,
          client_secret,
        });
        if (options.json) return;
        const address = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
        console.out('\nThe key and the secret are shown only now. With the service running, try:');
        console.out(`curl -H 'X-API-Key: ${key}' ${address}/v1/competitions`);
      });
    });

  async function ask(options: Answers): Promise<Required<Answers>> {
    const names = Object.keys(questions) as (keyof typeof questions)[];
    const missing = names.filter((name) => !options[name]);
    if (missing.length > 0 && !console.isTerminal) {
      const flags = missing.map(
        (name) => `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`,
      );
      throw new Failure(`init needs ${flags.join(', ')}, or a terminal on which it can ask.`, 2);
    }
    const answers: Answers = { ...options };
    for (const name of missing) answers[name] = (await console.ask(questions[name])).trim();
    return answers as Required<Answers>;
  }
}
