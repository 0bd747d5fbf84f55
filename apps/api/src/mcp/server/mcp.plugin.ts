import { toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { TeamScope } from '@teamlore/core'
import { CLIENT_SCOPES } from '@teamlore/shared/clients'
import { isOwnHost, isOwnOrigin, type OwnNames, ownNamesOf } from '@teamlore/shared/process'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { UseCases } from '../../compose.ts'
import { describeError } from '../../errors/describe-error.ts'
import { wrongOrigin } from '../../errors/request.errors.ts'
import { VERSION } from '../../platform/version.ts'
import { scopeOf } from '../../plugins/auth.plugin.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import { makeBookToolset } from '../lorebook/book-toolset.ts'
import type { Tool } from '../tool.ts'
import { type Challenge, ensureGranted, grantedOf } from './client-scopes.ts'
import { answerInJson, readsAnswers, readsStreams } from './json-answers.ts'
import type { McpOffering } from './offering.ts'
import { toolsOf, withLorebook } from './toolsets.ts'

type Deps = {
  useCases: UseCases
  metrics: Metrics
  config: { publicUrl: string; ownHosts?: string[]; mcpAllowedHosts?: string[] }
  challenge: Challenge
  offering: McpOffering
}

/** What the door found out about a request, handed to the server made for it. */
type Call = { scope: TeamScope; tools: readonly Tool[]; readsStreams: boolean }

/**
 * The Model Context Protocol at /mcp: stateless, both protocol eras, one server instance per request out of one
 * factory. The credential is an API key as Bearer, or the token of a client that a person let in; a browser's cookie does not count here.
 */
export const registerMcp = (app: FastifyInstance, deps: Deps): void => {
  const { useCases, config, challenge } = deps
  const hosts = mcpHostsOf(config)
  const onError = (tool: string, error: unknown) =>
    app.log.error({ tool, failure: describeError(error) }, 'MCP tool failed')

  const makeServer = serverFactory(deps, onError)
  const handler = createMcpHandler(makeServer, {
    onerror: (error) => app.log.debug({ failure: describeError(error) }, 'MCP request refused'),
  })
  const serve = toNodeHandler({
    fetch: async (request, options) => {
      const isStreamed = request.method !== 'POST' || callOf(options?.authInfo).readsStreams
      const inJson = isStreamed
        ? null
        : await answerInJson(request, options, () => makeServer({ authInfo: options?.authInfo }))
      return inJson ?? handler.fetch(request, options)
    },
  })
  const bookToolset = makeBookToolset(useCases)
  app.addHook('preClose', () => handler.close())

  const door = {
    schema: { hide: true },
    config: {
      needs: 'viewer',
      credentials: 'bearer',
      nul: 'handled',
      challenge: challenge(CLIENT_SCOPES),
    } as const,
    onRequest: async (request: FastifyRequest) => ensureOwnHost(request, hosts),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!SERVED.includes(request.method)) return reply.code(405).header('allow', 'POST').send()
      const accept = request.headers.accept ?? ''
      acceptAll(request, accept)
      const { toolsets, book, project } = request.query as Record<
        string,
        string | string[] | undefined
      >
      const scope = scopeOf(request, 'viewer')
      // The guide of whoever connects their agent knows of it; the agent does not wait for that.
      useCases.noteAgent(scope).catch((error: unknown) => onError('connecting', error))
      const asked = toolsets === undefined ? null : [toolsets].flat().join(',')
      const tools = toolsOf(asked)
      const bookTools = withLorebook(asked)
        ? await bookToolset(scope, [book].flat()[0] ?? null)
        : []
      const { scopes, role } = grantedOf(scope)
      const connection = { role, project: [project].flat()[0] ?? null }
      const possible = [...tools, ...bookTools].filter((tool) => tool.isOffered(connection))
      ensureGranted(request, reply, { possible, scopes, challenge })
      const offered = possible.filter((tool) => scopes.includes(tool.scope))
      const call: Call = { scope, tools: offered, readsStreams: readsStreams(accept) }
      // From here on the SDK writes the answer; what hooks have set so far goes out with it.
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.hijack()
      const raw = Object.assign(request.raw, { auth: authInfoOf(call) })
      await serve(raw as Parameters<typeof serve>[0], reply.raw, request.body)
    },
  }
  for (const url of ['/mcp', '/mcp/'])
    app.route({ method: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'], url, ...door })
}

/** Names under which /mcp answers, and whose pages may call it. */
export const mcpHostsOf = ({
  publicUrl,
  ownHosts = [],
  mcpAllowedHosts = [],
}: Deps['config']): OwnNames => ownNamesOf(publicUrl, [...ownHosts, ...mcpAllowedHosts])

type OnError = (tool: string, error: unknown) => void

const serverFactory =
  ({ useCases, metrics, config, offering }: Deps, onError: OnError) =>
  ({ authInfo }: { authInfo?: AuthInfo | undefined }): McpServer => {
    const { scope, tools } = callOf(authInfo)
    const server = new McpServer(
      { name: 'teamlore', title: 'Teamlore', version: VERSION, websiteUrl: config.publicUrl },
      offering.options,
    )
    offering.register(server, { useCases, scope, metrics, onError }, tools)
    return server
  }

const SERVED = ['GET', 'POST', 'DELETE']

/** The SDK wants both types. */
const acceptAll = ({ raw }: FastifyRequest, accept: string): void => {
  if (raw.method === 'POST' && readsAnswers(accept))
    raw.headers.accept = 'application/json, text/event-stream'
}

/** The key itself goes no further than the door. */
const authInfoOf = (call: Call): AuthInfo => ({
  token: '',
  clientId: call.scope.userId,
  scopes: [],
  extra: { call },
})

const callOf = (authInfo: AuthInfo | undefined): Call => {
  const call = authInfo?.extra?.['call']
  if (call === undefined) throw new Error('The MCP server was reached past its door.')
  return call as Call
}

/**
 * Against pages that point a name of theirs at this machine: the host must be ours, and so must the origin where a
 * browser names one. Terminal clients name none.
 * @throws RequestError `access.wrong_origin`
 */
const ensureOwnHost = (request: FastifyRequest, hosts: OwnNames): void => {
  const isOurs = isOwnHost(request.host, hosts)
  const { origin = '' } = request.headers
  if (isOurs && (origin === '' || isOwnOrigin(origin, hosts))) return
  throw wrongOrigin({
    message: isOurs
      ? 'MCP requests from this site are not taken. Connect from a client of your own.'
      : 'This server does not answer /mcp under this host name. Use the address of TEAMLORE_URL, or add the name to ALLOWED_HOSTS.',
  })
}
