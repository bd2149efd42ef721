/** @jsxImportSource preact */
import type { Database } from '../../shared/database/connect.ts';
import { memberAt } from '../../shared/exchange/kind.ts';
import { refuseLate } from '../../shared/http/deadline.ts';
import { Problem } from '../../shared/problem.ts';
import { type Fault, faultInWords, importRecords } from '../exchange/index.ts';
import { matchKind } from '../matches/index.ts';
import { inEach } from '../website/index.ts';
import { actorOf, ownCompetition } from './competition.ts';
import { Choice } from './field.tsx';
import { type Form, formOf } from './form.ts';
import { DeskPage, deskWords, type Sitting } from './page.tsx';
import { competitionsOf } from './repository.ts';

const fileWords = inEach({
  meaning: [
    'A CSV file of results of one competition, up to 60 KB. The first line names the columns:',
    'Plik CSV z wynikami jednych rozgrywek, do 60 KB. Pierwszy wiersz zawiera nazwy kolumn:',
  ],
  competition: ['Competition', 'Rozgrywki'],
  file: ['File', 'Plik'],
  check: ['Check the file', 'Sprawdź plik'],
  none: ['Choose a file first.', 'Najpierw wybierz plik.'],
  wrong: [
    'Nothing was imported. Correct these lines and send the file again:',
    'Nic nie zaimportowano. Popraw te wiersze i wyślij plik ponownie:',
  ],
  doubts: [
    'These lines look wrong, and would be taken all the same:',
    'Te wiersze wyglądają na pomyłkę, ale zostałyby przyjęte:',
  ],
  would: [
    (count: number) => `Results to import: ${count}.`,
    (count: number) => `Wyniki do zaimportowania: ${count}.`,
  ],
  did: [
    (count: number) => `Results imported: ${count}.`,
    (count: number) => `Zaimportowane wyniki: ${count}.`,
  ],
  known: [
    (count: number) => `In already, and left out: ${count}.`,
    (count: number) => `Już wpisane i pominięte: ${count}.`,
  ],
  open: [
    (count: number) => `Without a result yet, and left out: ${count}.`,
    (count: number) => `Bez wyniku i pominięte: ${count}.`,
  ],
  import: ['Import them', 'Zaimportuj'],
  more: [(count: number) => `and ${count} more`, (count: number) => `i jeszcze ${count}`],
  foreign: [
    (name: string) => `only results of "${name}" can come in here`,
    (name: string) => `tu można wpisać tylko wyniki rozgrywek „${name}”`,
  ],
});

type Desk = { readonly database: Database; readonly folder: string };

/** How many lines are shown of which something is said. */
const mostLines = 100;

/** The form for a file of results. */
export async function filePage(
  desk: Desk,
  sitting: Sitting,
  form = formOf(new Map()),
  fault?: string,
) {
  const { visit, pass } = sitting;
  const words = fileWords[visit.language];
  const all = await competitionsOf(desk.database.db, pass);
  return (
    <DeskPage {...sitting} title={deskWords[visit.language].file}>
      <p>{words.meaning}</p>
      <p>
        <code>{(matchKind.columns ?? []).map(({ name }) => name).join(';')}</code>
      </p>
      <form method="post" action={visit.to('desk/file')} enctype="multipart/form-data">
        <Choice
          {...{ visit, form, faults: new Map() }}
          {...{ name: 'competition', label: words.competition, options: all }}
        />
        <label>
          {words.file}
          <input type="file" name="file" accept=".csv,text/csv" required />
        </label>
        {fault && <p class="fault">{fault}</p>}
        <button type="submit">{words.check}</button>
      </form>
    </DeskPage>
  );
}

/** Checks a file, and says what is wrong, line by line; once that is confirmed, imports what isn't in yet. */
export async function takeFile(desk: Desk, sitting: Sitting & { readonly form: Form }) {
  const { visit, pass, form } = sitting;
  const words = fileWords[visit.language];
  const { id, name } = await ownCompetition(desk, pass, form.text('competition'));
  const text = form.text('file');
  if (text.trim() === '') return filePage(desk, sitting, form, words.none);
  const dryRun = form.text('confirmed') !== '1';
  const faults: Fault[] = [];
  const remarks: Fault[] = [];
  const notes: Fault[] = [];
  async function* chunks() {
    yield Buffer.from(text);
  }
  const by = { actor: actorOf(pass), now: visit.now };
  const result = await importRecords(desk.database, chunks(), by, {
    file: 'the desk',
    format: 'csv',
    skipKnown: true,
    skipOpen: true,
    folder: desk.folder,
    dryRun,
    table: { shared: { competition: id } },
    admit: (kind, record) =>
      kind.name === matchKind.name && memberAt(record, 'competition_id') === id
        ? undefined
        : words.foreign(name),
    report: (fault) => void faults.push(fault),
    remark: (remark) => void remarks.push(remark),
    note: (told) => void notes.push(told),
    progress: () => refuseLate(visit.request),
  }).catch((error) => {
    if (error instanceof Problem && error.type === 'validation-failed') return error.message;
    throw error;
  });
  if (typeof result === 'string') return filePage(desk, sitting, form, result);
  const count = (counts: Readonly<Record<string, number>>) => counts[matchKind.name] ?? 0;
  const told = result.ok ? (dryRun ? words.would : words.did)(count(result.counts)) : words.wrong;
  return (
    <DeskPage {...sitting} title={deskWords[visit.language].file}>
      <p role="status">
        {told} {result.ok && words.known(count(result.leftOut))}{' '}
        {result.ok && result.open > 0 && words.open(result.open)}
      </p>
      <Lines lines={[...notes, ...faults]} more={words.more} />
      {remarks.length > 0 && dryRun && <p>{words.doubts}</p>}
      {dryRun && <Lines lines={remarks} more={words.more} />}
      {result.ok && dryRun && count(result.counts) > 0 && (
        <form
          method="post"
          action={visit.to('desk/file')}
          enctype="multipart/form-data"
          class="confirm"
        >
          <input type="hidden" name="competition" value={id} />
          <input type="hidden" name="confirmed" value="1" />
          <input type="hidden" name="file" value={text} />
          <button type="submit">{words.import}</button>
        </form>
      )}
      <p>
        <a href={visit.to('desk/file')}>{deskWords[visit.language].file}</a>
      </p>
    </DeskPage>
  );
}

type LinesProps = { readonly lines: readonly Fault[]; readonly more: (count: number) => string };

function Lines({ lines, more }: LinesProps) {
  return (
    <ul class="list">
      {lines.slice(0, mostLines).map((line, index) => (
        <li key={index}>{faultInWords(line)}</li>
      ))}
      {lines.length > mostLines && <li>{more(lines.length - mostLines)}</li>}
    </ul>
  );
}
