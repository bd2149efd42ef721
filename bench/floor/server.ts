// What the machine gives by hand: Bun.serve and pg with prepared statements on the same schema, with
// the checks and answers of the six operations that run.ts measures, and nothing besides.
//
//   DATABASE_URL=… TOKEN_SECRET=… bun bench/floor/server.ts
import { createHash, createHmac } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { type Format, readResult, winnerOf } from './result.ts';
import { type Name, statements } from './statements.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever columns a statement has
type Row = Record<string, any>;
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const secret = process.env.TOKEN_SECRET ?? '';
const perMinute = 10_000_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');

async function rows(name: Name, values: unknown[], on: Pool | PoolClient = pool): Promise<Row[]> {
  return (await on.query({ name, text: statements[name], values })).rows;
}

/** Rows that were looked up within the last second. */
const known = new Map<string, { row: Row | undefined; until: number }>();
async function remembered(name: 'key' | 'client', value: string): Promise<Row | undefined> {
  const entry = known.get(name + value);
  if (entry && entry.until > performance.now()) return entry.row;
  const [row] = await rows(name, [value]);
  known.set(name + value, { row, until: performance.now() + 1_000 });
  return row;
}

/** When the requests of the last minute came, by credential. */
const served = new Map<string, { times: number[]; head: number }>();
function limit(bucket: string): Record<string, string> | undefined {
  const now = performance.now();
  const window = served.get(bucket) ?? { times: [], head: 0 };
  served.set(bucket, window);
  while ((window.times[window.head] ?? now) < now - 60_000) window.head += 1;
  const left = perMinute - (window.times.length - window.head) - 1;
  if (left < 0) return undefined;
  window.times.push(now);
  const reset = Math.ceil(((window.times[window.head] ?? now) + 60_000 - now) / 1_000);
  return {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'ratelimit-policy': `"default";q=${perMinute};w=60`,
    ratelimit: `"default";r=${left};t=${reset}`,
    'x-content-type-options': 'nosniff',
  };
}

const refuse = (status: number) => Response.json({ status }, { status });

/** Answers a read with what `answer` makes of it; 404 where that is undefined. */
function read(answer: (request: Bun.BunRequest<string>) => Promise<object | undefined>) {
  return async (request: Bun.BunRequest<string>): Promise<Response> => {
    const key = await remembered('key', sha256(request.headers.get('x-api-key') ?? ''));
    if (!key) return refuse(401);
    const headers = limit(key.id);
    if (!headers) return refuse(429);
    const found = await answer(request);
    return found ? new Response(JSON.stringify(found), { headers }) : refuse(404);
  };
}

const id = (request: Bun.BunRequest<string>) => (request.params as { id: string }).id;

function page(found: Row[], position: (row: Row) => unknown[], scope: string) {
  const data = found.slice(0, 20);
  const last = found.length > 20 ? data.at(-1) : undefined;
  const payload = last && Buffer.from(JSON.stringify(position(last))).toString('base64url');
  return { data, next_cursor: payload ? `${payload}.${hmac(scope + payload)}` : null };
}

function historyEntry(row: Row): Row {
  const { opponent_id, opponent_rating, expected_score, actual_score, k_factor } = row;
  const calculation = { opponent_id, opponent_rating, expected_score, actual_score, k_factor };
  return {
    id: row.id,
    player_id: row.player_id,
    occurred_at: row.occurred_at,
    reason: { code: row.reason, match_id: row.match_id, explanation: row.explanation },
    value_before: row.value_before,
    value_after: row.value_after,
    change: row.value_before === null ? null : row.value_after - row.value_before,
    confidence_before: row.confidence_before,
    confidence_after: row.confidence_after,
    calculation: row.reason === 'match_result' ? calculation : null,
  };
}

type Window = { day: string; start: string; end: string };
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function overlaps(mine: Window[], theirs: Window[]): Window[] {
  const shared = mine.flatMap((a) =>
    theirs
      .filter((b) => b.day === a.day)
      .map((b) => ({
        day: a.day,
        start: (a.start > b.start ? a : b).start,
        end: (a.end < b.end ? a : b).end,
      }))
      .filter(({ start, end }) => start < end),
  );
  return shared.sort(
    (a, b) => days.indexOf(a.day) - days.indexOf(b.day) || (a.start < b.start ? -1 : 1),
  );
}

