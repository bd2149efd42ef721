import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Console, Failure } from '../../shared/console/console.ts';
import { linesOf } from '../../shared/exchange/ndjson.ts';
import { utc } from '../../shared/time.ts';
import { version } from '../../shared/version.ts';
import type { Workbench } from '../workbench.ts';
import { faultsOf } from './import.ts';
import { takeSnapshot } from './snapshot.ts';

/** The version of what a backup holds; a program refuses a newer one. */
const formatVersion = 1;

/** The last line of a backup: what the lines before it must come to. */
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
 * Writes an export with a seal as its last line to the path. The file appears under its name once it
 * is whole. Throws a Failure, and writes nothing, where restore would refuse the records.
 */
export async function writeBackup(
  workbench: Workbench,
  console: Console,
  path: string,
): Promise<Seal> {
  const now = workbench.clock();
  await using snapshot = await takeSnapshot(workbench);
  const [fault] = await faultsOf(snapshot.bytes(), now);
  if (fault) {
    const { line, place, reason } = fault;
    throw new Failure(
      `${path}: not made, since restore would refuse it: record ${line}, ${place || 'in all'}: ${reason}`,
    );
  }
  const { records, sha256 } = snapshot;
  const seal: Seal = {
    kind: 'backup',
    format: formatVersion,
    program: version,
    created_at: utc(now),
    records,
    sha256,
  };
  const sealed = async function* () {
    yield* snapshot.bytes();
    yield `${JSON.stringify(seal)}\n`;
  };
  await console.write(path, sealed());
  return seal;
}

/**
 * The lines of a backup without its seal, which is checked at the end: whoever reads them must not
 * keep anything before that. Throws a Failure for a foreign, damaged or newer file.
 */
export async function* unsealed(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let records = 0;
  let seal: Seal | undefined;
  for await (const { text = '' } of linesOf(chunks)) {
    if (seal) throw new Failure(`${path}: goes on after its end, so it is damaged.`);
    seal = sealOf(text);
    if (seal) continue;
    const line = Buffer.from(`${text}\n`);
    hash.update(line);
    records += 1;
    yield line;
  }
  if (!seal) throw new Failure(`${path}: is no backup, or its end is missing.`);
  if (seal.format > formatVersion) {
    throw new Failure(
      `${path}: was made by version ${seal.program}, which is newer than this one.`,
    );
  }
  if (seal.records !== records || seal.sha256 !== hash.digest('hex')) {
    throw new Failure(`${path}: is damaged, its checksum is wrong.`);
  }
}

function sealOf(text: string): Seal | undefined {
  if (!text.startsWith('{"kind":"backup"')) return undefined;
  try {
    const result = v.safeParse(SealSchema, JSON.parse(text));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
