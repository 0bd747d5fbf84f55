import cors, { type FastifyCorsOptions } from '@fastify/cors'
import { isOwnOrigin, type OwnNames } from '@teamlore/shared/process'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Deps = {
  /** Names of hosts whose pages may call /mcp. */
  mcpHosts: OwnNames
  /** What is sent there opens nothing by a cookie: who sends it holds it, so a page of any site may. */
  openPaths: readonly string[]
}

const HOUR_SECONDS = 3_600
const NONE: FastifyCorsOptions = { origin: false, preflight: false }

/** MCP clients that run in a page, as inspectors do. Nothing that a cookie opens is readable from another site. */
export const registerBrowserClients = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  await app.register(cors, {
    delegator: (request, done) => done(null, optionsOf(request, deps)),
  })
}

const optionsOf = (request: FastifyRequest, { mcpHosts, openPaths }: Deps): FastifyCorsOptions => {
  const path = (request.url.split('?')[0] ?? '').replace(/\/$/, '')
  const { origin } = request.headers
  const shared = { preflight: isPreflight(request), maxAge: HOUR_SECONDS }
  if (openPaths.includes(path)) return { ...shared, origin: '*', methods: ['GET', 'POST'] }
  if (path !== '/mcp' || origin === undefined) return NONE
  if (!isOwnOrigin(origin, mcpHosts)) return NONE
  return {
    ...shared,
    origin,
    methods: ['GET', 'POST', 'DELETE'],
    exposedHeaders: ['www-authenticate', 'mcp-session-id', 'mcp-protocol-version', 'retry-after'],
  }
}

/** Another OPTIONS is answered as GET is. */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined
