import { createAgentsMdRepository } from './agents-md/agents-md.ts'
import { createAuditChain } from './audit/chain.ts'
import { createAuditRepository } from './audit/events.ts'
import { createAuditReadModel } from './audit/list.ts'
import { createBlameReadModel } from './blame/blame.ts'
import { createBookRepository } from './books/books.ts'
import { createEntityReadModel } from './books/entities.ts'
import { createBookFileRepository } from './books/files.ts'
import { createBookGenerationRepository } from './books/generations.ts'
import { createBookHomeRepository } from './books/homes.ts'
import { createBookPictureRepository } from './books/pictures.ts'
import { createBookProposalRepository } from './books/proposals.ts'
import { createBookSqlRepository } from './books/questions.ts'
import { createBookRowRepository } from './books/rows.ts'
import { createBookVersionRepository } from './books/versions.ts'
import { createBookWaitingRepository } from './books/waiting.ts'
import { createCaptureReadModel } from './capture/overview.ts'
import { createCaptureReportRepository } from './capture/reports.ts'
import { createCodeGraphReadModel } from './code/reads.ts'
import { createCodeGraphRepository } from './code/writes.ts'
import { createCommitRepository } from './commits/commits.ts'
import { createCommitReadModel } from './commits/list.ts'
import { createBriefReadModel } from './context/brief.ts'
import { createHandoverRepository } from './context/handovers.ts'
import { createHandedReadingRepository } from './context/readings.ts'
import type { DbScope } from './db-scope.ts'
import { createMailDigestRepository } from './digest/mail-digests.ts'
import { createDistilLeaseRepository } from './distil-leases/leases.ts'
import { createDistillationRepository } from './distillation/distillation.ts'
import { createFindingRepository } from './distillation/findings.ts'
import { createImportedRecordsRepository } from './distillation/imported-records.ts'
import { createDocumentRepository } from './documents/documents.ts'
import { createDocumentLexemeRepository } from './documents/lexemes.ts'
import { createDocumentVectorRepository } from './documents/vectors.ts'
import { createEditRepository } from './edits/edits.ts'
import type { DbExecutor, Engine } from './engine/engine.types.ts'
import { createForgetCounting } from './forgetting/counting.ts'
import { createDeletionRepository } from './forgetting/deletions.ts'
import { createHiding } from './forgetting/hiding.ts'
import { createLegalHoldRepository } from './forgetting/holds.ts'
import { createPersonSelection } from './forgetting/person-selection.ts'
import { createForgetSelection } from './forgetting/selection.ts'
import { createForgettingSettings } from './forgetting/settings.ts'
import { createTombstoneRepository } from './forgetting/tombstones.ts'
import { createGrantRepository } from './grants/grants.ts'
import { createManagedClientRepository } from './grants/managed-clients.ts'
import { createHoldoutArms } from './holdout/arms.ts'
import { createHoldoutRepository } from './holdout/holdouts.ts'
import { createHomeRepository } from './home/home.ts'
import { createIdPrefixReader } from './ids/prefixes.ts'
import { createInsightReadModel } from './insights/insights.ts'
import { createAcknowledgements } from './integrations/acknowledgements.ts'
import { createAgentsMdPullRequests } from './integrations/agents-md-pull-requests.ts'
import { createHookDeliveries } from './integrations/deliveries.ts'
import { createDismissals } from './integrations/dismissals.ts'
import { createIntegrationRepository } from './integrations/integrations.ts'
import { createPullRequestRepository } from './integrations/pull-requests.ts'
import { createHostedRepositories } from './integrations/repositories.ts'
import { createJobHealthReadModel } from './jobs/health.ts'
import { createOutboxRepository } from './jobs/outbox.ts'
import { createLinkingRepository } from './linking/linking.ts'
import { createSessionLinkRepository } from './links/links.ts'
import { createSessionLinkReadModel } from './links/list.ts'
import { createMachineRepository } from './machines/machines.ts'
import { madeWhenAsked } from './made-when-asked.ts'
import { createAnchorStateRepository } from './memories/anchor-states.ts'
import { createReviewBatchRepository } from './memories/batches.ts'
import { createMemoryCommentRepository } from './memories/comments.ts'
import { createMemoryJudgingRepository } from './memories/judging.ts'
import { createMemoryReadModel } from './memories/list.ts'
import { createMemoryLog } from './memories/log.ts'
import { createMemoryRepository } from './memories/memories.ts'
import { createMemoryQuestionRepository } from './memories/questions.ts'
import { createMemoryReviewRepository } from './memories/review.ts'
import { createSaidRepository } from './memories/said.ts'
import { createMemoryServingRepository } from './memories/servings.ts'
import { createMemorySourceRepository } from './memories/sources.ts'
import { createStaleReadModel } from './memories/stale.ts'
import { createMemoryTopicRepository } from './memories/topics.ts'
import { createUnreviewedRepository } from './memories/unreviewed.ts'
import { createMemoryUse } from './memories/use.ts'
import { createMemoryFileReadModel } from './memory-files/list.ts'
import { createMemoryFileRepository } from './memory-files/memory-files.ts'
import { createMessageReadModel } from './messages/list.ts'
import { createMessageRepository } from './messages/messages.ts'
import { createPromptReadModel } from './messages/prompts.ts'
import { createObservationReadModel } from './observations/list.ts'
import { createSummaryReadModel } from './observations/summaries.ts'
import { createOutcomeRepository } from './outcomes/outcomes.ts'
import { createTeamReadModel } from './overview/overview.ts'
import { createInvitationRepository } from './people/invitations.ts'
import { createMemberReadModel } from './people/list.ts'
import { createPeopleRepository } from './people/members.ts'
import { createProjectRepository } from './projects/projects.ts'
import { createProjectSettingsRepository } from './projects/settings.ts'
import { createProvisioningRepository } from './provisioning/provisioning.ts'
import { createRedactionRulesRepository } from './redaction/rules.ts'
import { createDueRemovals } from './retention/due.ts'
import { createRetentionPolicies } from './retention/policies.ts'
import { createRemoving } from './retention/removing.ts'
import { createRetentionRuns } from './retention/runs.ts'
import { createSessionSizes } from './retention/sizes.ts'
import { createScoreReadModel } from './score/score.ts'
import { createSearchReadModel } from './search/search.ts'
import { createSearchValues } from './search/values.ts'
import { createSessionReadModel } from './sessions/list.ts'
import { createSessionNoteRepository } from './sessions/notes.ts'
import { createSessionRepository } from './sessions/sessions.ts'
import { createSessionSharingRepository } from './sessions/sharing.ts'
import { createSharedCodeReadModel } from './shared-code/reads.ts'
import { createSharedCodeRepository } from './shared-code/writes.ts'
import { createApiKeyRepository } from './sign-in/api-keys.ts'
import { createSignInLinkRepository } from './sign-in/links.ts'
import { createSignInProviderRepository } from './sign-in/providers.ts'
import { createSlackAppRepository } from './slack/apps.ts'
import { createSlackAskRepository } from './slack/asks.ts'
import { createTimelineReadModel } from './timeline/timeline.ts'
import { createUsageRepository } from './usage/usage.ts'
import { createWebhookDeliveries } from './webhooks/deliveries.ts'
import { createIncomingEvents } from './webhooks/incoming-events.ts'
import { createIncomingHookRepository } from './webhooks/incoming-hooks.ts'
import { createWebhookRepository } from './webhooks/webhooks.ts'
import { createWhyReadModel } from './why/why.ts'

