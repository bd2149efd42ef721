import { beforeAll, describe, expect, test } from 'bun:test';
import { ids, testCity } from '../support/city.ts';
import { idsAt, page } from '../support/reads.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const list = '/v1/venues';
const one = `${list}/${ids.venues[0]}`;

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
    service = await startTestService(kind, { records: [...testCity(), ...more] });
  });

  describe('GET /venues', () => {
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
  });

  describe('GET /venues/{venue_id}', () => {
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
