export type { DbScope, Given } from './db-scope.ts'
export { APP_ROLE } from './engine/app-role.ts'
export { DirectoryInUseError } from './engine/directory-lock.ts'
export {
  type NewEmbeddingSpace,
  registerEmbeddingSpace,
  vectorIndexName,
} from './engine/embedding-spaces.ts'
export type {
  DbExecutor,
  EmbeddedConfig,
  EmbeddedEngine,
  Engine,
  EngineConfig,
  MemoryConfig,
  MigrateOptions,
  PostgresConfig,
  PostgresEngine,
  SessionPool,
  Unlisten,
} from './engine/engine.types.ts'
export { pendingMigrations } from './engine/migrations.ts'
export { openEngine } from './engine/open-engine.ts'
export { databaseMessage, rows, sqlstate } from './engine/rows.ts'
export { inTeam, type TeamSession } from './engine/team-session.ts'
export { OutsideTransactionError } from './engine/transaction-context.ts'
export type { OnTurn, Turn } from './engine/turn-watch.ts'
export { type AnalysedTable, analyseTables } from './housekeeping/analyse-tables.ts'
export type { BlamedEdit, BlamedSession, BlameRow } from './read-models/blame.read-model.ts'
export type { BriefObservation, BriefSummary } from './read-models/brief.read-model.ts'
export type { BriefMemory } from './read-models/brief-memories.ts'
export type {
  CaptureBacklog,
  CaptureCounts,
  CaptureMachineRow,
  CaptureMemoryCounts,
} from './read-models/capture.read-model.ts'
export type { NamedProject } from './read-models/code-graph.read-model.ts'
export type { FoundEntity, ToldText } from './read-models/entity.read-model.ts'
export type { ResolvableKind, ResolvedId } from './read-models/id-prefix.ts'
export type { InsightFilter, LineSurvival } from './read-models/insights.read-model.ts'
export type { MemoryFilter } from './read-models/memory.read-model.ts'
export type { ChangedBasis } from './read-models/memory-bases.ts'
export type { MemoryFileFilter } from './read-models/memory-file.read-model.ts'
export type { OtherSideOf } from './read-models/memory-other-sides.ts'
export type {
  MessageKey,
  MessageListRequest,
  MessagePage,
} from './read-models/message.read-model.ts'
export { type PreviewedBlock, previewBlock } from './read-models/message-preview.ts'
export type { ObservationFilter } from './read-models/observation.read-model.ts'
export type { PageOf, PageRequest, TimeKey } from './read-models/page.ts'
export type { ProjectFilter } from './read-models/project-filter.ts'
export type { PromptFilter } from './read-models/prompt.read-model.ts'
export type {
  AskedVector,
  CandidateBranch,
  FileFilter,
  HitRow,
  OneOf,
  RankedRow,
  RecentKey,
  RecentPart,
  RecentReading,
  RecentRow,
  RecentSession,
  SearchFilters,
  TermStatistics,
  TextRequest,
  TextRow,
  ToolCallRow,
  TouchedPath,
  VectorRequest,
  VectorRow,
} from './read-models/search.types.ts'
export type {
  ConceptCount,
  FoundValue,
  ValueRequest,
} from './read-models/search-values.read-model.ts'
export type { SessionFilter } from './read-models/session.read-model.ts'
export type { CodeChange, CodeMention, CodeTip } from './read-models/shared-code.read-model.ts'
export type { SummaryFilter } from './read-models/summary.read-model.ts'
export type { ApiKeyListItem, IdKey, MachineListItem } from './read-models/team.read-model.ts'
export type {
  TimelinePlace,
  TimelineRequest,
  TimelineRow,
  TimelineScope,
} from './read-models/timeline.types.ts'
export type {
  AnchoredMemory,
  TouchingCommit,
  TouchingSession,
} from './read-models/why.read-model.ts'
export type {
  AnchorChange,
  AnchoredCode,
  CodeSnapshot,
} from './repositories/anchor-states.repository.ts'
export type { StoredApiKey } from './repositories/api-keys.repository.ts'
export type { AuditEvent } from './repositories/audit.repository.ts'
export type { BookFile, KeptFile } from './repositories/book-files.repository.ts'
export type {
  BookGeneration,
  GoneEntity,
  NewGeneration,
} from './repositories/book-generations.repository.ts'
export type { BookHome } from './repositories/book-homes.repository.ts'
export type {
  NewProposal,
  ProposalState,
  StoredProposal,
} from './repositories/book-proposals.repository.ts'
export type {
  BookRows,
  EntityInSearch,
  NewEntityRow,
  PreviousEntityRow,
  ToldRows,
} from './repositories/book-rows.types.ts'
export type { BookVersion, StoredVersion } from './repositories/book-versions.repository.ts'
export type { OpenedBook, StoredBook } from './repositories/books.repository.ts'
export type { FirstTeam } from './repositories/boot.repository.ts'
export type {
  BrowserVisitor,
  NewBrowserSession,
} from './repositories/browser-sessions.repository.ts'
export type { CodeGraphKey, StoredBuild } from './repositories/code-graph.repository.ts'
export type { CommitOrigin, NewCommit } from './repositories/commits.repository.ts'
export type { KeyHolder, Visitor } from './repositories/credentials.repository.ts'
export type {
  DistillationRepository,
  EditMark,
  KnownObservation,
  Succession,
} from './repositories/distillation.repository.ts'
export type {
  DocumentRepository,
  NewDocument,
  OfItsSource,
} from './repositories/documents.repository.ts'
export type { NewVector, QueuedDocument } from './repositories/documents-vectors.repository.ts'
export type { NewEdit } from './repositories/edits.repository.ts'
export type { NewHandover, StoredHandover } from './repositories/handover.repository.ts'
export type { FoundInvitation } from './repositories/invitations.repository.ts'
export type {
  CommitToLink,
  FoundLine,
  GitBlock,
  InferredRow,
  LinkableFile,
  NamedSession,
  PastCommit,
  PlaceLink,
  SessionPlaces,
} from './repositories/linking.types.ts'
export type { StoredMachine } from './repositories/machines.repository.ts'
export type {
  LivingMemory,
  MemoryAnchorRow,
  MemoryEvidenceRow,
  MemoryOwner,
  MemoryRelationRow,
  MemoryRow,
  MemorySignalRow,
  MemoryVersionRow,
} from './repositories/memory.types.ts'
export type {
  MemoryFolder,
  NewMemoryFileCopy,
  StoredMemoryFile,
} from './repositories/memory-files.repository.ts'
export type { ReplacedMemory } from './repositories/memory-judging.repository.ts'
export type { MemoryAction, StoredPolicy } from './repositories/memory-review.repository.ts'
export type { MemorySource, WorkNear } from './repositories/memory-sources.repository.ts'
export type { MessageMark, NewMessage } from './repositories/messages.repository.ts'
export {
  LIVE_CHANNEL,
  type LiveNotice,
  OUTBOX_CHANNEL,
  type OutboxEvent,
  type OutboxRepository,
} from './repositories/outbox.repository.ts'
export type { HeardMemory, OpenOutcome, SaidMessage } from './repositories/outcomes.repository.ts'
export type { StoredPasskey } from './repositories/passkeys.repository.ts'
export type { Member } from './repositories/people.repository.ts'
export type { OpenInvitation, TeamOfPerson } from './repositories/persons.repository.ts'
export type { ChangedSettings, StoredSettings } from './repositories/project-settings.repository.ts'
export type { NewProject, StoredProject } from './repositories/projects.repository.ts'
export type {
  ProvisionedGroup,
  ProvisionedUser,
} from './repositories/provisioning.repository.ts'
export type { NewObservation, NewSummary } from './repositories/record-writer.ts'
export type { RelayedEvent } from './repositories/relay.repository.ts'
export type { StoredSessionNote } from './repositories/session-notes.repository.ts'
export type {
  CountedSession,
  SessionFields,
  StoredSession,
} from './repositories/session-record.ts'
export type { Draws, SharedKind } from './repositories/session-sharing.repository.ts'
export type { SignInAttempt } from './repositories/sign-in-attempts.repository.ts'
export type { StoredProvider } from './repositories/sign-in-providers.repository.ts'
export type { UsageCall, UsageCaps } from './repositories/usage.repository.ts'
export type { FoundWorkerReport, WorkerReport } from './repositories/worker-reports.repository.ts'
export type { StoredCaptureReport } from './schema/capture-reports.table.ts'
export type { MemorySignalType } from './schema/memories.table.ts'
export type { ReportedDeadJob, ReportedJob } from './schema/worker-reports.table.ts'
export type { SystemRepositories } from './system-repositories.ts'
export type { TeamRepositories } from './team-repositories.ts'
export { createUnitOfWork, StatementTimeoutError, type UnitOfWork } from './unit-of-work.ts'
