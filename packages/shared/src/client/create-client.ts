import type { z } from 'zod'
import {
  apiKeyPageSchema,
  type createApiKeyRequestSchema,
  createApiKeyResponseSchema,
  jobHealthSchema,
  machinePageSchema,
  meSchema,
  projectPageSchema,
  type registerMachineRequestSchema,
  registerMachineResponseSchema,
  signInLinkResponseSchema,
  statsSchema,
} from '../contracts/admin.contract.ts'
import {
  type CaptureQuery,
  captureOverviewSchema,
  captureReceiptSchema,
  type captureReportSchema,
} from '../contracts/capture.contract.ts'
import { importResponseSchema } from '../contracts/import.contract.ts'
import { ingestResponseSchema } from '../contracts/ingest.contract.ts'
import {
  type ListMemoryFilesQuery,
  memoryFilePageSchema,
  memoryFileSchema,
  memoryFilesReceiptSchema,
} from '../contracts/memory-file.contract.ts'
import {
  type listObservationsQuerySchema,
  type listSummariesQuerySchema,
  observationPageSchema,
  observationSchema,
  summaryPageSchema,
  summarySchema,
} from '../contracts/observation.contract.ts'
import {
  redactionRulesSchema,
  type setRedactionRulesSchema,
} from '../contracts/redaction-rules.contract.ts'
import {
  type ContextQuery,
  contextResponseSchema,
  recordsResponseSchema,
  type SearchQuery,
  searchResponseSchema,
} from '../contracts/search.contract.ts'
import {
  type CompletionQuery,
  type ConceptsQuery,
  completionResponseSchema,
  conceptsResponseSchema,
  searchSessionsResponseSchema,
} from '../contracts/search-help.contract.ts'
import {
  type ListSessionsQuery,
  type listMessagesQuerySchema,
  type listPromptsQuerySchema,
  messagePageSchema,
  messageSchema,
  promptPageSchema,
  sessionDetailSchema,
  sessionPageSchema,
} from '../contracts/session.contract.ts'
import { type TimelineQuery, timelineResponseSchema } from '../contracts/timeline.contract.ts'
import { type Asker, createAsker } from './ask.ts'
import { type CallOptions, type ClientOptions, createRequester, nothing } from './requester.ts'
import { API_ROUTES, routeTo } from './routes.ts'

/** A query as the caller writes it: everything may be left out, the server fills the defaults. */
type QueryOf<T> = { [K in keyof T]?: T[K] | undefined }
type PageQuery = { limit?: number | undefined; cursor?: string | undefined }
type CreateApiKeyRequest = z.input<typeof createApiKeyRequestSchema>
type RegisterMachineRequest = z.input<typeof registerMachineRequestSchema>

export type LoreClient = ReturnType<typeof createClient>

/**
 * The typed client of the REST API, for the dashboard and the `lore` command alike. Runs in a browser and in Node.
 * Every method rejects with `ApiError`, whose message is a sentence for people.
 */
export const createClient = (options: ClientOptions) => {
  const request = createRequester(options)
  const get = <S extends z.ZodType>(
    answer: S,
    path: string,
    query?: object,
    call?: CallOptions,
  ): Promise<z.output<S>> =>
    request({ path, answer, query: query as Record<string, string | undefined>, ...call })

  return {
    ...readers(get),
    ...askers(createAsker(request)),
    ...writers(request),
    ...listings(get, request),
  }
}

type Getter = <S extends z.ZodType>(
  answer: S,
  path: string,
  query?: object,
  call?: CallOptions,
) => Promise<z.output<S>>
type Requester = ReturnType<typeof createRequester>

