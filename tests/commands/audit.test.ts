// Who did it: the log of who changed what. rules 12
import { beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { type AuditNote, note } from '../../modules/audit/index.ts';
import { completed, ids, secrets, testCity } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { exportFrom, importInto, recordsIn } from './exchange.ts';
import { commandsOn } from './terminal.ts';

type Entry = Readonly<Record<string, unknown>> & {
  readonly before: unknown;
  readonly after: unknown;
};

const [anna = '', bartek = '', celina = ''] = ids.players;
const client = { client_id: ids.client, organizer_id: ids.organizer };

onBothDatabases('the audit log', (kind) => {
  let service: TestService;
  let run: ReturnType<typeof commandsOn>;
  beforeAll(async () => {
    service = await startTestService(kind);
    run = commandsOn(service.workbench);
  });

  async function done(...words: string[]): Promise<string> {
    const { status, out, err } = await run([...words, '--json']);
    expect([status, err]).toEqual([0, '']);
    return out;
  }
  const listed = async (...options: string[]): Promise<Entry[]> =>
    JSON.parse(await done('audit', 'list', '--limit', '10000', ...options));
  /** The entries that the work leaves, the newest first. */
  async function left(work: () => Promise<unknown>): Promise<Entry[]> {
    const before = (await listed()).length;
    await work();
    const now = await listed();
    return now.slice(0, now.length - before);
  }
  const by = (user: string) => ({ actor: { user } });

  describe('has one entry of', () => {
    test('a submission, with its client and organizer', async () => {
      let match = {};
      const entries = await left(async () => {
        match = await json(await service.submit(completed()));
      });
      const { id: subject, created_at: at } = match as { id: string; created_at: string };
      const id = expect.stringMatching(/^aud_[a-z0-9]{10}$/);
      const action = 'match submitted';
      const what = { action, subject, reason: null, before: null, after: match };
      expect(entries).toEqual([{ id, at, actor: client, ...what }]);
    });

    test('each submission of many at once, in the order of the answers to each', async () => {
      const entries = await left(() =>
        Promise.all(Array.from({ length: 30 }, () => service.submit(completed()))),
      );
      expect(new Set(entries.map(({ subject }) => subject)).size).toBe(30);
    });

    const days = '--starts-on 2026-09-01 --ends-on 2026-12-20';
    test.each([
      ['organizer', 'organizers', '--name Third', '--name', 'Changed', 'name'],
      ['client', 'clients', `--organizer ${ids.organizer}`, '--scope', '', 'scopes'],
      ['API key', 'keys', '--label noted', '--label', 'changed', 'label'],
      [
        ...['pass', 'passes', `--organizer ${ids.organizer} --label noted`],
        ...['--label', 'changed', 'label'],
      ],
      ['venue', 'venues', '--name A --district B --address C', '--name', 'Changed', 'name'],
      [
        'competition',
        'competitions',
        `--name Cup --type league --organizer ${ids.organizer} --season 2026-autumn ${days}`,
        ...['--name', 'Changed', 'name'],
      ],
      ['player', 'players', '--name Nina --ntrp 3', '--name', 'Changed', 'display_name'],
    ])('%s: added, updated and ended', async (what, noun, options, option, value, member) => {
      let subject = '';
      const added = await left(async () => {
        subject = JSON.parse(await done(noun, 'add', ...options.split(' '))).id;
      });
      const noted = (verb: string) => [
        expect.objectContaining({
          ...by('anna'),
          ...{ action: `${what} ${verb}`, subject, reason: null },
        }),
      ];
      expect(added).toEqual(noted('added'));
      expect(added[0]?.before).toBeNull();

      const update = () => left(() => done(noun, 'update', subject, option, value));
      const updated = await update();
      expect(updated).toEqual(noted('updated'));
      const before: object = JSON.parse(JSON.stringify(added[0]?.after));
      const is = { [member]: member === 'scopes' ? [] : value };
      expect(updated[0]?.before).toEqual(before);
      expect(updated[0]?.after).toEqual({ ...before, ...is });
      expect(await update()).toEqual([]);

      const isCredential = ['client', 'API key', 'pass'].includes(what);
      if (isCredential) {
        const rotated = await left(() => done(noun, 'rotate', subject, '--overlap', '1'));
        expect(rotated).toEqual(noted('rotated'));
        const [until, after] = [null, { former_until: expect.any(String) }];
        expect(rotated[0]).toMatchObject({ before: { former_until: until }, after });
      }
      const last = await left(() => done(noun, isCredential ? 'revoke' : 'remove', subject));
      expect(last).toEqual(noted(isCredential ? 'revoked' : 'removed'));
      const after = isCredential ? { revoked_at: expect.any(String) } : null;
      expect(last[0]).toMatchObject({ before: is, after });
    });

    test('a new signing secret', async () => {
      const entries = await left(() => done('secret', 'rotate', '--overlap', '1'));
      const action = 'signing secret rotated';
      expect(entries).toMatchObject([{ ...by('anna'), action, subject: null }]);
    });

    test('an import, with the file and how much it brought', async () => {
      const rows = `competition,venue,played_at,player_1,player_2,score
${ids.league},${ids.venues[0]},2026-05-20 18:00,${anna},${bartek},6-1 6-1
${ids.league},${ids.venues[0]},2026-05-21 18:00,${anna},${bartek},6-1 6-2\n`;
      const entries = await left(() => run(['import', 'may.csv'], rows));
      const after = { file: 'may.csv', records: { match: 2 } };
      expect(entries).toMatchObject([{ ...by('anna'), action: 'imported', subject: null, after }]);
    });
  });

  describe('has no entry of', () => {
    test.each([
      [
        'a submission that is refused',
        () => service.submit(completed({ venue_id: 'ven_none000000' })),
      ],
      ['one that is in already', async () => service.submit(completed(first))],
      [
        'a submission again under the same key',
        async () => {
          const headers = { 'idempotency-key': 'noted-once' };
          const body = completed();
          await service.submit(body, headers);
          const answers = Array.from({ length: 5 }, () => service.submit(body, headers));
          for (const answer of await Promise.all(answers)) expect(answer.status).toBe(201);
        },
        1,
      ],
      ['a command that is refused', () => run(['venues', 'remove', ids.venues[0]])],
      ['one that names nothing', () => run(['players', 'remove', 'plr_none000000'])],
      ['an import that is refused', () => run(['import', '-'], '{"kind":"venue"}')],
      [
        'a dry run',
        () => run(['import', '-', '--dry-run'], '{"kind":"organizer","name":"Fourth"}'),
      ],
      ['what only reads', () => run(['players', 'list'])],
      ['a rating run', () => run(['ratings', 'run'])],
    ] as [string, () => Promise<unknown>, number?][])('%s', async (_, work, besides = 0) => {
      expect(await left(work)).toHaveLength(besides);
    });
    const first = { played_at: '2026-05-29T10:00:00Z' };
    beforeAll(async () => {
      expect((await service.submit(completed(first))).status).toBe(201);
    });
  });

  test('an entry of `init` holds what was made', async () => {
    const empty = await startTestService(kind, { records: [] });
    const words = '--organizer Club --venue Court --district Wola --address Here --competition Cup';
    const on = commandsOn(empty.workbench);
    const made = await on(['init', ...words.split(' '), '--json']);
    expect(made.err).toBe('');
    const { client_id, api_key, client_secret, desk_address } = JSON.parse(made.out);
    const pass = desk_address.split('/').at(-1);
    const { out } = await on(['audit', 'list', '--json']);
    const after = { organizer: { name: 'Club' }, venue: { name: 'Court' }, client: { client_id } };
    expect(JSON.parse(out)).toMatchObject([{ ...by('anna'), action: 'set up', after }]);
    for (const secret of [api_key, client_secret, pass]) expect(out).not.toContain(secret);
  });

  describe('stays as it was written', () => {
    test.each([
      'update audit_entry set reason = $$x$$',
      'update audit_entry set actor = $${}$$ where sequence = 1',
      'delete from audit_entry',
      'truncate audit_entry',
      'truncate audit_entry, match cascade',
      `with erasing as materialized (select set_config('tennis.erasing', '${anna}', true))
        update audit_entry set subject = $$x$$ from erasing`,
      `with erasing as materialized (select set_config('tennis.erasing', 'everybody', true))
        update audit_entry set reason = $$x$$ from erasing`,
      `with erasing as materialized (select set_config('tennis.erasing', '${anna}', true))
        delete from audit_entry using erasing`,
    ])('%s', async (statement) => {
      const before = await exportFrom(service.workbench);
      const { database } = service.workbench;
      const attempt = database.transaction(({ db }) => sql.raw(statement).execute(db));
      expect(await failureOf(attempt)).toContain('The audit log is only ever added to.');
      expect(await exportFrom(service.workbench)).toBe(before);
    });
  });

  describe('is listed', () => {
    test('with the time of play as it was and as it is, once', async () => {
      const played_at = '2026-04-11T16:00:00Z';
      const { id } = await json(await service.submit(completed({ played_at })));
      const correction = ['matches', 'correct', id, '--played-at', '2026-04-12 19:30'];
      const { status } = await run([...correction, '--reason', 'a day late', '--yes']);
      expect(status).toBe(0);
      const { out } = await run(['audit', 'list', '--limit', '1']);
      expect(out).toMatch(/ {2}a day late +played at 2026-04-11 18:00 → 2026-04-12 19:30\n$/);
    });

    test('with what tells most of a thing that wasn’t there before, or isn’t any more', async () => {
      await service.submit(completed());
      const added = ['--name', 'Warsovia', '--district', 'Wola', '--address', 'Here 1'];
      const venue = JSON.parse(await done('venues', 'add', ...added));
      await run(['venues', 'remove', venue.id]);
      const { out } = await run(['audit', 'list', '--limit', '3']);
      const changes = out
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(/ - +/)[1]);
      expect(changes).toEqual([
        'name Warsovia',
        'name Warsovia',
        `score 6-4 6-3, winner id ${anna}`,
      ]);
    });

    test('of a match, of a player with their matches, from a day on', async () => {
      const match = await json(await service.submit(completed({ player_ids: [celina, anna] })));
      await done('players', 'update', celina, '--name', 'Celina Y.');
      expect(await listed('--match', match.id)).toMatchObject([{ subject: match.id }]);
      const subjects = async (player: string) =>
        (await listed('--player', player)).map(({ subject }) => subject);
      expect((await subjects(celina)).slice(0, 2)).toEqual([celina, match.id]);
      expect((await subjects(anna)).includes(match.id)).toBe(true);
      expect(await subjects(bartek)).not.toContain(match.id);
      const day = (await listed())[0]?.at;
      expect(await listed('--since', String(day).slice(0, 10))).not.toEqual([]);
      expect(await listed('--since', '2999-01-01')).toEqual([]);
      expect(await listed('--since', '0001-01-01')).toEqual(await listed());
    });

    test('of what is there and nothing was done to, and of what was removed', async () => {
      const { id } = JSON.parse(await done('players', 'add', '--name', 'Ewa N.', '--ntrp', '3'));
      await done('players', 'remove', id);
      expect(await listed('--player', id)).toHaveLength(2);
      expect(await listed('--player', id, '--since', '2999-01-01')).toEqual([]);
      const match = { kind: 'match', id: 'mat_untouched0', ...completed({ court_number: 4 }) };
      await importInto(service.workbench, [match]);
      expect(await listed('--match', match.id)).toEqual([]);
      expect(await listed('--player', ids.players[9] ?? '')).toEqual([]);
    });

    test('from midnight in Warsaw on', async () => {
      const at = (text: string) => ({ actor: { user: 'night' }, now: Date.parse(text) });
      const moments = ['2031-07-01T21:59:59.999Z', '2031-07-01T22:00:00Z'];
      for (const text of moments) {
        const notes: AuditNote[] = [{ action: 'imported' }];
        await service.workbench.database.transaction(({ db }) => note(db, at(text), notes));
      }
      expect(await listed('--since', '2031-07-02')).toMatchObject([
        { at: '2031-07-01T22:00:00.000Z' },
      ]);
      expect(await listed('--since', '2031-07-01')).toHaveLength(2);
    });
  });

  test('`matches show` names who submitted it, or who imported it', async () => {
    const submitted = await json(await service.submit(completed()));
    expect(JSON.parse(await done('matches', 'show', submitted.id))).toEqual({
      ...submitted,
      submitted_by: client,
    });
    const words = await run(['matches', 'show', submitted.id]);
    expect(words.out).toMatch(/^submitted_by +client_first of First Club \(org_first\)$/m);
    const shownAfter = async (record: object) => {
      await run(
        ['import', '-'],
        JSON.stringify({ kind: 'match', id: 'mat_imported01', ...record }),
      );
      return run(['matches', 'show', 'mat_imported01']);
    };
    expect((await shownAfter(completed())).out).toMatch(/^submitted_by +anna, by an import$/m);
    const old = { kind: 'match', id: 'mat_imported02', created_at: '2026-05-03T10:00:00Z' };
    await importInto(service.workbench, [{ ...completed(), ...old }]);
    expect(JSON.parse(await done('matches', 'show', old.id)).submitted_by).toBe(null);
  });

  test('holds no key, no secret and no hash of one', async () => {
    const made = [
      await done('keys', 'add', '--label', 'secret'),
      await done('keys', 'rotate', 'secret'),
      await done('clients', 'add', '--organizer', ids.organizer),
      await done('passes', 'add', '--organizer', ids.organizer, '--label', 'secret'),
      await done('passes', 'rotate', 'secret'),
    ].map((out) => JSON.parse(out));
    const { client_id } = made[2];
    made.push(JSON.parse(await done('clients', 'rotate', client_id)));
    const { rows } = await sql<{ text: string }>`
      select a.*::text as text from audit_entry as a`.execute(service.workbench.database.db);
    const log = rows.map(({ text }) => text).join('\n');
    const { rows: hashes } = await sql<{ hash: string }>`
      select key_hash as hash from api_key union select former_hash from api_key
      union select pass_hash from pass union select former_hash from pass
      union select secret_hash from api_client union select former_hash from api_client
      union select value from installation_secret`.execute(service.workbench.database.db);
    const hidden = [
      ...made.flatMap(({ key, client_secret, address }) => [
        key,
        client_secret,
        address?.slice(-42),
      ]),
      ...hashes.map(({ hash }) => hash),
      ...Object.values(secrets),
    ].filter((secret) => typeof secret === 'string');
    expect(hidden.length).toBeGreaterThan(15);
    expect(hidden.filter((secret) => log.includes(secret))).toEqual([]);
    expect(/_hash|client_secret|"key"|trp_/.exec(log)).toBe(null);
  });

  test('comes back from an export as it was, ids, times and order, and nothing is added', async () => {
    const { workbench } = await startTestService(kind, { records: [] });
    const text = await exportFrom(service.workbench);
    expect(recordsIn(text).filter((record) => record.kind === 'audit').length).toBeGreaterThan(30);
    expect(await importInto(workbench, text.split('\n'))).toEqual({ ok: true, faults: [] });
    expect(await exportFrom(workbench)).toBe(text);
  });

  test('comes into a database that holds something with an entry of the import', async () => {
    const { workbench } = await startTestService(kind, { records: testCity().slice(0, 1) });
    const log = recordsIn(await exportFrom(service.workbench)).slice(-50);
    const entries = log.filter((record) => record.kind === 'audit');
    await importInto(workbench, entries);
    const now = recordsIn(await exportFrom(workbench)).slice(2);
    const after = { file: 'tests', records: { audit: entries.length } };
    expect(now).toEqual([...entries, expect.objectContaining({ action: 'imported', after })]);
  });

  test('is listed with each entry on a line, with nothing for a terminal to obey, whatever a file is called', async () => {
    const by = { actor: { user: 'anna' }, now: Date.parse('2999-01-01T10:00:00Z') };
    const after = { file: 'a\n2026-05-01 10:00  ewa  player erased\u001b[2K\u009b1m.csv' };
    await service.workbench.database.transaction(({ db }) =>
      note(db, by, [{ action: 'imported', after }]),
    );
    const { out } = await run(['audit', 'list', '--since', '2999-01-01']);
    const [, entry, ...more] = out.trimEnd().split('\n');
    expect(entry).toEndWith('file a\\n2026-05-01 10:00  ewa  player erased\\u001b[2K\\u009b1m.csv');
    expect(more).toEqual([]);
  });
});
