// What a compiler knows of the client's answers and parameters: only what is expected to fail does.
import {
  type Client,
  createClient,
  type Result,
  type Schemas,
} from '../../clients/typescript/client.ts';

export async function use(client: Client, match: Schemas['Match']): Promise<unknown[]> {
  const player = await client.get('/players/{player_id}', { path: { player_id: 'plr_1' } });
  const history = client.all('/players/{player_id}/rating-history', { path: { player_id: '' } });
  const changes: (number | null)[] = [];
  for await (const { change } of history) changes.push(change);
  // @ts-expect-error: no such member
  const nickname = player.nickname;
  // @ts-expect-error: a walkover has no score
  const unchecked = match.score.sets;
  // @ts-expect-error: no such member in a body
  const body: Partial<Result> = { status: 'walkover', winner: 'me' };
  // @ts-expect-error: nobody said whose
  const nobody = client.get('/players/{player_id}/rating');
  // @ts-expect-error: no such filter
  const unfiltered = client.get('/venues', { query: { town: 'Warsaw' } });
  // @ts-expect-error: this list has no pages
  const pages = client.all('/players/{player_id}/match-suggestions', { path: { player_id: '' } });
  // @ts-expect-error: nothing is read there
  const token = client.get('/oauth/token');
  // @ts-expect-error: no credentials
  const stranger = createClient({ baseUrl: 'http://localhost:3000' });
  const first = [player.display_name, match.score?.sets, nickname, unchecked, body, nobody];
  return [...first, changes, unfiltered, pages, token, stranger];
}
