// What a player's page says, computed once more from all that the API tells.
import { beforeAll, describe, expect, test } from 'bun:test';
import { type Client, createClient, type Schemas } from '../../clients/typescript/client.ts';
import { randomSeason, seasonKey } from '../ratings/random-season.ts';
import { load, onBothDatabases, type TestService } from '../support/service.ts';
import { factsOf, idsOf, nextOf, readable, rowsOf } from './html.ts';
import { look, startSite } from './visitor.ts';

const dayMs = 86_400_000;
/** The moment at which the pages are looked at: after most of the season. */
const now = Date.parse('2025-02-20T12:00:00Z');

type Match = Schemas['Match'];
type Entry = Schemas['RatingHistoryEntry'];

const moment = ({ played_at }: Match) => Date.parse(played_at);
const lastFirst = (one: Match, other: Match) =>
  moment(other) - moment(one) || (one.id < other.id ? 1 : -1);
const signed = (points: number) =>
  points === 0 ? '±0' : `${points > 0 ? '+' : '−'}${Math.abs(points)}`;

/** What the page of a player should say. */
function expectedOf(id: string, matches: readonly Match[], history: readonly Entry[]) {
  const own = matches.filter(({ player_ids }) => player_ids.includes(id)).toSorted(lastFirst);
  const byId = new Map(own.map((match) => [match.id, match]));
  const results = history.flatMap((entry) => {
    const match = byId.get(entry.reason.match_id ?? '');
    return match ? [{ ...entry, match }] : [];
  });
  const lately = results.filter(({ match }) => moment(match) > now - 30 * dayMs);
  const wins = results.filter(({ match }) => match.winner_id === id);
  const best = Math.max(
    ...wins.flatMap(({ match, calculation }) =>
      match.status === 'completed' ? (calculation?.opponent_rating ?? []) : [],
    ),
  );
  return {
    form: own
      .filter(({ status }) => status !== 'walkover')
      .slice(0, 5)
      .map((match) => `${match.winner_id === id ? 'won' : 'lost'} ${match.id}`),
    won: results.length > 0 ? `${wins.length} of ${results.length} rated` : undefined,
    best: Number.isFinite(best) ? best : undefined,
    bestIn: wins
      .filter(({ calculation }) => calculation?.opponent_rating === best)
      .map(({ match }) => match.id),
    trend:
      lately.length > 0
        ? `${signed(lately.reduce((sum, { change }) => sum + (change ?? 0), 0))} in 30 days`
        : results.length > 0
          ? 'no rated match in 30 days'
          : 'no rated match yet',
    highest: Math.max(...history.map(({ value_after }) => value_after)),
    lastRated: Math.max(...results.map(({ match }) => moment(match))),
  };
}

const worlds = [
  ['one player', 1, 0],
  ['two players', 2, 6],
  ['a small city', 14, 160],
] as const;

