import type { ImportTranscript, Principal, TeamScope } from '@teamlore/core'
import type {
  apiKeyPageSchema,
  CaptureOverview,
  CaptureQuery,
  CaptureReceipt,
  CaptureReport,
  CompletionQuery,
  CompletionResponse,
  ConceptsQuery,
  ConceptsResponse,
  ContextQuery,
  ContextResponse,
  createApiKeyRequestSchema,
  createApiKeyResponseSchema,
  ImportRequest,
  ImportResponse,
  IngestRequest,
  IngestResponse,
  JobHealth,
  ListMemoryFilesQuery,
  ListSessionsQuery,
  LoreRecord,
  listMessagesQuerySchema,
  listObservationsQuerySchema,
  listPromptsQuerySchema,
  listSummariesQuerySchema,
  Me,
  MemoryFile,
  MemoryFilesReceipt,
  MemoryFilesReport,
  Message,
  machinePageSchema,
  memoryFilePageSchema,
  messagePageSchema,
  Observation,
  observationPageSchema,
  pageQuerySchema,
  projectPageSchema,
  promptPageSchema,
  RedactionRules,
  recordsResponseSchema,
  registerMachineRequestSchema,
  registerMachineResponseSchema,
  SearchQuery,
  SearchResponse,
  SearchSessionsResponse,
  SessionDetail,
  SetRedactionRules,
  Stats,
  Summary,
  sessionPageSchema,
  signInLinkResponseSchema,
  summaryPageSchema,
  TimelineQuery,
  TimelineResponse,
} from '@teamlore/shared'
import type { z } from 'zod'
import type { LiveHub } from './live/live-hub.ts'
import type { Credential } from './plugins/credentials.ts'

type Abortable<Q, A> = (
  scope: TeamScope,
  query: Q,
  options?: { signal?: AbortSignal },
) => Promise<A>
type Viewer<I, O> = (scope: TeamScope, input: I) => Promise<O>
type Member<I, O> = (scope: TeamScope<'member'>, input: I) => Promise<O>
type Admin<I, O> = (scope: TeamScope<'admin'>, input: I) => Promise<O>
type PageQuery = z.output<typeof pageQuerySchema>
type ById = { id: string }

/** Everything the doors of the API may ask for. `composeApi` fits the real ones; the doors decide nothing. */
export type UseCases = {
  /** Undefined when the key or token is unknown, revoked or over. */
  authenticate: (credential: Credential) => Promise<Principal | undefined>
  signIn: (input: { token: string }) => Promise<{ browserToken: string; expiresAt: Date }>
  signOut: (input: { browserToken: string }) => Promise<void>
  createSignInLink: (
    scope: TeamScope<'admin'>,
  ) => Promise<z.output<typeof signInLinkResponseSchema>>

  ingest: Member<IngestRequest, IngestResponse>
  importRecords: Member<ImportRequest, ImportResponse>
  importTranscript: ImportTranscript
  registerMachine: Member<
    z.output<typeof registerMachineRequestSchema>,
    z.output<typeof registerMachineResponseSchema>
  >

  listSessions: Viewer<ListSessionsQuery, z.output<typeof sessionPageSchema>>
  getSession: Viewer<ById, SessionDetail>
  listMessages: Viewer<
    z.output<typeof listMessagesQuerySchema> & { session_id: string },
    z.output<typeof messagePageSchema>
  >
  getMessage: Viewer<ById, Message>
  listPrompts: Viewer<z.output<typeof listPromptsQuerySchema>, z.output<typeof promptPageSchema>>
  listObservations: Viewer<
    z.output<typeof listObservationsQuerySchema>,
    z.output<typeof observationPageSchema>
  >
  getObservation: Viewer<ById, Observation>
  listSummaries: Viewer<
    z.output<typeof listSummariesQuerySchema>,
    z.output<typeof summaryPageSchema>
  >
  getSummary: Viewer<ById, Summary>

  listMemoryFiles: Viewer<ListMemoryFilesQuery, z.output<typeof memoryFilePageSchema>>
  getMemoryFile: Viewer<ById, MemoryFile>
  reportMemoryFiles: Member<MemoryFilesReport, MemoryFilesReceipt>

  search: Abortable<SearchQuery, SearchResponse>
  getContext: Abortable<ContextQuery, ContextResponse>
  searchSessions: Abortable<SearchQuery, SearchSessionsResponse>
  completeQuery: Abortable<CompletionQuery, CompletionResponse>
  listConcepts: Abortable<ConceptsQuery, ConceptsResponse>
  getTimeline: Abortable<TimelineQuery, TimelineResponse>
  getRecords: Viewer<
    { ids: string[]; budget_tokens: number; around?: number },
    z.output<typeof recordsResponseSchema> & { items: LoreRecord[] }
  >

  listProjects: Viewer<PageQuery, z.output<typeof projectPageSchema>>
  getRedactionRules: (scope: TeamScope) => Promise<RedactionRules>
  setRedactionRules: Admin<SetRedactionRules, RedactionRules>
  reportCapture: Member<CaptureReport, CaptureReceipt>
  getCapture: Viewer<CaptureQuery, CaptureOverview>
  listMachines: Viewer<PageQuery, z.output<typeof machinePageSchema>>
  getMe: (scope: TeamScope) => Promise<Me>
  getStats: (scope: TeamScope) => Promise<Stats>

  createApiKey: Admin<
    z.output<typeof createApiKeyRequestSchema>,
    z.output<typeof createApiKeyResponseSchema>
  >
  listApiKeys: Admin<PageQuery, z.output<typeof apiKeyPageSchema>>
  revokeApiKey: Admin<ById, void>

  getJobHealth: (scope: TeamScope) => Promise<JobHealth>
  retryDeadJob: Admin<ById, void>

  live: Pick<LiveHub, 'subscribe'>
  /** Whether requests can be served now, with a sentence when they cannot. */
  checkReadiness: () => Promise<{ ready: boolean; reason: string | null }>
}
