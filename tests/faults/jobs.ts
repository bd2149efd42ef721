// Commands that are killed on the database that is loaded, and what must hold of them afterwards.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Draw } from '../ratings/random-season.ts';
import type { Outcome } from '../runtime/programs.ts';
import { drawResult, lines, organizers, playerRecord } from './city.ts';
import type { Client } from './client.ts';
import { type Fault, type Ledger, wrong } from './ledger.ts';

export type Job = {
  readonly args: readonly string[];
  readonly input?: string;
  /**
   * Once the service runs again: whether the killed command did all or nothing, and does its work
   * where it is given again. `outcome` is how it ended, `again` runs it once more.
   */
  settle(client: Client, outcome: Outcome, again: () => Promise<Outcome>): Promise<Fault[]>;
};

const matchesEach = 5;

/** An import of a player and some results. */
export function importJob(ledger: Ledger, draw: Draw): Job {
  const stem = ledger.next.toString(36).padStart(8, '0');
  const player = playerRecord(`plr_zz${stem}`, ledger.next);
  const matches = Array.from({ length: matchesEach }, (_, n) => ({
    kind: 'match',
    id: `mat_${stem}${String(n).padStart(2, '0')}`,
    ...drawResult(draw, draw.below(organizers.length), ledger.next++, ledger.start),
  }));
  for (const { id } of matches) ledger.offered.add(id);
  return {
    args: ['import', '-'],
    input: lines([player, ...matches]),
    async settle(client, outcome, again) {
      const there = async () => {
        const found = await Promise.all(matches.map(({ id }) => client.match(id)));
        return found.filter((match) => match !== undefined).length;
      };
      const before = await there();
      const faults =
        before === 0 || before === matchesEach ? [] : [wrong(`${before} of an import`)];
      if (outcome.status === 0 && before !== matchesEach) {
        faults.push({ kind: 'lost', text: `an import that said it was done left ${before}` });
      }
      if (before === 0) {
        const { status, err } = await again();
        if (status !== 0) faults.push(wrong(`the next import: ${status} ${err}`));
        if ((await there()) !== matchesEach) faults.push(wrong('the next import left no matches'));
      }
      for (const { id } of matches) ledger.imported.add(id);
      return faults;
    },
  };
}

/** A command of `ratings`; what it left is for the audit to find. */
export function ratingsJob(name: 'run' | 'decay'): Job {
  return {
    args: ['ratings', name, '--json'],
    settle: async () => [],
  };
}

/** A backup to a file under which an earlier one may be. */
export async function backupJob(ledger: Ledger, folder: string): Promise<Job> {
  const file = backupFile(ledger, folder);
  const earlier = await contentOf(file);
  const acknowledged = [...ledger.acknowledged.keys()];
  return {
    args: ['backup', file, '--force'],
    async settle(_, { status }, again) {
      const left = await contentOf(file);
      const faults = left === earlier ? [] : backupFaults(left, acknowledged);
      if (status === 0 && left === earlier) faults.push(wrong('a backup that ended left no file'));
      const isCut = (name: string) => name.startsWith(`${basename(file)}.part-`);
      if (!readdirSync(folder).some(isCut)) return faults;
      const next = await again();
      if (next.status !== 0) faults.push(wrong(`the next backup: ${next.status} ${next.err}`));
      return [...faults, ...backupFaults(await contentOf(file), acknowledged)];
    },
  };
}

/** Where the backups of the ledger's database are. */
export const backupFile = ({ start }: Ledger, folder: string) =>
  join(folder, `backup-${start}.ndjson`);

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

/** The lines of a backup without its seal; throws where the seal doesn't fit them. */
export function unsealed(content: string): string {
  const end = content.trimEnd().lastIndexOf('\n') + 1;
  const [body, seal] = [content.slice(0, end), JSON.parse(content.slice(end))];
  const sha256 = createHash('sha256').update(body).digest('hex');
  if (seal.kind !== 'backup' || seal.sha256 !== sha256) throw new Error('the seal is wrong');
  return body;
}

function backupFaults(content: string | undefined, acknowledged: readonly string[]): Fault[] {
  try {
    const body = unsealed(content ?? '');
    const ids = new Set(
      [...body.matchAll(/^\{"kind":"match","id":"(\w+)"/gm)].map(([, id]) => id ?? ''),
    );
    const missing = acknowledged.filter((id) => !ids.has(id));
    return missing.map((id) => ({ kind: 'lost', text: `${id} isn't in the backup` }));
  } catch (error) {
    return [wrong(`the backup is no whole file: ${error}`)];
  }
}
