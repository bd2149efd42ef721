import { beforeAll, expect, test } from 'bun:test';
import { completed, ids, testCity } from '../support/city.ts';
import { idsAt, page } from '../support/reads.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const [first = '', second = ''] = ids.players;
const [firstVenue, secondVenue, thirdVenue] = ids.venues;

const path = '/v1/players';

/** Players whose names put the order to the test; their rating is 1800, and they prefer no venue. */
const named = (
  [
    ['plr_bbbbbbbb01', 'anna k.'],
    ['plr_bbbbbbbb02', 'Ánna K.'],
    ['plr_bbbbbbbb04', 'Lucja B.'],
    ['plr_bbbbbbbb05', 'Łucja A.'],
    ['plr_bbbbbbbb06', 'Ząb A.'],
    ['plr_bbbbbbbb07', 'Żak A.'],
    // The same name twice, brought in against the order of the ids.
    ['plr_bbbbbbbb09', 'Maria D.'],
    ['plr_aaaaaaaa00', 'Maria D.'],
  ] as const
).map(([id, display_name]) => ({
  kind: 'player',
  id,
  display_name,
  self_assessed_ntrp: 5.5,
  preferred_venue_ids: [],
  availability: [],
  created_at: '2026-02-03T04:05:06.789+01:00',
}));

// By the root collation: letters first, then accents and strokes, then small before capital.
const inOrder = [
  'anna k. plr_bbbbbbbb01',
  'Anna K. plr_aaaaaaaa01',
  'Ánna K. plr_bbbbbbbb02',
  'Bartek Ł. plr_aaaaaaaa02',
  'Celina Ż. plr_aaaaaaaa03',
  'Ewa Ś. plr_aaaaaaaa09',
  'Jan Ć. plr_aaaaaaaa10',
  'Łucja A. plr_bbbbbbbb05',
  'Lucja B. plr_bbbbbbbb04',
  'Łukasz W. plr_aaaaaaaa04',
  'Maria D. plr_aaaaaaaa00',
  'Maria D. plr_aaaaaaaa06',
  'Maria D. plr_bbbbbbbb09',
  'Ola P. plr_aaaaaaaa07',
  'Piotr S. plr_aaaaaaaa08',
  'Róża O. plr_aaaaaaaa11',
  'Tomek G. plr_aaaaaaaa12',
  'Ząb A. plr_bbbbbbbb06',
  'Żak A. plr_bbbbbbbb07',
  'Zofia N. plr_aaaaaaaa05',
];

onBothDatabases('GET /players', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [...testCity(), ...named] });
    expect((await service.submit(completed())).status).toBe(201);
    await service.rate();
  });

  test('each item is the player that its id gives, with the rating as it stands', async () => {
    const { data } = await page(service, path);
    expect(data.slice(1, 4)).toEqual([
      {
        id: first,
        display_name: 'Anna K.',
        self_assessed_ntrp: 3,
        rating: { value: 1324, confidence: 30 },
        preferred_venue_ids: [firstVenue],
        availability: [
          { day: 'monday', start: '18:00', end: '20:00' },
          { day: 'saturday', start: '10:00', end: '14:00' },
        ],
        created_at: '2026-01-01T10:00:00.000Z',
      },
      {
        id: 'plr_bbbbbbbb02',
        display_name: 'Ánna K.',
        self_assessed_ntrp: 5.5,
        rating: { value: 1800, confidence: 20 },
        preferred_venue_ids: [],
        availability: [],
        created_at: '2026-02-03T03:05:06.789Z',
      },
      {
        id: second,
        display_name: 'Bartek Ł.',
        self_assessed_ntrp: 3,
        rating: { value: 1276, confidence: 30 },
        preferred_venue_ids: [secondVenue, firstVenue],
        availability: [
          { day: 'monday', start: '18:00', end: '20:00' },
          { day: 'saturday', start: '10:00', end: '14:00' },
        ],
        created_at: '2026-01-01T10:00:00.000Z',
      },
    ]);
    for (const item of data) {
      expect(await json(await service.get(`${path}/${item.id}`))).toEqual(item);
    }
  });

  test('players come in the order of their display names, namesakes in that of their ids', async () => {
    const { data } = await page(service, path);
    expect(data.map(({ id, display_name }) => `${display_name} ${id}`)).toEqual(inOrder);
  });

  test('20 players are a page unless a limit says otherwise, and more make a second page', async () => {
    const { data, next } = await page(service, path);
    expect([data.length, next]).toEqual([20, null]);
    const start = await page(service, `${path}?limit=7`);
    const rest = await page(service, `${path}?cursor=${start.next}`);
    expect([start.data.length, [...start.data, ...rest.data]]).toEqual([7, data]);
  });

  // Ratings: 1324 and 1276 after their match; 1400 1500 1000 1800 1300 1400 1200 1100 1600 1700; eight of 1800.
  const filters: readonly (readonly [query: string, found: readonly string[] | number])[] = [
    ['min_rating=1324&max_rating=1324', [first]],
    ['min_rating=1325&max_rating=1399', []],
    ['min_rating=1276&max_rating=1300', [second, 'plr_aaaaaaaa07']],
    ['min_rating=1800', 9],
    ['min_rating=1801', []],
    ['max_rating=1000', ['plr_aaaaaaaa05']],
    ['max_rating=999', []],
    ['min_rating=0&max_rating=1800', 20],
    ['min_rating=1500&max_rating=1400', []],
    ['min_rating=99999999999999999999', []],
    ['max_rating=99999999999999999999', 20],
    [`min_rating=${'9'.repeat(400)}`, []],
    [`max_rating=${'9'.repeat(400)}`, 20],
    [`venue_id=${firstVenue}`, 12],
    [`venue_id=${secondVenue}`, 6],
    [`venue_id=${thirdVenue}`, []],
    ['venue_id=ven_0000000000', []],
    [
      `venue_id=${secondVenue}&min_rating=1500`,
      ['plr_aaaaaaaa04', 'plr_aaaaaaaa06', 'plr_aaaaaaaa12'],
    ],
    [
      `max_rating=1700&venue_id=${secondVenue}&min_rating=1500`,
      ['plr_aaaaaaaa04', 'plr_aaaaaaaa12'],
    ],
  ];
  for (const [query, found] of filters) {
    test(`filters combine, and their bounds are inclusive: ${query.slice(0, 60)}`, async () => {
      const ids = await idsAt(service, `${path}?${query}`);
      if (typeof found === 'number') expect(ids).toHaveLength(found);
      else expect(ids).toEqual([...found]);
    });
  }
});
