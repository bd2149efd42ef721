// rules 2, 3
import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { beginRun } from '../../modules/runs/index.ts';
import { dayMs } from '../../shared/time.ts';
import { completed, ids, testCity } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn, type Outcome } from './terminal.ts';

const playedAt = Date.parse('2026-03-10T10:00:00Z');
const after = (days: number) => new Date(playedAt + days * dayMs).toISOString();

onBothDatabases('tennis ratings', (kind) => {
  let service: TestService;
  let run: (...args: string[]) => Promise<Outcome>;
  let now = playedAt + dayMs;
  beforeAll(async () => {
    const played = [playedAt - dayMs, playedAt].map((at) => new Date(at).toISOString());
    const matches = played.map((played_at) => ({ kind: 'match', ...completed({ played_at }) }));
    const records = [...testCity(), ...matches];
    service = await startTestService(kind, { records, clock: () => now });
    run = (...args) => commandsOn(service.workbench)(['ratings', ...args]);
  });
  async function printed(...args: string[]) {
    const { status, out, err } = await run(...args, '--json');
    expect([status, err, out.trimEnd().split('\n').length]).toEqual([0, '', 1]);
    return JSON.parse(out);
  }

  test('run rates everything pending without the delay, and says how many', async () => {
    expect(await printed('run')).toEqual({ rated: 2, unrateable: 0 });
    expect(await printed('run')).toEqual({ rated: 0, unrateable: 0 });
  });

  test('decay --as-of applies the drops that were due then, and players are those who got one', async () => {
    now = playedAt + 400 * dayMs;
    expect(await printed('decay', '--as-of', after(59.99))).toEqual({ drops: 0, players: 0 });
    expect(await printed('decay', '--as-of', after(60))).toEqual({ drops: 2, players: 2 });
    expect(await printed('decay', '--as-of', after(60))).toEqual({ drops: 0, players: 0 });
    const offset = after(60).replace('Z', '+00:00');
    expect(await printed('decay', '--as-of', offset)).toEqual({ drops: 0, players: 0 });
  });

  test('a drop occurs when it is applied, also with --as-of', async () => {
    const player = `/v1/players/${ids.players[0]}`;
    const { data } = await json(await service.get(`${player}/rating-history?limit=1`));
    expect(data[0]).toMatchObject({
      occurred_at: new Date(now).toISOString(),
      reason: { code: 'inactivity' },
      confidence_before: 40,
      confidence_after: 35,
    });
  });

  test('verify finishes a look that was broken off, whose drops would be differences', async () => {
    await beginRun(service.workbench.database.db, new Date(now).toISOString(), after(90));
    expect(await printed('verify')).toEqual({ players: 12, matches: 2, differences: [] });
    const { data } = await json(await service.get(`/v1/players/${ids.players[0]}/rating-history`));
    expect(data[0]).toMatchObject({ reason: { code: 'inactivity' }, confidence_after: 30 });
  });

  test('decay without --as-of applies what is due now, and nothing twice', async () => {
    expect(await printed('decay')).toEqual({ drops: 4, players: 2 });
    expect(await printed('decay')).toEqual({ drops: 0, players: 0 });
  });

  test('verify counts players and rated matches, and finds nothing wrong', async () => {
    expect(await printed('verify')).toEqual({ players: 12, matches: 2, differences: [] });
    expect(await run('verify')).toMatchObject({ status: 0, err: '' });
  });

  const player = ids.players[0] ?? '';
  const add = (table: string, column: string, where: string, unit = 1) =>
    `update ${table} set ${column} = ${column} + ${unit} * $ where ${where}`;
  const ofMatch = `player_id = '${player}' and reason = 'match_result'`;
  const ofPlayer = `player_id = '${player}'`;
  test.each([
    ['the rating', 'value', add('rating', 'value', ofPlayer)],
    ['the number of matches', 'rated_matches', add('rating', 'rated_matches', ofPlayer)],
    ['a player’s copy', 'confidence', add('player', 'rating_confidence', `id = '${player}'`)],
    ['a result', 'value_after', add('rating_history', 'value_after', ofMatch)],
    ['an input', 'expected_score', add('rating_history', 'expected_score', ofMatch, 0.001)],
    [
      'the time of a match',
      'last_rated_match_at',
      `update match set played_at = played_at + interval '90 days' * $`,
    ],
  ])('verify names what is wrong with %s, with status 1', async (_, name, statement) => {
    const tamper = (by: number) =>
      service.workbench.database.transaction((tx) =>
        sql.raw(statement.replace('$', `(${by})`)).execute(tx.db),
      );
    await tamper(1);
    const forPrograms = await run('verify', '--json');
    const forPeople = await run('verify');
    await tamper(-1);
    const { differences, ...counts } = JSON.parse(forPrograms.out);
    expect(counts).toEqual({ players: 12, matches: 2 });
    expect(differences.join('\n')).toMatch(new RegExp(`^${player}: .*${name}`, 'm'));
    expect([forPrograms.status, forPrograms.lines.length]).toEqual([1, 1]);
    expect([forPeople.status, forPeople.lines.length]).toEqual([1, 1]);
    expect(forPeople.out).toBe(`${differences.join('\n')}\n`);
    expect(forPeople.lines.join()).toEndWith(
      'See what `ratings rebuild --dry-run` would put right.',
    );
    expect(await printed('verify')).toMatchObject({ differences: [] });
  });

  test('verify says how a moment that was changed by hand comes right', async () => {
    await sql`update match set played_at = played_at - interval '1 minute'
      where played_at = ${after(0)}`.execute(service.workbench.database.db);
    const { differences } = JSON.parse((await run('verify', '--json')).out);
    const told = / was written as (\S+); give "matches correct" the right one as --played-at$/;
    const [id = '', played = ''] = differences.flatMap((difference: string) => {
      const [, text] = told.exec(difference) ?? [];
      return text ? [difference.split(':')[0], text] : [];
    });
    const correct = ['matches', 'correct', id, '--played-at', played, '--reason', 'x', '--yes'];
    expect((await commandsOn(service.workbench)(correct)).status).toBe(0);
    expect(await printed('verify')).toMatchObject({ differences: [] });
  });
});