const askers = ({ ask, askByBeginning }: Asker) => ({
  search: (query: QueryOf<SearchQuery> & Pick<SearchQuery, 'q'>, call?: CallOptions) =>
    askByBeginning(searchResponseSchema, API_ROUTES.search, query, call),
  /** As a search, with sessions for results. */
  searchSessions: (query: QueryOf<SearchQuery> & Pick<SearchQuery, 'q'>, call?: CallOptions) =>
    askByBeginning(searchSessionsResponseSchema, API_ROUTES.searchSessions, query, call),
  /** What happened around something, in time order. */
  timeline: (query: QueryOf<TimelineQuery>, call?: CallOptions) =>
    askByBeginning(timelineResponseSchema, API_ROUTES.timeline, query, call),
  context: (query: QueryOf<ContextQuery> = {}, call?: CallOptions) =>
    ask(contextResponseSchema, API_ROUTES.context, query, call),
  /** What a question that is being typed may go on with. */
  complete: (query: QueryOf<CompletionQuery> & Pick<CompletionQuery, 'q'>, call?: CallOptions) =>
    ask(completionResponseSchema, API_ROUTES.completion, query, call),
})

const readers = (get: Getter) => ({
  me: (call?: CallOptions) => get(meSchema, API_ROUTES.me, {}, call),
  stats: (call?: CallOptions) => get(statsSchema, API_ROUTES.stats, {}, call),
  concepts: (query: QueryOf<ConceptsQuery> = {}, call?: CallOptions) =>
    get(conceptsResponseSchema, API_ROUTES.concepts, query, call),
  /** Full records by id, cut to a budget; ids not found or left out are named in the answer. */
  records: (
    ids: readonly string[],
    query: { budget_tokens?: number | undefined; around?: number | undefined } = {},
    call?: CallOptions,
  ) => get(recordsResponseSchema, API_ROUTES.records, { ...query, ids: ids.join(',') }, call),
  sessions: {
    list: (query: QueryOf<ListSessionsQuery> = {}, call?: CallOptions) =>
      get(sessionPageSchema, API_ROUTES.sessions, query, call),
    get: (id: string, call?: CallOptions) =>
      get(sessionDetailSchema, routeTo(API_ROUTES.session, id), {}, call),
    messages: (
      id: string,
      query: QueryOf<z.output<typeof listMessagesQuerySchema>> = {},
      call?: CallOptions,
    ) => get(messagePageSchema, routeTo(API_ROUTES.sessionMessages, id), query, call),
  },
  messages: {
    get: (id: string, call?: CallOptions) =>
      get(messageSchema, routeTo(API_ROUTES.message, id), {}, call),
  },
  prompts: {
    list: (query: QueryOf<z.output<typeof listPromptsQuerySchema>> = {}, call?: CallOptions) =>
      get(promptPageSchema, API_ROUTES.prompts, query, call),
  },
  observations: {
    list: (query: QueryOf<z.output<typeof listObservationsQuerySchema>> = {}, call?: CallOptions) =>
      get(observationPageSchema, API_ROUTES.observations, query, call),
    get: (id: string, call?: CallOptions) =>
      get(observationSchema, routeTo(API_ROUTES.observation, id), {}, call),
  },
  summaries: {
    list: (query: QueryOf<z.output<typeof listSummariesQuerySchema>> = {}, call?: CallOptions) =>
      get(summaryPageSchema, API_ROUTES.summaries, query, call),
    get: (id: string, call?: CallOptions) =>
      get(summarySchema, routeTo(API_ROUTES.summary, id), {}, call),
  },
  memoryFiles: {
    list: (query: QueryOf<ListMemoryFilesQuery> = {}, call?: CallOptions) =>
      get(memoryFilePageSchema, API_ROUTES.memoryFiles, query, call),
    get: (id: string, call?: CallOptions) =>
      get(memoryFileSchema, routeTo(API_ROUTES.memoryFile, id), {}, call),
  },
})

