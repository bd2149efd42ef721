import { type OrganizerRecord, organizerKind } from '../../modules/competitions/index.ts';
import type { Records } from './records.ts';

/** Who runs competitions. */
export const organizers: Records<OrganizerRecord> = {
  kind: organizerKind,
  about: 'who runs competitions',
  flags: [
    {
      name: '--name <name>',
      member: 'name',
      needed: true,
      help: 'the name that competitions show',
    },
  ],
  example: "--name 'Warsaw Tennis League'",
};
