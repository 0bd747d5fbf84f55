import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { ROUTES } from '@teamlore/shared'
import { basePathOf, withoutBase } from '@teamlore/shared/base-path'
import { answerBrokenRequest, ownNamesOf } from '@teamlore/shared/process'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { registerJsonBodies } from './bodies/json-bodies.plugin.ts'
import type { UseCases } from './compose.ts'
import { mcpHostsOf, registerMcp } from './mcp/server/mcp.plugin.ts'
import { type McpOffering, TEAM_KNOWLEDGE } from './mcp/server/offering.ts'
import { accessHandlers } from './modules/access/access.handlers.ts'
import { agentHandlers, registerAgentPackage } from './modules/agent-package/agent.routes.ts'
import {
  builtRoot,
  createAgentPackage,
  type PackedAgent,
} from './modules/agent-package/pack-agent.ts'
import { agentsMdHandlers } from './modules/agents-md/agents-md.handlers.ts'
import { blameHandlers } from './modules/blame/blame.handlers.ts'
import { bookHandlers } from './modules/books/books.handlers.ts'
import { captureHandlers } from './modules/capture/capture.handlers.ts'
import { codeHandlers } from './modules/code/code.handlers.ts'
import { commitHandlers } from './modules/commits/commits.handlers.ts'
import { digestHandlers } from './modules/digest/digest.handlers.ts'
import { distilLeaseHandlers } from './modules/distil-leases/distil-leases.handlers.ts'
import { registerEvents } from './modules/events/events.routes.ts'
import { forgettingHandlers } from './modules/forgetting/forgetting.handlers.ts'
import { doorOf, publicPathsOf } from './modules/grants/addresses.ts'
import { deviceConsent } from './modules/grants/device-consent.ts'
import { grantHandlers } from './modules/grants/grants.handlers.ts'
import { registerOAuth } from './modules/grants/oauth.plugin.ts'
import { challengeOf } from './modules/grants/well-known.ts'
import { holdoutHandlers } from './modules/holdout/holdout.handlers.ts'
import { homeHandlers } from './modules/home/home.handlers.ts'
import { ingestHandlers } from './modules/ingest/ingest.handlers.ts'
import { insightHandlers } from './modules/insights/insights.handlers.ts'
import { registerHooks } from './modules/integrations/hooks.plugin.ts'
import { integrationHandlers } from './modules/integrations/integrations.handlers.ts'
import { linkHandlers } from './modules/links/links.handlers.ts'
import { machineHandlers } from './modules/machines/machines.handlers.ts'
import { meHandlers } from './modules/me/me.handlers.ts'
import { registerOwnExport } from './modules/me/own-export.routes.ts'
import { memoryHandlers } from './modules/memories/memories.handlers.ts'
import { memoryFileHandlers } from './modules/memory-files/memory-files.handlers.ts'
import { observationHandlers } from './modules/observations/observations.handlers.ts'
import { onboardingHandlers } from './modules/onboarding/onboarding.handlers.ts'
import { registerHealth } from './modules/operations/health.routes.ts'
import { operationHandlers } from './modules/operations/operations.handlers.ts'
import { projectHandlers } from './modules/projects/projects.handlers.ts'
import { provisioningHandlers } from './modules/provisioning/provisioning.handlers.ts'
import { registerScim } from './modules/provisioning/scim.plugin.ts'
import { redactionHandlers } from './modules/redaction/redaction.handlers.ts'
import { retentionHandlers } from './modules/retention/retention.handlers.ts'
import { searchHandlers } from './modules/search/search.handlers.ts'
import { sessionHandlers } from './modules/sessions/sessions.handlers.ts'
import { deviceHandlers } from './modules/sign-in/device.handlers.ts'
import { signInHandlers } from './modules/sign-in/sign-in.handlers.ts'
import { slackHandlers } from './modules/slack/slack.handlers.ts'
import { registerSlackHooks } from './modules/slack/slack-hooks.plugin.ts'
import { staleHandlers } from './modules/stale/stale.handlers.ts'
import { summaryHandlers } from './modules/summaries/summaries.handlers.ts'
import { teamHandlers } from './modules/team/team.handlers.ts'
import { registerTranscripts } from './modules/transcripts/transcripts.routes.ts'
import { usageHandlers } from './modules/usage/usage.handlers.ts'
import { registerIncoming } from './modules/webhooks/incoming.plugin.ts'
import { webhookHandlers } from './modules/webhooks/webhooks.handlers.ts'
import { registerDocs } from './openapi/docs.plugin.ts'
import { registerOpenApi, registerOpenApiDocument } from './openapi/openapi.plugin.ts'
import { VERSION } from './platform/version.ts'
import { registerAuth } from './plugins/auth.plugin.ts'
import { registerBodyEncoding } from './plugins/body-encoding.plugin.ts'
import { registerBrowserClients } from './plugins/browser-clients.plugin.ts'
import {
  registerErrorHandler,
  registerNotFound,
  sendError,
} from './plugins/error-handler.plugin.ts'
import { createFailureLimiter, type FailureLimiter } from './plugins/failure-limiter.ts'
import { type LimitStore, ownLimits } from './plugins/limit-store.ts'
import { createMetrics, type Metrics } from './plugins/metrics.ts'
import { registerOwnAddress } from './plugins/own-address.plugin.ts'
import { registerPlainText } from './plugins/plain-text.plugin.ts'
import {
  DEFAULT_LIMITS,
  type RateLimits,
  registerPersonLimit,
  registerRateLimit,
} from './plugins/rate-limit.plugin.ts'
import { registerRequestLog } from './plugins/request-log.plugin.ts'
import { registerRequestMetrics } from './plugins/request-metrics.plugin.ts'
import { registerSecurityHeaders } from './plugins/security-headers.plugin.ts'
import { answerGone } from './routing/answer-gone.ts'
import { mountRoutes } from './routing/mount-routes.ts'
import type { Route } from './routing/route.ts'
import { serve } from './routing/serve.ts'
import { validatorCompiler } from './routing/validator-compiler.ts'

