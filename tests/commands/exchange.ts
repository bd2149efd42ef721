import type { Workbench } from '../../commands/workbench.ts';
import { exportRecords, faultInWords, importRecords } from '../../modules/exchange/index.ts';
import { minuteMs, utc } from '../../shared/time.ts';

/** What came of an import: whether it is in, and the lines that failed with the reasons. */
export type Imported = {
  readonly ok: boolean;
  readonly faults: readonly (readonly [line: number, reason: string])[];
};

/** A line of the exchange format, or what stands in the place of one. */
export type Line = object | string | Uint8Array;

/** The lines as the bytes of a file. */
export function fileOf(lines: readonly Line[]): Uint8Array {
  return Buffer.concat(
    lines.map((line) => {
      if (line instanceof Uint8Array) return Buffer.concat([line, Buffer.from('\n')]);
      return Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
    }),
  );
}

/** Imports the lines, or a whole file as it arrives in chunks. */
export async function importInto(
  { database, clock }: Workbench,
  lines: readonly Line[] | AsyncIterable<Uint8Array>,
): Promise<Imported> {
  const chunks =
    Symbol.asyncIterator in lines
      ? lines
      : (async function* () {
          yield fileOf(lines);
        })();
  const faults: [number, string][] = [];
  const by = { actor: { user: 'tests' }, now: clock() };
  const { ok } = await importRecords(database, chunks, by, {
    file: 'tests',
    report: (fault) => {
      faults.push([fault.line, faultInWords(fault).replace(/^line \d+: /, '')]);
    },
  });
  return { ok, faults };
}

/** Everything that an export writes. */
export async function exportFrom({ database }: Workbench): Promise<string> {
  const parts: string[] = [];
  await database.atOneMoment((moment) =>
    exportRecords(moment, async (text) => void parts.push(text)),
  );
  return parts.join('');
}

/** The records of an export. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into records whose schemas other tests check
export function recordsIn(text: string): Record<string, any>[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

/** How a history begins. */
export const began = {
  code: 'initial_assessment',
  match_id: null,
  explanation: 'So it begins.',
} as const;

/** The first entry of the history of a player who joined at 10 o'clock on New Year's Day at level 3.5. */
export function firstEntryOf(player_id: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    kind: 'history',
    id: 'rtg_bbbbbbbbb1',
    player_id,
    occurred_at: '2026-01-01T10:00:00.000Z',
    reason: began,
    value_before: null,
    value_after: 1400,
    change: null,
    confidence_before: null,
    confidence_after: 20,
    calculation: null,
    nth: 1,
    rated_matches: 0,
    last_rated_match_at: null,
    drops_applied: 0,
    ...more,
  };
}

/** So many results as a spreadsheet, one a minute after those before it, and none like another of its day. */
export function manyResults(count: number, before = 0): Buffer {
  const rows = Array.from({ length: count }, (_, row) => {
    const index = before + row;
    const time = utc(Date.parse('2026-03-02T08:00:00Z') + index * minuteMs);
    const score = `6-${index % 5} 7-6(${Math.floor(index / 5) % 99})`;
    return `League;Agrykola;1;${time};Anna K.;Bartek Ł.;${score}`;
  });
  const header = 'competition;venue;court_number;played_at;player_1;player_2;score';
  return Buffer.from([header, ...rows, ''].join('\r\n'));
}
