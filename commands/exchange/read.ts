import { linesOf } from '../../shared/exchange/ndjson.ts';
import { parseJson, validate } from '../../shared/http/body.ts';
import { type FieldError, Problem } from '../../shared/http/problem.ts';
import { type Collection, collect, emptyCollection, type Report } from './kinds.ts';

/** The records of a file in the exchange format; `report` gets each line that is no such record. */
export async function readCollection(
  chunks: AsyncIterable<Uint8Array>,
  report: Report,
): Promise<Collection> {
  const collection = emptyCollection();
  for await (const { number, text } of linesOf(chunks)) {
    if (text === undefined) report(number, 'the line is not valid UTF-8');
    if (text === undefined || text.trim() === '') continue;
    const value = attempt(() => parseJson(text), number, report);
    if (value === undefined) continue;
    collect(collection, number, value, (schema, part) =>
      attempt(() => validate(schema, part), number, report),
    );
  }
  return collection;
}

/** What the work gives; the problem that it throws is reported, and gives undefined. */
function attempt<T>(work: () => T, line: number, report: Report): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    for (const reason of error.errors?.map(reasonOf) ?? [error.message]) report(line, reason);
    return undefined;
  }
}

/** Where a record is wrong and why, the place once. */
export function reasonOf({ pointer, detail }: FieldError): string {
  const place = pointer.slice('#/'.length);
  const named = place === '' || detail.startsWith(`${place.replaceAll('/', '.')}: `);
  return named ? detail : `${place}: ${detail}`;
}