export type ApiConfig = {
  /** Address people and agents use, without a slash at the end. It may have a path. */
  publicUrl: string
  /** Names of hosts under which all of the API answers, beside that of `publicUrl` and localhost. */
  ownHosts?: string[]
  trustProxy?: boolean | string[]
  rateLimits?: Partial<RateLimits>
  /** Host names under which /mcp answers as well. */
  mcpAllowedHosts?: string[]
  /** Folder that holds the build of the agent, as this repository does; where this file lies by default. */
  agentRoot?: string
  /** Milliseconds between comments on a live stream; 15,000 by default. */
  heartbeatMs?: number
}

export type AppOptions = {
  useCases: UseCases
  config: ApiConfig
  /** What /metrics shows beside the figures of the API; a registry of its own by default. */
  metrics?: Metrics
  /** Where limits are counted; in this process by default. Closed by whoever opened it. */
  limitStore?: LimitStore | undefined
  /** What /mcp offers; the team's knowledge by default. */
  offering?: McpOffering | undefined
  /** Without it nothing is logged. */
  log?: FastifyBaseLogger | undefined
}

const MEBIBYTE = 1024 * 1024

type Parts = {
  useCases: UseCases
  config: ApiConfig
  limits: RateLimits
  limitStore: LimitStore
  metrics: Metrics
  failures: FailureLimiter
  offering: McpOffering
  /** The agent as it is handed out; undefined where it was not built. */
  agentPackage: () => Promise<PackedAgent | undefined>
}

/**
 * The API with everything it serves: /v1, /mcp, /openapi.json, /docs, /healthz, /readyz and /metrics. It does no I/O
 * by itself and does not listen; `await app.ready()`, then `app.routing` fits any `node:http` server.
 */
export const buildApp = ({
  useCases,
  config,
  metrics,
  log,
  limitStore = ownLimits(),
  offering = TEAM_KNOWLEDGE,
}: AppOptions): FastifyInstance => {
  const limits = { ...DEFAULT_LIMITS, ...config.rateLimits }
  const parts: Parts = {
    useCases,
    config,
    limits,
    limitStore,
    offering,
    metrics: metrics ?? createMetrics({ ofProcess: false }),
    failures: createFailureLimiter({
      max: limits.failedPerMinute,
      now: Date.now,
      store: limitStore,
    }),
    agentPackage: createAgentPackage(config.agentRoot ?? builtRoot(), config.publicUrl),
  }
  const app = createServer(config, log)
  registerErrorHandler(app)
  // A scope of its own: what a launcher adds beside it keeps Fastify's own compilers and hooks.
  const api: FastifyPluginAsync = async (scope) => {
    scope.setValidatorCompiler(validatorCompiler)
    scope.setSerializerCompiler(serializerCompiler)
    registerNotFound(scope)
    await registerPlugins(scope, parts)
    await registerDoors(scope, parts)
  }
  app.register(api)
  return app
}