/** Every repository of a team: each is bound to the transaction and its scope, so no method can forget the team. */
export const TEAM_REPOSITORIES = {
  agentsMd: createAgentsMdRepository,
  anchorStates: createAnchorStateRepository,
  apiKeys: createApiKeyRepository,
  audit: createAuditRepository,
  auditChain: createAuditChain,
  auditList: createAuditReadModel,
  bookEntities: createEntityReadModel,
  bookFiles: createBookFileRepository,
  bookGenerations: createBookGenerationRepository,
  bookHomes: createBookHomeRepository,
  bookPictures: createBookPictureRepository,
  bookProposals: createBookProposalRepository,
  bookRows: createBookRowRepository,
  books: createBookRepository,
  bookSql: createBookSqlRepository,
  bookVersions: createBookVersionRepository,
  bookWaiting: createBookWaitingRepository,
  blame: createBlameReadModel,
  brief: createBriefReadModel,
  holdoutArms: createHoldoutArms,
  holdouts: createHoldoutRepository,
  captureOverview: createCaptureReadModel,
  captureReports: createCaptureReportRepository,
  codeGraph: createCodeGraphReadModel,
  codeGraphs: createCodeGraphRepository,
  sharedCode: createSharedCodeRepository,
  sharedFiles: createSharedCodeReadModel,
  commitList: createCommitReadModel,
  commits: createCommitRepository,
  linkList: createSessionLinkReadModel,
  linking: createLinkingRepository,
  links: createSessionLinkRepository,
  distilLeases: createDistilLeaseRepository,
  distillation: createDistillationRepository,
  documents: createDocumentRepository,
  documentLexemes: createDocumentLexemeRepository,
  documentVectors: createDocumentVectorRepository,
  edits: createEditRepository,
  findings: createFindingRepository,
  grants: createGrantRepository,
  managedClients: createManagedClientRepository,
  deletions: createDeletionRepository,
  forgetCounting: createForgetCounting,
  forgetSelection: createForgetSelection,
  forgettingSettings: createForgettingSettings,
  legalHolds: createLegalHoldRepository,
  personSelection: createPersonSelection,
  hiding: createHiding,
  tombstones: createTombstoneRepository,
  handedReadings: createHandedReadingRepository,
  handovers: createHandoverRepository,
  home: createHomeRepository,
  ids: createIdPrefixReader,
  importedRecords: createImportedRecordsRepository,
  invitations: createInvitationRepository,
  jobHealth: createJobHealthReadModel,
  insights: createInsightReadModel,
  acknowledgements: createAcknowledgements,
  agentsMdPullRequests: createAgentsMdPullRequests,
  dismissals: createDismissals,
  hookDeliveries: createHookDeliveries,
  hostedRepositories: createHostedRepositories,
  integrations: createIntegrationRepository,
  pullRequests: createPullRequestRepository,
  webhookDeliveries: createWebhookDeliveries,
  webhooks: createWebhookRepository,
  incomingEvents: createIncomingEvents,
  incomingHooks: createIncomingHookRepository,
  slackApps: createSlackAppRepository,
  slackAsks: createSlackAskRepository,
  machines: createMachineRepository,
  mailDigests: createMailDigestRepository,
  memories: createMemoryRepository,
  memoryComments: createMemoryCommentRepository,
  memoryJudging: createMemoryJudgingRepository,
  memoryQuestions: createMemoryQuestionRepository,
  memoryList: createMemoryReadModel,
  memoryLog: createMemoryLog,
  memoryReview: createMemoryReviewRepository,
  memoryServings: createMemoryServingRepository,
  memoryUse: createMemoryUse,
  memorySources: createMemorySourceRepository,
  memoryTopics: createMemoryTopicRepository,
  reviewBatches: createReviewBatchRepository,
  said: createSaidRepository,
  unreviewed: createUnreviewedRepository,
  memberList: createMemberReadModel,
  memoryFiles: createMemoryFileRepository,
  memoryFileList: createMemoryFileReadModel,
  messages: createMessageRepository,
  messageList: createMessageReadModel,
  observationList: createObservationReadModel,
  people: createPeopleRepository,
  outbox: createOutboxRepository,
  outcomes: createOutcomeRepository,
  projects: createProjectRepository,
  projectSettings: createProjectSettingsRepository,
  promptList: createPromptReadModel,
  redactionRules: createRedactionRulesRepository,
  dueRemovals: createDueRemovals,
  removing: createRemoving,
  retentionPolicies: createRetentionPolicies,
  retentionRuns: createRetentionRuns,
  sessionSizes: createSessionSizes,
  score: createScoreReadModel,
  search: createSearchReadModel,
  stale: createStaleReadModel,
  searchValues: createSearchValues,
  sessionNotes: createSessionNoteRepository,
  sessions: createSessionRepository,
  sessionSharing: createSessionSharingRepository,
  sessionList: createSessionReadModel,
  ownSignInProviders: createSignInProviderRepository,
  provisioning: createProvisioningRepository,
  signInLinks: createSignInLinkRepository,
  summaryList: createSummaryReadModel,
  team: createTeamReadModel,
  timeline: createTimelineReadModel,
  why: createWhyReadModel,
  usage: createUsageRepository,
}

export const teamRepositoriesOn =
  madeWhenAsked<[tx: DbExecutor, scope: DbScope, kind: Engine['kind']]>()(TEAM_REPOSITORIES)

export type TeamRepositories = ReturnType<typeof teamRepositoriesOn>
