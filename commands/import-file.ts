// The file of an import: what it is, its bytes, and an example of one.
import { exampleTable, type ImportOptions } from '../modules/exchange/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import type { Progress } from '../shared/console/progress.ts';
import { isArchive } from '../shared/exchange/workbook.ts';
import { tableNamed } from './export.ts';

/** The format of a file, as given or else as it begins and is named; its bytes, and its first sign. */
export async function recognised(
  console: Console,
  file: string,
  bar: Progress,
  given: ImportOptions['format'],
) {
  const chunks = readVisibly(console, file, bar);
  const first = await chunks.next();
  async function* input() {
    if (first.done) return;
    yield first.value;
    yield* chunks;
  }
  const begin = first.done ? Buffer.alloc(0) : Buffer.from(first.value);
  const found = isArchive(begin) ? 'xlsx' : (tableNamed(file) ?? 'ndjson');
  return { format: given ?? found, input: input(), begin: begin.toString().trim().charAt(0) };
}

/** The file's bytes; the bar shows how many are read and checked. */
async function* readVisibly(
  console: Console,
  file: string,
  bar: Progress,
): AsyncGenerator<Uint8Array> {
  const size = await console.size(file);
  let read = 0;
  for await (const chunk of console.read(file)) {
    yield chunk;
    read += chunk.length;
    bar.show('Checking', read, size);
  }
}

/** Writes a table to fill in. Throws a Failure where there is a file already. */
export async function writeExample(file: string, console: Console) {
  if (!/\.(xlsx|csv)$/i.test(file)) {
    throw new Failure(`${file}: an example is named .xlsx or .csv.`, 2);
  }
  const isThere = await console.size(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Failure(`${file} is there already; an example goes into a new file.`);
  await console.write(
    file,
    (async function* () {
      yield await exampleTable(file);
    })(),
  );
  return { wrote: file };
}
