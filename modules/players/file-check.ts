import type { Check, CheckContext } from '../../shared/exchange/kind.ts';
import { comparableName } from '../../shared/names.ts';
import { mergedInto, namesakesOf } from './repository.ts';
import type { PlayerRecord } from './schema.ts';

/**
 * Remarks on players without an id in the file whose name is stored already, or on an earlier line: the file
 * may have been imported before, or hold somebody twice. Remarks on ids of players who were merged, too.
 */
export function createPlayerCheck({ stored, remark }: CheckContext): Check<PlayerRecord> {
  const lines = new Map<string, number>();
  return {
    async judge(players) {
      if (!remark || players.length === 0) return players;
      const unnamed = players.filter(({ made }) => made?.includes('id'));
      const ids = players.map(({ record }) => record.id);
      const merged = stored && (await mergedInto(stored, ids));
      for (const { line, record } of players) {
        const into = merged?.get(record.id);
        if (into) remark(line, 'id', `this player was merged into ${into}, and comes apart again`);
      }
      const names = unnamed.map(({ record }) => record.display_name);
      const namesakes = stored && names.length > 0 ? await namesakesOf(stored, names) : [];
      const known = new Map(
        namesakes.map(({ id, display_name }) => [comparableName(display_name), id]),
      );
      for (const { line, record } of unnamed) {
        const name = comparableName(record.display_name);
        const [id, earlier] = [known.get(name), lines.get(name)];
        if (id) remark(line, 'display_name', `there is a player of this name already, ${id}`);
        else if (earlier) remark(line, 'display_name', `line ${earlier} has this name, too`);
        else lines.set(name, line);
      }
      return players;
    },
  };
}
