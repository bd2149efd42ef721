import type { MatchFormat } from './records.ts';

type CompetitionPlan = {
  readonly name: string;
  readonly type: 'league' | 'tournament';
  /** Places in `organizerNames` and in `venuePlans`. */
  readonly organizer: number;
  readonly venues: readonly number[];
  /** First and last day, counted from today. */
  readonly days: readonly [first: number, last: number];
  readonly levels: readonly [lowest: number, highest: number];
  readonly format: MatchFormat;
};

const long = { games_per_set: 6, no_ad: false, final_set: 'full_set' } as const;
const longTiebreak = { games_per_set: 6, no_ad: false, final_set: 'match_tiebreak' } as const;
const short = { games_per_set: 4, no_ad: true, final_set: 'full_set' } as const;
const shortTiebreak = { games_per_set: 4, no_ad: true, final_set: 'match_tiebreak' } as const;

/** Two leagues and two tournaments that are over, and a running league of each match format. */
export const competitionPlans: readonly CompetitionPlan[] = [
  {
    name: 'Syrenka Classic League',
    type: 'league',
    organizer: 0,
    venues: [0, 1, 2, 3, 7, 11],
    days: [-270, -146],
    levels: [1.5, 5.5],
    format: long,
  },
  {
    name: 'Across the River League',
    type: 'league',
    organizer: 1,
    venues: [4, 5, 9, 10, 12],
    days: [-263, -139],
    levels: [1.5, 5.5],
    format: shortTiebreak,
  },
  {
    name: 'Warsaw Amateur Masters',
    type: 'tournament',
    organizer: 2,
    venues: [0, 7, 8, 11],
    days: [-104, -99],
    levels: [4, 5.5],
    format: longTiebreak,
  },
  {
    name: 'Praga Fast Four Cup',
    type: 'tournament',
    organizer: 1,
    venues: [4, 5, 9, 12],
    days: [-48, -43],
    levels: [2, 3.5],
    format: short,
  },
  {
    name: 'Syrenka Singles League',
    type: 'league',
    organizer: 0,
    venues: [0, 1, 2, 3, 7, 8],
    days: [-131, 72],
    levels: [3, 5.5],
    format: long,
  },
  {
    name: 'Garden Districts League',
    type: 'league',
    organizer: 2,
    venues: [3, 6, 8, 9, 11],
    days: [-124, 65],
    levels: [2.5, 5],
    format: longTiebreak,
  },
  {
    name: 'Right Bank Short Sets',
    type: 'league',
    organizer: 1,
    venues: [4, 5, 10, 12],
    days: [-117, 86],
    levels: [1.5, 4.5],
    format: short,
  },
  {
    name: 'Stolica Open League',
    type: 'league',
    organizer: 2,
    venues: [1, 6, 7, 9, 11, 12],
    days: [-110, 79],
    levels: [1.5, 5.5],
    format: shortTiebreak,
  },
];
