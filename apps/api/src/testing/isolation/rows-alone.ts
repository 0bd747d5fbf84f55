import { mistakenEngine } from '@teamlore/db/testing'
import { buildApp } from '../../app.ts'
import { composeApi } from '../../compose.ts'
import type { IsolationWorld } from './isolation-world.ts'

type Person = {
  teamId: string
  userId: string
  role?: string
  given?: { by: string; hidesPrivate: boolean }
}

/**
 * The API as it is for `believed`, whose key opens it and whom every use case, policy and condition takes its caller for; with
 * nothing but row-level security beneath that knows it is `really` somebody else.
 */
export const openRowsAlone = async (world: IsolationWorld, believed: Person, really: Person) => {
  const publicUrl = 'http://lore.test'
  const { embedder } = world
  const engine = mistakenEngine(world.engine, believed, really)
  const api = await composeApi({ engine, embedder, publicUrl, now: () => world.now })
  const app = buildApp({
    useCases: api.useCases,
    config: {
      publicUrl,
      rateLimits: {
        perMinute: 1e6,
        perRoutePerMinute: 1e6,
        signInPerMinute: 1e6,
        failedPerMinute: 1e6,
      },
    },
  })
  return {
    app,
    close: async () => {
      await app.close()
      await api.close()
    },
  }
}
