import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type ContextResponse,
  captureOverviewSchema,
  captureQuerySchema,
  conceptsQuerySchema,
  conceptsResponseSchema,
  contextQuerySchema,
  contextResponseSchema,
  jobHealthSchema,
  type ListTotal,
  type LoreRecord,
  listMessagesQuerySchema,
  listSessionsQuerySchema,
  type Message,
  memoryFileSchema,
  meSchema,
  messageSchema,
  projectPageSchema,
  recordsQuerySchema,
  recordsResponseSchema,
  type SearchResponse,
  type SessionDetail,
  searchQuerySchema,
  searchResponseSchema,
  searchSessionsResponseSchema,
  sessionDetailSchema,
  sessionPageSchema,
  statsSchema,
  timelineQuerySchema,
  timelineResponseSchema,
} from '@teamlore/shared'
import {
  answeredLeasesSchema,
  leasedSessionsSchema,
  leaseStatusSchema,
} from '@teamlore/shared/distil-leases'
import { handoverRequestSchema, handoverSchema } from '@teamlore/shared/handover'
import { reportExportSchema } from '@teamlore/shared/report-export'
import { judgedSearchQuerySchema } from '@teamlore/shared/verdicts'
import type { z } from 'zod'
import { createFakeLeases } from '../distil/testing/fake-leases.ts'
import { fakeAgentsMd } from './fake-agents-md.ts'
import {
  buildCapture,
  buildHit,
  buildJobs,
  buildMe,
  buildMemoryFile,
  buildMessage,
  buildSession,
  buildSessionDetail,
  buildStats,
  buildTimeline,
  buildUsage,
  laptop,
} from './fake-data.ts'
import { buildObservation, buildSummary, fakeFindings } from './fake-findings.ts'
import { buildHome, fakeOverview } from './fake-home.ts'
import { buildIntegration, buildSlack, fakeIntegrations, fakeSlack } from './fake-integrations.ts'
import { MACHINE_KEY, machines, register } from './fake-machines.ts'
import {
  buildMemory,
  buildProject,
  fakeMemories,
  handedOver,
  waitingHandover,
} from './fake-memories.ts'
import { fakeMessages } from './fake-messages.ts'
import { errorBody, type Failure, Refusal } from './refusal.ts'

export const PERSONAL_KEY = 'tlk_personal-0123456789abcdefghijklmnop'

export const defaultWorld = () => ({
  me: buildMe(),
  stats: buildStats(),
  jobs: buildJobs(),
  capture: buildCapture(),
  sessions: [buildSession()],
  nextCursor: null as string | null,
  total: null as ListTotal | null,
  session: buildSessionDetail(),
  /** To be opened by their ids, with the messages of the first. */
  otherSessions: [] as SessionDetail[],
  messages: [
    buildMessage(0, 'human', ['Why does berth 0 refuse the tide table?']),
    buildMessage(1, 'assistant', ['Because readers saw half of it.']),
  ] as Message[],
  messagesPerPage: 200,
  search: {
    items: [buildHit()],
    next_cursor: null,
    notes: [],
    arms: ['text'],
    tokens: 90,
    took_ms: 12.3,
  } as SearchResponse,
  sessionHits: [{ session: buildSession(), hits: 3, best: buildHit(), tokens: 210 }],
  timeline: buildTimeline(),
  brief: {
    format: 'markdown',
    text: '# Brief\n\n- The writer takes the lock first.\n',
    tokens: 12,
    budget_tokens: 1_500,
    left_out: { count: 0, tokens: 0, named: [] },
    included: [{ id: buildObservation().id, kind: 'observation', tokens: 12 }],
    notes: [],
  } as ContextResponse,
  concepts: [{ concept: 'locking', observations: 12, last_at: '2026-05-01T09:30:00.000Z' }],
  conceptsLeftOut: 0,
  observation: buildObservation(),
  summary: buildSummary(),
  memories: [buildMemory()],
  projects: [buildProject()],
  memoryFile: buildMemoryFile(),
  records: [] as LoreRecord[],
  usage: buildUsage(),
  home: buildHome(),
  integrations: [buildIntegration()],
  slack: [buildSlack()],
  integrationTest: { ok: true, findings: [{ ok: true, text: 'GitHub knows the app.' }] },
  leases: createFakeLeases([]),
})

export type World = ReturnType<typeof defaultWorld>
type Asked = { method: string; path: string; query: Record<string, string>; body: unknown }

export { errorBody }

/**
 * A server on a port of its own that speaks the contracts: queries and bodies are checked as the real one does, and no
 * answer leaves that the shared schemas would refuse.
 */
