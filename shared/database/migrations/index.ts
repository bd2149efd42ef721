import { FirstSchema } from './0001-first-schema.ts';
import { Rotation } from './0002-rotation.ts';

/** Every migration, oldest first. A released one is never changed. */
export const migrations = [
  { name: '0001-first-schema', class: FirstSchema },
  { name: '0002-rotation', class: Rotation },
];
