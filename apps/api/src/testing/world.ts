import {
  type Clock,
  grantSystemScope,
  grantTeamScope,
  makeDistilSession,
  type SendMail,
} from '@teamlore/core'
import {
  createOwnTestDatabase,
  createTestDatabase,
  createTestTeam,
  type TestMember,
} from '@teamlore/db/testing'
import type { LanguageModel } from '@teamlore/models'
import { createFakeEmbedder } from '@teamlore/models/testing'
import type { IngestSession, SessionId, TeamRole } from '@teamlore/shared'
import type { OutboundFetch } from '@teamlore/shared/outbound'
import type { FastifyBaseLogger, FastifyInstance, InjectOptions } from 'fastify'
import { type ApiConfig, buildApp } from '../app.ts'
import { type ComposedApi, composeApi } from '../compose.ts'
import type { SignInConfig } from '../modules/sign-in/sign-in-env.ts'
import { bearer } from './edge-app.ts'
import { ingestOf, transcript } from './transcript.ts'
import { openLineReader } from './transcript-reader.ts'

const WORLD_URL = 'http://lore.test'

/** Tests make more requests a minute than people. */
const GENEROUS = {
  perMinute: 1e6,
  perRoutePerMinute: 1e6,
  signInPerMinute: 1e6,
  failedPerMinute: 1e6,
}

export type World = Awaited<ReturnType<typeof openWorld>>
export type WorldTeam = Awaited<ReturnType<World['addTeam']>>

type WorldParts = {
  sendMail?: SendMail
  signIn?: SignInConfig | undefined
  now?: Clock
  /** Where a test is about the whole server: its first team, its ways to sign in, every row. */
  hasOwnDatabase?: boolean
  languageModel?: LanguageModel
  clientDocuments?: boolean | undefined
  fetchDocument?: OutboundFetch | undefined
  /** Nothing is logged by default. */
  log?: FastifyBaseLogger | undefined
}

/** The API as it really is, over a database that other files share. Dispose it in `afterAll`. */
export const openWorld = async (
  config: Partial<ApiConfig> = {},
  {
    sendMail,
    signIn,
    now,
    hasOwnDatabase = false,
    languageModel,
    clientDocuments = false,
    fetchDocument,
    log,
  }: WorldParts = {},
) => {
  const publicUrl = config.publicUrl ?? WORLD_URL
  const database = await (hasOwnDatabase ? createOwnTestDatabase() : createTestDatabase())
  const { engine } = database
  const embedder = createFakeEmbedder()
  const reader = await openLineReader({ limits: { timeMs: 20_000 } })
  const api = await composeApi({
    engine,
    embedder,
    publicUrl,
    readTranscript: reader.read,
    sendMail,
    signIn,
    now,
    languageModel,
    clientDocuments,
    fetchDocument,
    log,
    ...(languageModel && { language: serverWith(languageModel) }),
  })
  const app = buildApp({
    useCases: api.useCases,
    config: { publicUrl, rateLimits: GENEROUS, ...config },
    log,
  })
  return {
    api,
    app,
    engine,
    embedder,
    addTeam: (name?: string) => addTeam({ api, app, engine }, name),
    async [Symbol.asyncDispose]() {
      await app.close()
      await api.close()
      await database[Symbol.asyncDispose]()
      reader.remove()
    },
  }
}

const serverWith = ({ provider, model: name, setup }: LanguageModel) => ({
  model: { provider, name },
  setup,
  caps: { dailyUsd: 5, dailyTokens: 1_000_000 },
})

type Parts = {
  api: ComposedApi
  app: FastifyInstance
  engine: Parameters<typeof createTestTeam>[0]
}

/** A team whose owner has a key of every role, without any sessions yet. */
const addTeam = async ({ api, app, engine }: Parts, name?: string) => {
  const team = await createTestTeam(engine)
  const owner = await team.addMember('owner', name)
  /** As if they had made it themselves. */
  const ownKeyOf = async (member: TestMember, role: TeamRole = member.role) => {
    const actor = { kind: 'user', via: 'api_key' } as const
    const scope = grantTeamScope({ ...member, actor }, 'viewer')
    return (await api.useCases.createApiKey(scope, { name: `A ${role}'s`, role })).key
  }
  const keys = {
    viewer: await ownKeyOf(owner, 'viewer'),
    member: await ownKeyOf(owner, 'member'),
    admin: await ownKeyOf(owner, 'admin'),
    owner: await ownKeyOf(owner, 'owner'),
  }
  const distil = makeDistilSession({ unitOfWork: team.unitOfWork })

  return {
    ...team,
    owner,
    keys,
    ownKeyOf,

    /** Takes sessions in by the front door, and distils them as the worker would. */
    async fill(sessions: IngestSession[] = [transcript()]): Promise<string[]> {
      const response = await app.inject({
        method: 'POST',
        url: '/v1/ingest',
        headers: bearer(keys.member),
        payload: ingestOf(sessions),
      } satisfies InjectOptions)
      if (response.statusCode !== 200) throw new Error(response.body)
      const ids = (response.json().sessions as { session_id: SessionId }[]).map(
        ({ session_id }) => session_id,
      )
      for (const sessionId of ids) await distil(grantSystemScope(team.teamId), { sessionId })
      return ids
    },

    ask: (url: string, as: keyof typeof keys = 'viewer') =>
      app.inject({ url, headers: bearer(keys[as]) }),
  }
}
