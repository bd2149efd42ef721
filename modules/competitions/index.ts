/** Leagues and tournaments, their match formats, and the organizers who run them. */
export { Competition, CompetitionVenue, Organizer } from './entity.ts';
export {
  type CompetitionRules,
  competitionRules,
  exportCompetitions,
  exportOrganizers,
  findCompetitionRecord,
  findOrganizer,
  holdCompetitionRules,
  insertCompetitions,
  insertOrganizers,
  updateOrganizer,
} from './repository.ts';
export { competitionOperations } from './routes.ts';
export {
  type CompetitionRecord,
  CompetitionRecordSchema,
  type Organizer as OrganizerRecord,
  OrganizerSchema,
} from './schema.ts';
export { changeCompetition } from './service.ts';
