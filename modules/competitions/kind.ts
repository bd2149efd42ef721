import { byId } from '../../shared/database/paging.ts';
import type { Editable } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { venueKind } from '../venues/index.ts';
import {
  insertCompetitions,
  insertOrganizers,
  recordedCompetitions,
  recordedOrganizers,
  updateOrganizer,
} from './repository.ts';
import {
  type CompetitionRecord,
  CompetitionRecordSchema,
  type OrganizerRecord,
  OrganizerSchema,
} from './schema.ts';
import { changeCompetition } from './service.ts';

/** Organizers as a kind of record. */
export const organizerKind: Editable<OrganizerRecord> = {
  name: 'organizer',
  words: ['organizer', 'organizers'],
  table: 'organizer',
  ids: 'organizer',
  schema: OrganizerSchema,
  insert: (tx, organizers, { now }) => insertOrganizers(tx.db, organizers, utc(now)),
  ...byId(recordedOrganizers),
  update: updateOrganizer,
};

/** Competitions as a kind of record. */
export const competitionKind: Editable<CompetitionRecord> = {
  name: 'competition',
  words: ['competition', 'competitions'],
  table: 'competition',
  ids: 'competition',
  schema: CompetitionRecordSchema,
  references: { organizer_id: organizerKind, venue_ids: venueKind },
  insert: (tx, competitions) => insertCompetitions(tx.db, competitions),
  ...byId(recordedCompetitions),
  title: { member: 'name', note: ({ season }) => season },
  update: changeCompetition,
};
