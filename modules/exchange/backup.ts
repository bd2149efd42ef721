// A backup is an export whose last line, the seal, tells the number and checksum of the lines before it.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { linesOf } from '../../shared/exchange/ndjson.ts';
import { refusal } from '../../shared/problem.ts';
import { utc } from '../../shared/time.ts';
import { version } from '../../shared/version.ts';
import { checkFile } from './check-file.ts';
import { openDrawers } from './drawers.ts';
import type { Snapshot } from './snapshot.ts';

/** The version of the backup format; a program refuses a newer one. */
const formatVersion = 1;

const SealSchema = v.object({
  kind: v.literal('backup'),
  format: v.number(),
  program: v.string(),
  created_at: v.string(),
  records: v.number(),
  sha256: v.string(),
});
export type Seal = v.InferOutput<typeof SealSchema>;

/**
 * The seal of a snapshot; `now` is in milliseconds, `name` is the backup's. Throws if restore would
 * refuse the records. Tells meanwhile how many are checked.
 */
export async function sealOf(
  snapshot: Snapshot,
  name: string,
  now: number,
  tell: (records: number) => void,
): Promise<Seal> {
  let checked = 0;
  await using drawers = await openDrawers(snapshot.dataDir);
  const file = { chunks: snapshot.bytes(), isBackup: true, stored: undefined, now };
  const { faults } = await checkFile(file, drawers, (portion) => {
    for (const records of portion.values()) checked += records.length;
    tell(checked);
  });
  const [fault] = faults.inOrder();
  if (fault) {
    const where = `record ${fault.line}, ${fault.place || 'in all'}: ${fault.reason}`;
    throw refusal(`${name}: not made, since restore would refuse it: ${where}`);
  }
  const { records, sha256 } = snapshot;
  const format = formatVersion;
  return { kind: 'backup', format, program: version, created_at: utc(now), records, sha256 };
}

/** The snapshot with its seal as the last line. */
export async function* sealed(snapshot: Snapshot, seal: Seal): AsyncGenerator<Uint8Array | string> {
  yield* snapshot.bytes();
  yield `${JSON.stringify(seal)}\n`;
}

/**
 * The lines of a backup without its seal, which is checked at the end: the reader must not commit
 * anything before that. Tells the seal once it is found right. Throws if the file is foreign, damaged or newer.
 */
export async function* unsealed(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  tell: (seal: Seal) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let records = 0;
  let seal: Seal | undefined;
  for await (const { text = '\ufffd' } of linesOf(chunks)) {
    if (seal && text === '') continue; // which an editor has added
    if (seal) throw refusal(`${name}: goes on after its end, so it is damaged.`);
    seal = readSeal(text);
    if (seal) continue;
    const line = Buffer.from(`${text}\n`);
    hash.update(line);
    records += 1;
    yield line;
  }
  if (!seal) {
    const way = 'An export comes in by "tennis import".';
    throw refusal(`${name}: is no backup, or its end is missing. ${way}`);
  }
  const { format, program, sha256 } = seal;
  if (format > formatVersion) {
    throw refusal(`${name}: was made by version ${program}, which is newer than this one.`);
  }
  if (seal.records !== records || sha256 !== hash.digest('hex')) {
    throw refusal(`${name}: is damaged, its checksum is wrong.`);
  }
  tell(seal);
}

function readSeal(text: string): Seal | undefined {
  if (!text.startsWith('{"kind":"backup"')) return undefined;
  const schema = v.pipe(v.string(), v.parseJson(), SealSchema);
  const result = v.safeParse(schema, text);
  return result.success ? result.output : undefined;
}
