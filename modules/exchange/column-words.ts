// What the rules say of a record, in the words of its table.
import type { Field } from '../../shared/exchange/field.ts';

/** The columns of a member, in words: `player_1 and player_2`. */
export function columnsOf(columns: readonly Field[], name: string): string {
  const found = columns.filter(({ member }) => memberOf(member) === name);
  return found.map((column) => column.name).join(' and ') || name;
}

/** What the rules say of a record, in the words of the table. */
export function inColumns(columns: readonly Field[], reason: string): string {
  if (/^"\w+" is missing\.$/.test(reason)) return 'It is missing.';
  return reason
    .replace(/(?<=can't be )plr_\w+/, 'this player') // whose id may not stand in the table
    .replaceAll(/\b\w+_ids?\b/g, (member) => columnsOf(columns, member));
}

/** The member that a path begins with. */
export function memberOf(path: string): string {
  return path.replace(/\/.*/, '');
}
