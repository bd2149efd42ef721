/** How good the ratings are: what was expected before each match against what came of it. */
export { QualityResult } from './entity.ts';
export { enoughMatches } from './figures.ts';
export { confidenceGroups, gapGroups } from './groups.ts';
export { measureQuality } from './measure.ts';
export { refreshQuality } from './refresh.ts';
export { keptQuality } from './repository.ts';
export type { Bin, Figures, Kept, Pool, Quality } from './result.ts';
