import { note } from '../modules/audit/index.ts';
import { issueCredentials } from '../modules/auth/index.ts';
import { addressIn } from '../shared/config.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import type { Field } from '../shared/exchange/field.ts';
import type { Identified } from '../shared/exchange/kind.ts';
import { utc } from '../shared/time.ts';
import { print } from './output.ts';
import { competitions } from './resources/competitions.ts';
import { attributeOf, flagOf, optionsOf, WrongOptions } from './resources/options.ts';
import { organizers } from './resources/organizers.ts';
import { newRecord, type Resource } from './resources/resource.ts';
import { venues } from './resources/venues.ts';
import { givenBy, verb } from './verb.ts';
import type { Workbench } from './workbench.ts';

type Answers = Record<string, unknown>;

/** A resource without its references; its name has an option that says whose it is, such as `--venue`. */
function partOf<R extends Identified>(resource: Resource<R>): Resource<R> {
  const { name, references } = resource.kind;
  const own = resource.fields.filter(({ member }) => !references?.[member]);
  const fields = own.map((field) =>
    field.member === 'name' ? { ...field, name: `--${name} <name>` } : field,
  );
  return { ...resource, fields };
}

const parts = [partOf(organizers), partOf(venues), partOf(competitions)] as const;
const fields = parts.flatMap((part) => part.fields);

/** `init`: the first organizer, venue and competition, and credentials to go with them. */
export const init = verb({
  name: 'init',
  about: 'set up the first organizer, venue and competition',
  options: optionsOf(fields),
  notes: 'On a terminal it asks for the rest, unless all that it needs is given.',
  example: '',
  makes: true,
  expect(options, _, console) {
    const missing = missingIn(options);
    if (missing.length > 0 && !console.canAsk) {
      const flags = missing.map(flagOf).join(', ');
      throw new Failure(`init needs ${flags}, or a terminal on which it can ask.`, 2);
    }
  },
  async run(workbench, options, _, console) {
    const answers: Answers = { ...options };
    const made = await makeFirst(workbench, answers, console);
    if (options.json) return made;
    await print(console, options, made);
    const address = addressIn(workbench.settings);
    console.out('\nThe key and the secret are shown only once. With the service running, try:');
    console.out(`curl -H 'X-API-Key: ${made.api_key}' ${address}/v1/competitions`);
    console.out(`\n${forPlayers(workbench.settings, address)}`);
    return undefined;
  },
});

/** The options that it needs and that aren't given. */
function missingIn(options: Answers) {
  return fields.filter((field) => field.needed && !options[attributeOf(field)]);
}

/** Where players look, or how to switch that on. */
function forPlayers({ WEBSITE }: Workbench['settings'], address: string): string {
  if (WEBSITE === 'public') return `Players find the ranking at ${address}/`;
  return `With WEBSITE=public before "tennis serve", everybody can see the ranking at ${address}/`;
}

/** Makes everything in one transaction; gives the new ids, the key and the secret. */
async function makeFirst(workbench: Workbench, answers: Answers, console: Console) {
  const by = givenBy(workbench, console);
  const { now } = by;
  const at = utc(now);
  const [first, second, third] = parts;
  const asking = { now, console, asksAll: missingIn(answers).length > 0 };
  const { db } = workbench.database;
  const recordOf = async <R extends Identified>(part: Resource<R>, advice: string[] = []) => {
    const record = await complete(part, answers, asking);
    const namesake = await part.doubt?.(db, record);
    if (namesake) console.err([namesake, ...advice].join(' '));
    return record;
  };
  const organizer = await recordOf(first, [moreCredentials]);
  const venue = await recordOf(second);
  const references = { organizer_id: organizer.id, venue_ids: [venue.id] };
  const fresh = () => ({ ...competitions.fresh?.(now), ...references });
  const competition = await recordOf({ ...third, fresh });
  return workbench.database.transaction(async (tx) => {
    await organizers.kind.insert(tx, [organizer], { now });
    await venues.kind.insert(tx, [venue], { now });
    await competitions.kind.insert(tx, [competition], { now });
    const label = `made by init ${at}`;
    const credentials = await issueCredentials(tx, organizer.id, label, at);
    const { client_id } = credentials;
    const after = { organizer, venue, competition, client: { client_id }, api_key: { label } };
    await note(tx.db, by, [{ action: 'set up', after }]);
    return {
      organizer_id: organizer.id,
      venue_id: venue.id,
      competition_id: competition.id,
      ...credentials,
    };
  });
}

/** For whoever runs this twice, which makes everything twice. */
const moreCredentials = 'More credentials for the first: clients add --organizer, with its id.';

/** Whom to ask, and whether for everything that wasn't given. */
type Asking = { readonly now: number; readonly console: Console; readonly asksAll: boolean };

/** The record of the answers; on a terminal asks for what wasn't given, and again for what is wrong. */
async function complete<R extends Identified>(
  part: Resource<R>,
  answers: Answers,
  { now, console, ...asking }: Asking,
): Promise<R> {
  for (const [place, field] of part.fields.entries()) {
    const known = { ...part, fields: part.fields.slice(0, place + 1) };
    const name = attributeOf(field);
    const hint = isFlag(field) ? ' (yes or no)' : field.many ? ' (Enter alone: no more)' : '';
    const question = `${part.kind.name}, ${field.help}${hint}: `;
    let isAsked = asking.asksAll && answers[name] === undefined && !isNegative(field);
    let sound: unknown;
    while (console.canAsk) {
      const fault = faultIn(field, () => newRecord(known, answers, now));
      if (fault && answers[name] !== undefined) console.err(fault);
      if (fault) answers[name] = sound;
      else if (!isAsked) break;
      else sound = answers[name];
      const answer = (await console.ask(question)).trim();
      isAsked = field.many === true && answer !== '';
      if (answer !== '' || field.needed) answers[name] = answered(field, answer, sound);
    }
  }
  return newRecord(part, answers, now).record;
}

/** The value of an answer, as if the option had given it; of a list, after the values before. */
function answered(field: Field, answer: string, before: unknown): unknown {
  if (field.many) return [before ?? [], answer].flat();
  return (isFlag(field) ? yesOrNo[answer.toLowerCase()] : undefined) ?? answer;
}

const yesOrNo: Readonly<Record<string, boolean>> = { yes: true, y: true, no: false, n: false };

/** Whether the option takes no value; of `--ad` and `--no-ad`, only `--ad` is asked for. */
const isFlag = (field: Field) => flagOf(field) === field.name;
const isNegative = (field: Field) => field.name.startsWith('--no-');

/** What is wrong with the field, if only that it is missing, when the record is read. */
function faultIn(field: Field, read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof WrongOptions)) throw error;
    return error.faults.find(([wrong]) => wrong === field)?.[1];
  }
}
