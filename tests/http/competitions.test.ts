import { beforeAll, describe, expect, test } from 'bun:test';
import { ids, testCity } from '../support/city.ts';
import { idsAt, page } from '../support/reads.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const list = '/v1/competitions';
const one = `${list}/${ids.league}`;

// Besides those of the city, which start on 2026-03-01, but the Short Cup a month later.
const more = [
  { id: 'cmp_zzzzzzzzz1', starts_on: '2025-09-01', season: '2025-autumn', type: 'league' },
  {
    id: 'cmp_bbbbbbbbb1',
    starts_on: '2026-03-01',
    season: '2026-summer games',
    type: 'tournament',
  },
  { id: 'cmp_0000000001', starts_on: '2026-12-31', season: '2026-spring', type: 'tournament' },
].map((record) => ({
  ...record,
  kind: 'competition',
  name: `Puchar Łodzi ${record.id}`,
  organizer_id: ids.otherOrganizer,
  ends_on: '2027-01-06',
  match_format: { games_per_set: 4, no_ad: true, final_set: 'match_tiebreak' },
  venue_ids: record.type === 'league' ? [] : [ids.venues[2], ids.venues[0]],
}));

const inOrder = [
  'cmp_0000000001',
  ids.shortCup,
  'cmp_bbbbbbbbb1',
  ids.foreignCup,
  ids.shortTiebreakCup,
  ids.tiebreakLeague,
  ids.league,
  'cmp_zzzzzzzzz1',
];

onBothDatabases('competitions', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [...testCity(), ...more] });
  });

  describe('GET /competitions', () => {
    test('the newest start comes first, competitions of one day by id, descending', async () => {
      expect(await idsAt(service, list)).toEqual(inOrder);
    });

    test('each item is the competition that its id gives', async () => {
      for (const item of (await page(service, list)).data) {
        expect(await json(await service.get(`${list}/${item.id}`))).toEqual(item);
      }
    });

    const { foreignCup, shortCup, shortTiebreakCup, tiebreakLeague, league } = ids;
    const cases: readonly (readonly [query: string, found: readonly string[]])[] = [
      ['type=tournament', ['cmp_0000000001', shortCup, 'cmp_bbbbbbbbb1', shortTiebreakCup]],
      ['type=league', [foreignCup, tiebreakLeague, league, 'cmp_zzzzzzzzz1']],
      ['season=2025-autumn', ['cmp_zzzzzzzzz1']],
      ['season=2026-summer%20games', ['cmp_bbbbbbbbb1']],
      ['season=2026-summer+games', ['cmp_bbbbbbbbb1']],
      ['season=2026', []],
      ['season=2026-SPRING', []],
      ['season=%25', []],
      ['season=%F0%9F%8E%BE', []],
      [`season=${'9'.repeat(2000)}`, []],
      [`venue_id=${ids.venues[2]}`, ['cmp_0000000001', 'cmp_bbbbbbbbb1', shortTiebreakCup]],
      ['venue_id=ven_0000000000', []],
      [`venue_id=${ids.venues[2]}&season=2026-spring`, ['cmp_0000000001', shortTiebreakCup]],
      [`venue_id=${ids.venues[1]}&season=2026-spring&type=tournament`, [shortCup]],
      ['type=league&season=2026-summer+games', []],
    ];
    for (const [query, found] of cases) {
      test(`filters combine, and match as a whole: ${query.slice(0, 60)}`, async () => {
        expect(await idsAt(service, `${list}?${query}`)).toEqual([...found]);
      });
    }
  });

  describe('GET /competitions/{competition_id}', () => {
    test('every field is as it was brought in, with the organizer by id and name', async () => {
      expect(await json(await service.get(one))).toEqual({
        id: ids.league,
        name: 'League',
        type: 'league',
        organizer: { id: ids.organizer, name: 'First Club' },
        season: '2026-spring',
        starts_on: '2026-03-01',
        ends_on: '2026-06-30',
        match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
        venue_ids: [ids.venues[0], ids.venues[1]],
      });
      expect(await json(await service.get(`${list}/cmp_0000000001`))).toEqual({
        id: 'cmp_0000000001',
        name: 'Puchar Łodzi cmp_0000000001',
        type: 'tournament',
        organizer: { id: ids.otherOrganizer, name: 'Second Club' },
        season: '2026-spring',
        starts_on: '2026-12-31',
        ends_on: '2027-01-06',
        match_format: { games_per_set: 4, no_ad: true, final_set: 'match_tiebreak' },
        venue_ids: [ids.venues[2], ids.venues[0]],
      });
    });
  });
});
