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

const bookRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  bookEntities: createEntityReadModel(tx, scope),
  bookFiles: createBookFileRepository(tx, scope),
  bookGenerations: createBookGenerationRepository(tx, scope),
  bookHomes: createBookHomeRepository(tx, scope),
  bookPictures: createBookPictureRepository(tx, scope),
  bookProposals: createBookProposalRepository(tx, scope),
  bookRows: createBookRowRepository(tx, scope),
  books: createBookRepository(tx, scope),
  bookSql: createBookSqlRepository(tx, scope),
  bookVersions: createBookVersionRepository(tx, scope),
  bookWaiting: createBookWaitingRepository(tx, scope),
})

const codeRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  codeGraph: createCodeGraphReadModel(tx, scope),
  codeGraphs: createCodeGraphRepository(tx, scope),
  sharedCode: createSharedCodeRepository(tx, scope),
  sharedFiles: createSharedCodeReadModel(tx, scope),
})

const commitRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  commitList: createCommitReadModel(tx, scope),
  commits: createCommitRepository(tx, scope),
  linkList: createSessionLinkReadModel(tx, scope),
  linking: createLinkingRepository(tx, scope),
  links: createSessionLinkRepository(tx, scope),
})

const memoryRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  memories: createMemoryRepository(tx, scope),
  memoryComments: createMemoryCommentRepository(tx, scope),
  memoryJudging: createMemoryJudgingRepository(tx, scope),
  memoryQuestions: createMemoryQuestionRepository(tx, scope),
  memoryList: createMemoryReadModel(tx, scope),
  memoryLog: createMemoryLog(tx, scope),
  memoryReview: createMemoryReviewRepository(tx, scope),
  memoryServings: createMemoryServingRepository(tx, scope),
  memoryUse: createMemoryUse(tx, scope),
  memorySources: createMemorySourceRepository(tx, scope),
  memoryTopics: createMemoryTopicRepository(tx, scope),
  reviewBatches: createReviewBatchRepository(tx, scope),
  said: createSaidRepository(tx, scope),
  unreviewed: createUnreviewedRepository(tx, scope),
})

const forgettingRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  deletions: createDeletionRepository(tx, scope),
  forgetCounting: createForgetCounting(tx, scope),
  forgetSelection: createForgetSelection(tx, scope),
  forgettingSettings: createForgettingSettings(tx, scope),
  legalHolds: createLegalHoldRepository(tx, scope),
  personSelection: createPersonSelection(tx, scope),
  hiding: createHiding(tx, scope),
  tombstones: createTombstoneRepository(tx, scope),
})

const sessionRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  sessionNotes: createSessionNoteRepository(tx, scope),
  sessions: createSessionRepository(tx, scope),
  sessionSharing: createSessionSharingRepository(tx, scope),
  sessionList: createSessionReadModel(tx, scope),
})

const retentionRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  dueRemovals: createDueRemovals(tx, scope),
  removing: createRemoving(tx, scope),
  retentionPolicies: createRetentionPolicies(tx, scope),
  retentionRuns: createRetentionRuns(tx, scope),
  sessionSizes: createSessionSizes(tx, scope),
})

const briefRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  brief: createBriefReadModel(tx, scope),
  holdoutArms: createHoldoutArms(tx, scope),
  holdouts: createHoldoutRepository(tx, scope),
})

const integrationRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  acknowledgements: createAcknowledgements(tx, scope),
  agentsMdPullRequests: createAgentsMdPullRequests(tx, scope),
  dismissals: createDismissals(tx, scope),
  hookDeliveries: createHookDeliveries(tx, scope),
  hostedRepositories: createHostedRepositories(tx, scope),
  integrations: createIntegrationRepository(tx, scope),
  pullRequests: createPullRequestRepository(tx, scope),
  webhookDeliveries: createWebhookDeliveries(tx, scope),
  webhooks: createWebhookRepository(tx, scope),
  incomingEvents: createIncomingEvents(tx, scope),
  incomingHooks: createIncomingHookRepository(tx, scope),
  slackApps: createSlackAppRepository(tx, scope),
  slackAsks: createSlackAskRepository(tx, scope),
})

const auditRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  audit: createAuditRepository(tx, scope),
  auditChain: createAuditChain(tx, scope),
  auditList: createAuditReadModel(tx, scope),
})

/** Every repository of a team: each is bound to the transaction and its scope, so no method can forget the team. */
export const teamRepositoriesOn = (tx: DbExecutor, scope: DbScope, kind: Engine['kind']) => ({
  agentsMd: createAgentsMdRepository(tx, scope),
  anchorStates: createAnchorStateRepository(tx, scope),
  apiKeys: createApiKeyRepository(tx, scope),
  ...auditRepositoriesOn(tx, scope),
  ...bookRepositoriesOn(tx, scope),
  blame: createBlameReadModel(tx, scope),
  ...briefRepositoriesOn(tx, scope),
  captureOverview: createCaptureReadModel(tx, scope),
  captureReports: createCaptureReportRepository(tx, scope),
  ...codeRepositoriesOn(tx, scope),
  ...commitRepositoriesOn(tx, scope),
  distilLeases: createDistilLeaseRepository(tx, scope),
  distillation: createDistillationRepository(tx, scope),
  documents: createDocumentRepository(tx, scope),
  documentLexemes: createDocumentLexemeRepository(tx, scope),
  documentVectors: createDocumentVectorRepository(tx, scope),
  edits: createEditRepository(tx, scope),
  findings: createFindingRepository(tx, scope),
  grants: createGrantRepository(tx, scope),
  managedClients: createManagedClientRepository(tx, scope),
  ...forgettingRepositoriesOn(tx, scope),
  handedReadings: createHandedReadingRepository(tx, scope),
  handovers: createHandoverRepository(tx, scope),
  home: createHomeRepository(tx, scope),
  ids: createIdPrefixReader(tx, scope),
  importedRecords: createImportedRecordsRepository(tx, scope),
  invitations: createInvitationRepository(tx, scope),
  jobHealth: createJobHealthReadModel(tx, scope),
  insights: createInsightReadModel(tx, scope),
  ...integrationRepositoriesOn(tx, scope),
  machines: createMachineRepository(tx, scope),
  mailDigests: createMailDigestRepository(tx, scope),
  ...memoryRepositoriesOn(tx, scope),
  memberList: createMemberReadModel(tx, scope),
  memoryFiles: createMemoryFileRepository(tx, scope),
  memoryFileList: createMemoryFileReadModel(tx, scope),
  messages: createMessageRepository(tx, scope),
  messageList: createMessageReadModel(tx, scope),
  observationList: createObservationReadModel(tx, scope),
  people: createPeopleRepository(tx, scope),
  outbox: createOutboxRepository(tx, scope),
  outcomes: createOutcomeRepository(tx, scope),
  projects: createProjectRepository(tx, scope),
  projectSettings: createProjectSettingsRepository(tx, scope),
  promptList: createPromptReadModel(tx, scope),
  redactionRules: createRedactionRulesRepository(tx, scope),
  ...retentionRepositoriesOn(tx, scope),
  score: createScoreReadModel(tx, scope),
  search: createSearchReadModel(tx, scope, kind),
  stale: createStaleReadModel(tx, scope),
  searchValues: createSearchValues(tx, scope),
  ...sessionRepositoriesOn(tx, scope),
  ownSignInProviders: createSignInProviderRepository(tx, scope),
  provisioning: createProvisioningRepository(tx, scope),
  signInLinks: createSignInLinkRepository(tx, scope),
  summaryList: createSummaryReadModel(tx, scope),
  team: createTeamReadModel(tx, scope),
  timeline: createTimelineReadModel(tx, scope),
  why: createWhyReadModel(tx, scope),
  usage: createUsageRepository(tx, scope),
})

export type TeamRepositories = ReturnType<typeof teamRepositoriesOn>
