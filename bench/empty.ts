// An Elysia app that does nothing: what answering costs by itself. Run by submit.ts.
import { Elysia } from 'elysia';

const answer = new Response('{}', { status: 201 });
const app = new Elysia().post('/v1/matches', () => answer.clone());
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch });
console.log(`http://localhost:${server.port}`);
