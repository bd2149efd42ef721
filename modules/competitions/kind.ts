import { insertRows } from '../../shared/database/db.ts';
import { byId } from '../../shared/database/paging.ts';
import { called, type Editable } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { venueKind } from '../venues/index.ts';
import {
  insertCompetitions,
  recordedCompetitions,
  recordedOrganizers,
  updateCompetition,
  updateOrganizer,
} from './repository.ts';
import {
  type CompetitionRecord,
  CompetitionRecordSchema,
  type OrganizerRecord,
  OrganizerSchema,
} from './schema.ts';

export const organizerKind: Editable<OrganizerRecord> = {
  ...called('organizer'),
  schema: OrganizerSchema,
  insert(tx, organizers, { now }) {
    const rows = organizers.map((organizer) => ({ ...organizer, created_at: utc(now) }));
    return insertRows(tx.db, 'organizer', rows);
  },
  ...byId(recordedOrganizers),
  title: { member: 'name', note: ({ id }) => id },
  update: updateOrganizer,
};

export const competitionKind: Editable<CompetitionRecord> = {
  ...called('competition'),
  schema: CompetitionRecordSchema,
  references: { organizer_id: organizerKind, venue_ids: venueKind },
  insert: (tx, competitions) => insertCompetitions(tx.db, competitions),
  ...byId(recordedCompetitions),
  title: { member: 'name', note: ({ season }) => season },
  async update(tx, after, before) {
    await updateCompetition(tx, after);
    const format = ({ match_format }: CompetitionRecord) =>
      `${match_format.games_per_set} ${match_format.final_set}`;
    // The module that keeps the results throws if they don't allow the change.
    await tx.publish('competition.changed', {
      id: after.id,
      startsOn: after.starts_on,
      newFormat: format(before) !== format(after),
    });
  },
};
