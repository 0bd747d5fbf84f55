import { grantTeamScope, type TeamScope } from '@teamlore/core'
import { analyseTables, type Engine } from '@teamlore/db'
import { createLanguageModel, type Embedder } from '@teamlore/models'
import { createFakeEmbedder, startFakeLanguageProvider } from '@teamlore/models/testing'
import { buildApp, composeApi } from '../../../apps/api/src/index.ts'
import { composeWorker } from '../../../apps/worker/src/compose.ts'
import type { Job, JobContext } from '../../../packages/queue/src/index.ts'
import type { BenchEngine } from '../bench-options.ts'
import { openBenchWorld } from '../bench-world.ts'
import { selectRows } from '../select-rows.ts'
import { createRecorder } from './recorder.ts'

/** Says nothing about whatever it is asked: what counts is what is read to ask it. */
const SILENT = { findings: [], no_longer_holds: [], summaries: [], verdicts: [], questions: [] }
export const LANGUAGE = {
  idleMinutes: 0,
  minPrompts: 1,
  caps: { dailyUsd: 1e6, dailyTokens: 1e12 },
}
const PUBLIC_URL = 'http://lore.test'
const GENEROUS = {
  perMinute: 1e6,
  perRoutePerMinute: 1e6,
  signInPerMinute: 1e6,
  failedPerMinute: 1e6,
}

/** A run that nobody else waits for. */
const undisturbed = (): JobContext => {
  const { signal } = new AbortController()
  return { signal, turn: signal, jobId: '1', attempt: 1, isTimeUp: () => false }
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/** The product over a database of its own, with every statement recorded that belongs to an activity. */
export const openScene = async (kind: BenchEngine) => {
  const recorder = createRecorder()
  const world = await openBenchWorld(kind, undefined, { wrapQuery: recorder.wrapQuery })
  const { engine, unitOfWork } = world
  const { teamId, userIds } = await world.addTeam()
  const [userId] = userIds
  if (userId === undefined) throw new Error('A team without anybody cannot ask.')
  await engine.db.execute(`update teamlore.memberships set role = 'owner'`)
  const actor = { kind: 'user', via: 'api_key' } as const
  const scope = grantTeamScope({ teamId, userId, role: 'owner', actor }, 'member')
  const embedder = createFakeEmbedder()
  const server = await openServer(engine, { embedder, scope })
  const work = await openWork(engine, embedder)
  return {
    recorder,
    engine,
    unitOfWork,
    teamId,
    userId,
    scope,
    send: server.send,
    /** Runs a job as a worker would, recorded under its name. */
    run: ({ name, payload }: Job) => {
      const handle = work.handlers[name] as (payload: unknown, run: JobContext) => Promise<void>
      return recorder.during(`job ${name}`, () => handle(payload, undisturbed()))
    },
    analyse: () => analyseTables(engine, { signal: new AbortController().signal }),
    idsOf: (table: string, order = 'id') =>
      selectRows<{ id: string }>(
        engine,
        `select id from teamlore.${table} where team_id = '${teamId}' order by ${order}`,
      ),
    close: async () => {
      await server.close()
      await work.close()
      await world.close()
    },
  }
}

type Asking = { embedder: Embedder; scope: TeamScope<'member'> }

/** The API, without a port. */
const openServer = async (engine: Engine, { embedder, scope }: Asking) => {
  const api = await composeApi({ engine, embedder, publicUrl: PUBLIC_URL })
  const app = buildApp({
    useCases: api.useCases,
    config: { publicUrl: PUBLIC_URL, rateLimits: GENEROUS },
  })
  const { key } = await api.useCases.createApiKey(scope, { name: 'bench', role: 'owner' })
  const headers = { authorization: `Bearer ${key}` }
  return {
    send: (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
      app.inject({ method, url, headers, ...(payload !== undefined && { payload }) }),
    close: async () => {
      await app.close()
      await api.close()
    },
  }
}

/** The handlers of a worker, with a language model that finds nothing. */
const openWork = async (engine: Engine, embedder: Embedder) => {
  const provider = await startFakeLanguageProvider('anthropic', SILENT)
  const model = createLanguageModel({
    provider: 'anthropic',
    model: 'bench',
    url: provider.url,
    apiKey: 'k',
    timeoutMs: 5_000,
  })
  const { handlers } = composeWorker(engine, embedder, { model, ...LANGUAGE })
  return { handlers, close: () => provider[Symbol.asyncDispose]() }
}
