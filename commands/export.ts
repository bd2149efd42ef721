import { takeSnapshot } from '../modules/exchange/index.ts';
import { Failure } from '../shared/console/console.ts';
import { verb } from './verb.ts';
import { counted } from './words.ts';

export const exportAll = verb({
  name: 'export',
  about: 'write every record that import takes',
  takes: ['<file>', 'the file to write; - for standard output'],
  example: 'everything.ndjson',
  expect: (_, file) => expectNoTable(file),
  async run({ database, settings }, { json }, file, console) {
    await using snapshot = await takeSnapshot(database, settings.DATA_DIR);
    await console.write(file, snapshot.bytes());
    if (file === '-') return undefined;
    if (json) return { exported: snapshot.records };
    console.err(`Exported ${counted(snapshot.records, 'record', 'records')}.`);
    return undefined;
  },
});

/** Whether the file is a table by its name. */
export const isNamedCsv = (file: string) => /\.csv$/i.test(file);

/** Throws a Failure where the name of the file promises a table: `import` goes by the name. */
export function expectNoTable(file: string): void {
  if (!isNamedCsv(file)) return;
  throw new Failure(`${file}: NDJSON is written, and no CSV; name the file .ndjson.`, 2);
}
