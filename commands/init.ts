import { Option } from 'commander';
import { note } from '../modules/audit/index.ts';
import { issueCredentials, passKind } from '../modules/auth/index.ts';
import { seasonOf } from '../modules/competitions/index.ts';
import { addressIn } from '../shared/config.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import type { Identified } from '../shared/exchange/kind.ts';
import { isCalendarDate, utc, warsawDay } from '../shared/time.ts';
import { programLine } from '../shared/version.ts';
import { agreed } from './correcting.ts';
import type { JsonFlag } from './output.ts';
import { competitions } from './resources/competitions.ts';
import { optionsOf } from './resources/options.ts';
import { organizers } from './resources/organizers.ts';
import { newRecord, type Resource } from './resources/resource.ts';
import { venues } from './resources/venues.ts';
import { givenBy, verb } from './verb.ts';
import type { Workbench } from './workbench.ts';

type Given = JsonFlag & Readonly<Record<string, unknown>> & { readonly yes?: true };

/** A resource without its references; its name has an option that says whose it is, such as `--venue`. */
function partOf<R extends Identified>(resource: Resource<R>): Resource<R> {
  const { name, references } = resource.kind;
  const own = resource.fields.filter(({ member }) => !references?.[member]);
  const fields = own.map((field) =>
    field.member === 'name'
      ? { ...field, name: `--${name} <name>`, help: `the ${name}'s name` }
      : field,
  );
  return { ...resource, fields };
}

const [anOrganizer, aVenue, aCompetition] = [
  partOf(organizers),
  partOf(venues),
  partOf(competitions),
];

/** What it needs, as a person is asked for it. */
const questions = {
  organizer: 'The club, league or association',
  competition: 'Its first competition',
  venue: 'Where it plays: the name of the venue',
  district: "The venue's district",
  address: "The venue's street and number",
};
const needs = Object.keys(questions);

/** `init`: the first organizer, venue and competition, and what they are used with. */
export const init = verb<Given, object | undefined>({
  name: 'init',
  about: 'set up the first organizer, venue and competition',
  options: [
    ...optionsOf([...anOrganizer.fields, ...aVenue.fields, ...aCompetition.fields]),
    new Option('--yes', 'set up another organizer without asking'),
  ],
  notes: `On a terminal it asks for --organizer, --competition, --venue, --district and
--address, if they aren't given. The competition is a league from the first
day of last month on, for half a year, if no option says otherwise.
Everything for programs goes to standard output: as lines NAME=value for
a shell or an .env file, or with --json as JSON.`,
  example: '',
  makes: true,
  expect(options, _, console) {
    const missing = needs.filter((name) => !isGiven(options[name])).map((name) => `--${name}`);
    if (missing.length > 0 && !console.canAsk) {
      const flags = missing.join(', ');
      throw new Failure(`init needs ${flags}, or a terminal on which it can ask.`, 2);
    }
  },
  async run(workbench, options, _, console) {
    await refuseSecond(workbench, options, console);
    const answers: Record<string, unknown> = { ...options };
    for (const [name, question] of Object.entries(questions)) {
      while (!isGiven(answers[name])) answers[name] = await console.ask(`${question}: `);
    }
    const { told, ...made } = await makeFirst(workbench, answers, console);
    if (options.json) return made;
    console.err(told);
    console.err(nextSteps(workbench.settings, made));
    const lines = Object.entries(made).map(([name, value]) => `${name.toUpperCase()}=${value}`);
    console.out(lines.map((line) => `TENNIS_${line}`).join('\n'));
    return undefined;
  },
});

function isGiven(answer: unknown): boolean {
  return typeof answer === 'string' && answer.trim() !== '';
}

/** Asks whether a database in use shall have one more organizer; throws a Failure where nobody says so. */
async function refuseSecond({ database }: Workbench, { yes }: Given, console: Console) {
  if (yes) return;
  for await (const { id, name } of organizers.kind.list(database.db)) {
    const used = `This database is in use already, by ${name} (${id}).`;
    if (!console.canAsk) {
      const more = '"keys add", "clients add" and "passes add" make more credentials';
      throw new Failure(`${used} --yes sets up another organizer; ${more}.`, 2);
    }
    if (await agreed(console, `${used} Set up another organizer?`)) return;
    throw new Failure('Nothing was changed.');
  }
}

