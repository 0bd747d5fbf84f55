import { ROUTES } from '@teamlore/shared'
import type { BlockCut } from '@teamlore/shared/bound-blocks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestInvalid, requestInvalidJson } from '../errors/request.errors.ts'
import { BodyUnreadable, createBodyReader } from './body-reader.ts'
import { type Poison, type ReadBody, readValue } from './read-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Blocks of its sessions that were taken in part. */
    blockCuts: readonly BlockCut[]
  }
}

/** Bytes from which on a body is read in a thread: below, the thread would cost more than it saves. */
const LARGE = 64 * 1024

const WITH_SESSIONS = new Set<string | undefined>([ROUTES.ingest.path, ROUTES.importRecords.path])

/** What a JSON body holds, or that no field may have a name that is in it. */
const answer = (
  request: FastifyRequest,
  { value, cuts, refused }: ReadBody,
  done: (error: Error | null, value?: unknown) => void,
): void => {
  request.blockCuts = cuts
  if (refused === null) done(null, value)
  else done(forbiddenName(refused))
}

/** For parsers of other media types that hold JSON. @throws when a field has a name that no field may have. */
export const ensureHarmless = (value: unknown): void => {
  const { refused } = readValue(value, false)
  if (refused !== null) throw forbiddenName(refused)
}

const forbiddenName = (name: Poison): Error =>
  requestInvalid({
    message: `The body holds a field named ${name}, which no field is. Leave it out.`,
  })

/** Reads JSON so that a large body of one keeps nobody else waiting, and bounds what sessions hold before anything looks at it. */
export const registerJsonBodies = (app: FastifyInstance): void => {
  const reader = createBodyReader()
  const readSmall = app.getDefaultJsonParser('ignore', 'ignore')
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
          if (error !== null) return done(error, undefined)
          answer(request, readValue(value, isOfSessions), done)
        })
      readLarge(body, isOfSessions).then(
        (read) => answer(request, read, done),
        (error: Error) => done(error),
      )
    },
  )

  const readLarge = async (body: Buffer, isOfSessions: boolean): Promise<ReadBody> => {
    try {
      return await reader.read(body, isOfSessions)
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
