export {
  DomainError,
  type DomainErrorOptions,
  defineError,
  type ErrorDetails,
  type ErrorKind,
  forbidden,
  unauthenticated,
} from './errors.ts'
export { type Clock, systemClock } from './platform/clock.ts'
export { createShutdown, type Shutdown, type ShutdownStep } from './platform/shutdown.ts'
export {
  type Analysis,
  analyse,
  type Field,
  type FieldWeight,
} from './search/analysis/analyse.ts'
export {
  documentsOfMessage,
  type MessageDocumentOptions,
  type MessageOfDocument,
  type SessionOfDocument,
} from './search/documents/documents-of-message.ts'
export {
  documentsOfObservation,
  type ObservationOfDocument,
  type SessionOfFinding,
} from './search/documents/documents-of-observation.ts'
export {
  documentsOfSummary,
  type SummaryOfDocument,
} from './search/documents/documents-of-summary.ts'
export type { NewDocument } from './search/new-document.ts'
export {
  type Actor,
  grantSystemScope,
  grantTeamScope,
  lowerRole,
  type Principal,
  roleCovers,
  type SystemScope,
  type TeamScope,
} from './teams/team-scope.ts'
