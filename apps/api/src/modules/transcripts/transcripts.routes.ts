import type { Readable } from 'node:stream'
import {
  API_ROUTES,
  importTranscriptQuerySchema,
  importTranscriptResponseSchema,
} from '@teamlore/shared'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requestCancelled } from '../../errors/request.errors.ts'
import type { Metrics } from '../../plugins/metrics.ts'
import { askerGone } from '../../routing/asker-gone.ts'
import { mountRoutes } from '../../routing/mount-routes.ts'
import { teamRoute } from '../../routing/route.ts'
import type { UseCases } from '../../use-cases.ts'
import { countIngested } from '../ingest/count-ingested.ts'

type Deps = { useCases: Pick<UseCases, 'importTranscript'>; metrics: Metrics }

/** Files come as they are, under whatever type somebody gives them, and are never held in memory whole. */
export const registerTranscripts = (app: FastifyInstance, deps: Deps): void => {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    mountRoutes(scope, [transcriptRoute(deps)])
    done()
  })
}

const bytesSchema = z.unknown().meta({ type: 'string', format: 'binary' })

const transcriptRoute = ({ useCases, metrics }: Deps) =>
  teamRoute({
    method: 'POST',
    path: API_ROUTES.importTranscript,
    id: 'importTranscript',
    needs: 'member',
    tag: 'Ingest',
    summary: 'Take in the sessions of a file',
    description: [
      'Takes one session file as a coding tool wrote it, or one packed with gzip, as the body: of any tool that keeps a whole',
      'session in one file, databases with many sessions among them. Which tool it is of is seen by what it holds. It is read',
      'in a process of its own, secrets are taken out before anything is stored, and the sessions are yours as if a machine',
      'of yours had sent them. The same file twice changes nothing. TRANSCRIPT_MAX_MB says how large a file may be.',
    ].join(' '),
    query: importTranscriptQuerySchema,
    body: bytesSchema,
    consumes: ['application/octet-stream'],
    answer: importTranscriptResponseSchema,
    failures: [422, 503],
    run: async (scope, { query, body }, { reply }) => {
      const { name, modified_at, visibility } = query
      const signal = askerGone(reply)
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
