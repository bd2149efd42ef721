import { removeRevokedClients } from '../../modules/auth/index.ts';
import { type OrganizerRecord, organizerKind } from '../../modules/competitions/index.ts';
import { needed } from '../../shared/exchange/field.ts';
import { isId } from '../../shared/ids.ts';
import { doubtNamesake, type Resource } from './resource.ts';

export const organizers: Resource<OrganizerRecord> = {
  kind: organizerKind,
  about: 'who runs competitions',
  fields: [needed('--name <name>', 'name', 'the name that competitions show')],
  doubt: doubtNamesake(organizerKind),
  async beforeRemoval(db, id) {
    const clients = isId('organizer', id) ? await removeRevokedClients(db, id) : [];
    return clients.map((before) => ({ action: 'client removed', subject: before.id, before }));
  },
  examples: ["--name 'Warsaw Tennis League'"],
};
