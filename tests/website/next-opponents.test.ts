// Whom a player might meet next: who is suggested, and who is found by a name.
import { beforeAll, expect, test } from 'bun:test';
import { weekdays } from '../../modules/players/index.ts';
import { person } from '../support/city.ts';
import { load, onBothDatabases, type TestService } from '../support/service.ts';
import { below, linksOf, readable, rowsOf } from './html.ts';
import { look as lookAt, startSite } from './visitor.ts';

const onMondays = (id: string, name: string, level: number) =>
  person(id, name, level, { availability: [{ day: 'monday', start: '18:00', end: '20:00' }] });
const [ada, ela, iga, ula, solo, tola] = ['ada', 'ela', 'iga', 'ula', 'solo', 'tola'].map(
  (name) => `plr_nextxx${name.padEnd(4, 'x')}`,
) as [string, string, string, string, string, string];

onBothDatabases('the next opponents', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const records = [
      onMondays(ada, 'Ada A.', 2), // at 1100
      onMondays(ela, 'Ela E.', 2),
      onMondays(iga, 'Iga I.', 2.5), // 100 points above
      onMondays(ula, 'Ula U.', 3), // 200 points above
      onMondays(solo, 'Solo S.', 4.5),
      person(tola, 'Tola T.', 2, { availability: [] }),
    ];
    service = await startSite(kind, { records });
  });

  async function look(path: string, language = 'en') {
    const { html, address } = await lookAt(service, `/players/${path}`, language);
    const opponents = linksOf(html, address).flatMap(
      ({ searchParams }) => searchParams.get('opponent') ?? [],
    );
    return { html, text: readable(html), opponents };
  }

  test('are at most 150 points away, the nearest first', async () => {
    const { html, opponents } = await look(ada);
    expect(rowsOf(below(html, 'Next opponents')).slice(1)).toEqual([
      ['Ela E. 1100 What if?', 'Monday evening', '0'],
      ['Iga I. 1200 What if?', 'Monday evening', '100'],
    ]);
    expect(opponents).toEqual([ela, iga]);
    expect((await look(`${ada}/what-if`)).opponents).toEqual([ela, iga]);
    const { text } = await look(`${solo}/what-if`);
    expect(text).toContain('Against whom?');
    expect(text).not.toContain('Nobody'); // was sought
  });

  test.each([
    [
      'en',
      'Next opponents',
      'It isn’t known when this player has time, so nobody can be suggested.',
    ],
    [
      'pl',
      'Proponowani rywale',
      'Nie wiadomo, kiedy ta osoba ma czas na grę, więc nie można nikogo zaproponować.',
    ],
  ])('are told to need times where none are known, in %s', async (language, title, told) => {
    const { html, opponents } = await look(tola, language);
    expect(readable(below(html, title))).toStartWith(told);
    expect(opponents).toEqual([]);
  });

  test.each([
    ['monday', '07:00', '08:00', 'Monday morning', 'poniedziałek rano'],
    ['tuesday', '10:00', '14:00', 'Tuesday morning', 'wtorek rano'], // as long in the afternoon
    ['wednesday', '10:00', '14:01', 'Wednesday afternoon', 'środa po południu'],
    ['thursday', '12:00', '17:00', 'Thursday afternoon', 'czwartek po południu'],
    ['friday', '16:30', '18:00', 'Friday evening', 'piątek wieczorem'],
    ['saturday', '17:00', '23:59', 'Saturday evening', 'sobota wieczorem'],
    ['sunday', '00:00', '23:59', 'Sunday morning', 'niedziela rano'],
  ])('who have time on %s from %s to %s share a %s', async (day, start, end, en, pl) => {
    const id = (n: number) => `plr_x${day.padEnd(9, 'x').slice(0, 8)}${n}`;
    const two = [1, 2].map((n) =>
      person(id(n), `Wolna ${day}`, 5.5, { availability: [{ day, start, end }] }),
    );
    await load(service.workbench, two);
    for (const [language, title, told] of [
      ['en', 'Next opponents', en],
      ['pl', 'Proponowani rywale', pl],
    ] as const) {
      const { html } = await look(id(1), language);
      const whens = rowsOf(below(html, title))
        .slice(1)
        .map(([, when]) => when);
      expect(whens).toEqual([told]);
      expect(html).not.toContain(`${start}–`);
    }
  });

  test('share at most three times, each named once', async () => {
    const hours = weekdays.slice(0, 4).flatMap((day) => [
      { day, start: '07:00', end: '08:00' },
      { day, start: '09:00', end: '10:00' },
    ]);
    const two = [1, 2].map((n) =>
      person(`plr_hours0000${n}`, `Wolna ${n}`, 4.5, { availability: hours }),
    );
    await load(service.workbench, two);
    const { html } = await look('plr_hours00001');
    expect(rowsOf(below(html, 'Next opponents')).slice(1)).toContainEqual([
      'Wolna 2 1600 What if?',
      'Monday morning, Tuesday morning, Wednesday morning',
      '0',
    ]);
  });

  test('of more than twenty who are found, twenty are shown, and it is said', async () => {
    // The best rated of all these looks for another one.
    const crowd = Array.from({ length: 22 }, (_, n) =>
      onMondays(`plr_nextmany${String(n).padStart(2, '0')}`, `Tłum ${n}`, n === 0 ? 3.5 : 1.5),
    );
    const seek = (language: string) => look('plr_nextmany00/what-if?q=tlum', language);
    await load(service.workbench, crowd.slice(0, 21));
    const all = await seek('en');
    expect([all.opponents.length, all.text.includes('There are more')]).toEqual([20, false]);
    await load(service.workbench, crowd.slice(21));
    const cut = await seek('en');
    expect(cut.opponents.length).toBe(20);
    expect(cut.text).toContain(
      'There are more: these are the best rated. A longer part of the name finds fewer.',
    );
    expect((await seek('pl')).text).toContain(
      'Jest ich więcej: oto ci z największą liczbą punktów.',
    );
  });
});
