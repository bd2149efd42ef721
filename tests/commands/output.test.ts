// What people read of each command.
import { beforeAll, expect, test } from 'bun:test';
import stringWidth from 'string-width';
import { ids } from '../support/city.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';
import { now, playedCity } from './world.ts';

const [anna = ''] = ids.players;

/** The text with points for what is made at random. */
function masked(text: string): string {
  const known = JSON.stringify(playedCity());
  return text
    .replaceAll(/\b(tr[kps])_\w{38}\b/g, '$1_…')
    .replaceAll(/\b([a-z]{3})_[a-z0-9]{10,16}\b/g, (id, kind) =>
      known.includes(id) ? id : `${kind}_${'.'.repeat(id.length - 4)}`,
    );
}

onBothDatabases('people read', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: playedCity(), clock: () => now });
    await service.rate();
  });

  /** What a file gets of each command; IT is the id that the last one printed. */
  async function session(...lines: string[]): Promise<string> {
    const texts: string[] = [];
    let it = '';
    for (const line of lines) {
      const words = line.split(' ').map((word) => (word === 'IT' ? it : word));
      const { out, err } = await commandsOn(service.workbench)(words);
      texts.push(`$ tennis ${line}\n${out}${err}`);
      it = /^id +(\S+)$/m.exec(out)?.[1] ?? it;
    }
    return masked(texts.join('\n'));
  }

  test('of ratings', async () => {
    const said = await session(
      'ratings run',
      'ratings decay',
      'ratings verify',
      `ratings show ${anna}`,
      `ratings show ${ids.players[4]}`,
      'ratings rebuild --dry-run',
    );
    expect(said).toMatchInlineSnapshot(`
      "$ tennis ratings run
      Rated 0 matches.

      $ tennis ratings decay
      Gave 0 drops of confidence to 0 players.

      $ tennis ratings verify
      Verified 12 players and 3 rated matches: no difference.

      $ tennis ratings show plr_aaaaaaaa01
      name              Anna K.
      rating            1325
      confidence        40 of 100
      state             ranked
      rated_matches     2
      last_rated_match  2026-05-10 23:59

      day         change  rating  why
      2026-05-10  +23     1325    You beat Bartek Ł., whose rating of 1283 was close to yours, so your rating rose by 23 points to 1325.
      2026-05-02  +2      1302    You retired against Celina Ż., rated 1417, but winning 5 of the 13 completed games was better than the ratings predicted, so your rating rose by 2 points to 1302.
      2026-01-01  -       1300    You assessed yourself at NTRP 3.0, so your rating starts at 1300.

      $ tennis ratings show plr_aaaaaaaa05
      name              Zofia N.
      rating            1000
      confidence        20 of 100
      state             resting, 2 more rated for a rank
      rated_matches     0
      last_rated_match  -

      day         change  rating  why
      2026-01-01  -       1000    You assessed yourself at NTRP 1.5, so your rating starts at 1000.

      $ tennis ratings rebuild --dry-run
      No rating would change; 0 entries of the history would be changed, 0 removed, 0 added.
      "
    `);
  });

  test('of the ranking', async () => {
    const said = await session('ranking', `ranking --competition ${ids.foreignCup}`);
    expect(said).toMatchInlineSnapshot(`
      "$ tennis ranking
      rank     player     rating  confidence  matches  last 30 days  last match
      1        Celina Ż.  1415    40          2        -             2026-05-02
      2        Anna K.    1325    40          2        +23           2026-05-10
      3        Bartek Ł.  1260    40          2        -23           2026-05-10
      resting  Maria D.   1800    20          0        -             -
      resting  Tomek G.   1700    20          0        -             -
      resting  Róża O.    1600    20          0        -             -
      resting  Łukasz W.  1500    20          0        -             -
      resting  Piotr S.   1400    20          0        -             -
      resting  Ola P.     1300    20          0        -             -
      resting  Ewa Ś.     1200    20          0        -             -
      resting  Jan Ć.     1100    20          0        -             -
      resting  Zofia N.   1000    20          0        -             -

      $ tennis ranking --competition cmp_aaaaaaaaa5
      None: there are no players there. "tennis players list" has everybody.
      "
    `);
  });

  test('a ranking keeps names of forty letters whole at 80 columns', async () => {
    const name = 'Maria Magdalena Brzęczyszczykiewiczówna-';
    expect(name).toHaveLength(40);
    const { workbench } = await startTestService(kind, {
      records: playedCity().map((record) =>
        'id' in record && record.id === anna ? { ...record, display_name: name } : record,
      ),
      clock: () => now,
    });
    await workbench.run();
    const at = async (columns: number) =>
      (await commandsOn(workbench, { isTerminal: true, columns })(['ranking'])).out.split('\n');
    const narrow = await at(80);
    expect(narrow.find((line) => line.startsWith('2'))).toBe(
      `2        ${name}  1325    +23        2026-05-10`,
    );
    for (const line of narrow) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    expect((await at(120))[0]).toContain('confidence');
  });

  test('of matches', async () => {
    const said = await session('matches list', 'matches show mat_midnight00');
    expect(said).toMatchInlineSnapshot(`
      "$ tennis matches list
      id              played at         players               score              winner     competition      status     rating
      mat_evening000  2026-05-10 23:59  Anna K., Bartek Ł.    6-4 6-7(5) [10-8]  Anna K.    Tiebreak League  completed  rated
      mat_midnight00  2026-05-02 00:00  Celina Ż., Anna K.    6-4 2-1            Celina Ż.  League           retired    rated
      mat_cup0000000  2026-04-10 12:00  Celina Ż., Bartek Ł.  4-1 4-2            Celina Ż.  Short Cup        completed  rated
      mat_nobody0000  2026-03-29 23:59  Bartek Ł., Łukasz W.  -                  Łukasz W.  League           walkover   not rated

      $ tennis matches show mat_midnight00
      id              mat_midnight00
      court_number    -
      played_at       2026-05-02 00:00
      status          retired
      score           6-4 2-1
      rating_status   rated
      created_at      2026-05-03 00:00
      competition     League (cmp_aaaaaaaaa1)
      venue           Agrykola (ven_aaaaaaaaa1)
      players         Celina Ż. (plr_aaaaaaaa03), Anna K. (plr_aaaaaaaa01)
      winner          Celina Ż. (plr_aaaaaaaa03)
      retired_player  Anna K. (plr_aaaaaaaa01)
      submitted_by    -
      "
    `);
  });

  test('of players', async () => {
    const said = await session(
      'players list --sort rating',
      `players show ${anna}`,
      'players add --name Ula --ntrp 3',
      'players remove IT',
      `players remove ${anna}`,
    );
    expect(said).toMatchInlineSnapshot(`
      "$ tennis players list --sort rating
      id              display name  rating  confidence  created at        ntrp  venues                          availability                      unlisted
      plr_aaaaaaaa06  Maria D.      1800    20          2026-01-01 11:00  5.5   ven_aaaaaaaaa2, ven_aaaaaaaaa1  Sat 09:00–12:00                   no
      plr_aaaaaaaa12  Tomek G.      1700    20          2026-01-01 11:00  5     ven_aaaaaaaaa2, ven_aaaaaaaaa1  Sat 09:00–12:00                   no
      plr_aaaaaaaa11  Róża O.       1600    20          2026-01-01 11:00  4.5   ven_aaaaaaaaa1                  Mon 18:00–20:00, Sat 10:00–14:00  no
      plr_aaaaaaaa04  Łukasz W.     1500    20          2026-01-01 11:00  4     ven_aaaaaaaaa2, ven_aaaaaaaaa1  Mon 18:00–20:00, Sat 10:00–14:00  no
      plr_aaaaaaaa03  Celina Ż.     1415    40          2026-01-01 11:00  3.5   ven_aaaaaaaaa1                  Sat 09:00–12:00                   no
      plr_aaaaaaaa08  Piotr S.      1400    20          2026-01-01 11:00  3.5   ven_aaaaaaaaa2, ven_aaaaaaaaa1  Mon 18:00–20:00, Sat 10:00–14:00  no
      plr_aaaaaaaa01  Anna K.       1325    40          2026-01-01 11:00  3     ven_aaaaaaaaa1                  Mon 18:00–20:00, Sat 10:00–14:00  no
      plr_aaaaaaaa07  Ola P.        1300    20          2026-01-01 11:00  3     ven_aaaaaaaaa1                  Mon 18:00–20:00, Sat 10:00–14:00  no
      plr_aaaaaaaa02  Bartek Ł.     1260    40          2026-01-01 11:00  3     ven_aaaaaaaaa2, ven_aaaaaaaaa1  Mon 18:00–20:00, Sat 10:00–14:00  no
      plr_aaaaaaaa09  Ewa Ś.        1200    20          2026-01-01 11:00  2.5   ven_aaaaaaaaa1                  Sat 09:00–12:00                   no
      plr_aaaaaaaa10  Jan Ć.        1100    20          2026-01-01 11:00  2     ven_aaaaaaaaa2, ven_aaaaaaaaa1  Mon 18:00–20:00, Sat 10:00–14:00  no
      plr_aaaaaaaa05  Zofia N.      1000    20          2026-01-01 11:00  1.5   ven_aaaaaaaaa1                  Mon 18:00–20:00, Sat 10:00–14:00  no

      $ tennis players show plr_aaaaaaaa01
      id            plr_aaaaaaaa01
      display_name  Anna K.
      rating        1325
      confidence    40
      created_at    2026-01-01 11:00
      ntrp          3
      venues        ven_aaaaaaaaa1
      availability  Mon 18:00–20:00, Sat 10:00–14:00
      unlisted      no

      $ tennis players add --name Ula --ntrp 3
      id            plr_..........
      display_name  Ula
      rating        1300
      confidence    20
      created_at    2026-06-01 12:00
      ntrp          3
      venues        -
      availability  -
      unlisted      no

      $ tennis players remove IT
      removed  plr_..........

      $ tennis players remove plr_aaaaaaaa01
      plr_aaaaaaaa01 can't be removed: a match refers to it.
      "
    `);
  });

  test('of venues', async () => {
    const said = await session(
      'venues list',
      'venues add --name Legia --district Wola --address Solec --court 2:hard:indoor',
      'venues update IT --court 3:grass',
      'venues remove IT',
    );
    expect(said).toMatchInlineSnapshot(`
      "$ tennis venues list
      id              name          district     address                  courts
      ven_aaaaaaaaa1  Agrykola      Śródmieście  ul. Kortowa 1, Warszawa  1 clay, 2 hard indoor
      ven_aaaaaaaaa2  Łazienki      Śródmieście  ul. Kortowa 2, Warszawa  1 clay, 2 hard indoor
      ven_aaaaaaaaa3  Warszawianka  Mokotów      ul. Kortowa 3, Warszawa  1 clay, 2 hard indoor

      $ tennis venues add --name Legia --district Wola --address Solec --court 2:hard:indoor
      id        ven_..........
      name      Legia
      district  Wola
      address   Solec
      courts    2 hard indoor

      $ tennis venues update IT --court 3:grass
      id        ven_..........
      name      Legia
      district  Wola
      address   Solec
      courts    3 grass

      $ tennis venues remove IT
      removed  ven_..........
      "
    `);
  });

  test('of competitions', async () => {
    const said = await session('competitions list', `competitions show ${ids.shortCup}`);
    expect(said).toMatchInlineSnapshot(`
      "$ tennis competitions list
      id              name                type        organizer id  season       starts on   ends on     match format                       venue ids
      cmp_aaaaaaaaa1  League              league      org_first     2026-spring  2026-03-01  2026-06-30  full sets, full third set          ven_aaaaaaaaa1, ven_aaaaaaaaa2
      cmp_aaaaaaaaa2  Tiebreak League     league      org_first     2026-spring  2026-03-01  2026-06-30  full sets, match tiebreak          ven_aaaaaaaaa1, ven_aaaaaaaaa2
      cmp_aaaaaaaaa3  Short Cup           tournament  org_first     2026-spring  2026-04-01  2026-06-30  short sets, no-ad, full third set  ven_aaaaaaaaa1, ven_aaaaaaaaa2
      cmp_aaaaaaaaa4  Short Tiebreak Cup  tournament  org_first     2026-spring  2026-03-01  2026-06-30  short sets, no-ad, match tiebreak  ven_aaaaaaaaa3
      cmp_aaaaaaaaa5  Foreign Cup         league      org_second    2026-spring  2026-03-01  2026-06-30  full sets, full third set          ven_aaaaaaaaa1, ven_aaaaaaaaa2

      $ tennis competitions show cmp_aaaaaaaaa3
      id            cmp_aaaaaaaaa3
      name          Short Cup
      type          tournament
      organizer_id  org_first
      season        2026-spring
      starts_on     2026-04-01
      ends_on       2026-06-30
      match_format  short sets, no-ad, full third set
      venue_ids     ven_aaaaaaaaa1, ven_aaaaaaaaa2
      "
    `);
  });

  test('of clients', async () => {
    const said = await session(
      'clients list',
      'clients add --organizer org_second',
      'clients rotate IT',
      'clients show IT',
      'clients revoke IT',
    );
    expect(said).toMatchInlineSnapshot(`
      "$ tennis clients list
      id                former until  organizer id  scopes         created at        revoked at
      client_first      -             org_first     matches:write  2026-06-01 12:00  -
      client_scopeless  -             org_first     -              2026-06-01 12:00  -
      client_second     -             org_second    matches:write  2026-06-01 12:00  -

      $ tennis clients add --organizer org_second
      id             cli_................
      scopes         matches:write
      organizer_id   org_second
      client_secret  trs_…

      $ tennis clients rotate IT
      id             cli_................
      client_secret  trs_…
      former_until   2026-06-02 12:00

      $ tennis clients show IT
      id            cli_................
      former_until  2026-06-02 12:00
      organizer_id  org_second
      scopes        matches:write
      created_at    2026-06-01 12:00
      revoked_at    -

      $ tennis clients revoke IT
      id          cli_................
      revoked_at  2026-06-01 12:00
      "
    `);
  });

  test('of passes', async () => {
    const said = await session(
      `passes add --organizer org_first --label court --competition ${ids.league} --until 2026-06-30`,
      'passes list',
      'passes update IT --correct --until ',
      'passes rotate IT',
      'passes revoke IT',
    );
    expect(said).toMatchInlineSnapshot(`
      "$ tennis passes add --organizer org_first --label court --competition cmp_aaaaaaaaa1 --until 2026-06-30
      id              pas_..........
      competition_id  cmp_aaaaaaaaa1
      may_correct     no
      ends_on         2026-06-30
      organizer_id    org_first
      label           court
      address         http://localhost:0/desk/open/trp_…

      $ tennis passes list
      id              label  organizer id  competition id  may correct  ends on     created at        revoked at  former until  last used at
      pas_..........  court  org_first     cmp_aaaaaaaaa1  no           2026-06-30  2026-06-01 12:00  -           -             -

      $ tennis passes update IT --correct --until 
      id              pas_..........
      label           court
      organizer_id    org_first
      competition_id  cmp_aaaaaaaaa1
      may_correct     yes
      ends_on         -
      created_at      2026-06-01 12:00
      revoked_at      -
      former_until    -
      last_used_at    -

      $ tennis passes rotate IT
      id            pas_..........
      label         court
      address       http://localhost:0/desk/open/trp_…
      former_until  2026-06-02 12:00

      $ tennis passes revoke IT
      id          pas_..........
      label       court
      revoked_at  2026-06-01 12:00
      "
    `);
  });

  test('of keys', async () => {
    const said = await session(
      'keys list',
      'keys add --label website',
      'keys rotate website',
      'keys show website',
      'keys revoke website',
    );
    expect(said).toMatchInlineSnapshot(`
      "$ tennis keys list
      id              label       created at        revoked at  former until  last used at
      key_aaaaaaaaa5  tests       2026-06-01 12:00  -           -             -
      key_aaaaaaaaa6  more tests  2026-06-01 12:00  -           -             -

      $ tennis keys add --label website
      id     key_..........
      label  website
      key    trk_…

      $ tennis keys rotate website
      id            key_..........
      label         website
      key           trk_…
      former_until  2026-06-02 12:00

      $ tennis keys show website
      id            key_..........
      label         website
      created_at    2026-06-01 12:00
      revoked_at    -
      former_until  2026-06-02 12:00
      last_used_at  -

      $ tennis keys revoke website
      id          key_..........
      label       website
      revoked_at  2026-06-01 12:00
      "
    `);
  });

  test('of organizers, and of the log of who did what', async () => {
    const said = await session(
      'organizers list',
      'organizers add --name Mokotów',
      'organizers update IT --name Solec',
      'organizers remove IT',
      'secret rotate',
      'migrate',
      'audit list --limit 4',
    );
    expect(said).toMatchInlineSnapshot(`
      "$ tennis organizers list
      id          name
      org_first   First Club
      org_second  Second Club

      $ tennis organizers add --name Mokotów
      id    org_..........
      name  Mokotów

      $ tennis organizers update IT --name Solec
      id    org_..........
      name  Solec

      $ tennis organizers remove IT
      removed  org_..........

      $ tennis secret rotate
      rotated       signing
      former_until  2026-06-01 13:00

      $ tennis migrate
      The schema is up to date.

      $ tennis audit list --limit 4
      at                by    done                    to              why  change
      2026-06-01 12:00  anna  signing secret rotated  -               -    -
      2026-06-01 12:00  anna  organizer removed       org_..........  -    name Solec
      2026-06-01 12:00  anna  organizer updated       org_..........  -    name Mokotów → Solec
      2026-06-01 12:00  anna  organizer added         org_..........  -    name Mokotów
      Listed up to --limit 4; there may be more.
      "
    `);
  });

  test('of a status', async () => {
    const { out } = await commandsOn(service.workbench)(['status']);
    const text = out.replace(/(?<=^(server|settings|size_bytes|database|postgresql) +)\S.*/gm, '…');
    expect(text).toMatchInlineSnapshot(`
      "version             1.0.0
      server              …
      settings            …
      backups             a server of this shell would make none: BACKUP_DIR is not set
      database            …
      postgresql          …
      migrations          up to date
      schema              whole
      pending_matches     0
      unrateable_matches  0
      size_bytes          …
      last_runs           inactivity drops (ended at 2026-06-01 12:00, drops 0, players 0, as of 2026-06-01 12:00), rating run (ended at 2026-06-01 12:00, rated 3, unrateable 0)
      "
    `);
  });

  test.each([
    'organizers list',
    'clients list',
    'keys list',
    'venues list',
    'competitions list',
    'players list',
    'matches list',
    'audit list',
    'venues show ven_aaaaaaaaa1',
    `players show ${anna}`,
    `competitions show ${ids.league}`,
    'status',
    'config',
  ])(
    'at a terminal of 80 columns of %s lines that fit, with every word that a file has',
    async (line) => {
      const at = async (isTerminal: boolean) =>
        (await commandsOn(service.workbench, { isTerminal })(line.split(' '))).out;
      const [narrow, wide] = [await at(true), await at(false)];
      for (const one of narrow.split('\n')) expect(stringWidth(one)).toBeLessThanOrEqual(80);
      const shown = new Set(narrow.split(/\s+/));
      const [, ...rows] = wide.split('\n'); // headings differ where records stand below each other
      const cut = rows.flatMap((row) => row.split(/\s+/)).filter((word) => !shown.has(word));
      expect(cut).toEqual([]);
    },
  );
});
