/** The city in the exchange format of `import`. rules 9 */
export type City = {
  readonly organizers: OrganizerRecord[];
  readonly venues: VenueRecord[];
  readonly competitions: CompetitionRecord[];
  readonly players: PlayerRecord[];
  /** Results of about nine past months, in the order of play. */
  readonly season: MatchRecord[];
};

type OrganizerRecord = { kind: 'organizer'; id: string; name: string };

export type VenueRecord = {
  kind: 'venue';
  id: string;
  name: string;
  district: string;
  address: string;
  courts: Court[];
};

export type Court = {
  number: number;
  surface: 'clay' | 'hard' | 'grass' | 'carpet' | 'artificial_grass';
  indoor: boolean;
};

export type CompetitionRecord = {
  kind: 'competition';
  id: string;
  name: string;
  type: 'league' | 'tournament';
  organizer_id: string;
  season: string;
  starts_on: string;
  ends_on: string;
  match_format: MatchFormat;
  venue_ids: string[];
};

export type MatchFormat = {
  games_per_set: 6 | 4;
  no_ad: boolean;
  final_set: 'full_set' | 'match_tiebreak';
};

export type PlayerRecord = {
  kind: 'player';
  id: string;
  display_name: string;
  self_assessed_ntrp: number;
  preferred_venue_ids: string[];
  availability: { day: string; start: string; end: string }[];
  created_at: string;
};

export type MatchRecord = {
  kind: 'match';
  id?: string;
  created_at?: string;
  competition_id: string;
  venue_id: string;
  court_number?: number;
  played_at: string;
  player_ids: [string, string];
} & Result;

export type Result =
  | { status: 'completed'; score: Score }
  | { status: 'retired'; score: Score; retired_player_id: string }
  | { status: 'walkover'; winner_id: string };

export type Score = { sets: SetScore[]; match_tiebreak?: Points };
export type SetScore = { games: Points; tiebreak?: Points };
export type Points = [number, number];
