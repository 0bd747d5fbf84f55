import { createFakeEmbedder } from '@teamlore/models/testing'
import { buildApp, composeApi } from '../../../apps/api/src/index.ts'
import type { McpOffering } from '../../../apps/api/src/mcp/server/offering.ts'
import type { BenchWorld } from '../bench-world.ts'
import { freePort } from '../loopback.ts'

/** The suite asks more in a minute than people do. */
const GENEROUS = {
  perMinute: 1e9,
  perRoutePerMinute: 1e9,
  signInPerMinute: 1e9,
  failedPerMinute: 1e9,
}

type Options = { offering?: McpOffering | undefined; clientDocuments?: boolean }

/** The API as it is, on loopback, with a person's key. */
export const openConformanceServer = async (
  world: BenchWorld,
  { offering, clientDocuments = false }: Options,
) => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const { scope } = await world.addTeam()
  const api = await composeApi({
    engine: world.engine,
    embedder: createFakeEmbedder(),
    publicUrl,
    clientDocuments,
  })
  const config = { publicUrl, rateLimits: GENEROUS }
  const app = buildApp({ useCases: api.useCases, config, offering })
  await app.listen({ host: '127.0.0.1', port })
  const { key } = await api.useCases.createApiKey(scope, { name: 'bench', role: 'member' })
  return {
    url: publicUrl,
    key,
    close: async (): Promise<void> => {
      await app.close()
      await api.close()
    },
  }
}
