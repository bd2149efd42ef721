import { listedBy } from '../../shared/database/paging.ts';
import { dateHint, readNumber, readYesNo } from '../../shared/exchange/cell.ts';
import { field, needed } from '../../shared/exchange/field.ts';
import { called, type Editable } from '../../shared/exchange/kind.ts';
import { readMoment, readTime } from '../../shared/exchange/moment.ts';
import type { Sheet } from '../../shared/exchange/sheet.ts';
import { utc, warsawDay } from '../../shared/time.ts';
import { venueKind } from '../venues/index.ts';
import { readWindow } from './availability.ts';
import { createPlayerCheck } from './file-check.ts';
import { updatePlayer } from './parts-repository.ts';

import { formerNames, insertPlayers, recordedPlayers, withoutListed } from './repository.ts';

import { type PlayerRecord, PlayerRecordSchema } from './schema.ts';

export type PlayerListed = Omit<PlayerRecord, 'created_at'> & { readonly created_at: string };

/** A player who joined on a day is there when it begins. */
const playerSheet: Sheet = {
  parts: [],
  compose({ created_at, ...texts }) {
    if (created_at === undefined) return { texts };
    const joined = readMoment(created_at);
    const isDay = 'value' in joined && joined.value.clock === undefined;
    return { texts: { ...texts, created_at: isDay ? `${joined.value.day} 00:00` : created_at } };
  },
};

export const playerKind: Editable<PlayerRecord, PlayerListed> = {
  ...called('player'),
  schema: PlayerRecordSchema,
  references: { preferred_venue_ids: venueKind },
  past: ['created_at'],
  createCheck: createPlayerCheck,
  async insert(tx, players, { whole }) {
    await insertPlayers(tx.db, players);
    // The other modules needn't hear of players who bring a rating history of their own.
    const fresh = players.filter(({ id }) => !whole?.has(id));
    await tx.publish('players.registered', {
      players: fresh.map((player) => ({ ...player, created_at: utc(player.created_at.instant) })),
    });
  },
  ...listedBy(recordedPlayers, 'id', withoutListed),
  content: ({ unlisted = false, ...player }, line) => ({
    ...player,
    ...(line.unlisted !== undefined && { unlisted }),
  }),
  title: {
    member: 'display_name',
    note: ({ self_assessed_ntrp, created_at }) =>
      `NTRP ${self_assessed_ntrp}, joined ${warsawDay(Date.parse(created_at))}`,
    former: formerNames,
    isOfPerson: true,
  },
  keeps: ({ id, self_assessed_ntrp }) => ({
    self_assessed_ntrp: `keeps the level ${self_assessed_ntrp.toFixed(1)} of joining; "tennis players update ${id} --ntrp" changes it`,
  }),
  update: updatePlayer,
  sheet: playerSheet,
  columns: [
    field('id', 'id', 'made if left empty'),
    needed('display_name', 'display_name', 'Zofia W.', {
      also: [
        'name',
        'player',
        'imię i nazwisko',
        'nazwisko i imię',
        'zawodnik',
        'zawodniczka',
        'gracz',
      ],
    }),
    needed('self_assessed_ntrp', 'self_assessed_ntrp', '3.5 or 3,5', {
      read: readLevel,
      also: ['level', 'ntrp', 'ntrp level', 'poziom', 'poziom ntrp'],
    }),
    field('preferred_venues', 'preferred_venue_ids', 'names or ids, with | between them', {
      many: true,
      also: ['venues', 'venue', 'clubs', 'club', 'obiekty', 'obiekt', 'kluby', 'klub', 'korty'],
    }),
    field('availability', 'availability', 'monday 18:00-20:00 | saturday 10:00-14:00', {
      many: true,
      read: readWindow,
      also: ['available', 'dostępność', 'terminy'],
    }),
    field('created_at', 'created_at', 'as played_at, or a day alone; now if left empty', {
      read: readTime,
      dated: true,
      fresh: utc,
      also: ['joined', 'joined at', 'dołączył', 'dołączyła', 'data dołączenia'],
    }),
    field('unlisted', 'unlisted', 'yes or no: without page and name on the public ones', {
      read: readYesNo,
      also: ['ukryty', 'ukryta'],
      fresh: () => false,
    }),
  ],
};

/** A level as people write it: `3.5` or `3,5`. */
export function readLevel(text: string) {
  return readNumber(text, `expected a level such as 3.5${dateHint(text) ?? ''}.`);
}
