import {
  exportPlayers,
  findPlayer,
  type PlayerRecord,
  PlayerRecordSchema,
  registerPlayers,
  updatePlayer,
} from '../../modules/players/index.ts';
import { missingIds } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import { isId, newId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { readAvailability, readNumber } from '../exchange/csv-cells.ts';
import { availabilityInWords } from '../words.ts';
import { type Resource, wrongOption } from './record.ts';
import { repeated } from './resource.ts';

type Stored = Omit<PlayerRecord, 'created_at'> & { readonly created_at: string };

/** Who plays. */
export const players: Resource<Stored, PlayerRecord> = {
  one: 'player',
  about: 'who plays',
  schema: PlayerRecordSchema,
  options(command, required) {
    const option = required ? 'requiredOption' : 'option';
    command[option]('--name <name>', 'first name and last initial, such as "Anna K."');
    // The level sets the starting rating and never changes afterwards.
    if (required) command.requiredOption('--ntrp <level>', 'self-assessed NTRP level, 1.5 to 5.5');
    return command
      .option('--venue <id>', 'a preferred venue; once for each', repeated)
      .option(
        '--available <window>',
        'a weekly window such as "monday 18:00-20:00"; once for each',
        repeated,
      );
  },
  flags: {
    display_name: '--name',
    self_assessed_ntrp: '--ntrp',
    preferred_venue_ids: '--venue',
    availability: '--available',
  },
  example: "--name 'Anna K.' --ntrp 3.5 --venue ven_… --available 'monday 18:00-20:00'",
  record: ({ name, ntrp, venue, available }, stored) => ({
    id: stored?.id ?? newId('player'),
    display_name: name ?? stored?.display_name,
    self_assessed_ntrp: stored?.self_assessed_ntrp ?? levelOf(String(ntrp)),
    preferred_venue_ids: venue ?? stored?.preferred_venue_ids ?? [],
    availability: Array.isArray(available)
      ? available.map(String).map(windowOf)
      : (stored?.availability ?? []),
    created_at: stored?.created_at ?? utc(Date.now()),
  }),
  inWords: ({ self_assessed_ntrp, preferred_venue_ids, availability, ...player }) => ({
    ...player,
    ntrp: self_assessed_ntrp,
    venues: preferred_venue_ids,
    availability: availabilityInWords(availability),
  }),
  all: exportPlayers,
  find: async (on, id) => (isId('player', id) ? findPlayer(on, id) : undefined),
  async insert(tx, player) {
    await checkVenues(tx, player);
    await registerPlayers(tx, [player]);
  },
  async update(tx, player) {
    await checkVenues(tx, player);
    await updatePlayer(tx.db, player);
  },
};

function levelOf(text: string): number {
  const level = readNumber(text);
  if ('fault' in level) throw wrongOption('--ntrp', text, 'expected a level such as 3.5.');
  return level.value;
}

function windowOf(text: string) {
  const cell = readAvailability(text);
  const [window, ...more] = 'value' in cell ? cell.value : [];
  if (!window || more.length > 0) {
    const reason = 'expected a day and two times, such as monday 18:00-20:00.';
    throw wrongOption('--available', text, reason);
  }
  return window;
}

async function checkVenues({ db }: Transaction, { preferred_venue_ids }: PlayerRecord) {
  const [venue] = await missingIds(db, 'venue', preferred_venue_ids);
  if (venue) throw wrongOption('--venue', venue, 'there is no such venue.', 1);
}
