import * as v from 'valibot';
import { type Credentials, issueCredentials } from '../../modules/auth/index.ts';
import { matchSuggestions } from '../../modules/players/index.ts';
import { listHistory } from '../../modules/ratings/index.ts';
import { type Console, Failure } from '../../shared/console/console.ts';
import { idSchema } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { Running } from '../service.ts';
import { availabilityInWords, changeInWords, counted } from '../words.ts';
import type { City, Result } from './season.ts';

const ProblemSchema = v.pipe(v.string(), v.parseJson(), v.object({ detail: v.string() }));
const Players = v.array(idSchema('player'));

/** Submits results over HTTP, as any program would, and shows whom they moved, by name, and how to go on. */
export async function playLive(
  { workbench: { database, run }, publicUrl }: Running,
  { organizers }: City,
  names: ReadonlyMap<string, string>,
  results: readonly Result[],
  console: Console,
) {
  const at = utc(Date.now());
  const organizer = v.parse(idSchema('organizer'), organizers[0]?.id);
  const label = `demo ${at}`;
  const own = await database.transaction((tx) => issueCredentials(tx, organizer, label, at));
  const post = async (path: string, headers: Record<string, string>, body: BodyInit) => {
    const response = await fetch(publicUrl + path, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    const { output, success } = v.safeParse(ProblemSchema, text);
    throw new Failure(`${path} was refused: ${success ? output.detail : response.status}`);
  };
  const basic = `Basic ${btoa(`${own.client_id}:${own.client_secret}`)}`;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  const grant = await post('/oauth/token', { authorization: basic }, form);
  const { access_token } = v.parse(v.object({ access_token: v.string() }), grant);
  const bearer = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  for (const result of results) {
    const headers = { ...bearer, 'idempotency-key': crypto.randomUUID() };
    await post('/v1/matches', headers, JSON.stringify(result));
  }
  await run();

  const ids = results.flatMap(({ player_ids }) => v.parse(Players, player_ids));
  const last = await Promise.all(ids.map((id) => listHistory(database.db, id, 1, undefined)));
  // A walkover has changed nothing.
  const moves = last.flat().flatMap(({ entry }) => (entry.occurred_at >= at ? entry : []));
  moves.sort((one, other) => Math.abs(other.change ?? 0) - Math.abs(one.change ?? 0));
  console.out('\nWho moved most:');
  for (const { player_id, change, value_before, value_after, reason } of moves.slice(0, 5)) {
    const name = names.get(player_id)?.padEnd(16);
    console.out(`  ${name} ${value_before} → ${value_after} (${changeInWords(change)})`);
    console.out(`    “${reason.explanation}”`);
  }
  for (const { player_id } of moves.slice(0, 1)) {
    console.out(`\nThree opponents for ${names.get(player_id)}:`);
    const three = { limit: 3, max_rating_gap: 500 };
    for (const found of (await matchSuggestions(database.db, player_id, three)) ?? []) {
      const { display_name, rating } = found.player;
      const away = `${counted(found.rating_gap, 'point', 'points')} away`;
      const when = availabilityInWords(found.overlapping_availability);
      console.out(`  ${display_name.padEnd(16)} rated ${rating.value}, ${away}; both free ${when}`);
    }
  }
  const example = results.find(({ status }) => status === 'completed');
  if (example) console.out(requests(publicUrl, own, { ...example, played_at: at }));
}

/** Where the service is, the credentials, and a line to try each kind of request. */
function requests(address: string, issued: Credentials, result: Result): string {
  const { api_key: key, client_id, client_secret, pass } = issued;
  const get = `curl -H 'X-API-Key: ${key}' '${address}/v1`;
  const player = `${get}/players/${result.player_ids[0]}`;
  return `
Ranking         ${address}/
Desk            ${address}/desk/open/${pass}
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
