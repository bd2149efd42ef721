import { missingIds } from '../../shared/database/db.ts';
import { type Check, type CheckContext, recordsOf } from '../../shared/exchange/kind.ts';
import { drawerNumbers, drawerOf } from '../../shared/exchange/spread.ts';
import { voidedKind } from '../matches/index.ts';
import { giveRoom, usualRoom } from './order-repository.ts';
import { newPlace } from './place-repository.ts';
import type { VoidedEntryRecord } from './schema.ts';

type Voided = { readonly line: number; readonly id: string; readonly players: string };
type Kept = { readonly line: number; readonly of: string; readonly player: string };

/**
 * Checks that each voided match of a file has what restoring it brings back: both entries if it was rated,
 * else none. Until the end of the file they wait on the disk, where they are joined. rules 9.3
 */
export function createKeptCheck(context: CheckContext): Check<VoidedEntryRecord> {
  const { drawers, report, stored, pause } = context;
  /** How many entries follow the same one of the history; in a sound file no more than there are in all. */
  let inARow = 0;
  let count = 0;
  const room = () => Math.min(inARow, count);

  async function join(number: number): Promise<void> {
    const matches = [...drawers.take<Voided>(`voided ${number}`)].flat();
    const ids = new Set(matches.map(({ id }) => id));
    const kept = Map.groupBy([...drawers.take<Kept>(`kept ${number}`)].flat(), ({ of }) => of);
    for (const { line, id, players } of matches) {
      const entries = kept.get(id) ?? [];
      const own = entries.map(({ player }) => player).toSorted();
      if (own.join(' ') === players) continue;
      const has = players === '' ? 'a match that was not rated has no' : 'a rated match needs its';
      report(line, 'rating_status', `${has} history in the file`);
    }
    const others = [...kept.keys()].filter((id) => !ids.has(id));
    const missing = new Set(stored ? await missingIds(stored, 'voided_match', others) : others);
    for (const id of others.filter((other) => !missing.has(other))) {
      for (const { line } of kept.get(id) ?? []) {
        report(line, 'voided_match_id', 'its voided match is no part of the file');
      }
    }
  }

  return {
    judge(entries, beside) {
      for (const { line, record } of recordsOf(beside, voidedKind)) {
        const { id, rating_status, player_ids } = record;
        const players = rating_status === 'rated' ? player_ids.toSorted().join(' ') : '';
        drawers.put(`voided ${drawerOf(id)}`, { line, id, players });
      }
      count += entries.length;
      for (const { line, record } of entries) {
        const { reason, voided_match_id: of, player_id: player, nth } = record;
        inARow = Math.max(inARow, nth);
        const isMatch = reason.code === 'match_result';
        if (reason.code === 'initial_assessment')
          report(line, 'reason/code', 'does not come with a match');
        for (const member of ['value_before', 'confidence_before'] as const) {
          if (record[member] === null)
            report(line, member, 'must not be null: the entry came with a match');
        }
        if ((record.calculation !== null) !== isMatch) {
          report(line, 'calculation', 'a match_result has one, nothing else has');
        }
        if (!isMatch) continue;
        if (reason.match_id !== of) report(line, 'reason/match_id', `is not ${of}`);
        drawers.put(`kept ${drawerOf(of)}`, { line, of, player });
      }
      return entries;
    },
    async finish() {
      for (const number of drawerNumbers) {
        await join(number);
        await pause();
      }
    },
    async hold(db) {
      if (room() > usualRoom) await giveRoom(db, room());
      return true;
    },
    async settle({ db }) {
      if (room() <= usualRoom) return;
      await newPlace(db); // later entries come after these
      await giveRoom(db, usualRoom);
    },
  };
}
