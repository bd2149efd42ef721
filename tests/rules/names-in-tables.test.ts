import { expect, test } from 'bun:test';
import { readNames } from '../../modules/exchange/names.ts';
import { playerKind } from '../../modules/players/index.ts';
import type { Db } from '../../shared/database/db.ts';

const kindOf = (...names: string[]) => ({
  ...playerKind,
  references: {},
  title: { member: 'display_name', note: () => 'a note' },
  async *list() {
    for (const [n, name] of names.entries()) yield { id: `plr_aaaaaaaaa${n}`, display_name: name };
  },
});

test.each([5, 6])(
  'of %i namesakes five are listed, and it is said if there are more',
  async (count) => {
    const find = await readNames(kindOf(...Array(count).fill('Jan Z.')), {} as Db);
    const { fault } = find('Jan Z.', []) as { fault: string };
    expect(fault).toStartWith(`${count} players are named`);
    expect(fault.match(/plr_/g)).toHaveLength(5);
    expect(fault.includes('…')).toBe(count > 5);
  },
);

test.each([
  ['Eva', ' Did you mean "Ewa"?'],
  ['Iga', ''],
  ['Anna Nowack', ' Did you mean "Anna Nowak"?'],
  ['Hanna Nowack', ' Did you mean "Anna Nowak"?'],
  ['Hanna Nowacka', ''],
])(
  'a name is suggested that differs in one letter of three, and in two at most: %s',
  async (text, words) => {
    const find = await readNames(kindOf('Ewa', 'Anna Nowak'), {} as Db);
    const fault = `There is no player named "${text}".${words}`;
    expect(find(text, [])).toMatchObject({ fault });
  },
);
