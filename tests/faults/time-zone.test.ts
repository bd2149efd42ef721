// The process's own time zone is no business of anybody's.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cityFile, submit, succeed, tokenFrom } from '../runtime/main-job.ts';
import { endPrograms, onBun } from '../runtime/programs.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { cleanUp, databaseKinds, freshDatabase } from '../support/service.ts';

setDefaultTimeout(60_000);
afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

const paths = [
  '/v1/matches?played_after=2026-03-01T00:00:00Z&limit=100',
  `/v1/players/${ids.players[0]}/rating-history`,
  `/v1/players/${ids.players[0]}/rating`,
  `/v1/players/${ids.players[0]}/match-suggestions`,
  '/v1/players',
  '/v1/competitions',
];
const commands = [
  ['export', '-'],
  ['matches', 'list'],
  ['players', 'list'],
  ['ratings', 'verify'],
];

type Given = Awaited<ReturnType<typeof freshDatabase>>;

/** Does the work on a service in the time zone. */
async function servedIn<T>(TZ: string, given: Given, work: (url: string) => Promise<T>) {
  const server = await onBun.serve({ ...given, TZ });
  const result = await work(server.url);
  server.signal('SIGINT');
  await server.ended;
  return result;
}

/** What the program shows of the database. */
async function show(TZ: string, given: Given, url: string): Promise<unknown[]> {
  const shown: unknown[] = [];
  for (const path of paths) {
    const response = await fetch(url + path, { headers: { 'x-api-key': secrets.key } });
    shown.push([path, response.status, await response.text()]);
  }
  for (const command of commands) {
    shown.push([...command, await succeed(onBun.run(command, { ...given, TZ }))]);
  }
  return shown;
}

/** How results are judged that were played just before and at midnight in Warsaw. */
async function judge(url: string, player_ids: readonly (string | undefined)[]): Promise<number[]> {
  const token = await tokenFrom(url);
  const moments = ['2026-02-28T22:59:59.999Z', '2026-02-28T23:00:00Z'];
  const answers = moments.map((played_at) =>
    submit(url, token, completed({ played_at, player_ids })),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

test.each([...databaseKinds])('answers and exports are the same everywhere (%s)', async (kind) => {
  const given = await freshDatabase(kind);
  const moments = ['28T23:30:00-05:00', '29T00:30:00Z', '29T01:59:59+01:00', '29T03:00:00+02:00'];
  const matches = moments.map((moment, n) => ({
    ...completed({ played_at: `2026-03-${moment}` }),
    kind: 'match',
    id: `mat_000000000${n}`,
    created_at: '2026-03-29T12:00:00.000Z',
  }));
  const file = cityFile + matches.map((match) => `${JSON.stringify(match)}\n`).join('');
  await succeed(onBun.run(['import', '-'], { ...given, TZ: 'Pacific/Kiritimati' }, file));
  await succeed(onBun.run(['ratings', 'run'], { ...given, TZ: 'America/Los_Angeles' }));

  const reference = await servedIn('UTC', given, (url) => show('UTC', given, url));
  expect(JSON.stringify(reference)).toContain('match_result');
  for (const TZ of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
    expect(await servedIn(TZ, given, (url) => show(TZ, given, url))).toEqual(reference);
  }
  const pairs = { UTC: [2, 3], 'Pacific/Kiritimati': [4, 5], 'America/Los_Angeles': [6, 7] };
  for (const [TZ, pair] of Object.entries(pairs)) {
    const players = pair.map((n) => ids.players[n]);
    expect([TZ, await servedIn(TZ, given, (url) => judge(url, players))]).toEqual([TZ, [422, 201]]);
  }
});
