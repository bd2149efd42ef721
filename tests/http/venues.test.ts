import { beforeAll, describe, expect, test } from 'bun:test';
import { ids, testCity } from '../support/city.ts';
import { idsAt, page, type StatusCase, startReads, testStatuses } from '../support/reads.ts';
import { json, onBothDatabases, type TestService } from '../support/service.ts';

const list = '/v1/venues';
const one = `${list}/${ids.venues[0]}`;
const common = (path: string): StatusCase[] => [
  { status: 200, why: 'a key is sent', path },
  { status: 401, why: 'no key is sent', path, headers: { 'x-api-key': '' } },
  { status: 405, why: 'reading is all one can do', path, method: 'PUT' },
  { status: 429, why: 'the limit is used up', path, when: 'limited' },
  { status: 500, why: 'the service is broken', path, when: 'broken' },
  { status: 503, why: 'the database refuses', path, when: 'away' },
];
const listStatuses: StatusCase[] = [
  ...common(list),
  { status: 400, why: 'the limit is 0', path: `${list}?limit=0`, pointers: ['#/limit'] },
];
const readStatuses: StatusCase[] = [
  ...common(one),
  { status: 200, why: 'parameters that it does not have are ignored', path: `${one}?limit=0&%zz` },
  { status: 404, why: 'no venue has the id', path: `${list}/ven_0000000000` },
  { status: 404, why: 'the id is none', path: `${list}/court` },
];

const surfaces = ['clay', 'hard', 'grass', 'carpet', 'artificial_grass'];
const more = (
  [
    ['ven_zzzzzzzzz2', 'Lazurowa', 'Bemowo'],
    ['ven_zzzzzzzzz1', 'Agrykola', 'Wola & Ochota'],
    ['ven_0000000001', 'agrykola', 'Śródmieście'],
    ['ven_0000000002', 'Łada', 'śródmieście'],
  ] as const
).map(([id, name, district]) => ({
  kind: 'venue',
  id,
  name,
  district,
  address: 'ul. Żwirki 1\u202fm. 2',
  courts: surfaces.map((surface, index) => ({
    number: 5 - index,
    surface,
    indoor: index % 2 === 0,
  })),
}));
const [lazurowa, agrykola, small, stroke] = more.map(({ id }) => id);
const [cityAgrykola, cityLazienki, cityWarszawianka] = ids.venues;

onBothDatabases('venues', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startReads(kind, { records: [...testCity(), ...more] });
  });

  describe('GET /venues', () => {
    testStatuses(() => service, 'venue', listStatuses);

    // Łada before Łazienki before Lazurowa: a stroke counts only where the letters are the same.
    const inOrder = [
      small,
      cityAgrykola,
      agrykola,
      stroke,
      cityLazienki,
      lazurowa,
      cityWarszawianka,
    ];

    test('venues come in the order of their names, those of one name in that of their ids', async () => {
      expect(await idsAt(service, list)).toEqual(inOrder);
    });

    test('each item is the venue that its id gives, courts included', async () => {
      for (const item of (await page(service, list)).data) {
        expect(await json(await service.get(`${list}/${item.id}`))).toEqual(item);
      }
    });

    const cases: readonly (readonly [query: string, found: readonly unknown[]])[] = [
      ['district=Mokot%C3%B3w', [cityWarszawianka]],
      ['district=%C5%9Ar%C3%B3dmie%C5%9Bcie', [small, cityAgrykola, cityLazienki]],
      ['district=Wola+%26+Ochota', [agrykola]],
      ['district=Wola', []],
      ['district=mokot%C3%B3w', []],
      ['district=%25', []],
      ['district=Bemowo&limit=1', [lazurowa]],
    ];
    for (const [query, found] of cases) {
      test(`a district is matched as a whole: ${query}`, async () => {
        expect(await idsAt(service, `${list}?${query}`)).toEqual([...found]);
      });
    }

    test('a page ends at its limit', async () => {
      const { data, next } = await page(service, `${list}?limit=2`);
      expect(data.map(({ id }) => id)).toEqual(inOrder.slice(0, 2));
      const rest = await page(service, `${list}?cursor=${next}`);
      expect(rest.data.map(({ id }) => id)).toEqual(inOrder.slice(2));
    });
  });

  describe('GET /venues/{venue_id}', () => {
    testStatuses(() => service, 'venue', readStatuses);

    test('every field is as it was brought in, courts of every surface in their order', async () => {
      const { kind: _, ...venue } = more[0] ?? { kind: '' };
      expect(await json(await service.get(`${list}/${lazurowa}`))).toEqual(venue);
      expect(await json(await service.get(one))).toEqual({
        id: ids.venues[0],
        name: 'Agrykola',
        district: 'Śródmieście',
        address: 'ul. Kortowa 1, Warszawa',
        courts: [
          { number: 1, surface: 'clay', indoor: false },
          { number: 2, surface: 'hard', indoor: true },
        ],
      });
    });
  });
});
