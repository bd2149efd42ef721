import { takeSnapshot } from '../modules/exchange/index.ts';
import { type Console, Failure } from '../shared/console/console.ts';
import { watched } from '../shared/console/progress.ts';
import { verb } from './verb.ts';
import { counted } from './words.ts';

export const exportAll = verb({
  name: 'export',
  about: 'write every record that import takes',
  takes: ['<file>', 'the file to write; - for standard output'],
  example: 'everything.ndjson',
  expect: (_, file, console) => expectWritable(file, console),
  async run({ database, settings }, { json }, file, console) {
    await using snapshot = await watched(console, 'Reading', (tell) =>
      takeSnapshot(database, settings.DATA_DIR, tell),
    );
    await console.write(file, snapshot.bytes());
    if (file === '-') return undefined;
    if (json) return { exported: snapshot.records };
    console.err(`Exported ${counted(snapshot.records, 'record', 'records')}.`);
    return undefined;
  },
});

/** What kind of table the file is by its name, if it is one. */
export function tableNamed(file: string): 'csv' | 'xlsx' | undefined {
  if (/\.xls[xm]$/i.test(file)) return 'xlsx';
  return /\.(csv|tsv|txt)$/i.test(file) ? 'csv' : undefined;
}

/**
 * Throws a Failure where the file can't be written, or is there and `ifThere` says what about that, or where its
 * name promises a table: `import` goes by the name. Comes first, since reading the database takes long.
 */
export async function expectWritable(
  file: string,
  { writable }: Console,
  ifThere?: string,
): Promise<void> {
  if (tableNamed(file))
    throw new Failure(`${file}: NDJSON is written, and no table; name the file .ndjson.`, 2);
  await writable(file, ifThere);
}
