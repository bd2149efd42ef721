import { firstSchema } from './0001-first-schema.ts';
import { rotation } from './0002-rotation.ts';
import { country } from './0003-a-country.ts';
import { audit } from './0004-audit.ts';
import { corrections } from './0005-corrections.ts';
import { lookups } from './0006-lookups.ts';
import { search } from './0007-search.ts';
import { venues } from './0008-venues.ts';
import { eth } from './0009-eth.ts';
import { waiting } from './0010-waiting.ts';
import { waitingAlone } from './0011-waiting-alone.ts';
import { withinBounds } from './0012-within-bounds.ts';
import { preferredVenues } from './0013-preferred-venues.ts';
import { knownVisible } from './0014-known-visible.ts';

/** Every migration, oldest first. A released one is never changed. */
export const migrations = [
  firstSchema,
  rotation,
  country,
  audit,
  corrections,
  lookups,
  search,
  venues,
  eth,
  waiting,
  waitingAlone,
  withinBounds,
  preferredVenues,
  knownVisible,
];
