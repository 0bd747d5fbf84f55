export {
  makeCheckBookConsistency,
  makeGetBookEntity,
  makeGetBookRelationships,
  makeGetBookState,
  makeGetBookTimeline,
  makeListBookEntities,
  makeSearchBook,
} from './books/ask-book.ts'
export { makeGetBook, makeListBooks } from './books/get-book.ts'
export { makeIngestBook } from './books/ingest-book.ts'
export { makeOpenBooks } from './books/open-books.ts'
export { type GetCapture, makeGetCapture, SILENT_HOURS } from './capture/get-capture.ts'
export { makeReportCapture, type ReportCapture } from './capture/report-capture.ts'
export { recordTokens } from './context/count-tokens.ts'
export { type GetContext, makeGetContext } from './context/get-context.ts'
export { normaliseConcept } from './distil/concepts.ts'
export type {
  DistilEdit,
  Distillate,
  DistilledObservation,
  DistilledSummary,
  DistilMessage,
  DistilSession,
} from './distil/distil.types.ts'
export { distilExtractive } from './distil/distil-extractive.ts'
export {
  type DistilOutcome,
  type DistilSessionUseCase,
  makeDistilSession,
} from './distil/distil-session.ts'
export { type MarkDistilFailed, makeMarkDistilFailed } from './distil/mark-distil-failed.ts'
export {
  DomainError,
  type DomainErrorOptions,
  defineError,
  type ErrorDetails,
  type ErrorKind,
  forbidden,
  unauthenticated,
} from './errors.ts'
export { type ImportRecords, makeImportRecords } from './import/import-records.ts'
export { type IndexSessionAnew, makeIndexSessionAnew } from './ingest/index-session-anew.ts'
export { type Ingest, makeIngest } from './ingest/ingest.ts'
export { type GetJobHealth, makeGetJobHealth } from './jobs/get-job-health.ts'
export { makeRetryDeadJob, type RetryDeadJob } from './jobs/retry-dead-job.ts'
export { type ListMachines, makeListMachines } from './machines/list-machines.ts'
export { makeRegisterMachine, type RegisterMachine } from './machines/register-machine.ts'
export { type GetMemoryFile, makeGetMemoryFile } from './memory-files/get-memory-file.ts'
export {
  type IndexMemoryFileAnew,
  makeIndexMemoryFileAnew,
} from './memory-files/index-memory-file-anew.ts'
export { type ListMemoryFiles, makeListMemoryFiles } from './memory-files/list-memory-files.ts'
export {
  makeReportMemoryFiles,
  type ReportMemoryFiles,
} from './memory-files/report-memory-files.ts'
export { type GetMessage, makeGetMessage } from './messages/get-message.ts'
export {
  type ListMessages,
  type ListMessagesInput,
  makeListMessages,
} from './messages/list-messages.ts'
export { type ListPrompts, makeListPrompts } from './messages/list-prompts.ts'
export { type GetObservation, makeGetObservation } from './observations/get-observation.ts'
export { type GetSummary, makeGetSummary } from './observations/get-summary.ts'
export { type ListObservations, makeListObservations } from './observations/list-observations.ts'
export { type ListSummaries, makeListSummaries } from './observations/list-summaries.ts'
export { type Clock, systemClock } from './platform/clock.ts'
export { type Cursor, cursorInvalid, idCursor, placeCursor, timeCursor } from './platform/cursor.ts'
export { idAmbiguous, idTooShort, resolveId } from './platform/resolve-id.ts'
export { createShutdown, type Shutdown, type ShutdownStep } from './platform/shutdown.ts'
export { type ListProjects, makeListProjects } from './projects/list-projects.ts'
export { projectFilter } from './projects/project-identity.ts'
export { makeGetRedactionRules, makeSetRedactionRules } from './redaction/redaction-rules.ts'
export {
  type Analysis,
  analyse,
  type Field,
  type FieldWeight,
} from './search/analysis/analyse.ts'
export {
  type CompleteQuery,
  makeCompleteQuery,
} from './search/complete/complete-query.ts'
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
export {
  type EmbedDocuments,
  type EmbeddedDocuments,
  makeEmbedDocuments,
} from './search/embed-documents.ts'
export {
  type GetRecords,
  makeGetRecords,
  type RecordsRequest,
  type RecordsResponse,
} from './search/get-records.ts'
export { type ListConcepts, makeListConcepts } from './search/list-concepts.ts'
export type { NewDocument } from './search/new-document.ts'
export type { Fusion } from './search/ranking/fuse.ts'
export {
  makeRefreshLexemeStats,
  type RefreshLexemeStats,
} from './search/refresh-lexeme-stats.ts'
export { makeSearch, type Search, type SearchOptions } from './search/search.ts'
export { makeSearchSessions, type SearchSessions } from './search/search-sessions.ts'
export type { TextEmbedder } from './search/text-embedder.ts'
export { type GetSession, makeGetSession } from './sessions/get-session.ts'
export { type ListSessions, makeListSessions } from './sessions/list-sessions.ts'
export { type Authenticate, type Credential, makeAuthenticate } from './teams/authenticate.ts'
export { type CreateApiKey, makeCreateApiKey } from './teams/create-api-key.ts'
export { type CreateSignInLink, makeCreateSignInLink } from './teams/create-sign-in-link.ts'
export {
  type EnsuredTeam,
  type EnsureFirstTeam,
  makeEnsureFirstTeam,
} from './teams/ensure-first-team.ts'
export { type GetMe, makeGetMe } from './teams/get-me.ts'
export { type GetStats, makeGetStats } from './teams/get-stats.ts'
export { type ListApiKeys, makeListApiKeys } from './teams/list-api-keys.ts'
export { makeRevokeApiKey, type RevokeApiKey } from './teams/revoke-api-key.ts'
export { makeSignIn, type SignedIn, type SignIn } from './teams/sign-in.ts'
export { makeSignOut, type SignOut } from './teams/sign-out.ts'
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
export { type GetTimeline, makeGetTimeline } from './timeline/get-timeline.ts'
export {
  type ImportTranscript,
  makeImportTranscript,
  type ReadTranscript,
  type TranscriptFile,
  type TranscriptReader,
} from './transcripts/import-transcript.ts'
export {
  transcriptDamagedGzip,
  transcriptIsArchive,
  transcriptReaderBroke,
  transcriptReaderMissing,
  transcriptsBusy,
  transcriptTooLarge,
  transcriptTooMuch,
} from './transcripts/transcripts.errors.ts'
