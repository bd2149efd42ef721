import type { Editable, Reference } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { venueKind } from '../venues/index.ts';
import {
  exportCompetitions,
  exportOrganizers,
  findCompetitionRecord,
  findOrganizer,
  insertCompetitions,
  insertOrganizers,
  updateOrganizer,
} from './repository.ts';
import {
  type CompetitionRecord,
  CompetitionRecordSchema,
  type Organizer,
  OrganizerSchema,
} from './schema.ts';
import { changeCompetition } from './service.ts';

/** Organizers as a kind of record. */
export const organizerKind: Editable<Organizer> = {
  name: 'organizer',
  words: ['organizer', 'organizers'],
  table: 'organizer',
  ids: 'organizer',
  schema: OrganizerSchema,
  insert: (tx, organizers, { now }) => insertOrganizers(tx.db, organizers, utc(now)),
  list: exportOrganizers,
  find: findOrganizer,
  update: (tx, organizer) => updateOrganizer(tx.db, organizer),
};

/** Competitions as a kind of record. */
export const competitionKind: Editable<CompetitionRecord> = {
  name: 'competition',
  words: ['competition', 'competitions'],
  table: 'competition',
  ids: 'competition',
  schema: CompetitionRecordSchema,
  references: ({ organizer_id, venue_ids }) => [
    { to: organizerKind, place: 'organizer_id', id: organizer_id },
    ...venue_ids.map(
      (id, index): Reference => ({ to: venueKind, place: `venue_ids/${index}`, id }),
    ),
  ],
  insert: (tx, competitions) => insertCompetitions(tx.db, competitions),
  list: exportCompetitions,
  async *names(on) {
    for await (const { id, name, season } of exportCompetitions(on))
      yield { id, name, note: season };
  },
  find: findCompetitionRecord,
  update: (tx, after, before) => changeCompetition(tx, before, after),
};
