import { type Cell, readNumber, readTime } from '../../shared/exchange/cell.ts';
import type { Column, Editable } from '../../shared/exchange/kind.ts';
import { isId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { venueKind } from '../venues/index.ts';
import { readWindow } from './availability.ts';
import { exportPlayers, findPlayer, updatePlayer } from './repository.ts';
import { type PlayerRecord, PlayerRecordSchema } from './schema.ts';
import { registerPlayers } from './service.ts';

/** A level as people write it: `3.5` or `3,5`. */
export function readLevel(text: string): Cell<number> {
  return readNumber(text, 'expected a level such as 3.5.');
}

const columns: readonly Column[] = [
  { name: 'id', member: 'id', help: 'made where it is empty' },
  { name: 'display_name', member: 'display_name', needed: true, help: 'Zofia W.' },
  {
    name: 'self_assessed_ntrp',
    member: 'self_assessed_ntrp',
    needed: true,
    read: readLevel,
    help: '3.5 or 3,5',
  },
  {
    name: 'preferred_venues',
    member: 'preferred_venue_ids',
    many: true,
    to: venueKind,
    help: 'names or ids, with | between them',
  },
  {
    name: 'availability',
    member: 'availability',
    many: true,
    read: readWindow,
    help: 'monday 18:00-20:00 | saturday 10:00-14:00',
  },
  {
    name: 'created_at',
    member: 'created_at',
    read: readTime,
    otherwise: utc,
    help: 'as played_at; now, where it is empty',
  },
];

/** A player as it is listed. */
export type PlayerListed = Omit<PlayerRecord, 'created_at'> & { readonly created_at: string };

/** Players as a kind of record. */
export const playerKind: Editable<PlayerRecord, PlayerListed> = {
  name: 'player',
  words: ['player', 'players'],
  table: 'player',
  ids: 'player',
  schema: PlayerRecordSchema,
  references: ({ preferred_venue_ids }) =>
    preferred_venue_ids.map((id, index) => ({
      to: venueKind,
      place: `preferred_venue_ids/${index}`,
      id,
    })),
  moments: ({ created_at }) => ({ created_at: created_at.instant }),
  insert: (tx, players, { completed }) => registerPlayers(tx, players, completed),
  list: exportPlayers,
  columns,
  async *names(on) {
    for await (const { id, display_name, self_assessed_ntrp, created_at } of exportPlayers(on)) {
      const joined = created_at.slice(0, 'YYYY-MM-DD'.length);
      yield { id, name: display_name, note: `NTRP ${self_assessed_ntrp}, joined ${joined}` };
    }
  },
  async find(on, id) {
    const player = isId('player', id) ? await findPlayer(on, id) : undefined;
    if (!player) return undefined;
    const { rating: _, ...record } = player;
    return record;
  },
  update: (tx, player) => updatePlayer(tx.db, player),
};
