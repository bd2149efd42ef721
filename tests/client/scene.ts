import { ids, person, secrets } from '../support/city.ts';

/** What docs/api.md and the client's README read and submit to, by the ids that stand there. */
export const records = [
  { kind: 'organizer', id: ids.organizer, name: 'First Club' },
  {
    kind: 'client',
    client_id: ids.client,
    client_secret: secrets.client,
    organizer_id: ids.organizer,
    scopes: ['matches:write'],
  },
  { kind: 'api_key', key: secrets.key, label: 'tests' },
  {
    kind: 'venue',
    id: 'ven_2h7v4n9b5s',
    name: 'Agrykola',
    district: 'Śródmieście',
    address: 'ul. Myśliwiecka 9',
    courts: [{ number: 1, surface: 'clay', indoor: false }],
  },
  {
    kind: 'competition',
    id: 'cmp_5d8r1c6t3z',
    organizer_id: ids.organizer,
    name: 'Spring League',
    type: 'league',
    season: '2026-spring',
    starts_on: '2026-04-01',
    ends_on: '2026-06-30',
    match_format: { games_per_set: 6, no_ad: false, final_set: 'match_tiebreak' },
    venue_ids: ['ven_2h7v4n9b5s'],
  },
  person('plr_7k2m9x4q1a', 'Zofia W.', 3.5),
  person('plr_3w8p5j1c6e', 'Marek L.', 3),
];

/** The placeholders of the pages, and what stands for them in a test. */
export const placeholders = (url: string): Record<string, string> => ({
  'https://tennis.example.org': url,
  'trk_…': secrets.key,
  'cli_…': ids.client,
  'trs_…': secrets.client,
});
