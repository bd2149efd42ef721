// The data of the benchmark: a city of tennis players, drawn from a seed.
import { createDraw, randomSeason, seasonKey } from '../tests/ratings/random-season.ts';

export { seasonKey };
export const client = { id: 'client_bench', secret: 'secret-of-the-bench-client-1' };
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const names = ['Anna', 'Łukasz', 'Żaneta', 'Piotr', 'Świętosława', 'Jan', 'Ćwik', 'Zofia', 'Ewa'];

/** Players who prefer up to three of 40 venues and are free on some evenings, with their matches. */
export function benchCity(players: number, matches: number) {
  const draw = createDraw(7);
  const season = randomSeason(1, players, matches, 910);
  const venues = Array.from({ length: 40 }, (_, n) => ({
    kind: 'venue',
    id: `ven_bench${String(n).padStart(5, '0')}`,
    name: `Court ${n}`,
    district: 'Wola',
    address: `Kortowa ${n}`,
    courts: [],
  }));
  const window = (day: string) => {
    const start = 7 + draw.below(12);
    const hour = (n: number) => `${String(n).padStart(2, '0')}:00`;
    return { day, start: hour(start), end: hour(start + 2 + draw.below(3)) };
  };
  const records = season.records.map((record) =>
    record.kind === 'player'
      ? {
          ...record,
          display_name: `${draw.pick(names)} ${draw.below(100_000)}`,
          preferred_venue_ids: draw
            .shuffled(venues)
            .slice(0, draw.below(4))
            .map(({ id }) => id),
          availability: days.filter(() => draw.chance(0.4)).map(window),
        }
      : record,
  );
  const organizer = { kind: 'client', client_id: client.id, client_secret: client.secret };
  const scopes = { organizer_id: 'org_season', scopes: ['matches:write'] };
  return {
    records: [...records.slice(0, 2), ...venues, ...records.slice(2), { ...organizer, ...scopes }],
    matches: season.matches.map(({ record }) => record),
    playerIds: draw.shuffled(season.players.map(({ id }) => id)),
    venueId: venues[0]?.id,
    /** A competition that is played in full sets. */
    competitionId: season.records.find(({ kind }) => kind === 'competition')?.id,
  };
}