const listings = (get: Getter, request: Requester) => ({
  projects: {
    list: (query: PageQuery = {}, call?: CallOptions) =>
      get(projectPageSchema, API_ROUTES.projects, query, call),
  },
  redactionRules: {
    get: (call?: CallOptions) => get(redactionRulesSchema, API_ROUTES.redactionRules, {}, call),
    set: (json: z.input<typeof setRedactionRulesSchema>, call?: CallOptions) =>
      request({
        method: 'PUT',
        path: API_ROUTES.redactionRules,
        json,
        answer: redactionRulesSchema,
        ...call,
      }),
  },
  capture: {
    /** How capture is doing on every machine the caller may see. */
    get: (query: QueryOf<CaptureQuery> = {}, call?: CallOptions) =>
      get(captureOverviewSchema, API_ROUTES.capture, query, call),
    report: (json: z.input<typeof captureReportSchema>, call?: CallOptions) =>
      request({
        method: 'PUT',
        path: API_ROUTES.capture,
        json,
        answer: captureReceiptSchema,
        ...call,
      }),
  },
  machines: {
    list: (query: PageQuery = {}, call?: CallOptions) =>
      get(machinePageSchema, API_ROUTES.machines, query, call),
    /** Exchanges the caller's key for one of this machine's own, shown once. */
    register: (json: RegisterMachineRequest, call?: CallOptions) =>
      request({
        method: 'POST',
        path: API_ROUTES.machines,
        json,
        answer: registerMachineResponseSchema,
        ...call,
      }),
  },
  keys: {
    list: (query: PageQuery = {}, call?: CallOptions) =>
      get(apiKeyPageSchema, API_ROUTES.keys, query, call),
    create: (json: CreateApiKeyRequest, call?: CallOptions) =>
      request({
        method: 'POST',
        path: API_ROUTES.keys,
        json,
        answer: createApiKeyResponseSchema,
        ...call,
      }),
    revoke: (id: string, call?: CallOptions): Promise<void> =>
      request({ method: 'DELETE', path: routeTo(API_ROUTES.key, id), answer: nothing, ...call }),
  },
  jobs: {
    health: (call?: CallOptions) => get(jobHealthSchema, API_ROUTES.jobs, {}, call),
    retry: (id: string, call?: CallOptions): Promise<void> =>
      request({ method: 'POST', path: routeTo(API_ROUTES.jobRetry, id), answer: nothing, ...call }),
  },
})

type Encoding = 'br' | 'gzip' | 'identity'

const packed = (bytes: Uint8Array, encoding: Encoding) => ({
  bytes,
  headers: {
    'content-type': 'application/json',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  },
})

const writers = (request: Requester) => ({
  /** Sends one `IngestRequest` that the caller has already serialised and compressed. */
  ingest: (bytes: Uint8Array, encoding: Encoding, call?: CallOptions) =>
    request({
      method: 'POST',
      path: API_ROUTES.ingest,
      body: packed(bytes, encoding),
      answer: ingestResponseSchema,
      timeoutMs: 120_000,
      ...call,
    }),
  /** Sends one `ImportRequest`, likewise. */
  importRecords: (bytes: Uint8Array, encoding: Encoding, call?: CallOptions) =>
    request({
      method: 'POST',
      path: API_ROUTES.import,
      body: packed(bytes, encoding),
      answer: importResponseSchema,
      timeoutMs: 120_000,
      ...call,
    }),
  /** Sends one `MemoryFilesReport`, likewise. */
  reportMemoryFiles: (bytes: Uint8Array, encoding: Encoding, call?: CallOptions) =>
    request({
      method: 'PUT',
      path: API_ROUTES.memoryFiles,
      body: packed(bytes, encoding),
      answer: memoryFilesReceiptSchema,
      timeoutMs: 60_000,
      ...call,
    }),
  /** Trades the token of a one-time link for the browser's session cookie. */
  signIn: (token: string, call?: CallOptions): Promise<void> =>
    request({
      method: 'POST',
      path: API_ROUTES.signIn,
      json: { token },
      answer: nothing,
      ...call,
    }),
  signOut: (call?: CallOptions): Promise<void> =>
    request({ method: 'POST', path: API_ROUTES.signOut, answer: nothing, ...call }),
  /** Makes a one-time link for the caller, to sign a browser in with. */
  createSignInLink: (call?: CallOptions) =>
    request({
      method: 'POST',
      path: API_ROUTES.signInLinks,
      answer: signInLinkResponseSchema,
      ...call,
    }),
})
