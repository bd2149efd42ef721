// The exchange format: one record a line, of one of these kinds. rules 9
import * as v from 'valibot';
import {
  type ClientRecord,
  ClientRecordSchema,
  type KeyRecord,
  KeyRecordSchema,
} from '../../modules/auth/index.ts';
import {
  type CompetitionRecord,
  CompetitionRecordSchema,
  type OrganizerRecord,
  OrganizerSchema,
} from '../../modules/competitions/index.ts';
import { type MatchRecord, MatchRecordSchema } from '../../modules/matches/index.ts';
import { type PlayerRecord, PlayerRecordSchema } from '../../modules/players/index.ts';
import { type HistoryEntry, HistoryEntrySchema } from '../../modules/ratings/index.ts';
import { type VenueRecord, VenueSchema } from '../../modules/venues/index.ts';
import { newId, type Resource } from '../../shared/ids.ts';

/** The kinds, in the order in which an export writes them, and what a record of each holds. */
export type Records = {
  organizer: OrganizerRecord;
  client: ClientRecord;
  api_key: KeyRecord;
  venue: VenueRecord;
  competition: CompetitionRecord;
  player: PlayerRecord;
  match: MatchRecord;
  history: HistoryEntry;
};

export type Kind = keyof Records;
export type Numbered<T> = { readonly line: number; readonly record: T };

type Lists = { readonly [K in Kind]: Numbered<Records[K]>[] };

/** Records of a file by kind, each with the number of its line. */
export type Collection = Lists & {
  /** The ids of records that are wrong: whoever names one is not to blame. */
  readonly refused: unknown[];
};

export const kinds: readonly Kind[] = [
  'organizer',
  'client',
  'api_key',
  'venue',
  'competition',
  'player',
  'match',
  'history',
];

/** An empty collection. */
export function emptyCollection(): Collection {
  return {
    organizer: [],
    client: [],
    api_key: [],
    venue: [],
    competition: [],
    player: [],
    match: [],
    history: [],
    refused: [],
  };
}

const KindSchema = v.looseObject(
  { kind: v.picklist(kinds, `Expected one of: ${kinds.join(', ')}.`) },
  'Expected a JSON object.',
);

/** The resources of which a record without an id gets a new one. rules 9.1 */
const identified: { readonly [K in Kind]?: Resource } = {
  organizer: 'organizer',
  api_key: 'apiKey',
  venue: 'venue',
  competition: 'competition',
  player: 'player',
  match: 'match',
  history: 'history',
};

/** What is wrong with a line, and where: the path of the member, or the column; '' for all of it. */
export type Fault = { readonly line: number; readonly place: string; readonly reason: string };
export type Report = (line: number, place: string, reason: string) => void;

/** A file as values that may be records. */
export type Source = {
  readonly values: AsyncIterable<{ readonly line: number; readonly value: unknown }>;
  /** Reports what is wrong with a record in the words of the file. */
  readonly report: Report;
};

/**
 * Adds the record of a line to the collection; `validate` gives what a schema makes of a value, or
 * reports what is wrong and gives undefined.
 */
export function collect(
  collection: Collection,
  line: number,
  value: unknown,
  validate: <S extends v.GenericSchema>(schema: S, value: unknown) => v.InferOutput<S> | undefined,
): void {
  const tagged = validate(KindSchema, value);
  if (!tagged) return;
  const { kind, ...members } = tagged;
  const resource = identified[kind];
  const rest = resource ? { id: newId(resource), ...members } : members;
  const lists: Lists = collection;
  const add = <K extends Kind>(name: K, schema: v.GenericSchema<unknown, Records[K]>) => {
    const record = validate(schema, rest);
    if (record) lists[name].push({ line, record });
    else if ('id' in rest) collection.refused.push(rest.id);
  };
  const adders: Readonly<Record<Kind, () => void>> = {
    organizer: () => add('organizer', OrganizerSchema),
    client: () => add('client', ClientRecordSchema),
    api_key: () => add('api_key', KeyRecordSchema),
    venue: () => add('venue', VenueSchema),
    competition: () => add('competition', CompetitionRecordSchema),
    player: () => add('player', PlayerRecordSchema),
    match: () => add('match', MatchRecordSchema),
    history: () => add('history', HistoryEntrySchema),
  };
  adders[kind]();
}