/** Makes everything in one transaction; gives the addresses, the ids and the secrets, and says what was made. */
async function makeFirst(workbench: Workbench, answers: Given, console: Console) {
  const by = givenBy(workbench, console);
  const { now } = by;
  const at = utc(now);
  const { db } = workbench.database;
  const recordOf = async <R extends Identified>(part: Resource<R>) => {
    const { record } = newRecord(part, answers, now);
    const namesake = await part.doubt?.(db, record);
    if (namesake) console.err(namesake);
    return record;
  };
  const organizer = await recordOf(anOrganizer);
  const venue = await recordOf(aVenue);
  const references = { organizer_id: organizer.id, venue_ids: [venue.id] };
  const fresh = () => ({
    ...aCompetition.fresh?.(now),
    ...usualDays(answers.startsOn, now),
    ...references,
  });
  const competition = await recordOf({ ...aCompetition, fresh });
  const { pass, ...credentials } = await workbench.database.transaction(async (tx) => {
    await organizers.kind.insert(tx, [organizer], { now });
    await venues.kind.insert(tx, [venue], { now });
    await competitions.kind.insert(tx, [competition], { now });
    const label = `made by init ${at}`;
    // The desk shows the pass's label to whoever works there.
    const passes = await Array.fromAsync(passKind.list(tx.db));
    const isTaken = passes.some((pass) => pass.label === organizer.name);
    const passLabel = isTaken ? `${organizer.name}, ${at}` : organizer.name;
    const issued = await issueCredentials(tx, organizer.id, label, at, passLabel);
    const client = { client_id: issued.client_id };
    const after = {
      organizer,
      venue,
      competition,
      client,
      api_key: { label },
      pass: { label: passLabel },
    };
    await note(tx.db, by, [{ action: 'set up', after }]);
    return issued;
  });
  const address = addressIn(workbench.settings);
  const { name, type, starts_on, ends_on } = competition;
  return {
    told: `${organizer.name} is set up, with the ${type} “${name}” from ${starts_on} to ${ends_on}.`,
    address,
    desk_address: `${address}/desk/open/${pass}`,
    organizer_id: organizer.id,
    venue_id: venue.id,
    competition_id: competition.id,
    ...credentials,
  };
}

/** The type, season and days of a competition of which nothing else is said. */
function usualDays(given: unknown, now: number) {
  const today = Temporal.PlainDate.from(warsawDay(now));
  const isSaid = typeof given === 'string' && isCalendarDate(given);
  // Results of the last weeks are at hand, and those from before the first day would be refused.
  const starts = isSaid
    ? Temporal.PlainDate.from(given)
    : today.with({ day: 1 }).subtract({ months: 1 });
  return {
    type: 'league',
    season: seasonOf(isSaid ? starts : today),
    starts_on: starts.toString(),
    ends_on: starts.add({ months: 6 }).subtract({ days: 1 }).toString(),
  };
}

type Made = Omit<Awaited<ReturnType<typeof makeFirst>>, 'told'>;

/** How the first results come in, and where they are seen; what is to be copied is indented. */
function nextSteps({ WEBSITE }: Workbench['settings'], made: Made): string {
  const { address, api_key, client_id, client_secret, competition_id, venue_id } = made;
  const match = `{"competition_id":"${competition_id}","venue_id":"${venue_id}","played_at":"'$(date -u +%FT%TZ)'","player_ids":['$PLAYERS'],"status":"completed","score":{"sets":[{"games":[6,4]},{"games":[7,6],"tiebreak":[7,5]}]}}`;
  const ranking = `${address}/`;
  return `
1. With the service running, open the desk; there add two players, tick that
they agree to be seen, and then enter a result:
  ${made.desk_address}
2. A program sends the next result of the two. Paste this into a shell:
  TOKEN=$(curl -s -u '${client_id}:${client_secret}' -d grant_type=client_credentials '${address}/oauth/token' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  PLAYERS=$(curl -s -H 'X-API-Key: ${api_key}' '${address}/v1/players?limit=2' | grep -o '"plr_[^"]*"' | sort -u | paste -s -d , -)
  curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H "Idempotency-Key: $(date +%s)" -d '${match}' '${address}/v1/matches'
3. They are rated once no result has come for a while, or at once by
  ${programLine} ratings run
${WEBSITE === 'public' ? 'The ranking leads to a page of each player:' : 'With WEBSITE=public before "tennis serve", pages show what they changed:'}
  ${ranking}
The secrets are shown only now. All in one, for a shell or an .env file:
`;
}
