import {
  exportOrganizers,
  findOrganizer,
  insertOrganizers,
  type OrganizerRecord,
  OrganizerSchema,
  updateOrganizer,
} from '../../modules/competitions/index.ts';
import { newId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { Resource } from './record.ts';

/** Who runs competitions. */
export const organizers: Resource<OrganizerRecord, OrganizerRecord> = {
  one: 'organizer',
  about: 'who runs competitions',
  schema: OrganizerSchema,
  options: (command, required) =>
    required
      ? command.requiredOption('--name <name>', 'the name that competitions show')
      : command.option('--name <name>', 'the name that competitions show'),
  flags: { name: '--name' },
  example: "--name 'Warsaw Tennis League'",
  record: ({ name }, stored) => ({
    id: stored?.id ?? newId('organizer'),
    name: name ?? stored?.name,
  }),
  all: exportOrganizers,
  find: findOrganizer,
  insert: (tx, organizer, now) => insertOrganizers(tx.db, [organizer], utc(now)),
  update: (tx, organizer) => updateOrganizer(tx.db, organizer),
};
