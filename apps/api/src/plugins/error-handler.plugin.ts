import { routeNotFound } from '@teamlore/shared/process'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeError } from '../errors/describe-error.ts'
import { answerOf } from '../errors/error-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error this request was answered with, for the request log. */
    errorCode: string | null
  }
}

/** Every error leaves as the one envelope, and only unexpected ones are logged as such. */
export const registerErrorHandler = (app: FastifyInstance): void => {
  app.decorateRequest('errorCode', null)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
}

/** Unknown addresses pass the hooks of `app` first: logged, limited, with the headers of everything else. */
export const registerNotFound = (app: FastifyInstance): void => {
  app.setNotFoundHandler((request, reply) => sendError(routeNotFound(), request, reply))
}

export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const { status, body } = answerOf(error, request.routeOptions?.bodyLimit)
  request.errorCode = body.error.code
  if (status >= 500 && status !== 503 && status !== 507)
    request.log.error({ failure: describeError(error) }, 'unexpected error')
  // Closing while a body is still being sent would cost its sender the answer; the rest of it is let run out instead.
  if (status === 413) reply.removeHeader('connection')
  if (status === 401) reply.header('www-authenticate', challengeOf(request))
  const wait = retryAfterOf(body.error.details)
  if (wait !== undefined) reply.header('retry-after', wait)
  // Past the serializer of the route's own answer: an envelope goes out whatever the route declares.
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body)
}

/** RFC 6750: names the error only when a key was sent. */
const challengeOf = ({ headers, routeOptions }: FastifyRequest): string =>
  [
    'Bearer realm="Teamlore"',
    headers.authorization !== undefined &&
      'error="invalid_token", error_description="The key is unknown, revoked or expired"',
    routeOptions?.config.challenge,
  ]
    .filter(Boolean)
    .join(', ')

const retryAfterOf = (details: unknown): number | undefined => {
  const seconds = (details as { retry_after_seconds?: unknown } | undefined)?.retry_after_seconds
  return typeof seconds === 'number' ? seconds : undefined
}
