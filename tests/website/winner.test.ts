// Who won a tournament, where its matches tell. rules 13.3
import { beforeAll, expect, test } from 'bun:test';
import { createCorrections } from '../../modules/ratings/index.ts';
import { finalOf } from '../../modules/website/competition-winner.tsx';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { load, onBothDatabases, type TestService } from '../support/service.ts';
import { linkTo, readable } from './html.ts';
import { fillLeague, ids, match } from './league.ts';
import { score } from './score.ts';
import { look, startSite } from './visitor.ts';

/** Matches such as `A>B 3`: A beat B at the third hour. */
const draw = (matches: string) =>
  [...matches.matchAll(/(\w)>(\w) (\d+)/g)].map(([id, winner = '', loser = '', hour = ''], n) => ({
    id,
    played_at: new Date(
      Date.parse('2026-05-22T08:00:00Z') + Number(hour) * 3_600_000,
    ).toISOString(),
    // Who won is listed first and second in turn.
    first: n % 2 ? loser : winner,
    second: n % 2 ? winner : loser,
    winner,
  }));

const quarterfinals = 'A>B 1, C>D 1, E>F 2, G>H 2';
const semifinals = `${quarterfinals}, A>C 3, E>G 4`;

test.each([
  ['nobody played', '', undefined],
  ['one match', 'A>B 1', 'A>B 1'],
  ['two matches, the winner with a bye', 'B>C 1, A>B 2', 'A>B 2'],
  ['two matches, the other one with a bye', 'A>B 1, A>C 2', 'A>C 2'],
  ['two matches of four players', 'A>B 1, C>D 2', undefined],
  ['a full draw of eight', `${semifinals}, E>A 5`, 'E>A 5'],
  ['the same, in another order', `E>A 5, ${semifinals}`, 'E>A 5'],
  ['a draw without its final', semifinals, undefined],
  ['a draw without a semifinal', `${quarterfinals}, A>C 3`, undefined],
  ['a match for the third place before the final', `${semifinals}, C>G 5, E>A 6`, 'E>A 6'],
  ['a match for the third place at the same time', `${semifinals}, C>G 5, E>A 5`, undefined],
  ['a later match for the third place', `${semifinals}, E>A 5, C>G 6`, undefined],
  ['everybody against everybody', 'A>B 1, B>C 2, A>C 3', undefined],
  ['everybody against everybody, decided by the last match', 'A>C 1, B>C 2, A>B 3', 'A>B 3'],
  ['everybody against everybody, in a circle', 'A>B 1, B>C 2, C>A 3', undefined],
  ['the same two twice', 'A>B 1, A>B 2', undefined],
  [
    'a second chance that brings down the only one without a loss',
    'A>B 1, B>C 2, B>A 3',
    undefined,
  ],
])('%s', (_, matches, expected) => {
  expect(finalOf(draw(matches))?.id).toBe(expected);
});

test('a full draw of any size has its final last, and none before it', () => {
  for (const rounds of [1, 2, 3, 4, 5, 6]) {
    let players = Array.from({ length: 2 ** rounds }, (_, n) => String.fromCharCode(192 + n));
    const matches: string[] = [];
    while (players.length > 1) {
      const winners: string[] = [];
      for (let n = 0; n < players.length; n += 2) {
        matches.push(`${players[n]}>${players[n + 1]} ${matches.length}`);
        winners.push(players[n] ?? '');
      }
      players = winners;
    }
    const results = matches.map((text, n) => {
      const [winner = '', second = ''] = text.split(/[> ]/);
      return { id: text, played_at: new Date(n).toISOString(), first: winner, second, winner };
    });
    expect(finalOf(results)?.id).toBe(matches.at(-1));
    // All have played at least once, then.
    for (let n = 2 ** (rounds - 1); n < results.length; n += 1) {
      expect(finalOf(results.slice(0, n))).toBeUndefined();
    }
  }
});

onBothDatabases('the page of a tournament', (kind) => {
  const clock = { now: Date.parse('2026-06-30T20:00:00Z') };
  let service: TestService;
  const { a, b, c, d } = ids.players;
  const played = (id: string, players: string[], day: number, more: object) =>
    match(`mat_cupxxxxxx${id}`, players, `2026-06-${day}T10:00:00+02:00`, {
      competition_id: ids.cup,
      created_at: `2026-06-${day}T20:00:00Z`,
      ...more,
    });
  const won = { score: score('4-1 5-3') };
  const final = 'mat_cupxxxxxx3';
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => clock.now });
    await fillLeague(service);
    await load(service.workbench, [
      played('1', [a, b], 24, won),
      played('2', [c, d], 25, won),
      played('3', [a, c], 28, { score: score('2-4 4-1 3-5') }),
    ]);
  });
  const page = async (language?: string) =>
    (await look(service, `/competitions/${ids.cup}`, language)).html;

  test('says nothing of a winner on its last day, and who won from the next one on', async () => {
    expect(readable(await page())).not.toContain('Final against');
    clock.now = Date.parse('2026-06-30T22:00:00Z');
    const html = await page();
    expect(readable(html)).toContain('Winner Celina Ż. Final against Anna K. 4–2 1–4 5–3');
    expect(linkTo(html, '4–2 1–4 5–3')).toBe(`../matches/${final}`);
    expect(readable(await page('pl'))).toContain(
      'Turniej wygrywa Celina Ż. W finale po drugiej stronie siatki: Anna K. 4–2 1–4 5–3',
    );
  });

  test('has no table, and none of a league has a winner', async () => {
    expect(await page()).not.toContain('id="table"');
    const { html } = await look(service, `/competitions/${ids.league}`);
    expect(readable(html)).not.toContain('Final against');
  });

  test('names who won by a walkover, and nobody who has no name there', async () => {
    const { db } = service.workbench.database;
    const corrections = createCorrections(service.workbench);
    const asked = { actor: { user: 'tests' }, reason: 'a test' };
    await corrections.voidMatch(final as MatchId, asked);
    expect(readable(await page())).not.toContain('Final against');
    const walkover = { status: 'walkover', winner_id: a };
    await load(service.workbench, [played('4', [c, a], 29, walkover)]);
    expect(readable(await page())).toContain('Winner Anna K. Final against Celina Ż. walkover');
    await db
      .updateTable('player')
      .set({ unlisted: true })
      .where('id', '=', a as PlayerId)
      .execute();
    expect(await page()).not.toContain('Anna');
    expect(readable(await page())).toContain('Winner a player Final against Celina Ż. walkover');
    await db
      .updateTable('player')
      .set({ unlisted: false })
      .where('id', '=', a as PlayerId)
      .execute();
    await corrections.erasePlayer(a as PlayerId, asked);
    expect(readable(await page())).toContain('Winner Former player Final against Celina Ż.');
  });
});
