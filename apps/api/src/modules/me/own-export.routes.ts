import { Readable } from 'node:stream'
import { errorEnvelopeSchema, ROUTES } from '@teamlore/shared'
import type { OwnDataLine } from '@teamlore/shared/own-data'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { scopeOf } from '../../plugins/auth.plugin.ts'
import { NO_QUERY } from '../../routing/mount-routes.ts'
import type { MeUseCases } from './me.use-cases.ts'

const { exportMine } = ROUTES

async function* written(lines: AsyncIterable<OwnDataLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

/** All of one's own as one file, read as fast as it is taken. What fails on the way ends it without its last line. */
export const registerOwnExport = (
  app: FastifyInstance,
  { exportOwn }: Pick<MeUseCases, 'exportOwn'>,
): void => {
  app.route({
    method: 'GET',
    url: exportMine.path,
    exposeHeadRoute: false,
    config: { needs: exportMine.needs },
    schema: SCHEMA,
    handler: async (request, reply) => {
      const lines = await exportOwn(scopeOf(request, exportMine.needs))
      const day = new Date().toISOString().slice(0, 10)
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="teamlore-mine-${day}.ndjson"`)
        .send(Readable.from(written(lines), { objectMode: false }))
    },
  })
}

const SCHEMA = {
  operationId: exportMine.id,
  summary: exportMine.summary,
  description: exportMine.description,
  tags: [exportMine.tag],
  security: [{ apiKey: [] }, { browser: [] }],
  querystring: NO_QUERY,
  response: {
    200: { content: { 'application/x-ndjson': { schema: z.string() } } },
    400: errorEnvelopeSchema,
    401: errorEnvelopeSchema,
    403: errorEnvelopeSchema,
    429: errorEnvelopeSchema,
    500: errorEnvelopeSchema,
  },
}
