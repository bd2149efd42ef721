import * as v from 'valibot';
import { type Credentials, issueCredentials } from '../../modules/auth/index.ts';
import { SuggestionSchema } from '../../modules/players/index.ts';
import { HistoryEntrySchema } from '../../modules/ratings/index.ts';
import { type Console, Failure } from '../../shared/console/console.ts';
import { idSchema } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { Running } from '../service.ts';
import { availabilityInWords } from '../words.ts';
import type { Result } from './play.ts';
import type { City } from './season.ts';

/** Of a city, who runs its competitions, and the names of its players. */
type People = Pick<City, 'organizers'> & {
  readonly players: readonly Pick<City['players'][number], 'id' | 'display_name'>[];
};

/** Submits results over HTTP, as any program would, and shows whom they moved and how to go on. */
export async function playLive(
  running: Running,
  city: People,
  results: readonly Result[],
  console: Console,
) {
  const { workbench, publicUrl } = running;
  const at = utc(Date.now());
  const organizer = v.parse(idSchema('organizer'), city.organizers[0]?.id);
  const issue = (label: string) =>
    workbench.database.transaction((tx) => issueCredentials(tx, organizer, `${label} ${at}`, at));
  const own = await issue('demo'); // so that the person's have all their requests left
  const person = await issue('person');
  const ask = async (path: string, request: RequestInit): Promise<unknown> => {
    const response = await fetch(publicUrl + path, request);
    if (!response.ok) throw new Failure(`${path} was refused: ${await reasonOf(response)}`);
    return response.json();
  };
  const list = async <T>(path: string, item: v.GenericSchema<unknown, T>): Promise<T[]> => {
    const body = await ask(`/v1${path}`, { headers: { 'x-api-key': own.api_key } });
    return v.parse(v.object({ data: v.array(item) }), body).data;
  };

  const grant = await ask('/oauth/token', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${own.client_id}:${own.client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = v.parse(v.object({ access_token: v.string() }), grant);
  const authorization = `Bearer ${access_token}`;
  for (const result of results) {
    const headers = { authorization, 'idempotency-key': crypto.randomUUID() };
    const body = new Blob([JSON.stringify(result)], { type: 'application/json' });
    await ask('/v1/matches', { method: 'POST', headers, body });
  }
  await workbench.run();

  const moves = [];
  for (const id of results.flatMap(({ player_ids }) => player_ids)) {
    const [entry] = await list(`/players/${id}/rating-history?limit=1`, HistoryEntrySchema);
    const name = city.players.find((player) => player.id === id)?.display_name ?? '';
    // A walkover has changed nothing.
    if (entry && entry.occurred_at >= at) moves.push({ ...entry, name, change: entry.change ?? 0 });
  }
  moves.sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
  console.out('\nWho moved most:');
  for (const { name, change, value_before, value_after, reason } of moves.slice(0, 5)) {
    const moved = change > 0 ? `+${change}` : change;
    console.out(`  ${name.padEnd(16)} ${value_before} → ${value_after} (${moved})`);
    console.out(`    “${reason.explanation}”`);
  }
  for (const { player_id, name } of moves.slice(0, 1)) {
    console.out(`\nThree opponents for ${name}:`);
    const path = `/players/${player_id}/match-suggestions?limit=3&max_rating_gap=500`;
    for (const { player, rating_gap, ...when } of await list(path, SuggestionSchema)) {
      const away = rating_gap === 1 ? '1 point away' : `${rating_gap} points away`;
      const opponent = `${player.display_name.padEnd(16)} rated ${player.rating.value}, ${away}`;
      console.out(`  ${opponent}; both free ${availabilityInWords(when.overlapping_availability)}`);
    }
  }
  const example = results.find(({ status }) => status === 'completed');
  if (example) console.out(requests(publicUrl, person, { ...example, played_at: at }));
}

const ProblemSchema = v.pipe(v.string(), v.parseJson(), v.object({ detail: v.string() }));

/** Why a request was refused, in the words of its problem where it has such. */
async function reasonOf(response: Response): Promise<string> {
  const { output, success } = v.safeParse(ProblemSchema, await response.text());
  return success ? output.detail : `the answer has the status ${response.status}.`;
}

/** Where the service is, the credentials, and a line to try each kind of request. */
function requests(address: string, issued: Credentials, result: Result): string {
  const { api_key: key, client_id, client_secret } = issued;
  const get = `curl -H 'X-API-Key: ${key}' '${address}/v1`;
  const player = `${get}/players/${result.player_ids[0]}`;
  return `
Ranking         ${address}/
Service         ${address}/v1
Documentation   ${address}/docs
Errors          ${address}/errors

API key         ${key}
Client id       ${client_id}
Client secret   ${client_secret}

Try it:
${get}/players?min_rating=1500&limit=3'
${player}'
${player}/rating'
${player}/rating-history?limit=3'
${player}/match-suggestions?limit=3'
${get}/matches?status=retired&limit=3'
${get}/competitions?type=league'
${get}/venues'

TOKEN=$(curl -s -u '${client_id}:${client_secret}' -d grant_type=client_credentials '${address}/oauth/token' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H "Idempotency-Key: $(date +%s%N)" -d '${JSON.stringify(result)}' '${address}/v1/matches'`;
}
