// `init` needs five answers, given as options or at a terminal, and says all that comes next.
import { beforeAll, beforeEach, expect, test } from 'bun:test';
import { Failure } from '../../shared/console/console.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';

const place = '--organizer Klub --venue Kort --district Wola --address Karolkowa'.split(' ');
const all = [...place, '--competition', 'Liga'];

let now = Date.parse('2027-01-15T10:00:00Z');
/** Two made in one millisecond would have one label. */
function clock() {
  now += 1;
  return now;
}

onBothDatabases('init', (kind) => {
  let service: TestService;
  let others: string[];
  beforeAll(async () => {
    service = await startTestService(kind, { records: [], clock });
  });
  beforeEach(async () => {
    others = await organizers();
  });
  const run = (...args: string[]) => commandsOn(service.workbench)(args);
  const shown = async (noun: string, id: unknown) =>
    JSON.parse((await run(noun, 'show', String(id), '--json')).out);
  const organizers = async (): Promise<string[]> =>
    JSON.parse((await run('organizers', 'list', '--json')).out).map(({ id }: { id: string }) => id);

  /** What `init` does where a person gives these answers, and then none any more. */
  async function asked(given: readonly string[], answers: string[]) {
    const questions: string[] = [];
    const on = commandsOn(service.workbench, {
      isTerminal: true,
      canAsk: true,
      async ask(question) {
        questions.push(question);
        const answer = answers.shift();
        if (answer === undefined) throw new Failure('The input ended without an answer.');
        return answer;
      },
    });
    return { ...(await on(['init', ...given, '--json'])), questions, left: answers };
  }

  test('takes five options, makes the rest up, and gives programs everything', async () => {
    const { status, out } = await run('init', ...all, '--json');
    const made = JSON.parse(out);
    expect([status, Object.keys(made)]).toEqual([
      0,
      [
        ...['address', 'desk_address', 'organizer_id', 'venue_id', 'competition_id'],
        ...['api_key', 'client_id', 'client_secret'],
      ],
    ]);
    expect(await shown('competitions', made.competition_id)).toMatchObject({
      ...{ name: 'Liga', type: 'league', season: '2027-winter' },
      ...{ starts_on: '2026-12-01', ends_on: '2027-05-31' },
      ...{ organizer_id: made.organizer_id, venue_ids: [made.venue_id] },
      match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
    });
    const [pass] = JSON.parse((await run('passes', 'list', '--json')).out);
    expect(pass).toMatchObject({
      label: 'Klub',
      organizer_id: made.organizer_id,
      may_correct: true,
    });
  });

  test('the key reads, the client submits, and the pass opens the desk', async () => {
    const made = JSON.parse((await run('init', ...all, '--yes', '--json')).out);
    const read = await service.get('/v1/competitions', { 'x-api-key': made.api_key });
    expect((await json(read)).data).toContainEqual(
      expect.objectContaining({ id: made.competition_id }),
    );
    expect(await service.token(made.client_id, made.client_secret)).toBeString();
    const { pathname } = new URL(made.desk_address);
    const desk = await fetch(service.url + pathname, { headers: { accept: 'text/html' } });
    expect([desk.status, await desk.text()]).toEqual([200, expect.stringContaining('Klub')]);
  });

  test('gives people lines for a shell, and beside them the next three steps', async () => {
    const said = async (WEBSITE: 'off' | 'public') => {
      const settings = {
        ...service.workbench.settings,
        WEBSITE,
        PUBLIC_URL: 'https://club.example',
      };
      return commandsOn({ ...service.workbench, settings })(['init', ...all, '--yes']);
    };
    const { out, err } = await said('public');
    const dots = (text: string) => text.replaceAll(/\b(org|ven|cmp|cli|tr[kps])_\w+/g, '$1_…');
    expect(dots(out)).toMatchInlineSnapshot(`
      "TENNIS_ADDRESS=https://club.example
      TENNIS_DESK_ADDRESS=https://club.example/desk/open/trp_…
      TENNIS_ORGANIZER_ID=org_…
      TENNIS_VENUE_ID=ven_…
      TENNIS_COMPETITION_ID=cmp_…
      TENNIS_API_KEY=trk_…
      TENNIS_CLIENT_ID=cli_…
      TENNIS_CLIENT_SECRET=trs_…
      "
    `);
    expect(dots(err).split('\n').slice(-16).join('\n')).toMatchInlineSnapshot(`
      "Klub is set up, with the league “Liga” from 2026-12-01 to 2027-05-31.

      1. With the service running, open the desk; there add two players, tick that
      they agree to be seen, and then enter a result:
        https://club.example/desk/open/trp_…
      2. A program sends the next result of the two. Paste this into a shell:
        TOKEN=$(curl -s -u 'cli_…:trs_…' -d grant_type=client_credentials 'https://club.example/oauth/token' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
        PLAYERS=$(curl -s -H 'X-API-Key: trk_…' 'https://club.example/v1/players?limit=2' | grep -o '"plr_[^"]*"' | sort -u | paste -s -d , -)
        curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H "Idempotency-Key: $(date +%s)" -d '{"competition_id":"cmp_…","venue_id":"ven_…","played_at":"'$(date -u +%FT%TZ)'","player_ids":['$PLAYERS'],"status":"completed","score":{"sets":[{"games":[6,4]},{"games":[7,6],"tiebreak":[7,5]}]}}' 'https://club.example/v1/matches'
      3. They are rated once no result has come for a while, or at once by
        npx --yes bun@1.4.4 run tennis ratings run
      The ranking leads to a page of each player:
        https://club.example/
      The secrets are shown only now. All in one, for a shell or an .env file:

      "
    `);
    expect((await said('off')).err).toContain(
      'With WEBSITE=public before "tennis serve", pages show',
    );
  });

  test('options say otherwise', async () => {
    const format = ['--games-per-set', '4', '--final-set', 'Match_Tiebreak', '--no-ad'];
    const more = ['--type', 'tournament', '--starts-on', '2027-05-03', '--court', '1:clay'];
    const { out } = await run('init', ...all, ...format, ...more, '--yes', '--json');
    const { competition_id, venue_id } = JSON.parse(out);
    expect(await shown('competitions', competition_id)).toMatchObject({
      ...{ type: 'tournament', season: '2027-spring', ends_on: '2027-11-02' },
      match_format: { games_per_set: 4, no_ad: true, final_set: 'match_tiebreak' },
    });
    const courts = [{ number: 1, surface: 'clay', indoor: false }];
    expect(await shown('venues', venue_id)).toMatchObject({ courts });
  });

  test.each([
    [['--court', '1:mud'], '--court "1:mud": Expected one of: '],
    [['--organizer', '\u0007'], '--organizer "\\u0007": Holds a control character'],
    [['--competition', ' '], 'init needs --competition'],
    [['--season', '26'], '--season "26": Expected a year and a name'],
    [['--starts-on', 'May'], '--starts-on "May": Expected a date'],
    [['--ends-on', '2026-08-01'], '--ends-on "2026-08-01": The last day comes before the first'],
  ])('with %j names that option and makes nothing', async (wrong, said) => {
    const { status, lines } = await run('init', ...all, '--yes', ...wrong);
    expect([status, lines.at(-1)]).toEqual([2, expect.stringContaining(said)]);
    expect(await organizers()).toEqual(others);
  });

  test('without a terminal says which options it needs', async () => {
    const { status, lines } = await run('init', '--venue', 'Kort', '--yes');
    const needs = 'init needs --organizer, --competition, --district, --address, or a terminal';
    expect([status, lines]).toEqual([2, [expect.stringContaining(needs)]]);
  });

  test('at a terminal asks for what it was not told, and again after Enter alone', async () => {
    const answers = ['', 'Klub', 'Liga', 'Wola', 'Karolkowa 1'];
    const { status, left, questions } = await asked(['--venue', 'Kort', '--yes'], answers);
    expect([status, left]).toEqual([0, []]);
    expect(questions).toEqual([
      'The club, league or association: ',
      'The club, league or association: ',
      'Its first competition: ',
      "The venue's district: ",
      "The venue's street and number: ",
    ]);
  });

  test('that is broken off makes nothing', async () => {
    const { status, lines } = await asked(['--yes'], ["Klub d'Or", 'Liga']);
    expect([status, lines]).toEqual([1, ['The input ended without an answer.']]);
    expect(await organizers()).toEqual(others);
  });

  test('says of a database in use whose it is, and asks', async () => {
    const used = /^This database is in use already, by Klub \(org_\w+\)\./;
    const alone = await run('init', ...all);
    expect([alone.status, alone.out]).toEqual([2, '']);
    expect(alone.err).toMatch(used);
    expect(alone.err).toContain('--yes sets up another organizer');

    const refused = await asked(all, ['']);
    expect([refused.status, refused.questions]).toEqual([1, [expect.stringMatching(used)]]);
    expect(await organizers()).toEqual(others);

    expect((await asked(all, ['y'])).status).toBe(0);
    expect(await organizers()).toHaveLength(others.length + 1);
  });
});
