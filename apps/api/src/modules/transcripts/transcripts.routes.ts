import type { Readable } from 'node:stream'
import { ROUTES } from '@teamlore/shared'
import { abortOnDisconnect } from '@teamlore/shared/process'
import type { FastifyInstance } from 'fastify'
import { requestCancelled } from '../../errors/request.errors.ts'
import { countIngested } from '../../plugins/count-ingested.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import { mountRoutes } from '../../routing/mount-routes.ts'
import { type Handlers, serve } from '../../routing/serve.ts'
import type { TranscriptUseCases } from './transcripts.use-cases.ts'

const TABLE = { importTranscript: ROUTES.importTranscript } as const
type Table = typeof TABLE

type Deps = { useCases: TranscriptUseCases; metrics: Metrics }

/** Files come as they are, under whatever type somebody gives them, and are never held in memory whole. */
export const registerTranscripts = (app: FastifyInstance, deps: Deps): void => {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    mountRoutes(scope, serve(TABLE, transcriptHandlers(deps)))
    done()
  })
}

const transcriptHandlers = ({ useCases, metrics }: Deps): Handlers<Table> => ({
  importTranscript: async (scope, { query, body }, { reply }) => {
    const { name, modified_at, visibility } = query
    const signal = abortOnDisconnect(reply.raw)
    try {
      const answer = await useCases.importTranscript(scope, {
        content: contentOf(body),
        name,
        modifiedAt: modified_at === undefined ? undefined : new Date(modified_at),
        isPrivate: visibility === 'private',
        signal,
      })
      countIngested(metrics, answer.sessions)
      return answer
    } catch (error) {
      throw signal.aborted ? requestCancelled({ cause: error }) : error
    } finally {
      // What is left of a refused body runs into nothing, so that its sender gets to read the answer.
      if (isStream(body)) body.resume()
    }
  },
})

const isStream = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && 'resume' in body

async function* nothing(): AsyncGenerator<Uint8Array> {}

const contentOf = (body: unknown): AsyncIterable<Uint8Array> =>
  isStream(body) ? body.iterator({ destroyOnReturn: false }) : nothing()
