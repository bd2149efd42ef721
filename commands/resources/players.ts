import {
  findPlayer,
  type PlayerListed,
  type PlayerRecord,
  playerKind,
  readLevel,
  readWindow,
} from '../../modules/players/index.ts';
import { isId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { availabilityInWords } from '../words.ts';
import type { Records } from './records.ts';

/** Who plays. */
export const players: Records<PlayerRecord, PlayerListed> = {
  kind: playerKind,
  about: 'who plays',
  flags: [
    {
      name: '--name <name>',
      member: 'display_name',
      needed: true,
      help: 'first name and last initial, such as "Anna K."',
    },
    {
      // The level sets the starting rating and never changes afterwards.
      name: '--ntrp <level>',
      member: 'self_assessed_ntrp',
      needed: true,
      fixed: true,
      read: readLevel,
      help: 'self-assessed NTRP level, 1.5 to 5.5',
    },
    {
      name: '--venue <id>',
      member: 'preferred_venue_ids',
      many: true,
      help: 'a preferred venue; once for each',
    },
    {
      name: '--available <window>',
      member: 'availability',
      many: true,
      read: readWindow,
      help: 'a weekly window such as "monday 18:00-20:00"; once for each',
    },
  ],
  fresh: (now) => ({ preferred_venue_ids: [], availability: [], created_at: utc(now) }),
  example: "--name 'Anna K.' --ntrp 3.5 --venue ven_… --available 'monday 18:00-20:00'",
  shown: async (on, id) => (isId('player', id) ? findPlayer(on, id) : undefined),
  inWords: ({ self_assessed_ntrp, preferred_venue_ids, availability, ...player }) => ({
    ...player,
    ntrp: self_assessed_ntrp,
    venues: preferred_venue_ids,
    availability: availabilityInWords(availability),
  }),
};
