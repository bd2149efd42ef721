// What the log says of somebody whose name is erased. rules 12.2
import { beforeAll, expect, test } from 'bun:test';
import { eraseNames, listEntries, loggedNames, note } from '../../modules/audit/index.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { ids } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { exportFrom } from './exchange.ts';

const [anna, bartek, celina, lukasz] = ids.players as readonly string[] as [
  PlayerId,
  PlayerId,
  PlayerId,
  PlayerId,
];
const by = { actor: { user: 'ewa' }, now: Date.parse('2026-05-01T10:00:00Z') };

onBothDatabases('a name that is erased', (kind) => {
  let service: TestService;
  const entries = async () => {
    const all = await listEntries(service.workbench.database.db, {}, 100);
    return all.filter(({ actor }) => 'user' in actor && actor.user === 'ewa').toReversed();
  };
  beforeAll(async () => {
    service = await startTestService(kind);
    await service.workbench.database.transaction(({ db }) =>
      note(db, by, [
        { action: 'player added', subject: anna, after: { display_name: 'Anna K.' } },
        {
          action: 'player updated',
          subject: anna,
          before: { display_name: 'Anna K.' },
          after: { display_name: 'Anna "Ł".' },
          reason: 'Anna K. is Anna "Ł". now',
        },
        {
          action: 'player updated',
          subject: bartek,
          before: { display_name: 'Bartek Ł.' },
          after: { display_name: 'Anna K.' },
          reason: 'another anna k. than anna k',
        },
        { action: 'players merged', subject: anna, after: { from: celina } },
        { action: 'player updated', subject: celina, after: { display_name: 'Celina Ż.' } },
        { action: 'players merged', subject: celina, after: { from: lukasz } },
        { action: 'player updated', subject: lukasz, after: { display_name: 'Łukasz W.' } },
        { action: 'match voided', subject: 'mat_1', reason: 'Celina Ż. was ill' },
        { action: 'match voided', subject: 'mat_2', reason: 'AnnaXKX was there' },
        { action: 'imported', after: { file: 'Anna K..csv' } },
        { action: 'imported', after: { file: 'anna-k and Celina_Ż.csv' }, reason: 'for Anna  K.' },
        { action: 'venue added', subject: 'ven_1', after: { name: 'Anna K.' }, reason: 'XAnna K.' },
        { action: 'player updated', subject: anna, after: { display_name: 'name', name: 'x' } },
      ]),
    );
  });
  const erase = () =>
    service.workbench.database.transaction(async ({ db }) => {
      const names = ['Ania', ...(await loggedNames(db, anna))];
      await eraseNames(db, anna, names, '$1 \\1 &');
      return names;
    });

  /** What is left of a reason after the names are replaced. */
  async function left(reason: string, names: readonly string[], replacement: string) {
    const { database } = service.workbench;
    const user = `of ${names.join()}: ${reason}`;
    await database.transaction(async ({ db }) => {
      const entry = { action: 'match voided', subject: 'mat_4', reason } as const;
      await note(db, { ...by, actor: { user } }, [entry]);
      await eraseNames(db, bartek, names, replacement);
    });
    const all = await listEntries(database.db, {}, 100);
    return all.find(({ actor }) => 'user' in actor && actor.user === user)?.reason;
  }

  test('goes as a whole, though a former one is how it begins', async () => {
    const reason = 'Ola Kowal asked, and Ola was ill';
    const expected = 'erased asked, and erased was ill';
    expect(await left(reason, ['Ola', 'Ola Kowal'], 'erased')).toBe(expected);
  });

  test('goes with the surname first, too, and where it was written with what nobody sees', async () => {
    const reason =
      'Sowa Jan, or Sowa, Jan, or JAN SOWA, but Jana Sowy; Maria Ewa Sowa, Ewa Maria Sowa';
    const expected = 'X, or X, or X, but Jana Sowy; X, Ewa Maria Sowa';
    expect(await left(reason, ['Jan \u00adSowa', 'Ewa Sowa Maria'], 'X')).toBe(expected);
  });

  test('that has two surnames goes with them first, too, with their hyphen or without', async () => {
    const reason =
      'Brzoza-Lis Ewa, and Brzoza-Lis, Ewa; Ewa Brzoza Lis; BRZOZA LIS EWA, not Brzoza Ewa';
    const expected = 'X, and X; X; X, not Brzoza Ewa';
    expect(await left(reason, ['Ewa Brzoza-Lis'], 'X')).toBe(expected);
  });

  test.each([
    ['Anna Q.', 'Piotr Q. - Anna W. was entered twice, and Ewa Q., Anna B., not Q. Anna'],
    ['.\u3164', 'entered twice, wrong score.'],
  ])('that is "%s" leaves others alone', async (name, reason) => {
    expect(await left(reason, [name], 'X')).toBe(reason);
  });

  test('goes, with the former ones and those of who was merged, and nothing else', async () => {
    const before = await entries();
    expect((await erase()).toSorted()).toEqual([
      'Ania',
      'Anna "Ł".',
      'Anna K.',
      'Celina Ż.',
      'name',
      'Łukasz W.',
    ]);
    const gone = '$1 \\1 &';
    const expected = [
      { after: { display_name: gone } },
      {
        before: { display_name: gone },
        after: { display_name: gone },
        reason: `${gone} is ${gone} now`,
      },
      // Somebody else of that name keeps it, but a reason is anybody's.
      { reason: `another ${gone} than ${gone}` },
      {},
      { after: { display_name: gone } },
      {},
      { after: { display_name: gone } },
      { reason: `${gone} was ill` },
      {},
      { after: { file: `${gone}.csv` } },
      { after: { file: `${gone} and ${gone}.csv` }, reason: `for ${gone}` },
      // Neither is a venue the player, nor a part of a word, nor the name of a member.
      {},
      { after: { display_name: gone, name: 'x' } },
    ];
    expect(await entries()).toEqual(
      before.map((entry, index) => ({ ...entry, ...expected[index] })) as typeof before,
    );
  });

  test('again: nothing is left to erase, and the log is closed again', async () => {
    const before = await exportFrom(service.workbench);
    await erase();
    expect(await exportFrom(service.workbench)).toBe(before);
  });

  test.each(['.', '?', '…'])('that is "%s" goes where it stands alone', async (name) => {
    const id = 'plr_marks00000' as PlayerId;
    const reason = 'said: "I was (not) there." Really?';
    const after = { display_name: name };
    const { database } = service.workbench;
    await database.transaction(({ db }) =>
      note(db, by, [{ action: 'player added', subject: id, after, reason }]),
    );
    const before = (await entries()).slice(0, -1);
    await database.transaction(({ db }) => eraseNames(db, id, [name], 'gone'));
    const all = await entries();
    expect(all.slice(0, -1)).toEqual(before);
    expect(all.at(-1)).toMatchObject({ reason, after: { display_name: 'gone' } });
  });

  test('without a name there is nothing to do', async () => {
    const { database } = service.workbench;
    const unknown = 'plr_none000000' as PlayerId;
    const before = await entries();
    await database.transaction(async ({ db }) => {
      const names = await loggedNames(db, unknown);
      expect(names).toEqual([]);
      await eraseNames(db, unknown, names, 'x');
    });
    expect(await entries()).toEqual(before);
  });
});

onBothDatabases('a name of which a part is a hyphen', (kind) => {
  test('is erased at once, beside a long line of hyphens, too', async () => {
    const { workbench } = await startTestService(kind);
    const { database } = workbench;
    const line = '-'.repeat(10_000);
    await database.transaction(async ({ db }) => {
      const after = { display_name: 'Jan - - - - - - B.' };
      await note(db, by, [
        { action: 'player added', subject: anna, after },
        { action: 'match voided', subject: 'mat_1', reason: `Jan${line}` },
        { action: 'match voided', subject: 'mat_2', reason: `It was Jan - B., ${line}` },
      ]);
      await eraseNames(db, anna, await loggedNames(db, anna), 'Nobody');
    });
    const reasons = (await listEntries(database.db, {}, 100)).map(({ reason }) => reason);
    expect(reasons).toContain(`Jan${line}`);
    expect(reasons).toContain(`It was Nobody, ${line}`);
  });
});
