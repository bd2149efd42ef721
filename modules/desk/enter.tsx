/** @jsxImportSource preact */
import type { Database } from '../../shared/database/connect.ts';
import type { MatchId } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import { minuteMs, warsawMinute } from '../../shared/time.ts';
import type { Doubt, Submit } from '../matches/index.ts';
import { inEach } from '../website/index.ts';
import { actorOf, offeredFor, ownCompetition } from './competition.ts';
import { type Form, formOf, stampOf } from './form.ts';
import { DeskPage, deskWords, type Sitting } from './page.tsx';
import { addPlayer, type Meant, type NewPlayer, playerField, playerMeant } from './people.ts';
import { nameFault } from './player-fields.tsx';
import { competitionsOf } from './repository.ts';
import { type Faults, faultsByField, resultIn } from './result-fields.ts';
import { type Offered, ResultForm } from './result-form.tsx';

const enterWords = inEach({
  which: ['Of which competition?', 'Z jakich rozgrywek?'],
  none: [
    'There is no competition yet: ask who runs this service to add one.',
    'Nie ma jeszcze rozgrywek: poproś o ich dodanie osobę, która prowadzi ten serwis.',
  ],
  other: ['Another competition', 'Inne rozgrywki'],
  send: ['Send the result', 'Wyślij wynik'],
  sendAllTheSame: ['Send it all the same', 'Wyślij mimo to'],
  usedKey: [
    'This form was sent already, with another content. To put that result right, look for it under “Results”; to send this as one more, send it again.',
    'Ten formularz już wysłano, z inną treścią. Aby poprawić tamten wynik, znajdź go w „Wyniki”; aby wysłać ten jako kolejny, wyślij go jeszcze raz.',
  ],
});

const quarterMs = 15 * minuteMs;

type Desk = { readonly database: Database; readonly submit: Submit };

/** The form of a new result; if there are several competitions, first the choice of one. */
export async function enterPage(desk: Desk, sitting: Sitting) {
  const { visit, pass } = sitting;
  const words = enterWords[visit.language];
  const given = (name: string) => `${visit.parameters[name] ?? ''}`;
  const all = await competitionsOf(desk.database.db, pass);
  const [only] = all;
  const chosen = given('competition') || (all.length === 1 && only ? only.id : '');
  if (!chosen) {
    return (
      <DeskPage {...sitting} title={deskWords[visit.language].enter}>
        <p>{all.length > 0 ? words.which : words.none}</p>
        <ul class="list">
          {all.map(({ id, name, season }) => (
            <li key={id}>
              <a href={visit.to('desk', { competition: id })}>
                <bdi>{name}</bdi> <span class="quiet">{season}</span>
              </a>
            </li>
          ))}
        </ul>
      </DeskPage>
    );
  }
  const competition = await ownCompetition(desk, pass, chosen);
  const offered = await offeredFor(desk, competition);
  const now = warsawMinute(visit.now - (visit.now % quarterMs));
  const [day = '', time = ''] = now.split(' ');
  const form = formOf(
    new Map([
      ['competition', competition.id],
      ['key', crypto.randomUUID()],
      ['day', given('day') || day],
      ['time', given('time') || time],
      ['venue', given('venue') || offered.venues[0]?.id || ''],
      ['court', given('court')],
      ['ended', 'played'],
    ]),
  );
  return entryForm(sitting, { offered, form, faults: new Map(), isOnly: all.length === 1 });
}

type Entry = {
  readonly offered: Offered;
  readonly form: Form;
  readonly faults: Faults;
  readonly meant?: readonly Meant[];
  readonly doubts?: readonly Doubt[];
  readonly isOnly?: boolean;
};

function entryForm(sitting: Sitting, { isOnly, ...entry }: Entry) {
  const { visit } = sitting;
  const words = enterWords[visit.language];
  return (
    <DeskPage {...sitting} title={deskWords[visit.language].enter}>
      <p>
        <strong>
          <bdi>{entry.offered.competition.name}</bdi>
        </strong>
        {!isOnly && (
          <>
            {' '}
            <a href={visit.to('desk')}>{words.other}</a>
          </>
        )}
      </p>
      <ResultForm
        {...entry}
        {...{ visit, action: visit.to('desk'), mayAdd: true }}
        send={entry.doubts ? words.sendAllTheSame : words.send}
      />
    </DeskPage>
  );
}

/** What looks wrong about a result that isn't stored yet. rules 14.2 */
class Doubtful extends Error {
  readonly doubts: readonly Doubt[];

  constructor(doubts: readonly Doubt[]) {
    super('The result looks wrong.');
    this.doubts = doubts;
  }
}

const keyPattern = /^[\w-]{8,64}$/;

/**
 * Stores the result in a form; gives the id of its match. If it can't be stored, or looks wrong and that isn't
 * confirmed, it gives the form again, with all that was typed.
 */
export async function enter(desk: Desk, sitting: Sitting & { readonly form: Form }) {
  const { visit, pass } = sitting;
  const { db } = desk.database;
  const words = enterWords[visit.language];
  const competition = await ownCompetition(desk, pass, sitting.form.text('competition'));
  const by = { actor: actorOf(pass), now: visit.now };
  const isKeyed = keyPattern.test(sitting.form.text('key'));
  const form = isKeyed ? sitting.form : withKey(sitting.form);
  const again = async (faults: Faults, more: Partial<Entry> = {}) =>
    entryForm(sitting, { form, offered: await offeredFor(desk, competition), faults, ...more });

  const meant: Meant[] = [];
  try {
    const add = (player: NewPlayer) => addPlayer(desk.database, by, player);
    for (const side of [0, 1]) {
      meant.push(await playerMeant(db, form, side, add));
    }
  } catch (error) {
    if (!(error instanceof Problem && error.errors)) throw error;
    return again(new Map([[playerField(meant.length), error.errors.map(({ detail }) => detail)]]));
  }
  const named = new Map(
    meant.flatMap((one, side) =>
      one.fault ? [[playerField(side), [nameFault(visit.language, one)]] as const] : [],
    ),
  );
  const players = meant.map(({ player }) => player?.id);
  const { body, faults } = resultIn(form, competition.match_format, players);
  if (named.size > 0) return again(new Map([...faultsByField(faults), ...named]), { meant });
  try {
    const { body: answer } = await desk.submit({
      actor: by.actor,
      organizerId: pass.organizer_id,
      key: `desk ${pass.id} ${form.text('key')}`,
      body,
      onDoubts(doubts) {
        if (form.text('confirmed') !== stampOf(doubts)) throw new Doubtful(doubts);
      },
    });
    return String(JSON.parse(answer).id) as MatchId;
  } catch (error) {
    if (error instanceof Doubtful) return again(new Map(), { meant, doubts: error.doubts });
    if (!(error instanceof Problem)) throw error;
    if (error.type === 'idempotency-conflict') {
      return entryForm(sitting, {
        form: withKey(form),
        offered: await offeredFor(desk, competition),
        faults: new Map([['', [words.usedKey]]]),
        meant,
      });
    }
    const isOfResult = error.errors !== undefined || error.type === 'duplicate-match';
    if (!isOfResult) throw error;
    const errors = error.errors ?? [{ pointer: '', detail: error.message }];
    // What was wrong with the time is said in its own words, not as that of an empty text.
    const others = errors.filter(({ pointer }) => faults.every((one) => one.pointer !== pointer));
    return again(faultsByField([...faults, ...others]), { meant });
  }
}

/** The form with a key of its own. */
function withKey(form: Form): Form {
  return formOf(new Map([...form.all, ['key', crypto.randomUUID()]]));
}
