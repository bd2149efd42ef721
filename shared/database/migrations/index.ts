import { FirstSchema } from './0001-first-schema.ts';

/** Every migration, oldest first. A released one is never changed. */
export const migrations = [{ name: '0001-first-schema', class: FirstSchema }];
