// What a server tells of commands that other processes run. rules 12
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { followCommands, note } from '../../modules/audit/index.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';

onBothDatabases('commands that are followed', (kind) => {
  test('are told once, also after the database went back to an earlier state', async () => {
    const { workbench } = await startTestService(kind);
    const { db, transaction } = workbench.database;
    const told: unknown[] = [];
    const tell = await followCommands(db, Date.now, ({ subject }) => void told.push(subject));
    const add = (subject: string) =>
      transaction((tx) =>
        note(tx.db, { actor: { user: 'ewa' }, now: Date.now() }, [
          { action: 'player added', subject },
        ]),
      );
    for (const subject of ['first', 'second', 'third']) await add(subject);
    await tell();
    await tell();
    expect(told.splice(0)).toEqual(['first', 'second', 'third']);

    const sequence = sql`pg_get_serial_sequence('audit_entry', 'sequence')`;
    await sql`alter table audit_entry disable trigger user`.execute(db);
    await sql`delete from audit_entry where subject in ('second', 'third')`.execute(db);
    await sql`select setval(${sequence}, (select max(sequence) from audit_entry))`.execute(db);
    await tell();
    await add('fourth');
    await tell();
    expect(told).toEqual(['fourth']);
  });
});
