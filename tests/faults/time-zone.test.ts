// The process's own time zone is no business of anybody's.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cityFile, submit, succeed, tokenFrom } from '../runtime/main-job.ts';
import { compiled, endPrograms } from '../runtime/programs.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { cleanUp, databaseKinds, freshDatabase } from '../support/service.ts';

setDefaultTimeout(180_000);
afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

/** In UTC; the competition starts on the next day in Warsaw. */
const dayBefore = '2026-02-28';
const paths = [
  '/v1/matches?played_after=2026-03-01T00:00:00Z&limit=100',
  `/v1/players/${ids.players[0]}/rating-history`,
  `/v1/players/${ids.players[0]}/rating`,
  `/v1/players/${ids.players[0]}/match-suggestions`,
  '/v1/players',
  '/v1/competitions',
];

type Given = Awaited<ReturnType<typeof freshDatabase>>;

/** What a service in the time zone, and commands beside it, show of the database. */
async function show(TZ: string, given: Given, url: string): Promise<unknown[]> {
  const shown: unknown[] = [];
  for (const path of paths) {
    const response = await fetch(url + path, { headers: { 'x-api-key': secrets.key } });
    shown.push([path, response.status, await response.text()]);
  }
  const exported = await succeed(compiled.run(['export', '-'], { ...given, TZ }));
  // The second service has looked for inactive players once more.
  const isLast = (line: string) => line.includes(dayBefore) || line.includes('"id":"run_4"');
  shown.push(exported.split('\n').filter((line) => !isLast(line)));
  return shown;
}

/** How results are judged that were played just before and at midnight in Warsaw. */
async function judge(url: string, player_ids: readonly (string | undefined)[]): Promise<number[]> {
  const token = await tokenFrom(url);
  const moments = [`${dayBefore}T22:59:59.999Z`, `${dayBefore}T23:00:00Z`];
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
  await succeed(compiled.run(['import', '-'], { ...given, TZ: 'Pacific/Kiritimati' }, file));
  await succeed(compiled.run(['ratings', 'run'], { ...given, TZ: 'America/Los_Angeles' }));
  await succeed(compiled.run(['ratings', 'decay'], { ...given, TZ: 'America/Los_Angeles' }));

  const zones = { 'Pacific/Kiritimati': [4, 5], 'America/Los_Angeles': [6, 7] };
  const shown: unknown[] = [];
  for (const [TZ, pair] of Object.entries(zones)) {
    const server = await compiled.serve({ ...given, TZ });
    shown.push(await show(TZ, given, server.url));
    const players = pair.map((n) => ids.players[n]);
    expect([TZ, await judge(server.url, players)]).toEqual([TZ, [422, 201]]);
    server.signal('SIGINT');
    await server.ended;
  }
  expect(JSON.stringify(shown[0])).toContain('match_result');
  expect(shown[1]).toEqual(shown[0]);
});
