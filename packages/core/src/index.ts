export { makeBlameLines } from './blame/blame-lines.ts'
export {
  makeExportBook,
  makeGetBookEntity,
  makeGetBookGraph,
  makeGetBookRelationships,
  makeGetBookState,
  makeGetBookTimeline,
  makeListBookEntities,
} from './books/ask-book.ts'
export { makeDecideBookProposal, makeListBookProposals } from './books/book-proposals.ts'
export { makeListBookVersions } from './books/book-versions.ts'
export { makeCheckBookConsistency } from './books/check-consistency.ts'
export { makeGetBook, makeListBooks } from './books/get-book.ts'
export { makeIngestBook } from './books/ingest-book.ts'
export { makeGetBookLinks, makeSetBookLinks } from './books/link-book.ts'
export { makeOpenBooks, type OpenBooks } from './books/open-books.ts'
export { makeGetBookPicture, makeKeepBookPictures, makeListBookPictures } from './books/pictures.ts'
export { makeQueryBookSql } from './books/query-book-sql.ts'
export { makeSearchBook } from './books/search-book.ts'
export { makeListBookGenerations, makeUndoBook } from './books/undo-book.ts'
export { type GetCapture, makeGetCapture, SILENT_HOURS } from './capture/get-capture.ts'
export { makeReportCapture, type ReportCapture } from './capture/report-capture.ts'
export { makeGetCodeFile, makeGetCodeFolder, makeGetCodeGraph } from './code/get-code-graph.ts'
export { makeStoreCodeGraph } from './code/store-code-graph.ts'
export { makeGetCommit, makeListCommits } from './commits/get-commit.ts'
export { makeIngestCommits } from './commits/ingest-commits.ts'
export { type GetContext, makeGetContext } from './context/get-context.ts'
export {
  type DistilOutcome,
  type DistilSessionUseCase,
  makeDistilSession,
} from './distil/distil-session.ts'
export { type MarkDistilFailed, makeMarkDistilFailed } from './distil/mark-distil-failed.ts'
export { createExtractiveDistiller } from './distil/rules/distil-extractive.ts'
export { createSentenceVectors, knowsModel } from './distil/rules/sentence-vectors.ts'
export { digestMessage, type MessageDigest } from './distil/transcript/digest-message.ts'
export type {
  DistilEdit,
  Distillate,
  DistilledObservation,
  DistilledSummary,
  DistilMessage,
  DistilSession,
} from './distil/transcript/distil.types.ts'
export type { DistilInput, Distiller } from './distil/transcript/distiller.ts'
export { isLive } from './distil/transcript/prompt-ranges.ts'
export { normaliseConcept } from './distil/wording/concepts.ts'
export {
  documentsOfMessage,
  type MessageDocumentOptions,
  type MessageOfDocument,
  type SessionOfDocument,
} from './documents/documents-of-message.ts'
export type { NewDocument } from './documents/new-document.ts'
export {
  DomainError,
  type DomainErrorOptions,
  defineError,
  type ErrorDetails,
  type ErrorKind,
  forbidden,
  unauthenticated,
} from './errors.ts'
export { type GetHome, makeGetHome } from './home/get-home.ts'
export { makeNoteAgent, makeSetGuide, makeVisitHome } from './home/keep-home.ts'
export {
  makeAcceptInvitation,
  makeDeclineInvitation,
  makeJoinByInvitation,
  makeShowInvitation,
} from './identity/people/answer-invitation.ts'
export {
  makeInvite,
  makeListInvitations,
  makeResendInvitation,
  makeRevokeInvitation,
} from './identity/people/invite.ts'
export {
  makeCreateService,
  makeLeaveTeam,
  makeListMembers,
  makeRemoveMember,
  makeSetMemberRole,
  makeTransferOwnership,
} from './identity/people/manage-members.ts'
export { makeFoundTeam, makeNameTeam } from './identity/people/manage-team.ts'
export {
  makeEndAllBrowsers,
  makeEndBrowser,
  makeListBrowsers,
} from './identity/sign-in/browsers.ts'
export {
  makeAnswerWaitingDevice,
  makeFindWaitingDevice,
  makePollDeviceToken,
  makeRequestDeviceCode,
} from './identity/sign-in/device-codes.ts'
export { lackingForTrust } from './identity/sign-in/email-trust.ts'
export { makeGetSignInOptions } from './identity/sign-in/list-providers.ts'
export {
  makeCreateProvider,
  makeListProviders,
  makeRemoveProvider,
  makeSetProvider,
  makeTestProvider,
} from './identity/sign-in/manage-providers.ts'
export {
  makeAddPasskey,
  makeFinishPasskeySignIn,
  makeListPasskeys,
  makeRemovePasskey,
  makeStartPasskey,
  makeStartPasskeySignIn,
  type PasskeyGateway,
  type PasskeyResponse,
} from './identity/sign-in/passkeys.ts'
export type {
  ProviderGateway,
  ProviderProfile,
  SignInProvider,
} from './identity/sign-in/provider.types.ts'
export {
  makeFinishProviderSignIn,
  makeLinkProvider,
  makeStartProviderSignIn,
} from './identity/sign-in/provider-sign-in.ts'
export { createSecretBox, type SecretBox } from './identity/sign-in/secret-box.ts'
export { providerFailed, providerRefused } from './identity/sign-in/sign-in.errors.ts'
export {
  type Authenticate,
  type Authenticated,
  type Credential,
  makeAuthenticate,
} from './identity/teams/authenticate.ts'
export { type BrowserLife, USUAL_BROWSER_LIFE } from './identity/teams/browser-tokens.ts'
export { type CreateApiKey, makeCreateApiKey } from './identity/teams/create-api-key.ts'
export {
  type CreateSignInLink,
  makeCreateSignInLink,
} from './identity/teams/create-sign-in-link.ts'
export {
  type EnsuredTeam,
  type EnsureFirstTeam,
  makeEnsureFirstTeam,
} from './identity/teams/ensure-first-team.ts'
export { type GetMe, makeGetMe } from './identity/teams/get-me.ts'
export { type GetStats, makeGetStats } from './identity/teams/get-stats.ts'
export { type ListApiKeys, makeListApiKeys } from './identity/teams/list-api-keys.ts'
export { makeRenameMe, type RenameMeUseCase } from './identity/teams/rename-me.ts'
export { makeRevokeApiKey, type RevokeApiKey } from './identity/teams/revoke-api-key.ts'
export { makeSignIn, type SignedIn, type SignIn } from './identity/teams/sign-in.ts'
export { makeSignOut, type SignOut } from './identity/teams/sign-out.ts'
export { makeSwitchTeam, type SwitchTeamUseCase } from './identity/teams/switch-team.ts'
export {
  type Actor,
  grantSystemScope,
  grantTeamScope,
  isWholePerson,
  type Principal,
  type SystemScope,
  scopeFor,
  type TeamScope,
} from './identity/teams/team-scope.ts'
export { type Ingest, makeIngest } from './ingest/ingest.ts'
export { makeReindexSession, type ReindexSession } from './ingest/reindex-session.ts'
export { makeGetInsights } from './insights/get-insights.ts'
export { type GetJobHealth, makeGetJobHealth } from './jobs/get-job-health.ts'
export { makeRetryDeadJob, type RetryDeadJob } from './jobs/retry-dead-job.ts'
export { makeCreateLink, makeListLinks, makeRemoveLink } from './links/links.ts'
export { type ListMachines, makeListMachines } from './machines/list-machines.ts'
export { makeRegisterMachine, type RegisterMachine } from './machines/register-machine.ts'
export { makeNoteChanges, type NoteChanges } from './memories/changes/note-changes.ts'
export { type Curate, type Curated, type MemoryCandidate, makeCurate } from './memories/curate.ts'
export {
  CURATE_AFTER,
  type CuratedProject,
  type CurateProject,
  makeCurateProject,
} from './memories/curate-project.ts'
export { type EditMemory, makeEditMemory } from './memories/edit-memory.ts'
export {
  type GetMemory,
  type GetMemoryHistory,
  makeGetMemory,
  makeGetMemoryHistory,
} from './memories/get-memory.ts'
export { type ListMemories, makeListMemories } from './memories/list-memories.ts'
export { makeGetMemoryDiff, makeGetMemoryLog } from './memories/memory-log.ts'
export {
  makeGetMemoryPolicy,
  makeRemoveMemoryPolicy,
  makeSetMemoryPolicy,
} from './memories/memory-policy.ts'
export { makeRecordSignal, type RecordSignal } from './memories/record-signal.ts'
export { makeRemember, type Remember } from './memories/remember.ts'
export {
  type GetReviewQueue,
  makeGetReviewQueue,
  makeReviewMemories,
  type ReviewMemories,
} from './memories/review-memories.ts'
export {
  type ListContradictions,
  makeListContradictions,
  makeSettlePair,
  type SettlePair,
} from './memories/settle-pair.ts'
export { makeUndoReview, type UndoReview } from './memories/undo-review.ts'
export { makeUpdateMemory, type UpdateMemory } from './memories/update-memory.ts'
export { type GetMemoryFile, makeGetMemoryFile } from './memory-files/get-memory-file.ts'
export { type ListMemoryFiles, makeListMemoryFiles } from './memory-files/list-memory-files.ts'
export {
  makeReindexMemoryFile,
  type ReindexMemoryFile,
} from './memory-files/reindex-memory-file.ts'
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
export { isDiskFull } from './platform/disk-full.ts'
export type { Mail, SendMail } from './platform/mail.ts'
export { idAmbiguous, idTooShort, resolveId } from './platform/resolve-id.ts'
export { createShutdown, type Shutdown, type ShutdownStep } from './platform/shutdown.ts'
export { makeGetProject } from './projects/get-project.ts'
export { type ListProjects, makeListProjects } from './projects/list-projects.ts'
export { makeGrantProject, makeRevokeProject, makeSetProject } from './projects/manage-projects.ts'
export { projectFilter } from './projects/project-identity.ts'
export {
  type GetRecords,
  makeGetRecords,
  type RecordsRequest,
  type RecordsResponse,
} from './records/get-records.ts'
export { openSessions } from './records/session.record.ts'
export { makeGetRedactionRules, makeSetRedactionRules } from './redaction/redaction-rules.ts'
export { type CompleteQuery, makeCompleteQuery } from './search/complete/complete-query.ts'
export {
  type EmbedDocuments,
  type EmbeddedDocuments,
  makeEmbedDocuments,
} from './search/embed-documents.ts'
export { type JudgedSearch, makeJudgedSearch } from './search/judging/judge-search.ts'
export { type ListConcepts, makeListConcepts } from './search/list-concepts.ts'
export type { Fusion } from './search/ranking/fuse.ts'
export {
  makeRefreshLexemeStats,
  type RefreshLexemeStats,
} from './search/refresh-lexeme-stats.ts'
export { makeSearch, type Search, type SearchOptions } from './search/search.ts'
export { makeSearchAsOf } from './search/search-as-of.ts'
export { makeSearchSessions, type SearchSessions } from './search/search-sessions.ts'
export type { TextEmbedder } from './search/text-embedder.ts'
export { type GetSession, makeGetSession } from './sessions/get-session.ts'
export { type ListSessions, makeListSessions } from './sessions/list-sessions.ts'
export { makeListStale, makeMarkStaleReported } from './stale/list-stale.ts'
export {
  type Analysis,
  analyse,
  type Field,
  type FieldWeight,
} from './text/analyse.ts'
export { recordTokens } from './text/count-tokens.ts'
export {
  costOf,
  type Fitted,
  type FittedAnswer,
  fitWithin,
  type LeftOut,
  linesWithin,
  type Piece,
} from './text/fit-within.ts'
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
