// The two reads of reads.ts by hand: Bun.serve and one prepared statement each, without credentials,
// limits, checks, logs. `by-hand.ts embedded FOLDER` or `by-hand.ts server URL`.
import { openEmbedded } from '../shared/database/embedded/open.ts';

const player = `select json_build_object('id', p.id, 'display_name', p.display_name,
  'self_assessed_ntrp', p.self_assessed_ntrp, 'rating',
  json_build_object('value', p.rating_value, 'confidence', p.rating_confidence),
  'preferred_venue_ids', array(select venue_id from player_venue v where v.player_id = p.id
    order by position),
  'availability', p.availability, 'created_at', p.created_at) as item`;
const one = `${player} from player p where p.id = $1`;
const list = `select json_agg(item) as items from (${player} from player p
  order by p.display_name collate "und-x-icu", p.id limit $1) as items`;

type Query = (text: string, values: unknown[]) => Promise<{ item?: unknown; items?: unknown }[]>;

const [place, where = ''] = process.argv.slice(2);

async function connect(): Promise<Query> {
  if (place === 'server') {
    const client = new Bun.SQL(where, { max: 10 });
    return (text, values) => client.unsafe(text, values);
  }
  const { pglite } = await openEmbedded(where);
  return async (text, values) => (await pglite.query<{ item: unknown }>(text, values)).rows;
}

const query = await connect();
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const [path, search] = request.url.slice(request.url.indexOf('/v1/players')).split('?');
    if (search === undefined) {
      const [row] = await query(one, [path?.slice('/v1/players/'.length)]);
      return Response.json(row?.item);
    }
    const [row] = await query(list, [20]);
    return Response.json({ data: row?.items, next_cursor: null });
  },
});
console.log(`http://localhost:${server.port}`);
