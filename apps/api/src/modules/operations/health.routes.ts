import { errorEnvelopeSchema } from '@teamlore/shared'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notReady } from '../../errors/request.errors.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import type { CheckReadiness } from './readiness.ts'
import { loopDelay } from './responsiveness.ts'

const QUIET = { limit: 'none', log: 'quiet' } as const

const statusSchema = z.object({ status: z.literal('ok') })

const aliveSchema = statusSchema.extend({
  event_loop_delay_ms: z.object({ p99: z.number(), max: z.number() }),
})

/** What monitors ask. Open to all: nothing here says anything of a team. */
export const registerHealth = (
  app: FastifyInstance,
  { checkReadiness }: { checkReadiness: CheckReadiness },
  metrics: Metrics,
): void => {
  app.get(
    '/healthz',
    {
      config: QUIET,
      schema: {
        operationId: 'isAlive',
        summary: 'Is the process alive',
        description:
          'Answers as long as the process does, whatever it depends on, and says how late its event loop was lately.',
        tags: ['Operations'],
        security: [],
        response: { 200: aliveSchema },
      },
    },
    async () => ({ status: 'ok' as const, event_loop_delay_ms: loopDelay() }),
  )
  app.get(
    '/readyz',
    {
      config: QUIET,
      schema: {
        operationId: 'isReady',
        summary: 'Can requests be served',
        description:
          'Answers 200 when the database can be reached and is up to date, else 503 and why, within two seconds.',
        tags: ['Operations'],
        security: [],
        response: { 200: statusSchema, 503: errorEnvelopeSchema },
      },
    },
    async () => {
      const { ready, reason } = await checkReadiness()
      if (!ready) throw notReady(reason === null ? {} : { message: reason })
      return { status: 'ok' as const }
    },
  )
  app.get(
    '/metrics',
    {
      config: QUIET,
      schema: {
        operationId: 'getMetrics',
        summary: 'Figures for Prometheus',
        description: 'Durations and counts of this process in the text format of Prometheus.',
        tags: ['Operations'],
        security: [],
        response: { 200: { content: { 'text/plain': { schema: z.string() } } } },
      },
    },
    async (_request, reply) =>
      reply
        .type(metrics.registry.contentType)
        .serializer((text: unknown) => String(text))
        .send(await metrics.registry.metrics()),
  )
}
