// The floor, a bare server written by hand: Bun.serve and prepared statements on the same schema,
// with the checks and answers of the six operations that run.ts measures, and nothing else.
//
//   DATABASE_URL=… | DATA_DIR=…  TOKEN_SECRET=… PUBLIC_URL=… bun bench/floor/server.ts
import { join } from 'node:path';
import { createAccess, limit, refuse } from './access.ts';
import { openPGlite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { createReads } from './reads.ts';
import { createSubmit } from './submission.ts';

const { DATABASE_URL, DATA_DIR = '', TOKEN_SECRET = '', PUBLIC_URL = '' } = process.env;
const database = DATABASE_URL
  ? openPostgres(DATABASE_URL)
  : await openPGlite(join(DATA_DIR, 'postgres'));
const access = createAccess(database, TOKEN_SECRET, PUBLIC_URL);
const reads = createReads(database, access);

/** Answers a read with what `answer` makes of it; 404 where that is undefined. */
function read(answer: (request: Bun.BunRequest<string>) => Promise<object | undefined>) {
  return async (request: Bun.BunRequest<string>): Promise<Response> => {
    const key = await access.key(request);
    if (!key) return refuse(401);
    const headers = limit(key.id);
    if (!headers) return refuse(429);
    const found = await answer(request);
    return found ? new Response(JSON.stringify(found), { headers }) : refuse(404);
  };
}

const id = (request: Bun.BunRequest<string>) => (request.params as { id: string }).id;

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/v1/players': read(reads.list),
    '/v1/players/:id': read((request) => reads.player(id(request))),
    '/v1/players/:id/rating-history': read((request) => reads.history(id(request))),
    '/v1/players/:id/match-suggestions': read((request) => reads.suggestions(id(request))),
    '/v1/matches': {
      GET: read((request) =>
        reads.matches(new URL(request.url).searchParams.get('player_id') ?? ''),
      ),
      POST: createSubmit(database, access, PUBLIC_URL),
    },
  },
  fetch: () => refuse(404),
});
console.log(`http://localhost:${server.port}`);
