/** The log of who changed what, when and why. */
export { AuditEntry } from './entity.ts';
export { eraseNames, loggedNames } from './erasure-repository.ts';
export { auditKind } from './kind.ts';
export {
  type Entry,
  entriesNaming,
  erasures,
  listEntries,
  readIdsOfPerson,
  submitterOf,
  wasDone,
} from './reading-repository.ts';
export {
  type AuditNote,
  type By,
  hasChanged,
  note,
  noteSubmission,
} from './repository.ts';
export type { Action, Actor } from './schema.ts';
