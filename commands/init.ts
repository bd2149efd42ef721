import type { Command } from 'commander';
import * as v from 'valibot';
import { issueClient, issueKey, submissionScope } from '../modules/auth/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import type { Identified } from '../shared/exchange/kind.ts';
import { calendarDate, text } from '../shared/schema.ts';
import { utc } from '../shared/time.ts';
import type { Context } from './context.ts';
import { example, type Json, jsonOption, print } from './output.ts';
import { competitions } from './resources/competitions.ts';
import { repeated, wrongOption } from './resources/options.ts';
import { organizers } from './resources/organizers.ts';
import { newRecord, type Resource } from './resources/resource.ts';
import { venues } from './resources/venues.ts';
import type { Workbench } from './workbench.ts';

const kindOfCompetition = v.picklist(['league', 'tournament']);
const season = v.pipe(text(), v.regex(/^\d{4}-\S/, 'Expected a year and a name: 2026-autumn.'));

/** What `init` must know: how it asks, and what it takes for an answer. */
const questions = {
  organizer: ['Who runs the competition (organizer)?', text()],
  venue: ['What is the venue called?', text()],
  district: ['In which district is it?', text()],
  address: ['At what address?', text()],
  competition: ['What is the competition called?', text()],
  type: ['Is it a league or a tournament?', kindOfCompetition],
  season: ['Which season is it (such as 2026-autumn)?', season],
  startsOn: ['What is its first day (such as 2026-09-01)?', calendarDate()],
  endsOn: ['What is its last day?', calendarDate()],
} as const;

type Name = keyof typeof questions;
type Answers = { -readonly [N in Name]: string };

const names = Object.keys(questions) as Name[];
const flagOf = (name: Name) =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** `init`: the first organizer, venue and competition, and credentials to go with them. */
export function addInitCommand(program: Command, { console, withWorkbench }: Context): void {
  const command = program
    .command('init')
    .description('start without a file: make the first organizer, venue and competition');
  for (const name of names) command.option(`${flagOf(name)} <text>`, questions[name][0]);
  command
    .option('--court <number:surface[:indoor]>', 'a court of the venue; once for each', repeated)
    .option('--games-per-set <6|4>', 'full or short sets', '6')
    .option('--final-set <set>', 'full_set or match_tiebreak', 'full_set')
    .option(...jsonOption)
    .addHelpText(...example('init        (asks for everything)'))
    .action((options: Partial<Answers> & Json & Record<string, unknown>) =>
      withWorkbench(async (workbench) => {
        const answers = await complete(console, options);
        const made = await createFirst(workbench, { ...options, ...answers });
        print(console, options, made);
        if (options.json) return;
        const { PUBLIC_URL, PORT } = workbench.settings;
        const address = PUBLIC_URL ?? `http://localhost:${PORT}`;
        console.out('\nThe key and the secret are shown only now. With the service running, try:');
        console.out(`curl -H 'X-API-Key: ${made.api_key}' ${address}/v1/competitions`);
      }, 'make'),
    );
}

/** The answers that were given as options, and those that the person gives when asked. */
async function complete(console: Console, given: Partial<Answers>): Promise<Answers> {
  const missing = names.filter((name) => !given[name]);
  if (missing.length > 0 && !console.canAsk) {
    const flags = missing.map(flagOf).join(', ');
    throw new Failure(`init needs ${flags}, or a terminal on which it can ask.`, 2);
  }
  const answers: Partial<Answers> = {};
  for (const name of names) {
    const fault = given[name] === undefined ? undefined : faultOf(name, given[name]);
    if (fault) throw wrongOption(flagOf(name), given[name], fault);
    answers[name] = given[name] ?? (await ask(console, name));
  }
  return answers as Answers;
}

/** Asks until the answer will do. */
async function ask(console: Console, name: Name): Promise<string> {
  for (;;) {
    const answer = (await console.ask(`${questions[name][0]} `)).trim();
    const fault = faultOf(name, answer);
    if (!fault) return answer;
    console.err(fault);
  }
}

function faultOf(name: Name, answer: string): string | undefined {
  return v.safeParse(questions[name][1], answer).issues?.[0].message;
}

/** Makes everything in one transaction; gives the new ids, the key and the secret. */
function createFirst(
  { database, clock }: Workbench,
  options: Answers & Record<string, unknown>,
): Promise<Record<'api_key' | 'client_id' | 'client_secret' | `${string}_id`, string>> {
  const now = clock();
  const { record: organizer } = newRecord(named(organizers, '--organizer'), options, now);
  const { record: venue } = newRecord(named(venues, '--venue'), options, now);
  const references = { organizer: organizer.id, venue: [venue.id] };
  const { record: competition } = newRecord(
    named(competitions, '--competition'),
    { ...options, ...references },
    now,
  );
  const at = utc(now);
  return database.transaction(async (tx) => {
    await organizers.kind.insert(tx, [organizer], { now });
    await venues.kind.insert(tx, [venue], { now });
    await competitions.kind.insert(tx, [competition], { now });
    const client = await issueClient(tx, organizer.id, [submissionScope], at);
    const { key } = await issueKey(tx, `made by init ${at}`, at);
    return {
      organizer_id: organizer.id,
      venue_id: venue.id,
      competition_id: competition.id,
      api_key: key,
      ...client,
    };
  });
}

/** The resource with its name under another option. */
function named<R extends Identified>(resource: Resource<R>, option: string): Resource<R> {
  const fields = resource.fields.map((field) =>
    field.member === 'name' ? { ...field, name: `${option} <text>` } : field,
  );
  return { ...resource, fields };
}
