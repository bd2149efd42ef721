/** The log of who changed what, when and why. */
export { AuditEntry } from './entity.ts';
export { type AuditNote, type By, note } from './repository.ts';
export type { Actor } from './schema.ts';
