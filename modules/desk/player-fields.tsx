/** @jsxImportSource preact */
import { dayInWords, decimalInWords, inEach } from '../website/index.ts';
import { Field, type Filled, Pick } from './field.tsx';
import { LevelOptions } from './levels.tsx';
import { type Meant, playerField } from './people.ts';
import type { Candidate } from './repository.ts';

const playerWords = inEach({
  first: ['First player', 'Pierwszy gracz'],
  second: ['Second player', 'Drugi gracz'],
  which: ['Who is meant?', 'Kto to jest?'],
  add: ['Add as a new player', 'Dodaj jako nowego gracza'],
  level: ['Level of the new player', 'Poziom nowego gracza'],
  noLevel: ['Choose a level', 'Wybierz poziom'],
  last: [(day: string) => `last match ${day}`, (day: string) => `ostatni mecz ${day}`],
  never: ['no match yet', 'jeszcze bez meczu'],
  of: [(level: string) => `level ${level}`, (level: string) => `poziom ${level}`],
  listed: [
    'The player agrees that everybody may see this name on the public pages. Without a tick it says “a player” there.',
    'Ta osoba zgadza się, żeby każdy widział tak zapisane imię na stronach publicznych. Bez zaznaczenia jest tam tylko „gracz”.',
  ],
  faults: {
    missing: ['Write who played.', 'Podaj, kto grał.'],
    unknown: [
      'Nobody is called exactly so: choose who is meant, or write the name again.',
      'Nikt nie nazywa się dokładnie tak: wybierz, o kogo chodzi, albo popraw imię i nazwisko.',
    ],
    several: [
      'Several are called so: choose who is meant.',
      'Tak nazywa się kilka osób: wybierz właściwą.',
    ],
    level: ['A new player needs a level.', 'Nowy gracz musi mieć poziom.'],
  },
});

/** What is said of a name that means nobody, or several. */
export const nameFault = (language: 'en' | 'pl', { fault }: Meant & { readonly fault: string }) =>
  playerWords[language].faults[fault as keyof typeof playerWords.en.faults];

/** What tells a player from namesakes: level, club and last match. */
export function Told({ visit, player }: Pick<Filled, 'visit'> & { readonly player: Candidate }) {
  const words = playerWords[visit.language];
  const { self_assessed_ntrp, club, last_played } = player;
  const last = last_played ? words.last(dayInWords(visit.language, last_played)) : words.never;
  return (
    <>
      <bdi>{player.display_name}</bdi>
      <span class="quiet">
        {' '}
        {words.of(decimalInWords(visit.language, self_assessed_ntrp))}
        {club && (
          <>
            , <bdi>{club}</bdi>
          </>
        )}
        , {last}
      </span>
    </>
  );
}

/** Whether everybody may see the name of a new player. rules 13.5 */
export function Listed({ visit, form, name }: Omit<Filled, 'faults'> & { readonly name: string }) {
  return (
    <label class="pick">
      <input type="checkbox" name={name} value="1" checked={form.text(name) !== ''} />
      <span>{playerWords[visit.language].listed}</span>
    </label>
  );
}

type Props = Filled & {
  readonly side: number;
  readonly meant: Meant | undefined;
  readonly mayAdd: boolean;
};

/** The field of one of the two players; if the name means nobody or several, the choice of those who may be meant. */
export function PlayerFields({ side, meant, mayAdd, ...filled }: Props) {
  const { visit, form } = filled;
  const words = playerWords[visit.language];
  const name = playerField(side);
  const label = side === 0 ? words.first : words.second;
  const chosen = meant?.player;
  const choice = meant?.fault ? meant.choice : [];
  const isAsked = meant?.fault !== undefined && meant.fault !== 'missing';
  return (
    <>
      <Field {...filled} {...{ name, label, list: 'names', required: true }} />
      {chosen && (
        <>
          <input type="hidden" name={`${name}_of`} value={form.text(name)} />
          <input type="hidden" name={`${name}_id`} value={chosen.id} />
        </>
      )}
      {isAsked && (
        <fieldset>
          <legend>{words.which}</legend>
          <input type="hidden" name={`${name}_of`} value={form.text(name)} />
          {choice.map((player) => (
            <Pick key={player.id} form={form} name={`${name}_id`} value={player.id}>
              <Told visit={visit} player={player} />
            </Pick>
          ))}
          {mayAdd && (
            <>
              <Pick form={form} name={`${name}_id`} value="new">
                {words.add}
              </Pick>
              <label>
                {words.level}
                <select name={`${name}_level`}>
                  <LevelOptions
                    language={visit.language}
                    chosen={form.text(`${name}_level`)}
                    none={words.noLevel}
                  />
                </select>
              </label>
              <Listed {...{ visit, form, name: `${name}_listed` }} />
            </>
          )}
        </fieldset>
      )}
    </>
  );
}