const createServer = (config: ApiConfig, log: FastifyBaseLogger | undefined): FastifyInstance => {
  const basePath = basePathOf(config.publicUrl)
  const options: FastifyServerOptions = {
    ...(log === undefined ? { logger: false } : { loggerInstance: log }),
    // The wide line of request-log.plugin.ts says it all, once.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'req_id' }),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: MEBIBYTE,
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 256 },
    exposeHeadRoutes: false,
    // For what has a parser of its own: bodies/json-bodies.plugin.ts is stricter.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    genReqId: () => randomUUID(),
    // Below a path, everything is declared and answered as at the root.
    rewriteUrl: ({ url = '/', headers }) =>
      doorOf(withoutBase(url, basePath), headers['content-type']),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  }
  const app: FastifyInstance = Fastify(options)
  // JSON alone: a form of another site can send text/plain without asking.
  app.removeContentTypeParser('text/plain')
  return app
}

const registerPlugins = async (api: FastifyInstance, parts: Parts): Promise<void> => {
  const { useCases, config, limits, limitStore, metrics, failures } = parts
  const { publicUrl } = config
  registerRequestLog(api)
  registerRequestMetrics(api, metrics)
  await registerSecurityHeaders(api, publicUrl)
  const openPaths = publicPathsOf(publicUrl)
  registerOwnAddress(api, { names: ownNamesOf(publicUrl, config.ownHosts), openPaths })
  await registerBrowserClients(api, { mcpHosts: mcpHostsOf(config), openPaths })
  await api.register(cookie)
  await registerRateLimit(api, limits, limitStore)
  const { authenticate, authenticateToken } = useCases
  registerAuth(api, { authenticate, authenticateToken, failures, publicUrl })
  await registerPersonLimit(api, limits, limitStore)
  registerBodyEncoding(api)
  registerJsonBodies(api)
  registerPlainText(api)
  await registerOpenApi(api, { publicUrl, version: VERSION })
}

const registerDoors = async (api: FastifyInstance, parts: Parts): Promise<void> => {
  const { useCases, config, metrics, offering } = parts
  const { publicUrl } = config
  mountRoutes(api, answerGone(declaredRoutes(parts), useCases.isForgotten))
  registerTranscripts(api, { useCases, metrics })
  registerEvents(api, { useCases, metrics, heartbeatMs: config.heartbeatMs ?? 15_000 })
  registerOwnExport(api, useCases)
  registerAgentPackage(api, parts.agentPackage)
  await registerHooks(api, { useCases })
  await registerIncoming(api, { useCases })
  await registerSlackHooks(api, { useCases })
  await registerScim(api, useCases, config.publicUrl)
  registerMcp(api, { useCases, metrics, config, challenge: challengeOf(publicUrl), offering })
  registerOAuth(api, { useCases, publicUrl })
  registerHealth(api, useCases, metrics)
  registerOpenApiDocument(api)
  await registerDocs(api, basePathOf(publicUrl))
}

const declaredRoutes = (parts: Parts): Route[] => {
  const { useCases, config, metrics, failures, agentPackage, limitStore } = parts
  const { importTranscript: _file, events: _stream, exportMine: _lines, ...table } = ROUTES
  const { publicUrl } = config
  const guarded = { useCases, failures, publicUrl }
  return serve(table, {
    ...accessHandlers(guarded),
    ...agentHandlers(agentPackage, publicUrl),
    ...agentsMdHandlers(useCases),
    ...blameHandlers(useCases),
    ...bookHandlers(useCases, metrics),
    ...captureHandlers(useCases),
    ...codeHandlers(useCases),
    ...commitHandlers(useCases, metrics),
    ...deviceHandlers({ ...useCases, ...deviceConsent({ useCases, publicUrl }) }),
    ...grantHandlers({ useCases, publicUrl }),
    ...ingestHandlers(useCases, metrics),
    ...distilLeaseHandlers(useCases),
    ...digestHandlers(useCases),
    ...holdoutHandlers(useCases),
    ...homeHandlers(useCases),
    ...forgettingHandlers(useCases),
    ...insightHandlers(useCases),
    ...integrationHandlers(useCases),
    ...webhookHandlers(useCases),
    ...slackHandlers(useCases),
    ...onboardingHandlers(useCases),
    ...linkHandlers(useCases),
    ...machineHandlers(useCases),
    ...meHandlers(useCases),
    ...memoryFileHandlers(useCases, metrics),
    ...memoryHandlers(useCases),
    ...observationHandlers(useCases),
    ...operationHandlers(useCases, limitStore.where),
    ...projectHandlers(useCases),
    ...provisioningHandlers(useCases),
    ...redactionHandlers(useCases),
    ...retentionHandlers(useCases),
    ...searchHandlers(useCases, metrics),
    ...sessionHandlers(useCases),
    ...signInHandlers(guarded),
    ...staleHandlers(useCases),
    ...summaryHandlers(useCases),
    ...teamHandlers(guarded),
    ...usageHandlers(useCases),
  })
}