export const startFakeServer = async (fields: Partial<World> = {}) => {
  const world = { ...defaultWorld(), ...fields }
  const asked: Asked[] = []
  /** Path → what to answer instead. */
  const failures = new Map<string, Failure>()
  const server = createServer((request, response) => {
    void answer(request, world, asked, failures).then(
      (body) => send(response, { status: 200, body }),
      (error: unknown) =>
        send(
          response,
          error instanceof Refusal
            ? error.failure
            : { status: 500, body: errorBody('internal', `fake server: ${String(error)}`) },
        ),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    world,
    asked,
    failures,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>

const send = (response: ServerResponse, { status, body, headers }: Failure): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

const answer = async (
  request: IncomingMessage,
  world: World,
  asked: Asked[],
  failures: Map<string, Failure>,
): Promise<unknown> => {
  const url = new URL(request.url ?? '/', 'http://fake')
  const query = Object.fromEntries(url.searchParams)
  const body =
    request.method === 'POST' || request.method === 'PUT' ? await bodyOf(request) : undefined
  asked.push({ method: request.method ?? '', path: url.pathname, query, body })
  const failure = failures.get(url.pathname)
  if (failure !== undefined) throw new Refusal(failure)
  const key = request.headers.authorization?.replace('Bearer ', '')
  if (key !== PERSONAL_KEY && key !== MACHINE_KEY)
    throw new Refusal({
      status: 401,
      body: errorBody('access.unauthenticated', 'Sign in, or send a valid API key.'),
    })
  const [schema, value] = route(url.pathname, query, body, { ...world, key })
  return schema.parse(value)
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString() || 'null')
}

/** Nouns whose routes are answered by what they begin with. */
const fakeWhole = (path: string, body: unknown, world: World): [z.ZodType, unknown] | undefined => {
  if (path === '/v1/exports') return [reportExportSchema, body]
  if (/^\/v1\/(observations|summaries)/.test(path)) return fakeFindings(path, world)
  if (path.includes('/agents-md')) return fakeAgentsMd(path, body)
  if (path.startsWith('/v1/slack')) return fakeSlack(path, world)
  return path.startsWith('/v1/integrations') ? fakeIntegrations(path, world) : undefined
}

const route = (
  path: string,
  query: Record<string, string>,
  body: unknown,
  world: World & { key: string },
): [z.ZodType, unknown] => {
  const id = path.split('/')[3] ?? ''
  const whole = fakeWhole(path, body, world)
  if (whole !== undefined) return whole
  switch (path.replace(id === '' ? /$^/ : id, ':id')) {
    case '/v1/me':
      return [meSchema, { ...world.me, machine: world.key === MACHINE_KEY ? laptop : null }]
    case '/v1/stats':
      return [statsSchema, world.stats]
    case '/v1/jobs':
      return [jobHealthSchema, world.jobs]
    case '/v1/capture':
      captureQuerySchema.strict().parse(query)
      return [captureOverviewSchema, world.capture]
    case '/v1/machines':
      return body === undefined ? machines() : register(body)
    case '/v1/sessions':
      listSessionsQuerySchema.strict().parse(query)
      return [
        sessionPageSchema,
        { items: world.sessions, next_cursor: world.nextCursor, total: world.total },
      ]
    case '/v1/sessions/:id':
      return [sessionDetailSchema, sessionOf(id, world)]
    case '/v1/sessions/:id/messages':
      return fakeMessages(listMessagesQuerySchema.strict().parse(query), world)
    case '/v1/messages/:id':
      return [messageSchema, world.messages.find((message) => message.id.startsWith(id))]
    case '/v1/memories':
    case '/v1/memories/:id':
    case '/v1/memories/:id/history':
    case '/v1/memories/:id/update':
    case '/v1/contradictions':
      return fakeMemories(path, query, body, world)
    case '/v1/handovers':
      return [handoverSchema, handedOver(handoverRequestSchema.parse(body))]
    case '/v1/handovers/:id':
      return [handoverSchema, waitingHandover(id)]
    case '/v1/projects':
      return [projectPageSchema, { items: world.projects, next_cursor: null }]
    case '/v1/memory-files/:id':
      return [memoryFileSchema, world.memoryFile]
    case '/v1/records':
      return [recordsResponseSchema, recordsOf(recordsQuerySchema.strict().parse(query), world)]
    // A path with a name in the place of an id.
    case '/v1/search/:id':
      searchQuerySchema.strict().parse(body ?? query)
      return [searchSessionsResponseSchema, { ...world.search, items: world.sessionHits }]
    case '/v1/distil-leases':
      return body === undefined
        ? [leaseStatusSchema, world.leases.status()]
        : [leasedSessionsSchema, world.leases.lease(body)]
    case '/v1/distil-leases/:id':
      return [answeredLeasesSchema, world.leases.answer(body)]
    case '/v1/home':
    case '/v1/home/:id':
    case '/v1/usage':
    case '/v1/usage/:id':
      return fakeOverview(path, query, body, world)
    case '/v1/timeline':
      timelineQuerySchema.strict().parse(body ?? query)
      return [timelineResponseSchema, world.timeline]
    case '/v1/context':
      contextQuerySchema.strict().parse(body ?? query)
      return [contextResponseSchema, world.brief]
    case '/v1/concepts':
      conceptsQuerySchema.strict().parse(query)
      return [conceptsResponseSchema, { items: world.concepts, left_out: world.conceptsLeftOut }]
    case '/v1/search':
      judgedSearchQuerySchema.strict().parse(body ?? query)
      return [searchResponseSchema, world.search]
    default:
      throw new Refusal({
        status: 404,
        body: errorBody('route.not_found', 'There is nothing at this address.'),
      })
  }
}

const recordsOf = ({ ids }: { ids: string }, { records }: World) => {
  const items = records.filter(({ id }) => ids.split(',').some((typed) => id.startsWith(typed)))
  return { items, missing: items.length > 0 ? [] : [ids], left_out: [], tokens: 0 }
}

const sessionOf = (id: string, { session, otherSessions }: World): SessionDetail => {
  const other = otherSessions.find((one) => one.id === id)
  if (other === undefined) ensureFound(id, session.id, 'session')
  return other ?? session
}

const ensureFound = (typed: string, id: string, noun: string): void => {
  if (id.startsWith(typed)) return
  throw new Refusal({
    status: 404,
    body: errorBody(
      `${noun}.not_found`,
      `There is no such ${noun} in your team, or it is private.`,
    ),
  })
}