async function submit(request: Request): Promise<Response> {
  const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
  const dot = token.lastIndexOf('.');
  if (hmac(token.slice(0, dot)) !== token.slice(dot + 1)) return refuse(401);
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const { sub, exp, jti, scope } = JSON.parse(payload);
  const client = exp > Date.now() / 1_000 ? await remembered('client', sub) : undefined;
  if (!client) return refuse(401);
  const headers = limit(jti);
  if (!headers) return refuse(429);
  const key = request.headers.get('idempotency-key');
  if (scope !== 'matches:write' || !key) return refuse(403);
  const text = await request.text();
  const result = text.length < 65_536 ? readResult(JSON.parse(text)) : undefined;
  if (!result) return refuse(422);

  const organizer = client.organizer_id;
  const connection = await pool.connect();
  const on = (name: Name, values: unknown[]) => rows(name, values, connection);
  const leave = async (response: Response) => {
    await on('rollback', []);
    return response;
  };
  try {
    await on('begin', []);
    const fingerprint = sha256(JSON.stringify(result));
    const [first, second] = result.player_ids;
    const named = [result.competition_id, result.venue_id, first, second];
    const [found] = await on('claim', [organizer, key, fingerprint, ...named]);
    if (!found?.claimed) {
      const [earlier] = await on('earlier', [organizer, key]);
      if (earlier?.fingerprint !== fingerprint) return leave(refuse(409));
      const replayed = { ...headers, location: earlier.location, 'idempotent-replayed': 'true' };
      return leave(new Response(earlier.response, { status: 201, headers: replayed }));
    }
    if (found.organizer_id !== organizer) return leave(refuse(403));
    const isKnown = found.venue && found.players.length === 2;
    if (!isKnown || result.played_at < found.starts_on) return leave(refuse(422));
    const winner = winnerOf(result.score, found as Format);
    if (winner === undefined) return leave(refuse(422));
    const match = {
      id: `mat_${Math.random().toString(36).slice(2).padEnd(10, '0').slice(0, 10)}`,
      competition_id: result.competition_id,
      venue_id: result.venue_id,
      court_number: result.court_number ?? null,
      played_at: result.played_at,
      player_ids: result.player_ids,
      status: 'completed',
      score: result.score,
      winner_id: result.player_ids[winner],
      retired_player_id: null,
      rating_status: 'pending',
      created_at: new Date().toISOString(),
    };
    const { court_number, played_at, winner_id, created_at } = match;
    const placed = [match.id, match.competition_id, match.venue_id, court_number, played_at];
    const played = [played_at, first, second, JSON.stringify(match.score), winner_id, created_at];
    const response = JSON.stringify(match);
    const location = `http://localhost/v1/matches/${match.id}`;
    const kept = [response, location, organizer, key];
    if (!(await on('submit', [...placed, ...played, ...kept]))[0]) return leave(refuse(409));
    await on('commit', []);
    return new Response(response, { status: 201, headers: { ...headers, location } });
  } catch (error) {
    console.error(error);
    return leave(refuse(500));
  } finally {
    connection.release();
  }
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/v1/players': read(async () =>
      page(await rows('list', []), ({ display_name, id }) => [display_name, id], 'list'),
    ),
    '/v1/players/:id': read(async (request) => (await rows('player', [id(request)]))[0]),
    '/v1/players/:id/rating-history': read(async (request) => {
      const found = await rows('history', [id(request)]);
      if (found.length === 0) return undefined;
      const { data, next_cursor } = page(found, ({ sequence }) => [sequence], id(request));
      return { data: data.map(historyEntry), next_cursor };
    }),
    '/v1/players/:id/match-suggestions': read(async (request) => {
      const found = await rows('suggestions', [id(request)]);
      if (found.length === 0) return undefined;
      const data = found
        .filter((row) => row.id !== null)
        .map((row) => ({
          player: {
            id: row.id,
            display_name: row.display_name,
            rating: { value: row.rating_value, confidence: row.rating_confidence },
          },
          rating_gap: row.gap,
          overlapping_availability: overlaps(row.mine, row.availability),
          shared_venue_ids: row.venues,
        }));
      return { data };
    }),
    '/v1/matches': {
      GET: read(async (request) => {
        const player = new URL(request.url).searchParams.get('player_id') ?? '';
        const found = await rows('matches', [player]);
        return page(found, ({ played_at, id }) => [played_at, id], player);
      }),
      POST: submit,
    },
  },
  fetch: () => refuse(404),
});
console.log(`http://localhost:${server.port}`);
