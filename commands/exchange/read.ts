import { linesOf } from '../../shared/exchange/ndjson.ts';
import { parseJson } from '../../shared/json.ts';
import { Problem } from '../../shared/problem.ts';
import { validate } from '../../shared/validation.ts';
import { type Collection, collect, emptyCollection, type Report, type Source } from './kinds.ts';

/** How many records are checked and stored at once: few, so that requests don't wait for long. */
const portionSize = 500;

/** A file in the exchange format; `report` gets each line that is no JSON. */
export function ndjsonSource(chunks: AsyncIterable<Uint8Array>, report: Report): Source {
  async function* values() {
    for await (const { number, text } of linesOf(chunks)) {
      if (text === undefined) report(number, '', 'the line is not valid UTF-8');
      if (text === undefined || text.trim() === '') continue;
      const value = attempt(() => parseJson(text), number, report);
      if (value !== undefined) yield { line: number, value };
    }
  }
  return { values: values(), report };
}

/** The records of a file, portion by portion; what is no record is reported. */
export async function* portionsOf(
  { values, report }: Source,
  pause: () => Promise<void> | undefined,
): AsyncGenerator<Collection> {
  let portion = emptyCollection();
  let size = 0;
  for await (const { line, value } of values) {
    collect(portion, line, value, (schema, part) =>
      attempt(() => validate(schema, part), line, report),
    );
    await pause();
    size += 1;
    if (size < portionSize) continue;
    yield portion;
    portion = emptyCollection();
    size = 0;
  }
  yield portion;
}

/** What the work gives; the problem that it throws is reported, and gives undefined. */
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

/** The path of a member: its pointer without what all have in common. */
export function placeOf(pointer: string): string {
  return pointer.slice('#/'.length);
}
