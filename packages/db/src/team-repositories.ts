import type { DbScope } from './db-scope.ts'
import type { DbExecutor, Engine } from './engine/engine.types.ts'
import { createAuditReadModel } from './read-models/audit.read-model.ts'
import { createBlameReadModel } from './read-models/blame.read-model.ts'
import { createBriefReadModel } from './read-models/brief.read-model.ts'
import { createCaptureReadModel } from './read-models/capture.read-model.ts'
import { createCodeGraphReadModel } from './read-models/code-graph.read-model.ts'
import { createCommitReadModel } from './read-models/commit.read-model.ts'
import { createEntityReadModel } from './read-models/entity.read-model.ts'
import { createIdPrefixReader } from './read-models/id-prefix.ts'
import { createInsightReadModel } from './read-models/insights.read-model.ts'
import { createJobHealthReadModel } from './read-models/job-health.read-model.ts'
import { createMemberReadModel } from './read-models/member.read-model.ts'
import { createMemoryReadModel } from './read-models/memory.read-model.ts'
import { createMemoryFileReadModel } from './read-models/memory-file.read-model.ts'
import { createMessageReadModel } from './read-models/message.read-model.ts'
import { createObservationReadModel } from './read-models/observation.read-model.ts'
import { createPromptReadModel } from './read-models/prompt.read-model.ts'
import { createSearchReadModel } from './read-models/search.read-model.ts'
import { createSearchValues } from './read-models/search-values.read-model.ts'
import { createSessionReadModel } from './read-models/session.read-model.ts'
import { createSessionLinkReadModel } from './read-models/session-link.read-model.ts'
import { createSharedCodeReadModel } from './read-models/shared-code.read-model.ts'
import { createStaleReadModel } from './read-models/stale.read-model.ts'
import { createSummaryReadModel } from './read-models/summary.read-model.ts'
import { createTeamReadModel } from './read-models/team.read-model.ts'
import { createTimelineReadModel } from './read-models/timeline.read-model.ts'
import { createWhyReadModel } from './read-models/why.read-model.ts'
import { createAnchorStateRepository } from './repositories/anchor-states.repository.ts'
import { createApiKeyRepository } from './repositories/api-keys.repository.ts'
import { createAuditRepository } from './repositories/audit.repository.ts'
import { createBookFileRepository } from './repositories/book-files.repository.ts'
import { createBookGenerationRepository } from './repositories/book-generations.repository.ts'
import { createBookHomeRepository } from './repositories/book-homes.repository.ts'
import { createBookProposalRepository } from './repositories/book-proposals.repository.ts'
import { createBookRowRepository } from './repositories/book-rows.repository.ts'
import { createBookSqlRepository } from './repositories/book-sql.repository.ts'
import { createBookVersionRepository } from './repositories/book-versions.repository.ts'
import { createBookRepository } from './repositories/books.repository.ts'
import { createCaptureReportRepository } from './repositories/capture-reports.repository.ts'
import { createCodeGraphRepository } from './repositories/code-graph.repository.ts'
import { createCommitRepository } from './repositories/commits.repository.ts'
import { createDistillationRepository } from './repositories/distillation.repository.ts'
import { createDocumentRepository } from './repositories/documents.repository.ts'
import { createDocumentLexemeRepository } from './repositories/documents-lexemes.repository.ts'
import { createDocumentVectorRepository } from './repositories/documents-vectors.repository.ts'
import { createEditRepository } from './repositories/edits.repository.ts'
import { createFindingRepository } from './repositories/findings.repository.ts'
import { createHandoverRepository } from './repositories/handover.repository.ts'
import { createImportedRecordsRepository } from './repositories/imported-records.repository.ts'
import { createInvitationRepository } from './repositories/invitations.repository.ts'
import { createLinkingRepository } from './repositories/linking.repository.ts'
import { createMachineRepository } from './repositories/machines.repository.ts'
import { createMemoryRepository } from './repositories/memories.repository.ts'
import { createMemoryFileRepository } from './repositories/memory-files.repository.ts'
import { createMemoryJudgingRepository } from './repositories/memory-judging.repository.ts'
import { createMemoryQuestionRepository } from './repositories/memory-questions.repository.ts'
import { createMemoryReviewRepository } from './repositories/memory-review.repository.ts'
import { createMemorySourceRepository } from './repositories/memory-sources.repository.ts'
import { createMessageRepository } from './repositories/messages.repository.ts'
import { createOutboxRepository } from './repositories/outbox.repository.ts'
import { createOutcomeRepository } from './repositories/outcomes.repository.ts'
import { createPeopleRepository } from './repositories/people.repository.ts'
import { createProjectSettingsRepository } from './repositories/project-settings.repository.ts'
import { createProjectRepository } from './repositories/projects.repository.ts'
import { createProvisioningRepository } from './repositories/provisioning.repository.ts'
import { createRedactionRulesRepository } from './repositories/redaction-rules.repository.ts'
import { createSessionLinkRepository } from './repositories/session-links.repository.ts'
import { createSessionNoteRepository } from './repositories/session-notes.repository.ts'
import { createSessionSharingRepository } from './repositories/session-sharing.repository.ts'
import { createSessionRepository } from './repositories/sessions.repository.ts'
import { createSharedCodeRepository } from './repositories/shared-code.repository.ts'
import { createSignInLinkRepository } from './repositories/sign-in-links.repository.ts'
import { createSignInProviderRepository } from './repositories/sign-in-providers.repository.ts'
import { createUsageRepository } from './repositories/usage.repository.ts'

const bookRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  bookEntities: createEntityReadModel(tx, scope),
  bookFiles: createBookFileRepository(tx, scope),
  bookGenerations: createBookGenerationRepository(tx, scope),
  bookHomes: createBookHomeRepository(tx, scope),
  bookProposals: createBookProposalRepository(tx, scope),
  bookRows: createBookRowRepository(tx, scope),
  books: createBookRepository(tx, scope),
  bookSql: createBookSqlRepository(tx, scope),
  bookVersions: createBookVersionRepository(tx, scope),
})

const codeRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  codeGraph: createCodeGraphReadModel(tx, scope),
  codeGraphs: createCodeGraphRepository(tx, scope),
  sharedCode: createSharedCodeRepository(tx, scope),
  sharedFiles: createSharedCodeReadModel(tx, scope),
})

const memoryRepositoriesOn = (tx: DbExecutor, scope: DbScope) => ({
  memories: createMemoryRepository(tx, scope),
  memoryJudging: createMemoryJudgingRepository(tx, scope),
  memoryQuestions: createMemoryQuestionRepository(tx, scope),
  memoryList: createMemoryReadModel(tx, scope),
  memoryReview: createMemoryReviewRepository(tx, scope),
  memorySources: createMemorySourceRepository(tx, scope),
})

/** Every repository of a team: each is bound to the transaction and its scope, so no method can forget the team. */
export const teamRepositoriesOn = (tx: DbExecutor, scope: DbScope, kind: Engine['kind']) => ({
  anchorStates: createAnchorStateRepository(tx, scope),
  apiKeys: createApiKeyRepository(tx, scope),
  audit: createAuditRepository(tx, scope),
  ...bookRepositoriesOn(tx, scope),
  blame: createBlameReadModel(tx, scope),
  brief: createBriefReadModel(tx, scope),
  captureOverview: createCaptureReadModel(tx, scope),
  captureReports: createCaptureReportRepository(tx, scope),
  ...codeRepositoriesOn(tx, scope),
  commits: createCommitRepository(tx, scope),
  commitList: createCommitReadModel(tx, scope),
  distillation: createDistillationRepository(tx, scope),
  documents: createDocumentRepository(tx, scope),
  documentLexemes: createDocumentLexemeRepository(tx, scope),
  documentVectors: createDocumentVectorRepository(tx, scope),
  edits: createEditRepository(tx, scope),
  findings: createFindingRepository(tx, scope),
  handovers: createHandoverRepository(tx, scope),
  ids: createIdPrefixReader(tx, scope),
  importedRecords: createImportedRecordsRepository(tx, scope),
  invitations: createInvitationRepository(tx, scope),
  jobHealth: createJobHealthReadModel(tx, scope),
  linking: createLinkingRepository(tx, scope),
  links: createSessionLinkRepository(tx, scope),
  linkList: createSessionLinkReadModel(tx, scope),
  insights: createInsightReadModel(tx, scope),
  machines: createMachineRepository(tx, scope),
  ...memoryRepositoriesOn(tx, scope),
  auditList: createAuditReadModel(tx, scope),
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
  search: createSearchReadModel(tx, scope, kind),
  stale: createStaleReadModel(tx, scope),
  searchValues: createSearchValues(tx, scope),
  sessionNotes: createSessionNoteRepository(tx, scope),
  sessions: createSessionRepository(tx, scope),
  sessionSharing: createSessionSharingRepository(tx, scope),
  sessionList: createSessionReadModel(tx, scope),
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
