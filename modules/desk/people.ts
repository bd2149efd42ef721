import { hash } from 'node:crypto';
import type { Database } from '../../shared/database/connect.ts';
import { type Db, isUniqueViolation, missingIds } from '../../shared/database/db.ts';
import { isId, newId, type PlayerId } from '../../shared/ids.ts';
import { comparableName } from '../../shared/names.ts';
import { problemAt } from '../../shared/problem.ts';
import { utc } from '../../shared/time.ts';
import { validate } from '../../shared/validation.ts';
import { type By, note } from '../audit/index.ts';
import { findPlayer, findPlayerInFull, playerKind } from '../players/index.ts';
import type { Form } from './form.ts';
import { type Candidate, candidateWith, playersMeant } from './repository.ts';

/** Who a form means by a name: one player, or a choice of those who may be meant. */
export type Meant =
  | { readonly player: Candidate; readonly fault?: undefined }
  | {
      readonly player?: undefined;
      readonly fault: 'missing' | 'unknown' | 'several' | 'level';
      readonly choice: readonly Candidate[];
    };

/** What a form calls the field of one of the two players. */
export const playerField = (side: number, more = '') => `player_${side + 1}${more}`;

/** Makes a player whom the form adds; called only if it says so. */
type Add = (player: NewPlayer) => Promise<PlayerId>;

/** Whom the form means by the name on that side; with `add`, also a player whom it adds. */
export async function playerMeant(db: Db, form: Form, side: number, add?: Add): Promise<Meant> {
  const field = (more = '') => form.text(playerField(side, more)).trim();
  const name = comparableName(field());
  if (name === '') return { fault: 'missing', choice: [] };
  const picked = comparableName(field('_of')) === name ? field('_id') : '';
  const isNew = picked === 'new' && add !== undefined;
  if (isNew && field('_level') === '') {
    const { exact, similar } = await playersMeant(db, name);
    return { fault: 'level', choice: [...exact, ...similar] };
  }
  const newcomer = {
    id: ownId(form.text('key'), side, name),
    name,
    level: field('_level'),
    isListed: field('_listed') !== '',
  };
  const id = isNew ? await add(newcomer) : picked;
  const chosen = isId('player', id) ? await candidateWith(db, id) : undefined;
  if (chosen) return { player: chosen };
  const { exact, similar } = await playersMeant(db, name);
  const written = exact.filter((one) => comparableName(one.display_name) === name);
  const [only, other] = written.length > 0 ? written : exact;
  if (only && !other && picked === '') return { player: only };
  const fault = exact.length > 0 ? 'several' : 'unknown';
  return { fault, choice: [...exact, ...similar] };
}

/** The id of a player whom a form adds: the same form again means the same player. */
export function ownId(key: string, side: number, name: string): PlayerId {
  const digest = hash('sha256', `${key} ${side} ${name}`, 'hex');
  const id = `plr_${BigInt(`0x${digest}`).toString(36).slice(-10)}`;
  return isId('player', id) ? id : newId('player');
}

/** Somebody whom a form adds. */
export type NewPlayer = {
  readonly id: PlayerId;
  readonly name: string;
  readonly level: string;
  /** Whether everybody may see the name. */
  readonly isListed: boolean;
  readonly venue?: string;
  readonly times?: readonly object[];
};

/** Adds a player, as `players add` does; throws a Problem with what is wrong. The same one again is added once. */
export async function addPlayer(
  { db, transaction }: Database,
  by: By,
  { id, name, level, isListed, venue = '', times = [] }: NewPlayer,
): Promise<PlayerId> {
  const record = validate(playerKind.schema, {
    id,
    display_name: comparableName(name),
    self_assessed_ntrp: Number(level.replace(',', '.')),
    preferred_venue_ids: venue === '' ? [] : [venue],
    availability: times,
    created_at: utc(by.now),
    unlisted: !isListed,
  });
  if ((await missingIds(db, 'venue', record.preferred_venue_ids)).length > 0) {
    const detail = 'There is no such venue.';
    throw problemAt('validation-failed', [{ pointer: '#/preferred_venue_ids', detail }]);
  }
  if (await findPlayer(db, id)) return id;
  try {
    await transaction(async (tx) => {
      await playerKind.insert(tx, [record], by);
      const after = await findPlayerInFull(tx.db, id);
      await note(tx.db, by, [{ action: 'player added', subject: id, after }]);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error; // the other one of two taps was faster
  }
  return id;
}
