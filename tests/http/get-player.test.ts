import { beforeAll, expect, test } from 'bun:test';
import { completed, ids } from '../support/city.ts';
import { type StatusCase, startReads, testStatuses } from '../support/reads.ts';
import { json, onBothDatabases, type TestService } from '../support/service.ts';

const [first = '', second = ''] = ids.players;

const path = `/v1/players/${first}`;
const statuses: StatusCase[] = [
  { status: 200, why: 'the player exists', path },
  { status: 200, why: 'parameters that it does not have are ignored', path: `${path}?limit=x&%zz` },
  { status: 401, why: 'no key is sent', path, headers: { 'x-api-key': '' } },
  { status: 404, why: 'nobody has the id', path: '/v1/players/plr_0000000000' },
  { status: 404, why: 'the id is none', path: '/v1/players/anna' },
  { status: 405, why: 'reading is all one can do', path, method: 'DELETE' },
  { status: 429, why: 'the limit is used up', path, when: 'limited' },
  { status: 500, why: 'the service is broken', path, when: 'broken' },
  { status: 503, why: 'the database refuses', path, when: 'away' },
];

onBothDatabases('GET /players/{player_id}', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startReads(kind);
  });

  testStatuses(() => service, 'player', statuses);

  const availability = [
    { day: 'monday', start: '18:00', end: '20:00' },
    { day: 'saturday', start: '10:00', end: '14:00' },
  ];

  test('a new player has the rating that the NTRP level gives and a confidence of 20', async () => {
    expect(await json(await service.get(`/v1/players/${ids.players[9]}`))).toEqual({
      id: ids.players[9],
      display_name: 'Jan Ć.',
      self_assessed_ntrp: 2,
      rating: { value: 1100, confidence: 20 },
      preferred_venue_ids: [ids.venues[1], ids.venues[0]],
      availability,
      created_at: '2026-01-01T10:00:00.000Z',
    });
  });

  test('a rated match moves the rating and leaves everything else as it was', async () => {
    const read = async (id: string) => json(await service.get(`/v1/players/${id}`));
    const before = [await read(first), await read(second)];
    expect((await service.submit(completed())).status).toBe(201);
    expect([await read(first), await read(second)]).toEqual(before);
    await service.rate();
    expect([await read(first), await read(second)]).toEqual([
      { ...before[0], rating: { value: 1324, confidence: 30 } },
      { ...before[1], rating: { value: 1276, confidence: 30 } },
    ]);
  });
});
