import { ROUTES } from '@teamlore/shared'
import { type BlockCut, boundSessions } from '@teamlore/shared/bound-blocks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestInvalid, requestInvalidJson } from '../errors/request.errors.ts'
import { BodyUnreadable, createBodyReader } from './body-reader.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Blocks of its sessions that were taken in part. */
    blockCuts: readonly BlockCut[]
  }
}

/** Bytes from which on a body is read in a thread: below, the thread would cost more than it saves. */
const LARGE = 64 * 1024

const WITH_SESSIONS = new Set<string | undefined>([ROUTES.ingest.path, ROUTES.importRecords.path])

/** Reads JSON so that a large body of one keeps nobody else waiting, and bounds what sessions hold before anything looks at it. */
export const registerJsonBodies = (app: FastifyInstance): void => {
  const reader = createBodyReader()
  const readSmall = app.getDefaultJsonParser('remove', 'remove')
  app.decorateRequest('blockCuts')
  app.addHook('onRequest', async (request) => {
    request.blockCuts = []
  })
  app.addHook('onClose', () => reader.close())
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const isOfSessions = WITH_SESSIONS.has(request.routeOptions.url)
      if (body.length < LARGE)
        return readSmall(request, body.toString('utf8'), (error, value) => {
          if (error === null && isOfSessions) request.blockCuts = boundSessions(value)
          done(error, value)
        })
      readLarge(request, body, isOfSessions).then(
        (value) => done(null, value),
        (error: Error) => done(error),
      )
    },
  )

  const readLarge = async (
    request: FastifyRequest,
    body: Buffer,
    isOfSessions: boolean,
  ): Promise<unknown> => {
    try {
      const { value, cuts } = await reader.read(body, isOfSessions)
      request.blockCuts = cuts
      return value
    } catch (error) {
      if (error instanceof BodyUnreadable) throw requestInvalidJson({ cause: error })
      throw requestInvalid({
        message:
          'The body could not be read: it needs more memory than a request gets. Send less at once.',
        cause: error,
      })
    }
  }
}