onBothDatabases('the page of each player', (kind) => {
  describe.each(worlds)('of %s', (_, players, matches) => {
    const season = randomSeason(31 + players, players, matches, 400);
    let service: TestService;
    let stored: Match[];
    let people: Schemas['Player'][];
    let client: Client;
    const historyOf = (player_id: string) =>
      Array.fromAsync(client.all('/players/{player_id}/rating-history', { path: { player_id } }));
    beforeAll(async () => {
      service = await startSite(kind, { records: season.records, clock: () => now });
      const records = season.matches.map(({ record }) => record);
      const waits = Math.floor(records.length / 20);
      await load(service.workbench, records.slice(waits));
      await service.rate();
      await service.workbench.decay();
      await load(service.workbench, records.slice(0, waits));
      client = createClient({ baseUrl: service.url, apiKey: seasonKey });
      stored = await Array.fromAsync(client.all('/matches'));
      people = await Array.fromAsync(client.all('/players'));
    });

    test('says of form, wins, trend and the best rating what the API’s lists come to', async () => {
      expect(people).toHaveLength(players);
      for (const { id } of people) {
        const history = await historyOf(id);
        const expected = expectedOf(id, stored, history);
        const { html } = await look(service, `/players/${id}`);
        const chips = html.matchAll(/<a class="chip (won|lost)" href="[^"]*\/(mat_\w+)"/g);
        expect([...chips].map(([, how, match]) => `${how} ${match}`)).toEqual(expected.form);
        const facts = factsOf(html);
        expect(facts.Won).toBe(expected.won as string);
        expect(readable(html)).toContain(expected.trend);
        if (expected.won) expect(facts['Highest rating']).toStartWith(`${expected.highest} `);
        if (expected.best === undefined) {
          expect(facts).not.toContainKey('Best win');
        } else {
          expect(facts['Best win']).toMatch(new RegExp(`^Player \\d+ A\\. ${expected.best}, \\d`));
          const [, win = ''] = /<dt>Best win<\/dt><dd>(.*?)<\/dd>/s.exec(html) ?? [];
          expect(expected.bestIn).toEqual(expect.arrayContaining(idsOf(win, 'matches')));
        }
      }
    });

    test('says whether the player is ranked, or what that takes', async () => {
      for (const { id, rating } of people) {
        const history = await historyOf(id);
        const { lastRated } = expectedOf(id, stored, history);
        const missing = Math.max(1, Math.ceil((40 - rating.confidence) / 10));
        const words = `${missing} more rated ${missing === 1 ? 'match' : 'matches'}`;
        const isResting = lastRated <= now - 365 * dayMs;
        const state = isResting ? 'resting' : rating.confidence < 40 ? 'provisional' : undefined;
        const text = readable((await look(service, `/players/${id}`)).html);
        const unplayed = lastRated > 0 ? '' : ', no rated match yet';
        if (state) expect(text).toContain(`${state}${unplayed} – ${words}`);
        else expect(text).toMatch(/No\. \d+ in the ranking/);
      }
    });

    test('lists each match once, and the drops of each pause in one line for all of a page', async () => {
      for (const { id } of people) {
        const history = await historyOf(id);
        const drops = history.filter(({ reason }) => reason.code === 'inactivity').length;
        const seen: string[] = [];
        let told = 0;
        let next: string | undefined = `/players/${id}`;
        while (next) {
          const { html, address } = await look(service, next);
          const [list = ''] = /<table class="changes">.*?<\/table>/s.exec(html) ?? [];
          seen.push(...idsOf(list, 'matches'));
          const rows = rowsOf(list).slice(1);
          for (const [index, [, what = '']] of rows.entries()) {
            if (!what.startsWith('No rated match')) continue;
            told += dropsIn(what);
            // Never two in a row, and the line ends with the match above it.
            const [day = '', above = ''] = rows[index - 1] ?? [];
            expect(above).not.toStartWith('No rated match');
            if (rows[index - 1]?.length === 4 && /Won|Lost/.test(above) && !isLate(rows, index)) {
              expect(what).toContain(` to ${day}: `);
            }
          }
          next = nextOf(html, address);
        }
        expect(told).toBe(drops);
        const own = stored.filter(({ player_ids }) => player_ids.includes(id));
        expect(seen.toSorted()).toEqual(own.map((match) => match.id).toSorted());
      }
    });
  });

  test('of nobody is none', async () => {
    const service = await startSite(kind, { records: [], clock: () => now });
    expect((await look(service, '/players/plr_nobody0000')).status).toBe(404);
  });
});

/** How many drops a line of a pause tells. */
function dropsIn(text: string): number {
  const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  const [, count = ''] = /: (\w+) drops? of confidence/.exec(text) ?? [];
  return words.includes(count) ? words.indexOf(count) + 1 : Number(count);
}

/** Whether the match above a pause came late: it was played before the last of the drops. */
function isLate(rows: readonly (readonly string[])[], index: number): boolean {
  const [above, below] = [rows[index - 1]?.[0] ?? '', rows[index]?.[0] ?? ''];
  return Date.parse(above) < Date.parse(below);
}
