import { Option } from 'commander';
import {
  findPlayerInFull,
  listedPlayers,
  mergedInto,
  namesakesOf,
  type PlayerListed,
  type PlayerRecord,
  type PlayerShown,
  playerKind,
  readLevel,
  readWindow,
} from '../../modules/players/index.ts';
import { playersNamed } from '../../modules/ratings/index.ts';
import { Failure } from '../../shared/console/console.ts';
import { field, needed } from '../../shared/exchange/field.ts';
import { isId } from '../../shared/ids.ts';
import { compareNames } from '../../shared/names.ts';
import { utc } from '../../shared/time.ts';
import { aLevel, playerCorrections, withHistory } from '../player-corrections.ts';
import { playerData } from '../player-data.ts';
import { availabilityInWords } from '../words.ts';
import { secondOne } from './namesakes.ts';
import type { Resource } from './resource.ts';

const aName = 'first name and last initial, such as "Anna K."';
const aWindow = 'a weekly window such as "monday 18:00-20:00"';

export const players: Resource<PlayerRecord, PlayerListed> = {
  kind: playerKind,
  about: 'who plays',
  fields: [
    needed('--name <name>', 'display_name', aName),
    // It sets the starting rating.
    needed('--ntrp <level>', 'self_assessed_ntrp', aLevel, { fixed: true, read: readLevel }),
    field('--venue <id>', 'preferred_venue_ids', 'a preferred venue', { many: true }),
    field('--available <window>', 'availability', aWindow, { many: true, read: readWindow }),
    field('--unlisted', 'unlisted', 'no page and no name on the public ones', {
      read: () => ({ value: true }),
    }),
    field('--listed', 'unlisted', 'shown there, as everybody is unless it is said', {
      read: () => ({ value: false }),
      conflicts: 'unlisted',
    }),
  ],
  changes: ({ update, remove }) => [withHistory(update), ...playerCorrections, playerData, remove],
  async doubt(db, { display_name }) {
    const [other] = await namesakesOf(db, [display_name]);
    return other && secondOne(playerKind, other.id);
  },
  fresh: (now) => ({ preferred_venue_ids: [], availability: [], created_at: utc(now) }),
  examples: ["--name 'Anna K.' --ntrp 3.5 --venue ven_… --available 'monday 18:00-20:00'"],
  listOptions: [
    new Option('--sort <order>', 'by id, by name, or by rating from the highest')
      .choices(['id', 'name', 'rating'])
      .default('id'),
    new Option('--name <part>', 'only whose name has this in it, as the pages search'),
  ],
  async all(db, { sort, name }) {
    const ids = name === undefined ? undefined : await playersNamed(db, `${name}`);
    const players = await Array.fromAsync(listedPlayers(db, ids));
    if (sort === 'id') return players;
    return players.toSorted((one, other) =>
      sort === 'name' ? byName(one, other) : other.rating.value - one.rating.value,
    );
  },
  async shown(db, id) {
    if (!isId('player', id)) return undefined;
    const player = await findPlayerInFull(db, id);
    const into = player ? undefined : (await mergedInto(db, [id])).get(id);
    if (into) throw new Failure(`The player ${id} was merged into ${into}.`);
    return player;
  },
  inWords: (listed: PlayerListed & Partial<Pick<PlayerShown, 'rating'>>) => {
    const { id, display_name, rating, ...rest } = listed;
    const { self_assessed_ntrp, preferred_venue_ids, availability, unlisted, ...player } = rest;
    return {
      id,
      display_name,
      ...(rating && { rating: rating.value, confidence: rating.confidence }),
      ...player,
      ntrp: self_assessed_ntrp,
      venues: preferred_venue_ids,
      availability: availabilityInWords(availability),
      unlisted: unlisted ? 'yes' : 'no',
    };
  },
};

type Called = Pick<PlayerListed, 'id' | 'display_name'>;

function byName(one: Called, other: Called): number {
  return compareNames([one.display_name, one.id], [other.display_name, other.id]);
}
