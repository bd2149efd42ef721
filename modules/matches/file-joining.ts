// Matches of a file that are older than their players' day of joining.
import type { Db } from '../../shared/database/db.ts';
import type { Numbered, Report } from '../../shared/exchange/kind.ts';
import { warsawDay } from '../../shared/time.ts';
import { playerKind } from '../players/index.ts';
import type { MatchRecord } from './record-schema.ts';

/** How many players are looked up at once. */
const portionSize = 1_000;

/** Remarks once on each stored player who joined after the day of the earliest match that a file brings. */
export function createJoiningCheck(stored: Db, remark: Report) {
  const earliest = new Map<string, { readonly line: number; readonly at: number; place: string }>();
  return {
    note(matches: readonly Numbered<MatchRecord>[]): void {
      for (const { line, record } of matches) {
        const at = record.played_at.instant;
        for (const [side, id] of record.player_ids.entries()) {
          if (at >= (earliest.get(id)?.at ?? Number.POSITIVE_INFINITY)) continue;
          earliest.set(id, { line, at, place: `player_ids/${side}` });
        }
      }
    },
    async finish(): Promise<void> {
      const ids = [...earliest.keys()];
      for (let start = 0; start < ids.length; start += portionSize) {
        for (const player of await playerKind.some(stored, ids.slice(start, start + portionSize))) {
          const { id, created_at } = player;
          const { line, at, place } = earliest.get(id) ?? { line: 0, at: Number.NaN, place: '' };
          const [day, joined] = [warsawDay(at), warsawDay(Date.parse(created_at))];
          if (!(day < joined)) continue;
          const way = `"tennis players update ${id} --joined ${day}" puts that right`;
          remark(line, place, `the match is older than the day of joining, ${joined}: ${way}`);
        }
      }
    },
  };
}
