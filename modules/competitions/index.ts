/** Leagues and tournaments, their match formats, and the organizers who run them. */
export { Competition, CompetitionVenue, Organizer } from './entity.ts';
export { competitionKind, organizerKind } from './kind.ts';
export { competitionRules, findCompetition, listCompetitions } from './repository.ts';
export { competitionRoutes } from './routes.ts';
export {
  type CompetitionRecord,
  finalSets,
  type MatchFormat,
  type OrganizerRecord,
  setLengths,
} from './schema.ts';
export { seasonOf } from './season.ts';
