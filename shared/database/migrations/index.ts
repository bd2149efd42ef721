import { schema } from './0001-schema.ts';

/** Every migration, oldest first. A released one is never changed. */
export const migrations = [schema];
