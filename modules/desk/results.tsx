/** @jsxImportSource preact */
import type { Database } from '../../shared/database/connect.ts';
import { utc } from '../../shared/time.ts';
import { playersNamed } from '../ratings/index.ts';
import { inEach, Pages, pageOfList } from '../website/index.ts';
import { ownCompetition } from './competition.ts';
import { Choice, Field } from './field.tsx';
import { formOf } from './form.ts';
import { DeskPage, deskWords, type Sitting } from './page.tsx';
import { competitionsOf } from './repository.ts';
import { ResultPlace, ResultRating, ResultSentence } from './result-words.tsx';
import { resultsOf } from './results-repository.ts';

const listWords = inEach({
  competition: ['Competition', 'Rozgrywki'],
  all: ['All', 'Wszystkie'],
  name: ['Name of a player', 'Imię lub nazwisko gracza'],
  show: ['Show', 'Pokaż'],
  none: ['There is no such result.', 'Nie ma takiego wyniku.'],
  voided: ['Voided results', 'Unieważnione wyniki'],
  counting: ['Results that count', 'Wyniki, które się liczą'],
});

/** How many results a page has. */
const size = 20;

/** The results of the pass, the last played first, each with what the rating did. */
export async function resultsPage(desk: { readonly database: Database }, sitting: Sitting) {
  const { db } = desk.database;
  const { visit, pass } = sitting;
  const words = listWords[visit.language];
  const given = (name: string) => `${visit.parameters[name] ?? ''}`.replaceAll('\0', '').trim();
  const [competition, name, voided] = [given('competition'), given('name'), given('voided')];
  const filters = {
    ...(competition && { competition }),
    ...(name && { name }),
    ...(voided && { voided }),
  };
  const sought = {
    competition: competition ? (await ownCompetition(desk, pass, competition)).id : undefined,
    players: name ? await playersNamed(db, name.slice(0, 200)) : undefined,
  };
  const table = voided ? 'voided_match' : 'match';
  const page = await pageOfList({
    ...{ visit, filters, size },
    cursor: given('cursor') || undefined,
    rows: (limit, after) => resultsOf(db, pass, { ...sought, after }, limit, table),
    position: (result) => [utc(Date.parse(result.played_at)), result.id],
    between: () => '',
  });
  const all = await competitionsOf(db, pass);
  const form = formOf(new Map(Object.entries(filters)));
  const filled = { visit, form, faults: new Map() };
  return (
    <DeskPage {...sitting} title={voided ? words.voided : deskWords[visit.language].results}>
      <form method="get" action={visit.to('desk/results')}>
        {visit.chosen && <input type="hidden" name="lang" value={visit.chosen} />}
        {voided && <input type="hidden" name="voided" value="1" />}
        {all.length > 1 && (
          <Choice
            {...filled}
            {...{ name: 'competition', label: words.competition, options: all, none: words.all }}
          />
        )}
        <Field {...filled} name="name" label={words.name} />
        <button type="submit">{words.show}</button>
      </form>
      {page.rows.length === 0 && <p>{words.none}</p>}
      <ul class="list">
        {page.rows.map((result) => (
          <li key={result.id}>
            <a href={visit.to(`desk/results/${result.id}`)}>
              <ResultSentence {...{ visit, result }} />
            </a>{' '}
            <ResultPlace {...{ visit, result }} />
            {!voided && (
              <>
                <br />
                <ResultRating {...{ visit, result }} />
              </>
            )}
          </li>
        ))}
      </ul>
      <Pages visit={visit} page={page} />
      {pass.may_correct && (
        <p>
          <a href={visit.to('desk/results', voided ? {} : { voided: 1 })}>
            {voided ? words.counting : words.voided}
          </a>
        </p>
      )}
    </DeskPage>
  );
}
