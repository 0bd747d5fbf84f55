import type { AddressInfo } from 'node:net'
import type { TeamScope } from '@teamlore/core'
import type { Engine } from '@teamlore/db'
import { createFakeEmbedder } from '@teamlore/models/testing'
import { buildApp, composeApi } from '../../apps/api/src/index.ts'

const GENEROUS = {
  perMinute: 1e9,
  perRoutePerMinute: 1e9,
  signInPerMinute: 1e9,
  failedPerMinute: 1e9,
}

/** The API as it is, over a database that is there, asked over HTTP by a key of this person's. */
export const openCodeServer = async (engine: Engine, scope: TeamScope) => {
  const publicUrl = 'http://localhost'
  const api = await composeApi({ engine, embedder: createFakeEmbedder(), publicUrl })
  const app = buildApp({ useCases: api.useCases, config: { publicUrl, rateLimits: GENEROUS } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const { key } = await api.useCases.createApiKey(scope, { name: 'bench', role: 'viewer' })
  const ask = async (path: string, init: RequestInit): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`)
  }
  return {
    get: (path: string, query: object) =>
      ask(`${path}?${new URLSearchParams(query as Record<string, string>)}`, {}),
    post: (path: string, body: object) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
    close: async (): Promise<void> => {
      await app.close()
      await api.close()
    },
  }
}
