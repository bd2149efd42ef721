// The exchange format: one record per line. rules 9
import * as v from 'valibot';
import type { Identified, Kind, Numbered, Report } from '../../shared/exchange/kind.ts';
import { linesOf } from '../../shared/exchange/ndjson.ts';
import { createAscendingIds } from '../../shared/ids.ts';
import { parseJson } from '../../shared/json.ts';
import type { Pause } from '../../shared/pause.ts';
import { Problem, placeOf } from '../../shared/problem.ts';
import { validate } from '../../shared/validation.ts';
import { kinds } from './kinds.ts';

/** How many records are checked and stored at once: few, so that requests don't wait for long. */
const portionSize = 500;

/** What may be a record; `made` are the members that the line itself doesn't give. */
export type Value = {
  readonly line: number;
  readonly value: unknown;
  readonly made?: readonly string[];
};

/** A file as values that may be records. */
export type Source = {
  readonly values: AsyncIterable<Value>;
  /** Passes on what is reported of a record, in the words of the file. */
  inWords(to: Report): Report;
};

type Read = Numbered<Identified> & { readonly kind: Kind };

/** A file in the exchange format; `report` gets each line that isn't JSON. */
export function ndjsonSource(chunks: AsyncIterable<Uint8Array>, report: Report): Source {
  async function* values() {
    for await (const { number, text } of linesOf(chunks)) {
      if (text === undefined) report(number, '', 'the line is not valid UTF-8');
      if (text === undefined || text.trim() === '') continue;
      const value = attempt(() => parseJson(text), number, report);
      if (value !== undefined) yield { line: number, value };
    }
  }
  return { values: values(), inWords: (to) => to };
}

/** The records of a file, portion by portion; anything else is reported, and its id passed to `refuse`. */
export async function* portionsOf(
  { values }: Source,
  report: Report,
  refuse: (id: unknown) => void,
  pause: Pause,
): AsyncGenerator<Map<Kind, readonly Numbered<Identified>[]>> {
  // Results of one moment are rated in the order of their ids: of the lines. rules 3.2
  const newId = createAscendingIds();
  let read: Read[] = [];
  for await (const value of values) {
    read.push(...recordsIn(value, newId, refuse, report));
    await pause();
    if (read.length < portionSize) continue;
    yield Map.groupBy(read, ({ kind }) => kind);
    read = [];
  }
  yield Map.groupBy(read, ({ kind }) => kind);
}

const names = kinds.map(({ name }) => name);
const KindSchema = v.object(
  {
    kind: v.picklist(names, ({ input }) =>
      input === 'backup'
        ? 'A backup comes in by "tennis restore".'
        : `Expected one of: ${names.join(', ')}.`,
    ),
  },
  'Expected a JSON object.',
);

/** The value as a record, with a new id if it lacks one; nothing if it isn't a record. rules 9.1 */
function recordsIn(
  { line, value, made = [] }: Value,
  newId: ReturnType<typeof createAscendingIds>,
  refuse: (id: unknown) => void,
  report: Report,
): Read[] {
  const tagged = attempt(() => validate(KindSchema, value), line, report);
  const kind = kinds.find(({ name }) => name === tagged?.kind);
  if (!tagged || !kind) return [];
  // From the value itself: a loose schema would leave out `constructor`, which the kind's own has to refuse.
  const { kind: _, ...members } = Object(value);
  const lacksId = kind.ids && (members.id === undefined || members.id === null);
  const whole = kind.ids && lacksId ? { ...members, id: newId(kind.ids) } : members;
  const record = attempt(() => validate(kind.schema, whole), line, report);
  const all = lacksId ? ['id', ...made] : made;
  if (record) return [{ kind, line, record, made: all }];
  refuse(members[kind.idMember ?? 'id']);
  return [];
}

/** Returns what the work returns; reports a problem that it throws, and returns undefined. */
function attempt<T>(work: () => T, line: number, report: Report): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const faults = error.errors ?? [{ pointer: '#', detail: error.message }];
    for (const { pointer, detail } of faults) report(line, placeOf(pointer), detail);
    return undefined;
  }
}
