export type {
  AgentsMdCandidate,
  AgentsMdLine,
  AgentsMdStanding,
  AgentsMdStatement,
  StoredAgentsMdPolicy,
} from './agents-md/agents-md.ts'
export type { AuditBatch, ChainRow, PersonalField } from './audit/chain.ts'
export type { AuditEvent } from './audit/events.ts'
export type { NewAuditBatch } from './audit/sealing.ts'
export type { BlamedEdit, BlamedSession, BlameRow } from './blame/blame.ts'
export type { OpenedBook, StoredBook } from './books/books.ts'
export type { FoundEntity, FoundText } from './books/entities.ts'
export type { BookFile, KeptFile } from './books/files.ts'
export type { BookGeneration, GoneEntity, NewGeneration } from './books/generations.ts'
export type { BookHome } from './books/homes.ts'
export type { StoredPicture } from './books/pictures.ts'
export type { NewProposal, ProposalState, StoredProposal } from './books/proposals.ts'
export type {
  BookRows,
  EntityInSearch,
  NewEntityRow,
  PreviousEntityRow,
  StatedRows,
} from './books/rows.types.ts'
export type { BookVersion, StoredVersion } from './books/versions.ts'
export type {
  CaptureBacklog,
  CaptureCounts,
  CaptureForgotten,
  CaptureMachineRow,
  CaptureMemoryCounts,
} from './capture/overview.ts'
export type { StoredCaptureReport } from './capture/table.ts'
export type { NamedProject } from './code/reads.ts'
export type { CodeGraphKey, StoredBuild } from './code/writes.ts'
export type { CommitOrigin, NewCommit } from './commits/commits.ts'
export type { BriefObservation, BriefSummary } from './context/brief.ts'
export type { BriefMemory } from './context/brief-memories.ts'
export type { NewHandover, StoredHandover } from './context/handovers.ts'
export type { HandedReading } from './context/readings.ts'
export type { DbScope, Given } from './db-scope.ts'
export type { WantedSessions } from './distil-leases/due.ts'
export type { HeldLease, LeaseAbout, LeaseEnd } from './distil-leases/leases.ts'
export type { KnownObservation } from './distillation/coverage.ts'
export type {
  DistillationRepository,
  DistilledBefore,
  EditMark,
  Succession,
} from './distillation/distillation.ts'
export type { NewObservation, NewSummary } from './distillation/records.ts'
export type { DocumentRepository, NewDocument, OfItsSource } from './documents/documents.ts'
export type { NewVector, QueuedDocument } from './documents/vectors.ts'
export type { NewEdit } from './edits/edits.ts'
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
export type { TeamSession } from './engine/team-session.ts'
export { OutsideTransactionError } from './engine/transaction-context.ts'
export type { OnTurn, Turn } from './engine/turn-watch.ts'
export type { NewDeletion, StoredDeletion } from './forgetting/deletions.ts'
export type { HeldDeletion } from './forgetting/erasure.ts'
export type { ForgetTarget, Forgetting, SessionsWanted } from './forgetting/selection.ts'
export type { NewGrant, StoredGrant } from './grants/grants.ts'
export type { ManagedClientRow } from './grants/managed-clients.ts'
export type { FoundToken, LiveGrant, OAuthToken, TokenHolder } from './grants/tokens.ts'
export type { ComparedSession, HoldoutCounts, UncountedSession } from './holdout/arms.ts'
export type { StoredHoldout } from './holdout/holdouts.ts'
export type { HomeState } from './home/home.ts'
export { type AnalysedTable, analyseBooks, analyseTables } from './housekeeping/analyse-tables.ts'
export type { ResolvableKind, ResolvedId } from './ids/prefixes.ts'
export type { InsightFilter, LineSurvival } from './insights/insights.ts'
export type { Acknowledgement } from './integrations/acknowledgements.ts'
export type { ProposalNote, ProposalRow } from './integrations/agents-md-pull-requests.ts'
export type { NewDelivery, WaitingCommand } from './integrations/deliveries.ts'
export type {
  NewDismissal,
  RepositoryRef,
  StandingDismissal,
} from './integrations/dismissals.ts'
export type { ListedIntegration, MadeApp, StoredIntegration } from './integrations/integrations.ts'
export type { HeldPullRequest, PostedState, ShownState } from './integrations/pull-requests.ts'
export type {
  HostedRepository,
  ListedRepository,
  RepositoryProject,
} from './integrations/repositories.ts'
export type { ShownItem } from './integrations/table.ts'
export {
  LIVE_CHANNEL,
  type LiveNotice,
  OUTBOX_CHANNEL,
  type OutboxEvent,
  type OutboxRepository,
} from './jobs/outbox.ts'
export type { RelayedEvent } from './jobs/relay.ts'
export type { ReportedDeadJob, ReportedJob } from './jobs/table.ts'
export type { FoundWorkerReport, WorkerReport } from './jobs/worker-reports.ts'
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
} from './linking/linking.types.ts'
export type { StoredMachine } from './machines/machines.ts'
export type { AnchorChange, AnchoredCode, CodeSnapshot } from './memories/anchor-states.ts'
export type { ChangedBasis } from './memories/bases.ts'
export type { BatchOf, BatchWeights } from './memories/batches.ts'
export type { CommentOwner, StoredComment } from './memories/comments.ts'
export type { ReplacedMemory } from './memories/judging.ts'
export type { MemoryFilter } from './memories/list.ts'
export type { MemoryDifferenceEvent } from './memories/log.ts'
export type {
  LivingMemory,
  MemoryAnchorRow,
  MemoryEvidenceRow,
  MemoryOwner,
  MemoryRelationRow,
  MemoryRow,
  MemorySignalRow,
  MemoryVersionRow,
} from './memories/memories.types.ts'
export type { OtherSideOf } from './memories/other-sides.ts'
export type { MemoryAction, StoredPolicy } from './memories/review.ts'
export type { ReplacedByMessage, SpokenMessage } from './memories/said.ts'
export type { MemorySource, WorkNear } from './memories/sources.ts'
export type { MemorySignalType } from './memories/table.ts'
export type { MemoryFileFilter } from './memory-files/list.ts'
export type {
  MemoryFolder,
  NewMemoryFileCopy,
  StoredMemoryFile,
} from './memory-files/memory-files.ts'
export type { MessageKey, MessageListRequest, MessagePage } from './messages/list.ts'
export type { MessageMark, NewMessage } from './messages/messages.ts'
export { type PreviewedBlock, previewBlock } from './messages/preview.ts'
export type { PromptFilter } from './messages/prompts.ts'
export type { ObservationFilter } from './observations/list.ts'
export type { SummaryFilter } from './observations/summaries.ts'
export type { HeardMemory, OpenOutcome, SaidMessage } from './outcomes/outcomes.ts'
export type { ApiKeyListItem, MachineListItem } from './overview/overview.ts'
export type { FoundInvitation } from './people/invitations.ts'
export type { Member } from './people/members.ts'
export type { OpenInvitation, TeamOfPerson } from './people/persons.ts'
export type { ProjectFilter } from './projects/filter.ts'
export type { NewProject, StoredProject } from './projects/projects.ts'
export type { ChangedSettings, StoredSettings } from './projects/settings.ts'
export type { ProvisionedGroup, ProvisionedUser } from './provisioning/provisioning.ts'
export type { Due, DueSession } from './retention/due.ts'
export type { RetentionLimits } from './retention/policies.ts'
export type { Place, Weighed } from './retention/removing.ts'
export type { Removed } from './retention/runs.ts'
export type { SealedPlace } from './sealed/columns.ts'
export type { KnownChange } from './search/evidence.ts'
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
} from './search/search.types.ts'
export type { ConceptCount, FoundValue, ValueRequest } from './search/values.ts'
export type { SessionFilter } from './sessions/list.ts'
export type { StoredSessionNote } from './sessions/notes.ts'
export type { CountedSession, SessionFields, StoredSession } from './sessions/record.ts'
export type { Draws, SharedKind } from './sessions/sharing.ts'
export type { CodeChange, CodeMention, CodeTip } from './shared-code/reads.ts'
export type { StoredApiKey } from './sign-in/api-keys.ts'
export type { SignInAttempt } from './sign-in/attempts.ts'
export type { FirstTeam } from './sign-in/boot.ts'
export type { BrowserVisitor, NewBrowserSession } from './sign-in/browser-sessions.ts'
export type { KeyHolder, Visitor } from './sign-in/credentials.ts'
export type { StoredPasskey } from './sign-in/passkeys.ts'
export type { StoredProvider } from './sign-in/providers.ts'
export type { InstalledSlack, ListedSlack, StoredSlack } from './slack/apps.ts'
export type { HeldSlackAsk, NewSlackAsk } from './slack/asks.ts'
export type { IdKey, PageOf, PageRequest, TimeKey } from './sql/page.ts'
export type { SystemRepositories } from './system-repositories.ts'
export type { TeamRepositories } from './team-repositories.ts'
export type {
  TimelinePlace,
  TimelineRequest,
  TimelineRow,
  TimelineScope,
} from './timeline/timeline.types.ts'
export { createUnitOfWork, StatementTimeoutError, type UnitOfWork } from './unit-of-work.ts'
export type { UsageCall, UsageCaps } from './usage/usage.ts'
export type { HeldWebhookDelivery, SentMemory } from './webhooks/deliveries.ts'
export type { ArrivedEvent } from './webhooks/incoming-events.ts'
export type { StoredIncomingHook } from './webhooks/incoming-hooks.ts'
export type { StoredWebhook } from './webhooks/webhooks.ts'
export type { AnchoredMemory } from './why/anchored-memories.ts'
export type { TouchingCommit, TouchingSession } from './why/why.ts'
