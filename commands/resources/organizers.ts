import { removeRevokedClients, removeRevokedPasses } from '../../modules/auth/index.ts';
import { type OrganizerRecord, organizerKind } from '../../modules/competitions/index.ts';
import { needed } from '../../shared/exchange/field.ts';
import { isId } from '../../shared/ids.ts';
import { doubtNamesake } from './namesakes.ts';
import { notesOf, type Resource } from './resource.ts';

export const organizers: Resource<OrganizerRecord> = {
  kind: organizerKind,
  about: 'who runs competitions',
  fields: [needed('--name <name>', 'name', 'the name that competitions show')],
  doubt: doubtNamesake(organizerKind),
  async beforeRemoval(db, id) {
    if (!isId('organizer', id)) return [];
    const clients = await removeRevokedClients(db, id);
    const passes = await removeRevokedPasses(db, { organizer_id: id });
    return [...notesOf('client removed', clients), ...notesOf('pass removed', passes)];
  },
  examples: ["--name 'Warsaw Tennis League'"],
};
