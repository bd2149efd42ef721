import type { Check, CheckContext } from '../../shared/exchange/kind.ts';
import { playersNamed } from './repository.ts';
import type { PlayerRecord } from './schema.ts';

/** Says of players to whom a file gives no id whose name is in already: the file may be in a second time. */
export function createPlayerCheck({ stored, remark }: CheckContext): Check<PlayerRecord> {
  return {
    async judge(players) {
      const unnamed = players.filter(({ made }) => made?.includes('id'));
      if (!stored || !remark || unnamed.length === 0) return players;
      const names = unnamed.map(({ record }) => record.display_name);
      const known = new Map(
        (await playersNamed(stored, names)).map(({ id, display_name }) => [display_name, id]),
      );
      for (const { line, record } of unnamed) {
        const id = known.get(record.display_name);
        if (id) remark(line, 'display_name', `there is a player of this name already, ${id}`);
      }
      return players;
    },
  };
}
