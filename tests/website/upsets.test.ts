// What a competition's page takes for an upset, and how many it names.
import { beforeAll, expect, test } from 'bun:test';
import { person } from '../support/city.ts';
import { load, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { below, rowsOf } from './html.ts';

const leagues = ['cmp_upsetsxxx1', 'cmp_upsetsxxx2'] as const;

/** Two whom nobody knew before, and the win of the first one, whose level is 1.5, against the second one. */
function surprise(league: string, level: number) {
  const name = `${level}`.replace('.', '');
  const [winner = '', loser = ''] = ['w', 'l'].map((end) =>
    `plr_${league.slice(-6)}${end}${name}`.padEnd(14, 'x'),
  );
  return [
    person(winner, `Over ${level}`, 1.5),
    person(loser, `Level ${level}`, level),
    {
      kind: 'match',
      id: `mat_${league.slice(-6)}${name}`.padEnd(14, 'x'),
      competition_id: league,
      venue_id: 'ven_upsetsxxxx',
      played_at: '2026-05-19T10:00:00Z',
      player_ids: [loser, winner],
      status: 'completed',
      score: { sets: [{ games: [4, 6] }, { games: [4, 6] }] },
    },
  ];
}

onBothDatabases('the upsets of a competition', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const settings = { WEBSITE: 'public' as const };
    const clock = () => Date.parse('2026-05-20T12:00:00Z');
    service = await startTestService(kind, { settings, records: [], clock });
    await load(service.workbench, [
      { kind: 'organizer', id: 'org_upsets', name: 'Klub' },
      {
        ...{ kind: 'venue', id: 'ven_upsetsxxxx', name: 'Korty', district: 'Wola' },
        ...{ address: 'ul. Kortowa 1', courts: [{ number: 1, surface: 'clay', indoor: false }] },
      },
      ...leagues.map((id) => ({
        ...{ kind: 'competition', id, name: 'Liga', type: 'league', organizer_id: 'org_upsets' },
        ...{ season: '2026-spring', starts_on: '2026-05-01', ends_on: '2026-06-30' },
        match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
        venue_ids: [],
      })),
      ...[2.5, 4.5, 3.5, 5, 3, 4].flatMap((level) => surprise(leagues[0], level)),
      ...[2, 2.5].flatMap((level) => surprise(leagues[1], level)),
    ]);
    await service.rate();
  });

  const upsets = async (league: string) => {
    const page = await fetch(`${service.url}/competitions/${league}`);
    return rowsOf(below(await page.text(), 'Upsets of the last 7 days')).slice(1);
  };

  test('are the five that were expected least', async () => {
    expect(await upsets(leagues[0])).toEqual([
      ['Over 5 chance 1.7%', 'Level 5', '6–4 6–4'],
      ['Over 4.5 chance 3.1%', 'Level 4.5', '6–4 6–4'],
      ['Over 4 chance 5.3%', 'Level 4', '6–4 6–4'],
      ['Over 3.5 chance 9.1%', 'Level 3.5', '6–4 6–4'],
      ['Over 3 chance 15.1%', 'Level 3', '6–4 6–4'],
    ]);
  });

  test('are not the wins of who had a chance of 36%', async () => {
    expect(await upsets(leagues[1])).toEqual([['Over 2.5 chance 24%', 'Level 2.5', '6–4 6–4']]);
  });
});
