import type { DbScope } from './db-scope.ts'
import type { DbExecutor, Engine } from './engine/engine.types.ts'
import { createBriefReadModel } from './read-models/brief.read-model.ts'
import { createCaptureReadModel } from './read-models/capture.read-model.ts'
import { createIdPrefixReader } from './read-models/id-prefix.ts'
import { createJobHealthReadModel } from './read-models/job-health.read-model.ts'
import { createMemoryFileReadModel } from './read-models/memory-file.read-model.ts'
import { createMessageReadModel } from './read-models/message.read-model.ts'
import { createObservationReadModel } from './read-models/observation.read-model.ts'
import { createPromptReadModel } from './read-models/prompt.read-model.ts'
import { createSearchReadModel } from './read-models/search.read-model.ts'
import { createSearchValues } from './read-models/search-values.read-model.ts'
import { createSessionReadModel } from './read-models/session.read-model.ts'
import { createSummaryReadModel } from './read-models/summary.read-model.ts'
import { createTeamReadModel } from './read-models/team.read-model.ts'
import { createTimelineReadModel } from './read-models/timeline.read-model.ts'
import { createApiKeyRepository } from './repositories/api-keys.repository.ts'
import { createAuditRepository } from './repositories/audit.repository.ts'
import { createBookFileRepository } from './repositories/book-files.repository.ts'
import { createBookRowRepository } from './repositories/book-rows.repository.ts'
import { createBookRepository } from './repositories/books.repository.ts'
import { createCaptureReportRepository } from './repositories/capture-reports.repository.ts'
import { createDistillationRepository } from './repositories/distillation.repository.ts'
import { createDocumentRepository } from './repositories/documents.repository.ts'
import { createDocumentLexemeRepository } from './repositories/documents-lexemes.repository.ts'
import { createDocumentVectorRepository } from './repositories/documents-vectors.repository.ts'
import { createEditRepository } from './repositories/edits.repository.ts'
import { createFindingRepository } from './repositories/findings.repository.ts'
import { createImportedRecordsRepository } from './repositories/imported-records.repository.ts'
import { createMachineRepository } from './repositories/machines.repository.ts'
import { createMemoryFileRepository } from './repositories/memory-files.repository.ts'
import { createMessageRepository } from './repositories/messages.repository.ts'
import { createOutboxRepository } from './repositories/outbox.repository.ts'
import { createProjectRepository } from './repositories/projects.repository.ts'
import { createRedactionRulesRepository } from './repositories/redaction-rules.repository.ts'
import { createSessionRepository } from './repositories/sessions.repository.ts'
import { createSignInLinkRepository } from './repositories/sign-in-links.repository.ts'

/** Every repository of a team: each is bound to the transaction and its scope, so no method can forget the team. */
export const teamRepositoriesOn = (tx: DbExecutor, scope: DbScope, kind: Engine['kind']) => ({
  apiKeys: createApiKeyRepository(tx, scope),
  audit: createAuditRepository(tx, scope),
  bookFiles: createBookFileRepository(tx, scope),
  bookRows: createBookRowRepository(tx, scope),
  books: createBookRepository(tx, scope),
  brief: createBriefReadModel(tx, scope),
  captureOverview: createCaptureReadModel(tx, scope),
  captureReports: createCaptureReportRepository(tx, scope),
  distillation: createDistillationRepository(tx, scope),
  documents: createDocumentRepository(tx, scope),
  documentLexemes: createDocumentLexemeRepository(tx, scope),
  documentVectors: createDocumentVectorRepository(tx, scope),
  edits: createEditRepository(tx, scope),
  findings: createFindingRepository(tx, scope),
  ids: createIdPrefixReader(tx, scope),
  importedRecords: createImportedRecordsRepository(tx, scope),
  jobHealth: createJobHealthReadModel(tx, scope),
  machines: createMachineRepository(tx, scope),
  memoryFiles: createMemoryFileRepository(tx, scope),
  memoryFileList: createMemoryFileReadModel(tx, scope),
  messages: createMessageRepository(tx, scope),
  messageList: createMessageReadModel(tx, scope),
  observationList: createObservationReadModel(tx, scope),
  outbox: createOutboxRepository(tx, scope),
  projects: createProjectRepository(tx, scope),
  promptList: createPromptReadModel(tx, scope),
  redactionRules: createRedactionRulesRepository(tx, scope),
  search: createSearchReadModel(tx, scope, kind),
  searchValues: createSearchValues(tx, scope),
  sessions: createSessionRepository(tx, scope),
  sessionList: createSessionReadModel(tx, scope),
  signInLinks: createSignInLinkRepository(tx, scope),
  summaryList: createSummaryReadModel(tx, scope),
  team: createTeamReadModel(tx, scope),
  timeline: createTimelineReadModel(tx, scope),
})

export type TeamRepositories = ReturnType<typeof teamRepositoriesOn>
