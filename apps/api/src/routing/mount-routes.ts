import { errorEnvelopeSchema, type TeamRole } from '@teamlore/shared'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import { scopeOf } from '../plugins/auth.plugin.ts'
import type { Route } from './route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may come in; every route under /v1 must say so, or the server does not start. */
    needs?: TeamRole | 'nobody'
    /** A browser's cookie counts only where this is not `bearer`. */
    credentials?: 'any' | 'bearer'
    /** Whether an access token of a connected client counts, beside keys; and what a 401 says of how to get one. */
    challenge?: string
    compressedLimit?: number
  }
}

/** The only way a declared route comes to be served: parse, scope, use case, send. */
export const mountRoutes = (app: FastifyInstance, routes: readonly Route[]): void => {
  for (const route of routes) mount(app, route)
}

const mount = (app: FastifyInstance, route: Route): void => {
  const { needs, status = 200 } = route
  app.route({
    method: route.method,
    url: route.path,
    schema: schemaOf(route),
    config: {
      needs,
      ...(route.compressedLimit === undefined ? {} : { compressedLimit: route.compressedLimit }),
      ...(route.nul === undefined ? {} : { nul: route.nul }),
      ...(route.limit === undefined ? {} : { limit: route.limit }),
    },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    handler: async (request, reply) => {
      const scope = needs === 'nobody' ? undefined : scopeOf(request, needs)
      const { params, query, body } = request
      const answer = await route.run(scope, { params, query, body }, { request, reply })
      if (reply.sent) return reply
      reply.code(status)
      return status === 204 ? reply.send() : answer
    },
  })
}

/** Where nothing is taken: passed over in silence, a field misspelt, such as `dry_run`, would be acted against. */
export const NO_QUERY = z.strictObject({})
export const NO_BODY = z.strictObject({}).nullish()

const schemaOf = (route: Route): FastifySchema => {
  const { params, query, body, answer, status = 200 } = route
  const success = answer ?? z.null()
  return {
    operationId: route.id,
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    deprecated: route.isDeprecated === true,
    security: route.needs === 'nobody' ? [] : [{ apiKey: [] }, { browser: [] }],
    ...(params && { params }),
    querystring: query ?? NO_QUERY,
    // The body of a GET means nothing in HTTP and is not read.
    ...(route.method !== 'GET' && { body: body ?? NO_BODY }),
    ...(route.consumes && { consumes: route.consumes }),
    response: {
      [status]: success,
      ...Object.fromEntries(failuresOf(route).map((failure) => [failure, errorEnvelopeSchema])),
    },
  }
}

/** What a route of this shape can fail with, before its use case says anything. */
const failuresOf = (route: Route): number[] => {
  const failures = new Set<number>([400, 429, 500, ...(route.failures ?? [])])
  if (route.needs !== 'nobody') failures.add(401).add(403)
  if (route.params) failures.add(404)
  if (route.body) failures.add(413).add(415)
  return [...failures].sort((a, b) => a - b)
}
