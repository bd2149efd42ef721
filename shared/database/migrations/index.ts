import { FirstSchema } from './0001-first-schema.ts';
import { Rotation } from './0002-rotation.ts';
import { Country } from './0003-a-country.ts';
import { Audit } from './0004-audit.ts';
import { Corrections } from './0005-corrections.ts';
import { Lookups } from './0006-lookups.ts';
import { Search } from './0007-search.ts';
import { Venues } from './0008-venues.ts';
import { Eth } from './0009-eth.ts';
import { Waiting } from './0010-waiting.ts';
import { WaitingAlone } from './0011-waiting-alone.ts';
import { WithinBounds } from './0012-within-bounds.ts';
import { PreferredVenues } from './0013-preferred-venues.ts';
import { KnownVisible } from './0014-known-visible.ts';

/** Every migration, oldest first. A released one is never changed. */
export const migrations = [
  { name: '0001-first-schema', class: FirstSchema },
  { name: '0002-rotation', class: Rotation },
  { name: '0003-a-country', class: Country },
  { name: '0004-audit', class: Audit },
  { name: '0005-corrections', class: Corrections },
  { name: '0006-lookups', class: Lookups },
  { name: '0007-search', class: Search },
  { name: '0008-venues', class: Venues },
  { name: '0009-eth', class: Eth },
  { name: '0010-waiting', class: Waiting },
  { name: '0011-waiting-alone', class: WaitingAlone },
  { name: '0012-within-bounds', class: WithinBounds },
  { name: '0013-preferred-venues', class: PreferredVenues },
  { name: '0014-known-visible', class: KnownVisible },
];
