import type { Principal } from '@teamlore/core'
import { newId, type TeamRole } from '@teamlore/shared'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type ApiConfig, buildApp } from '../app.ts'
import type { UseCases } from '../compose.ts'
import type { McpOffering } from '../mcp/server/offering.ts'
import type { LimitStore } from '../plugins/limit-store.ts'

export const PUBLIC_URL = 'http://lore.test'

/** For tests of the door alone: every use case that is not given fails the test that reaches it. */
export const edgeUseCases = (given: Partial<UseCases> = {}): UseCases => {
  const team = newId.team()
  const roles: Record<string, TeamRole> = {
    tlk_viewer: 'viewer',
    tlk_member: 'member',
    tlk_admin: 'admin',
    tlk_owner: 'owner',
  }
  const base: Partial<UseCases> = {
    authenticate: async (credential): Promise<Principal | undefined> => {
      const secret = 'apiKey' in credential ? credential.apiKey : credential.browserToken
      const role = roles[secret]
      const via = 'apiKey' in credential ? 'api_key' : 'browser'
      return role && { teamId: team, userId: newId.user(), role, actor: { kind: 'user', via } }
    },
    authenticateToken: async () => undefined,
    takesClientDocuments: false,
    live: { subscribe: () => () => undefined },
    listBooks: async () => ({ items: [] }),
    noteAgent: async () => {},
    noteMemoriesGiven: async () => {},
    checkReadiness: async () => ({ ready: true, reason: null }),
    ...given,
  }
  return new Proxy(base, {
    get: (target, name) =>
      Reflect.get(target, name) ??
      (async () => {
        throw new Error(`the test does not expect ${String(name)} to be reached`)
      }),
  }) as UseCases
}

type EdgeOptions = {
  useCases?: Partial<UseCases>
  config?: Partial<ApiConfig>
  log?: FastifyBaseLogger
  limitStore?: LimitStore
  offering?: McpOffering | undefined
}

export const edgeApp = ({
  useCases,
  config,
  log,
  limitStore,
  offering,
}: EdgeOptions = {}): FastifyInstance =>
  buildApp({
    useCases: edgeUseCases(useCases),
    config: { publicUrl: PUBLIC_URL, ...config },
    log,
    limitStore,
    offering,
  })

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
