import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'
import { routeOf } from './request-log.plugin.ts'

export const registerRequestMetrics = (app: FastifyInstance, { requests }: Metrics): void => {
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: routeOf(request),
      status: String(reply.statusCode),
    }
    requests.observe(labels, reply.elapsedTime / 1000)
  })
}
