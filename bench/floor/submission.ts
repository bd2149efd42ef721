// A submitted result, by hand: its checks, and one transaction with the idempotency key.
import { hash } from 'node:crypto';
import { type Access, limit, refuse } from './access.ts';
import type { Database, Query, Row } from './database.ts';
import { type Format, type Result, readResult, winnerOf } from './result.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Stores a submitted result; `address` is what its Location begins with. */
export function createSubmit({ transaction }: Database, access: Access, address: string) {
  return async (request: Request): Promise<Response> => {
    const token = await access.token(request);
    if (!token) return refuse(401);
    const headers = limit(token.jti);
    if (!headers) return refuse(429);
    const key = request.headers.get('idempotency-key');
    if (token.scope !== 'matches:write') return refuse(403);
    if (!key || key.length > 255) return refuse(400);
    if (!request.headers.get('content-type')?.startsWith('application/json')) return refuse(415);
    try {
      const body = await request.arrayBuffer();
      if (body.byteLength > 65_536) return refuse(413);
      const result = readResult(JSON.parse(decoder.decode(body)));
      if (!result) return refuse(422);
      const use = { organizer: token.organizer, key, fingerprint: fingerprint(result) };
      return await transaction((query) => take(query, result, use, headers));
    } catch (refusal) {
      if (refusal instanceof Response) return refusal;
      console.error(refusal);
      return refuse(500);
    }
  };

  /** Stores the result and answers; throws the response where it is refused. */
  async function take(query: Query, result: Result, use: Row, headers: Record<string, string>) {
    const { organizer, key } = use;
    const [first, second] = result.player_ids;
    const named = [result.competition_id, result.venue_id, first, second];
    const [found] = await query('claim', [organizer, key, use.fingerprint, ...named]);
    if (!found) throw refuse(422);
    if (!found.claimed) {
      const [earlier] = await query('earlier', [organizer, key]);
      if (!earlier || earlier.fingerprint !== use.fingerprint) throw refuse(409);
      const replayed = { ...headers, location: earlier.location, 'idempotent-replayed': 'true' };
      throw new Response(earlier.response, { status: 201, headers: replayed });
    }
    if (found.organizer_id !== organizer) throw refuse(403);
    const isKnown = found.venue && found.players.length === 2;
    if (!isKnown || Date.parse(result.played_at) < found.starts_at) throw refuse(422);
    const winner = winnerOf(result.score, found as Format);
    if (winner === undefined) throw refuse(422);
    const match = {
      id: `mat_${Math.random().toString(36).slice(2).padEnd(10, '0').slice(0, 10)}`,
      competition_id: result.competition_id,
      venue_id: result.venue_id,
      court_number: result.court_number ?? null,
      played_at: result.played_at,
      player_ids: result.player_ids,
      status: 'completed',
      score: result.score,
      winner_id: result.player_ids[winner] ?? '',
      retired_player_id: null,
      rating_status: 'pending',
      created_at: new Date().toISOString(),
    };
    const { court_number, played_at, winner_id, created_at } = match;
    const placed = [match.id, match.competition_id, match.venue_id, court_number, played_at];
    const played = [played_at, first, second, JSON.stringify(match.score), winner_id, created_at];
    const response = JSON.stringify(match);
    const location = `${address}/v1/matches/${match.id}`;
    const kept = [response, location, organizer, key];
    if (!(await query('submit', [...placed, ...played, ...kept]))[0]) throw refuse(409);
    return new Response(response, { status: 201, headers: { ...headers, location } });
  }
}

/** A hash that is the same for the same values, in whatever order their members were sent. */
function fingerprint(result: Result): string {
  return hash('sha256', canonical(result), 'base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `"${name}":${canonical(member)}`).join(',')}}`;
}
