/** @jsxImportSource preact */
import type { Database } from '../../shared/database/connect.ts';
import { isId } from '../../shared/ids.ts';
import { comparableName } from '../../shared/names.ts';
import { type FieldError, Problem } from '../../shared/problem.ts';
import { inEach } from '../website/index.ts';
import { actorOf } from './competition.ts';
import { Choice, FaultSummary, FaultsOf, Field, faulty } from './field.tsx';
import { type Form, formOf } from './form.ts';
import { LevelOptions } from './levels.tsx';
import { DeskPage, deskWords, type Sitting } from './page.tsx';
import { addPlayer, ownId } from './people.ts';
import { Listed, Told } from './player-fields.tsx';
import { type Candidate, candidateWith, playersMeant, venuesOffered } from './repository.ts';
import type { Faults } from './result-fields.ts';
import { Times, timesIn } from './times.tsx';

const addWords = inEach({
  name: ['First name and initial, such as Anna K.', 'Imię i inicjał nazwiska, na przykład Anna K.'],
  level: ['Level', 'Poziom'],
  noLevel: ['Choose a level', 'Wybierz poziom'],
  club: ['Club', 'Klub'],
  noClub: ['None', 'Żaden'],
  namesakes: [
    'These are called so already. Add another one only if it is somebody else.',
    'Ktoś już się tak nazywa. Dodaj kolejną osobę tylko, jeśli to ktoś inny.',
  ],
  surname: [
    'This looks like a full surname, which everybody could read. An initial is enough.',
    'To wygląda na pełne nazwisko, które każdy mógłby przeczytać. Wystarczy inicjał.',
  ],
  add: ['Add the player', 'Dodaj gracza'],
  addAllTheSame: ['Add all the same', 'Dodaj mimo to'],
  added: ['Added:', 'Dodano:'],
});

/** What is worth a question before a player is added. */
type Asked = { readonly namesakes: readonly Candidate[]; readonly isLong: boolean };

const isNothing = ({ namesakes, isLong }: Asked) => namesakes.length === 0 && !isLong;

/** A name whose last word is no initial. */
const hasSurname = (name: string) => /\s\S*\p{L}{3,}\S*$/u.test(name);

type Shown = { readonly form: Form; readonly faults: Faults; readonly asked?: Asked };

/** The form of a new player. */
export async function playerPage(desk: { readonly database: Database }, sitting: Sitting) {
  const id = `${sitting.visit.parameters.added ?? ''}`;
  const added = isId('player', id) ? await candidateWith(desk.database.db, id) : undefined;
  const form = formOf(new Map([['key', crypto.randomUUID()]]));
  return page(desk, sitting, { form, faults: new Map() }, added);
}

async function page(
  { database: { db } }: { readonly database: Database },
  sitting: Sitting,
  { form, faults, asked = { namesakes: [], isLong: false } }: Shown,
  added?: Candidate,
) {
  const { visit } = sitting;
  const words = addWords[visit.language];
  const filled = { visit, form, faults };
  const venues = await venuesOffered(db, []);
  return (
    <DeskPage {...sitting} title={deskWords[visit.language].player}>
      {added && (
        <p role="status" class="note">
          {words.added} <Told visit={visit} player={added} />
        </p>
      )}
      <form method="post" action={visit.to('desk/player')} class="player">
        <FaultSummary faults={faults} language={visit.language} />
        {!isNothing(asked) && (
          <div role="alert" class="note">
            {asked.namesakes.length > 0 && <p>{words.namesakes}</p>}
            <ul>
              {asked.namesakes.map((player) => (
                <li key={player.id}>
                  <Told visit={visit} player={player} />
                </li>
              ))}
            </ul>
            {asked.isLong && <p>{words.surname}</p>}
            <input type="hidden" name="confirmed" value={comparableName(form.text('name'))} />
          </div>
        )}
        <input type="hidden" name="key" value={form.text('key')} />
        <Field {...filled} name="name" label={words.name} required />
        <div>
          <label>
            {words.level}
            <select {...faulty(faults, 'level')} required>
              <LevelOptions
                language={visit.language}
                chosen={form.text('level')}
                none={words.noLevel}
              />
            </select>
          </label>
          <FaultsOf faults={faults} name="level" />
        </div>
        <Choice {...filled} name="venue" label={words.club} options={venues} none={words.noClub} />
        <Times {...filled} />
        <Listed {...{ visit, form, name: 'listed' }} />
        <button type="submit">{isNothing(asked) ? words.add : words.addAllTheSame}</button>
      </form>
    </DeskPage>
  );
}

/** Adds the player in a form, after a question if there are namesakes; gives the id, or else the form again. */
export async function add(
  desk: { readonly database: Database },
  sitting: Sitting & { readonly form: Form },
) {
  const { visit, pass, form } = sitting;
  const name = comparableName(form.text('name'));
  const isListed = form.text('listed') !== '';
  const id = ownId(form.text('key'), 0, name);
  const { exact } = name === '' ? { exact: [] } : await playersMeant(desk.database.db, name);
  const asked = {
    namesakes: exact.filter((one) => one.id !== id),
    isLong: isListed && hasSurname(name),
  };
  if (!isNothing(asked) && form.text('confirmed') !== name) {
    return page(desk, sitting, { form, faults: new Map(), asked });
  }
  try {
    const [level, venue] = [form.text('level'), form.text('venue')];
    return await addPlayer(
      desk.database,
      { actor: actorOf(pass), now: visit.now },
      { id, name, level: level || 'none', isListed, venue, times: timesIn(form) },
    );
  } catch (error) {
    if (!(error instanceof Problem && error.errors)) throw error;
    return page(desk, sitting, { form, faults: faultsOfPlayer(error.errors) });
  }
}

const fields = {
  display_name: 'name',
  self_assessed_ntrp: 'level',
  preferred_venue_ids: 'venue',
  availability: 'times',
};

function faultsOfPlayer(errors: readonly FieldError[]): Faults {
  const field = ({ pointer }: FieldError) =>
    Object.entries(fields).find(([member]) => pointer.startsWith(`#/${member}`))?.[1] ?? '';
  const grouped = Map.groupBy(errors, field);
  return new Map([...grouped].map(([name, all]) => [name, all.map(({ detail }) => detail)]));
}
