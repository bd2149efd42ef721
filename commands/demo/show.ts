import type { Console } from '../../shared/console/console.ts';
import type { DemoClient } from './client.ts';

type Credentials = { readonly key: string; readonly clientId: string; readonly secret: string };

/** Shows who moved most, the sentence that explains it, and whom that player might play next. */
export async function showMoves(
  console: Console,
  client: DemoClient,
  playerIds: readonly string[],
  nameOf: (id: string) => string,
): Promise<void> {
  const moves: { id: string; entry: Entry }[] = [];
  for (const id of playerIds) {
    const { body } = await client.get(`/players/${id}/rating-history?limit=1`);
    const [entry] = body.data as Entry[];
    if (entry) moves.push({ id, entry });
  }
  moves.sort((a, b) => Math.abs(b.entry.change ?? 0) - Math.abs(a.entry.change ?? 0));
  console.out('\nWho moved most:');
  for (const { id, entry } of moves.slice(0, 5)) {
    const change = entry.change ?? 0;
    const moved = `${entry.value_before} → ${entry.value_after} (${change > 0 ? '+' : ''}${change})`;
    console.out(`  ${nameOf(id).padEnd(16)} ${moved}`);
    console.out(`    “${entry.reason.explanation}”`);
  }
  for (const { id } of moves) {
    const { body } = await client.get(
      `/players/${id}/match-suggestions?limit=3&max_rating_gap=300`,
    );
    const suggestions = body.data as Suggestion[];
    if (suggestions.length < 3) continue;
    console.out(`\nThree opponents for ${nameOf(id)}:`);
    for (const { player, rating_gap, overlapping_availability } of suggestions) {
      const times = overlapping_availability.map(({ day, start, end }) => `${day} ${start}–${end}`);
      console.out(
        `  ${player.display_name.padEnd(16)} rated ${player.rating.value}, ${rating_gap} ${rating_gap === 1 ? 'point' : 'points'} away; both free ${times.join(', ')}`,
      );
    }
    return;
  }
}

type Entry = {
  readonly value_before: number | null;
  readonly value_after: number;
  readonly change: number | null;
  readonly reason: { readonly explanation: string };
};
type Suggestion = {
  readonly player: { readonly display_name: string; readonly rating: { readonly value: number } };
  readonly rating_gap: number;
  readonly overlapping_availability: readonly { day: string; start: string; end: string }[];
};

/** Prints where the service is, the credentials, and a line to try each kind of request. */
export function showAddresses(
  console: Console,
  address: string,
  { key, clientId, secret }: Credentials,
  examples: { readonly playerId: string; readonly body: object },
): void {
  const read = (path: string) => `curl -H 'X-API-Key: ${key}' '${address}/v1${path}'`;
  for (const line of [
    '',
    `Service         ${address}/v1`,
    `Documentation   ${address}/docs`,
    `Errors          ${address}/errors`,
    '',
    `API key         ${key}`,
    `Client id       ${clientId}`,
    `Client secret   ${secret}`,
    '',
    'Try it:',
    read('/players?min_rating=1500&limit=3'),
    read(`/players/${examples.playerId}`),
    read(`/players/${examples.playerId}/rating`),
    read(`/players/${examples.playerId}/rating-history?limit=3`),
    read(`/players/${examples.playerId}/match-suggestions?limit=3`),
    read('/matches?status=retired&limit=3'),
    read('/competitions?type=league'),
    read('/venues'),
    '',
    `TOKEN=$(curl -s -u '${clientId}:${secret}' -d grant_type=client_credentials '${address}/oauth/token' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H "Idempotency-Key: $(date +%s%N)" -d '${JSON.stringify(examples.body)}' '${address}/v1/matches'`,
  ]) {
    console.out(line);
  }
}
